/**
 * Contract calls for hosts. viem, and the code that uses it, load with the first call.
 */
import type { Kernel } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import type { Draft, Hex, NetworkId } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  EncodeFunctionDataParameters,
  ReadContractParameters,
  ReadContractReturnType,
  TransactionReceipt,
} from 'viem'
import type { ConnectedClient, ContractWrite } from './contract-types.js'

export type {
  Abi,
  ConnectedClient,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractWrite,
  ReadContractParameters,
  ReadContractReturnType,
  TransactionReceipt,
}

const load = () => import('./contract-code.js')

/**
 * Calls a view function of a contract by the endpoints of a network. Throws viem's error where the
 * call reverts or the ABI does not fit, and a ChainError where no endpoint answers.
 */
export async function callContract<
  const ContractAbi extends Abi | readonly unknown[],
  Name extends ContractFunctionName<ContractAbi, 'pure' | 'view'>,
  const Args extends ContractFunctionArgs<ContractAbi, 'pure' | 'view', Name>,
>(
  kernel: Kernel,
  network: NetworkId,
  call: ReadContractParameters<ContractAbi, Name, Args>,
  signal: AbortSignal,
): Promise<ReadContractReturnType<ContractAbi, Name, Args>> {
  return (await load()).callContract(kernel, network, call, signal)
}

/** Encodes a contract call as a draft to send. Throws viem's error where the ABI does not fit. */
export async function contractDraft(
  network: NetworkId,
  call: EncodeFunctionDataParameters & Omit<ContractWrite, 'args'>,
): Promise<Draft> {
  return (await load()).contractDraft(network, call)
}

/** Reads the receipt of a mined transaction. Undefined: no endpoint has it yet. */
export async function receiptOf(
  kernel: Kernel,
  network: NetworkId,
  hash: Hex,
  signal: AbortSignal,
): Promise<TransactionReceipt | undefined> {
  return (await load()).receiptOf(kernel, network, hash, signal)
}

/** Creates a viem wallet client that sends its requests to a wallet session. */
export async function walletClientOf(
  kernel: Kernel,
  via: Connection,
  account: Account,
  network: NetworkId,
): Promise<ConnectedClient> {
  return (await load()).walletClientOf(kernel, via, account, network)
}
