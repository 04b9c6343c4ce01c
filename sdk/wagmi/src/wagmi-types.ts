/**
 * The shapes of wagmi 2 and 3 that the bridge meets, written down here because nothing of wagmi is
 * imported. A type test compares them with both.
 */
type Address = `0x${string}`

/** A chain of viem: the parts that are read here. The connector returns the app's own objects. */
export interface WagmiChain {
  readonly id: number
}

export interface WagmiConnectorEvents {
  emit(
    event: 'change',
    data: { accounts?: readonly Address[] | undefined; chainId?: number | undefined },
  ): void
  emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
  emit(event: 'disconnect'): void
}

/** What wagmi passes to a connector. */
export interface WagmiConnectorConfig<Chain extends WagmiChain> {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: WagmiConnectorEvents
  readonly storage?: WagmiStorage | null | undefined
}

/** wagmi's storage; values are as they were passed to `setItem`. */
export interface WagmiStorage {
  getItem(key: string): unknown
  setItem(key: string, value: unknown): unknown
}

/** A type, not an interface, because wagmi's own has an index signature. */
export type WagmiConnector<Chain extends WagmiChain, Provider> = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly icon?: string | undefined
  setup(): Promise<void>
  connect<withCapabilities extends boolean = false>(
    parameters?:
      | {
          chainId?: number | undefined
          isReconnecting?: boolean | undefined
          withCapabilities?: withCapabilities | boolean | undefined
        }
      | undefined,
  ): Promise<{
    accounts: withCapabilities extends true
      ? readonly { address: Address; capabilities: Record<string, unknown> }[]
      : readonly Address[]
    chainId: number
  }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(parameters?: { chainId?: number | undefined } | undefined): Promise<Provider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: { chainId: number }): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onDisconnect(error?: Error | undefined): void
}

/** A connector in a wagmi config. */
export interface WagmiWallet {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly icon?: string | undefined
  readonly emitter: WagmiWalletEvents
  connect(parameters: {
    isReconnecting: boolean
    chainId?: number
  }): Promise<{ readonly accounts: readonly Address[]; readonly chainId: number }>
  disconnect(): Promise<void>
  getChainId(): Promise<number>
  getProvider(parameters: { chainId: number }): Promise<unknown>
  isAuthorized(): Promise<boolean>
  switchChain?(parameters: { chainId: number }): Promise<unknown>
}
/** What `change` carries; `disconnect` carries the `uid` alone. */
export interface WagmiChange {
  readonly uid?: string
  readonly accounts?: readonly Address[] | undefined
  readonly chainId?: number | undefined
}
export interface WagmiWalletEvents {
  on(event: 'change' | 'disconnect', listener: (data: WagmiChange) => void): unknown
  off(event: 'change' | 'disconnect', listener: (data: WagmiChange) => void): unknown
  emit(
    event: 'connect',
    data: { readonly accounts: readonly Address[]; readonly chainId: number },
  ): unknown
  emit(event: 'disconnect'): unknown
}
/** What the bridge reads of a wagmi config: pass what `createConfig` returned. */
export interface WagmiSource {
  readonly connectors: readonly WagmiWallet[]
}
