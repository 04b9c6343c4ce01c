/** Reads and writes contracts of EVM networks, and what only EVM wallets support. */
import type { Kernel } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { transactionsCapability } from '@portico/kernel/capabilities'
import { eip155Transaction, type Hex, type NetworkId } from '@portico/kernel/chain'
import { activeNetwork } from '@portico/kernel/session'
import { eip155Wallet, type WalletCapabilities } from '@portico/plugin-eip155'
import {
  type Abi,
  type ConnectedClient,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractWrite,
  callContract,
  contractDraft,
  type ReadContractParameters,
  type ReadContractReturnType,
  receiptOf,
  type TransactionReceipt,
  walletClientOf,
} from '@portico/plugin-eip155/contracts'
import { SdkError } from '../errors.js'
import type { Portico } from '../portico.js'
import {
  type SendTransactionOptions,
  type SentTransactionData,
  sendTransaction,
} from './send-transaction.js'
import { askWallet, chosenNetwork, type NetworkChoice, signerOf, unending } from './signer.js'

type Host = Pick<Portico, 'kernel'>
/** The chosen network, else the active one of eip155. */
export function evmNetwork(
  read: Pick<Kernel, 'state' | 'items'>,
  choice: NetworkChoice,
): NetworkId {
  const network = chosenNetwork(choice) ?? activeNetwork(read as Kernel, 'eip155')
  if (!network?.startsWith('eip155:'))
    throw new SdkError(
      'BAD_NETWORK',
      `${network ?? 'No network'} is not an EVM network. Add the plugin eip155(), or pass \`chainId\`.`,
    )
  return network
}

export type ReadContractOptions<
  ContractAbi extends Abi | readonly unknown[] = Abi,
  Name extends ContractFunctionName<ContractAbi, 'pure' | 'view'> = ContractFunctionName<
    ContractAbi,
    'pure' | 'view'
  >,
  Args extends ContractFunctionArgs<ContractAbi, 'pure' | 'view', Name> = ContractFunctionArgs<
    ContractAbi,
    'pure' | 'view',
    Name
  >,
> = ReadContractParameters<ContractAbi, Name, Args> & NetworkChoice
/**
 * Calls a view function by the endpoints of the network; asks no wallet. Rejects with viem's error
 * where the call reverts, and with a ChainError where no endpoint answers.
 */
export async function readContract<
  const ContractAbi extends Abi | readonly unknown[],
  Name extends ContractFunctionName<ContractAbi, 'pure' | 'view'>,
  const Args extends ContractFunctionArgs<ContractAbi, 'pure' | 'view', Name>,
>(
  { kernel }: Host,
  options: ReadContractOptions<ContractAbi, Name, Args> & { readonly signal?: AbortSignal },
): Promise<ReadContractReturnType<ContractAbi, Name, Args>> {
  const { network: _, chainId: __, signal = unending(), ...call } = options
  return await callContract(
    kernel,
    evmNetwork(kernel, options),
    call as unknown as ReadContractParameters<ContractAbi, Name, Args>,
    signal,
  )
}

export type WriteContractOptions<
  ContractAbi extends Abi | readonly unknown[] = Abi,
  Name extends ContractFunctionName<ContractAbi, 'nonpayable' | 'payable'> = ContractFunctionName<
    ContractAbi,
    'nonpayable' | 'payable'
  >,
  Args extends ContractFunctionArgs<
    ContractAbi,
    'nonpayable' | 'payable',
    Name
  > = ContractFunctionArgs<ContractAbi, 'nonpayable' | 'payable', Name>,
> = ContractWrite<ContractAbi, Name, Args> &
  NetworkChoice &
  Pick<SendTransactionOptions, 'account' | 'kind' | 'data' | 'beside'>
/**
 * Sends a transaction that calls a contract. Resolves and rejects as `sendTransaction`; rejects
 * with viem's error, before the wallet is asked, where the ABI does not fit.
 */
export async function writeContract<
  const ContractAbi extends Abi | readonly unknown[],
  Name extends ContractFunctionName<ContractAbi, 'nonpayable' | 'payable'>,
  const Args extends ContractFunctionArgs<ContractAbi, 'nonpayable' | 'payable', Name>,
