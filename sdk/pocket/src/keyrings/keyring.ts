/** CAIP-2: `eip155:1`. */
export type ChainId = `${string}:${string}`
export type Hex = `0x${string}`

export interface KeyringRequest {
  readonly method: string
  readonly params: unknown
  readonly chain: ChainId
}

/** The keys of one namespace: its accounts, and the methods that use them after an approval. */
export interface Keyring {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Resolves when its addresses can be shown. */
  readonly ready: Promise<unknown>
  /** Methods that need no approval of the owner. */
  readonly silent: readonly string[]
  /** The addresses of all its accounts, in the order of their keys. */
  addresses(chain: ChainId): readonly string[]
  /** Executes the request. Rejects with `code` and `message` of JSON-RPC when it cannot. */
  run(request: KeyringRequest): Promise<unknown>
  /** Entries for the properties of a session on these chains. */
  properties?(chain: ChainId, accounts: readonly string[]): Readonly<Record<string, string>>
}

export const namespaceOf = (chain: ChainId): string => chain.split(':')[0] ?? ''
export const referenceOf = (chain: ChainId): string => chain.slice(chain.indexOf(':') + 1)

export const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
