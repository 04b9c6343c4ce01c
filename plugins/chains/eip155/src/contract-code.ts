/** The viem code behind `contracts.ts`. */
import type { Kernel } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import {
  ChainError,
  type Draft,
  eip155Transaction,
  type Hex,
  type NetworkId,
  networkOf,
} from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  createWalletClient,
  custom,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  formatTransactionReceipt,
  type ReadContractParameters,
  type ReadContractReturnType,
  type RpcTransactionReceipt,
  type TransactionReceipt,
} from 'viem'
import { readContract } from 'viem/actions'
import type { ConnectedClient, ContractWrite } from './contract-types.js'
import type { EvmNetwork } from './networks.js'
import { withClient } from './node/client.js'
import { createRpcs, type Rpc } from './node/rpc.js'
import { eip155Wallet } from './wallet.js'

const timeoutMs = 10_000
const known = new WeakMap<Kernel, Map<NetworkId, Rpc>>()
/** The endpoints that the host lists. Throws a ChainError for a network without any. */
function rpcOf(kernel: Kernel, id: NetworkId): Rpc {
  const rpcs = known.get(kernel) ?? new Map<NetworkId, Rpc>()
  known.set(kernel, rpcs)
  const network = networkOf(kernel, id)
  if (network?.namespace !== 'eip155') throw new ChainError('CHAIN_NETWORK')
  const rpc =
    rpcs.get(id) ?? createRpcs({ networks: [network as EvmNetwork], rpcTimeoutMs: timeoutMs })(id)
  rpcs.set(id, rpc)
  return rpc
}

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
  return await withClient(rpcOf(kernel, network), client => readContract(client, call), signal)
}

export function contractDraft(
  network: NetworkId,
  call: EncodeFunctionDataParameters & Omit<ContractWrite, 'args'>,
): Draft {
  const { address, value, gas } = call
  return eip155Transaction.draft(network, {
    to: address,
    data: encodeFunctionData(call),
    ...(value !== undefined && { value }),
    ...(gas !== undefined && { gas }),
  })
}

/** null: the node has no receipt. Undefined: a malformed answer. */
const readReceipt =
  (hash: Hex) =>
  (answer: unknown): TransactionReceipt | null | undefined => {
    if (answer === null) return null
    const { transactionHash, blockNumber, logs, status } = Object(answer) as RpcTransactionReceipt
    const isSound =
      String(transactionHash).toLowerCase() === hash.toLowerCase() &&
      /^0x[\da-f]+$/.test(blockNumber) &&
      /^0x[01]$/.test(status) &&
      Array.isArray(logs)
    return isSound ? formatTransactionReceipt(answer as RpcTransactionReceipt) : undefined
  }
export async function receiptOf(
  kernel: Kernel,
  network: NetworkId,
  hash: Hex,
  signal: AbortSignal,
): Promise<TransactionReceipt | undefined> {
  const receipt = await rpcOf(kernel, network).request(
    'eth_getTransactionReceipt',
    [hash],
    readReceipt(hash),
    signal,
  )
  return receipt ?? undefined
}

export function walletClientOf(
  kernel: Kernel,
  via: Connection,
  account: Account,
  id: NetworkId,
): ConnectedClient {
  const network = networkOf(kernel, id)
  if (!network) throw new ChainError('CHAIN_NETWORK')
  const { request } = eip155Wallet(via)
  return createWalletClient({
    account: account.address as Hex,
    chain: {
      id: Number(network.id),
      name: network.name,
      nativeCurrency: network.nativeCurrency,
      rpcUrls: { default: { http: network.rpcUrls } },
    },
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: readonly unknown[] }) =>
          request(method, params),
      },
      // A second try would be a second prompt.
      { retryCount: 0 },
    ),
  })
}
