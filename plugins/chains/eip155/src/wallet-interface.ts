import type { Hex, NetworkId } from '@portico/kernel/chain'

/** Methods that only wallets of this chain have, for hosts that need them. */
export interface Eip155Wallet {
  /** Any EIP-1193 request. Rethrows the wallet's error. */
  request(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  /**
   * What the wallet supports on each network (EIP-5792), `eip155:0` meaning all of them. `{}` for a
   * wallet that reports none.
   */
  capabilities(
    address: string,
    networks?: readonly NetworkId[],
    signal?: AbortSignal,
  ): Promise<WalletCapabilities>
  /**
   * The account's assets as the wallet knows them (ERC-7811). Throws a ChainError
   * WALLET_UNSUPPORTED for a wallet without the method.
   */
  assets(
    address: string,
    networks?: readonly NetworkId[],
    signal?: AbortSignal,
  ): Promise<readonly WalletAsset[]>
  /**
   * Sends several calls as one bundle (EIP-5792). Returns the wallet's id of the bundle. Rethrows
   * an error that proves that nothing was sent; throws a ChainError WALLET_OUTCOME for every other
   * error, and for a malformed response.
   */
  sendCalls(calls: CallBundle, signal?: AbortSignal): Promise<SentCalls>
  /** Returns the status of a sent bundle. */
  callsStatus(id: string, signal?: AbortSignal): Promise<CallsStatus>
}
/**
 * By network, then by the capability's name: `{ 'eip155:1': { atomic: { status: 'supported' } } }`.
 */
export type WalletCapabilities = Readonly<
  Record<NetworkId, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>

export interface WalletAsset {
  readonly network: NetworkId
  /** `native`, `erc20`, `erc721`, … */
  readonly type: string
  /** The token contract; absent for the native coin. */
  readonly address?: Hex
  /** Base units. */
  readonly amount: bigint
  /** As the wallet reports it, sanitised for display. */
  readonly name?: string
  readonly symbol?: string
  readonly decimals?: number
}

export interface CallBundle {
  readonly from: string
  readonly network: NetworkId
  readonly calls: readonly {
    readonly to?: Hex
    readonly data?: Hex
    readonly value?: bigint
    readonly capabilities?: Readonly<Record<string, unknown>>
  }[]
  /** All calls or none. Default false. */
  readonly atomic?: boolean
  readonly capabilities?: Readonly<Record<string, unknown>>
}
export interface SentCalls {
  readonly id: string
  /** Set when the wallet returns hashes at once (remote wallets, CAIP-345). */
  readonly hashes: readonly Hex[]
}
export interface CallsStatus {
  /**
   * `partial`: some of the calls failed, and the others remain. `failed`: the wallet never sent
   * them.
   */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partial'
  readonly hashes: readonly Hex[]
}
