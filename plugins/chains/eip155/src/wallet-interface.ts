import type { Hex, NetworkId } from '@portico/kernel/contracts'

/** What only a wallet of this chain can do, for hosts that want it. */
export interface Eip155Wallet {
  /** Any EIP-1193 request. Throws what the wallet threw. */
  request(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  /** What the wallet can do on each network (EIP-5792), `eip155:0` standing for all of them. `{}` for a wallet that says nothing of that. */
  capabilities(address: string, networks?: readonly NetworkId[], signal?: AbortSignal): Promise<WalletCapabilities>
  /** What the wallet knows that the account owns (ERC-7811). Throws a ChainError WALLET_UNSUPPORTED for a wallet that does not tell. */
  assets(address: string, networks?: readonly NetworkId[], signal?: AbortSignal): Promise<readonly WalletAsset[]>
  /**
   * Several calls as one wish of the person (EIP-5792). Answers the id by which the wallet knows them. Rethrows what proves that nothing was sent; throws a ChainError
   * WALLET_OUTCOME for every other error, and for an answer that makes no sense.
   */
  sendCalls(calls: CallBundle, signal?: AbortSignal): Promise<SentCalls>
  /** What became of calls that were sent. */
  callsStatus(id: string, signal?: AbortSignal): Promise<CallsStatus>
}
/** By network, then by the capability's name: `{ 'eip155:1': { atomic: { status: 'supported' } } }`. */
export type WalletCapabilities = Readonly<Record<NetworkId, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

export interface WalletAsset {
  readonly network: NetworkId
  /** `native`, `erc20`, `erc721`, … */
  readonly type: string
  /** The contract; absent for the native coin. */
  readonly address?: Hex
  /** Base units. */
  readonly amount: bigint
  /** As far as the wallet tells; fit to be shown. */
  readonly name?: string
  readonly symbol?: string
  readonly decimals?: number
}

export interface CallBundle {
  readonly from: string
  readonly network: NetworkId
  readonly calls: readonly { readonly to?: Hex; readonly data?: Hex; readonly value?: bigint; readonly capabilities?: Readonly<Record<string, unknown>> }[]
  /** All or none. Default false. */
  readonly atomic?: boolean
  readonly capabilities?: Readonly<Record<string, unknown>>
}
export interface SentCalls {
  readonly id: string
  /** Where the wallet says them at once (remote wallets, CAIP-345). */
  readonly hashes: readonly Hex[]
}
export interface CallsStatus {
  /** `partial`: some of the calls failed, and the others stay done. `failed`: the wallet never sent them. */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partial'
  readonly hashes: readonly Hex[]
}
