/** What this plugin's capabilities need of a wallet, wherever it is. */
import { ChainError, type Connection, type NetworkId } from '@portico/kernel/contracts'
import type { SignerPayload } from './extrinsic.js'

export interface PolkadotPort {
  /** Signs text, wrapped or not as the wallet likes. Answers the signature, unchecked: hex. */
  signText(accountId: Uint8Array, text: string, signal: AbortSignal): Promise<string>
  /** Signs a transaction. `payload` has everything but the address, which is put in as the wallet itself writes it. Answers the signature, unchecked: hex. */
  signPayload(accountId: Uint8Array, payload: SignerPayload, signal: AbortSignal): Promise<string>
  /** Wallets of this kind are on no network; it is the page that moves. */
  switchNetwork(network: NetworkId): void
}

const ports = new WeakSet<object>()

export function createPort(port: PolkadotPort): PolkadotPort {
  ports.add(port)
  return port
}
/** The port of a connection; refuses one that another plugin made. */
export function portOf(via: Connection): PolkadotPort {
  const { port } = via
  if (typeof port !== 'object' || port === null || !ports.has(port)) throw new ChainError('WALLET_UNSUPPORTED')
  return port as PolkadotPort
}
