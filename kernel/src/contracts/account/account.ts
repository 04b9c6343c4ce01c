/**
 * An account in a wallet. Two wallets may have the same address, so an account
 * names its connection.
 */
export interface Account {
  readonly namespace: string
  /** In the chain's canonical text: checksummed, with the network's own prefix. */
  readonly address: string
  readonly type: AccountType
  readonly connection: ConnectionId
  /** Where the chain needs it for signing (bip122). Hex. */
  readonly publicKey?: string
  /** Derivation path, where the wallet tells it (bip122). */
  readonly path?: string
  /** The name that the wallet gives the account. */
  readonly label?: string
}
/**
 * `eoa` and `smartAccount`; bip122 has `payment`, `ordinal`, `stx`. A third-party chain may have
 * its own.
 */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx' | (string & {})
/** An account as a wallet reports it, before it is tied to a connection. */
export type ReportedAccount = Omit<Account, 'connection'>

/** `namespace/connector id`: one wallet has one connection per namespace. */
export type ConnectionId = `${string}/${string}`
export function connectionId(namespace: string, connector: string): ConnectionId {
  return `${namespace}/${connector}`
}
