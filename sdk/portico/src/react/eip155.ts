/** Hooks that only EVM networks have. viem loads with their first call. */
import type { NetworkId } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import type { WalletCapabilities } from '@portico/plugin-eip155'
import type {
  Abi,
  ConnectedClient,
  ContractFunctionArgs,
  ContractFunctionName,
  ReadContractReturnType,
  TransactionReceipt,
} from '@portico/plugin-eip155/contracts'
import type { ActionState } from '../actions/action.js'
import {
  type CallsOptions,
  evmNetwork,
  getCapabilities,
  getWalletClient,
  type ReadContractOptions,
  readContract,
  type SentCallsData,
  sendCalls,
  type WaitOptions,
  type WriteContractOptions,
  waitForTransactionReceipt,
  writeContract,
} from '../actions/contracts.js'
import { createQuery } from '../actions/query.js'
import type { SentTransactionData } from '../actions/send-transaction.js'
import type { NetworkChoice } from '../actions/signer.js'
import { type ActionResult, useAction } from './use-action.js'
import { keyOf, type QueryResult, useQuery } from './use-query.js'

/** `enabled: false` requests nothing, and the status is `idle`. */
export interface Enabled {
  readonly enabled?: boolean
}

/** A call whose arguments are not known yet: `args: address && [address]`. */
type LaterArgs<ContractAbi, Name, Args> = NetworkChoice &
  Enabled & {
    readonly abi: ContractAbi
    readonly address: `0x${string}`
    readonly functionName: Name
    readonly args: Args | undefined
  }

/**
 * Reads a view function of a contract, again when its arguments or the active network change. The
 * status is `idle` while `args` is undefined. The result is typed by the ABI: pass it `as const`.
 * Rejects as `readContract`.
 */
export function useReadContract<
  const ContractAbi extends Abi | readonly unknown[],
  Name extends ContractFunctionName<ContractAbi, 'pure' | 'view'>,
  const Args extends ContractFunctionArgs<ContractAbi, 'pure' | 'view', Name>,
>(
  options: ReadContractOptions<ContractAbi, Name, Args> & Enabled,
): QueryResult<ReadContractReturnType<ContractAbi, Name, Args>>
export function useReadContract<
  const ContractAbi extends Abi | readonly unknown[],
  Name extends ContractFunctionName<ContractAbi, 'pure' | 'view'>,
  const Args extends ContractFunctionArgs<ContractAbi, 'pure' | 'view', Name>,
>(
  options: LaterArgs<ContractAbi, Name, Args>,
): QueryResult<ReadContractReturnType<ContractAbi, Name, Args>>
export function useReadContract<
  const ContractAbi extends Abi | readonly unknown[],
  Name extends ContractFunctionName<ContractAbi, 'pure' | 'view'>,
  const Args extends ContractFunctionArgs<ContractAbi, 'pure' | 'view', Name>,
>(
  options: (ReadContractOptions<ContractAbi, Name, Args> | LaterArgs<ContractAbi, Name, Args>) &
    Enabled,
): QueryResult<ReadContractReturnType<ContractAbi, Name, Args>> {
  const { enabled: isWanted = true, ...rest } = options
  const enabled = isWanted && !('args' in options && options.args === undefined)
  const call = rest as unknown as ReadContractOptions
  const { abi: _, ...key } = call
  return useQuery(keyOf({ ...key, enabled }), portico =>
    createQuery(
      portico,
      (read): NetworkId | undefined => (enabled ? evmNetwork(read, call) : undefined),
      (network, signal) =>
        readContract(portico, { ...call, network, signal }) as Promise<
          ReadContractReturnType<ContractAbi, Name, Args>
        >,
    ),
  )
}

export type WriteContractResult = ActionState<SentTransactionData> & {
  /** Typed by the ABI: pass it `as const`. Rejects as `writeContract`. */
  writeContract<
    const ContractAbi extends Abi | readonly unknown[],
    Name extends ContractFunctionName<ContractAbi, 'nonpayable' | 'payable'>,
    const Args extends ContractFunctionArgs<ContractAbi, 'nonpayable' | 'payable', Name>,
  >(options: WriteContractOptions<ContractAbi, Name, Args>): Promise<SentTransactionData>
  reset(): void
}
/**
 * Sends a transaction that calls a contract: `writeContract({ abi, address, functionName, args })`.
 * Needs the plugin `transactions()`, which stores and follows the transaction.
 */
export function useWriteContract(): WriteContractResult {
  return useAction('writeContract', writeContract) as WriteContractResult
}

/**
 * Waits for the receipt of a transaction. `idle` until `hash` is given. Rejects as
 * `waitForTransactionReceipt`.
 */
export function useWaitForTransactionReceipt({
  hash,
  ...choice
}: Omit<WaitOptions, 'hash' | 'signal'> & {
  readonly hash?: string | undefined
}): QueryResult<TransactionReceipt> {
  return useQuery(keyOf({ hash, ...choice }), portico =>
    createQuery(
      portico,
      // The network of the first request: a later switch does not move the transaction.
      () => hash,
      (known, signal) => waitForTransactionReceipt(portico, { ...choice, hash: known, signal }),
    ),
  )
}

/**
 * A viem wallet client of the active EVM account. `idle` without an account. What it sends is
 * neither stored nor followed: prefer `useSendTransaction` and `useWriteContract`.
 */
export function useWalletClient(choice: NetworkChoice = {}): QueryResult<ConnectedClient> {
  return useQuery(keyOf(choice), portico =>
    createQuery(
      portico,
      read => {
        const account = activeAccount(read, 'eip155')
        return account && { account, network: evmNetwork(read, choice) }
      },
      subject => getWalletClient(portico, subject),
    ),
  )
}

/**
 * What the wallet supports (EIP-5792), by network and name of the capability. `idle` without an
 * account, `{}` for a wallet that reports none.
 */
export function useCapabilities(choice: NetworkChoice = {}): QueryResult<WalletCapabilities> {
  return useQuery(keyOf(choice), portico =>
    createQuery(
      portico,
      read => activeAccount(read, 'eip155'),
      (account, signal) => getCapabilities(portico, { ...choice, account, signal }),
    ),
  )
}

/**
 * Sends several calls that the wallet carries out as one: `sendCalls({ calls })`. Rejects as
 * `sendCalls`.
 */
export function useSendCalls(): ActionResult<'sendCalls', [CallsOptions], SentCallsData> {
  return useAction('sendCalls', sendCalls)
}