>(
  portico: Host,
  options: WriteContractOptions<ContractAbi, Name, Args>,
): Promise<SentTransactionData> {
  const { account, kind, data, beside, ...call } = options as unknown as WriteContractOptions
  const draft = await contractDraft(evmNetwork(portico.kernel, call), call)
  return await sendTransaction(portico, {
    draft,
    ...(account && { account }),
    ...(kind !== undefined && { kind }),
    ...(data !== undefined && { data }),
    ...(beside !== undefined && { beside }),
  })
}

export interface WaitOptions extends NetworkChoice {
  readonly hash: string
  readonly signal?: AbortSignal
}
/**
 * Waits until a transaction is in a block, and returns its receipt, also of one that reverted. If
 * another transaction replaced it, the receipt is that one's. Rejects with an SdkError
 * `NOT_SUPPORTED` without the plugin of the network, and with a ChainError where no endpoint knows
 * the transaction for ten minutes.
 */
export async function waitForTransactionReceipt(
  { kernel }: Host,
  options: WaitOptions,
): Promise<TransactionReceipt> {
  const { hash, signal = unending() } = options
  const network = evmNetwork(kernel, options)
  const confirm = kernel.capability(transactionsCapability, network)?.confirm
  if (!confirm)
    throw new SdkError(
      'NOT_SUPPORTED',
      `No plugin follows transactions on ${network}. Add eip155().`,
    )
  const outcome = await confirm(hash, network, { signal })
  const mined = outcome.status === 'replaced' ? outcome.by : hash
  const receipt = await receiptOf(kernel, network, mined as Hex, signal)
  // A reorganization between the two requests removed it.
  return receipt ?? (await waitForTransactionReceipt({ kernel }, options))
}

/**
 * Returns a viem wallet client of the connected account. What it sends is neither stored nor
 * followed: prefer `sendTransaction` and `writeContract`. Rejects with an SdkError `NO_ACCOUNT`.
 */
export async function getWalletClient(
  { kernel }: Host,
  options: NetworkChoice & { readonly account?: Account } = {},
): Promise<ConnectedClient> {
  const { via, from, network } = signerOf(kernel, transactionsCapability, {
    namespace: 'eip155',
    ...options,
  })
  return await walletClientOf(kernel, via, from, network)
}

/**
 * Requests what the wallet supports on each network (EIP-5792), by network and name of the
 * capability. `{}` for a wallet that reports none. Rejects with an SdkError `NO_ACCOUNT`.
 */
export async function getCapabilities(
  { kernel }: Host,
  options: NetworkChoice & { readonly account?: Account; readonly signal?: AbortSignal } = {},
): Promise<WalletCapabilities> {
  const { via, from } = signerOf(kernel, transactionsCapability, {
    namespace: 'eip155',
    ...options,
  })
  const chosen = chosenNetwork(options)
  return await askWallet(() =>
    eip155Wallet(via).capabilities(from.address, chosen ? [chosen] : [], options.signal),
  )
}

export interface CallsOptions
  extends NetworkChoice,
    Pick<SendTransactionOptions, 'account' | 'kind' | 'data' | 'beside'> {
  readonly calls: readonly { readonly to: Hex; readonly data?: Hex; readonly value?: bigint }[]
}
export interface SentCallsData {
  /** The wallet's id of the bundle. */
  readonly id: string
  readonly network: NetworkId
}
/**
 * Sends several calls that the wallet carries out as one, all or none (EIP-5792). They are stored
 * and followed as one transaction: `useTransaction({ hash: id, network })` has its status, and its
 * hash once the wallet names it.
 *
 * Rejects as `sendTransaction`, and with a ChainError `WALLET_UNSUPPORTED`, before the person is
 * asked, where the wallet cannot: send the calls one by one.
 */
export async function sendCalls(portico: Host, options: CallsOptions): Promise<SentCallsData> {
  const { calls, network: _, chainId: __, ...rest } = options
  const network = evmNetwork(portico.kernel, options)
  const { hash } = await sendTransaction(portico, {
    ...rest,
    draft: calls.map(call => eip155Transaction.draft(network, call)),
  })
  return { id: hash, network }
}
