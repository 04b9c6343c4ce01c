/** What this plugin's capabilities need of a wallet, wherever it is. What it answers has the right shape, and is otherwise unchecked. */
import { type Account, accountMessage, ChainError, type Connection, type NetworkId, type SignInFields } from '@portico/kernel/contracts'

export interface SolanaPort {
  /** Asks for a signature over bytes; `signed` are those that the wallet says it signed. */
  signMessage?(address: string, bytes: Uint8Array, signal: AbortSignal): Promise<{ readonly signature: Uint8Array; readonly signed: Uint8Array }>
  /** Asks the wallet to word a sign-in and to sign it. Answers who it says signed. `chainId` as wallets write it: the cluster's name. */
  signIn?(
    fields: Omit<SignInFields, 'chainId'> & { readonly chainId: string },
    signal: AbortSignal,
  ): Promise<{ readonly address: unknown; readonly signature: Uint8Array; readonly signed: Uint8Array }>
  /** Asks for the whole signed transaction, in wire format. */
  signTransaction?(address: string, wire: Uint8Array, network: NetworkId, signal: AbortSignal): Promise<Uint8Array>
  /** Asks to sign and to send. Answers the account's signature. */
  signAndSend?(address: string, wire: Uint8Array, network: NetworkId, signal: AbortSignal): Promise<Uint8Array>
  /** Wallets of this kind are on no network; it is the page that moves. Throws a ChainError WALLET_NETWORK when the wallet has nothing there. */
  switchNetwork(network: NetworkId): void
}

const ports = new WeakSet<object>()

export function createPort(port: SolanaPort): SolanaPort {
  ports.add(port)
  return port
}
/** The port of a connection; refuses one that another plugin made. Throws a ChainError. */
export function portOf(via: Connection): SolanaPort {
  const { port } = via
  if (typeof port !== 'object' || port === null || !ports.has(port)) throw new ChainError('WALLET_UNSUPPORTED')
  return port as SolanaPort
}
/** The same, for what this account of its wallet is to do. Throws a ChainError for an account that is not in the wallet. */
export function portFor(via: Connection, { address }: Account): SolanaPort {
  if (!via.accounts.some(account => account.address === address)) throw new ChainError('WALLET_UNSUPPORTED', accountMessage)
  return portOf(via)
}
