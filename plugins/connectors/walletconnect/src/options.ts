import type { NetworkId } from '@portico/kernel/chain'

export interface WalletConnectOptions {
  /**
   * The app's id at the relay. The public relay requires one; a self-hosted relay usually does not.
   */
  readonly projectId?: string
  /** Default: the public relay, `wss://relay.walletconnect.org`. */
  readonly relayUrl?: string
  /** How wallets show the app. Default: the page's title, origin and icon. */
  readonly metadata?: AppMetadata
  /**
   * Default true: a person without a wallet in this browser gets a link when Connect opens, as a
   * code beside the wallets or for the apps of a phone. False: the relay is contacted only after a
   * click.
   */
  readonly pairOnOpen?: boolean
  /** By namespace, the methods to request instead of those of the chain's own plugin. */
  readonly methods?: Readonly<Record<string, readonly string[]>>
  /** By namespace, as with `methods`. */
  readonly events?: Readonly<Record<string, readonly string[]>>
  /**
   * Another release of `@walletconnect/universal-provider` than 2.21.8:
   * `() => import('@walletconnect/universal-provider')`.
   */
  readonly load?: () => Promise<WalletConnectModule>
}
export interface AppMetadata {
  readonly name: string
  readonly description?: string
  readonly url?: string
  readonly icons?: readonly string[]
}

/**
 * The part of `@walletconnect/universal-provider` that this plugin uses. Every supported release
 * has it.
 */
export interface WalletConnectModule {
  readonly UniversalProvider: {
    init(options: ProviderOptions): Promise<{ readonly client: unknown }>
  }
}
export interface ProviderOptions {
  readonly projectId: string
  readonly relayUrl?: string
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: string[]
  }
  readonly logger: string
  readonly customStoragePrefix: string
  readonly storage: LibraryStorage
  readonly disableProviderPing: boolean
  readonly telemetryEnabled: boolean
}

/** Where the library keeps its keys and sessions. Values must be structured-cloneable. */
export interface LibraryStorage {
  getKeys(): Promise<string[]>
  getEntries<Value>(): Promise<[string, Value][]>
  getItem<Value>(key: string): Promise<Value | undefined>
  setItem(key: string, value: unknown): Promise<void>
  removeItem(key: string): Promise<void>
}

/** What a session requests for one namespace, in CAIP-25 terms. */
export interface RequestedNamespace {
  readonly chains: NetworkId[]
  readonly methods: string[]
  readonly events: string[]
}
/** By namespace. */
export type RequestedNamespaces = Readonly<Record<string, RequestedNamespace>>

/** True when a relay is configured. */
export const isConfigured = ({ projectId, relayUrl }: WalletConnectOptions): boolean =>
  !!(projectId || relayUrl)
