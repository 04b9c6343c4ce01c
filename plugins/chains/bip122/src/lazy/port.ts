/** What this plugin's capabilities need of a wallet, wherever it is. */
import { ChainError, type Connection, type NetworkId } from '@portico/kernel/contracts'

export interface BitcoinPort {
  /** Answers what the wallet calls the signature, unchecked: base64 or hex. */
  signMessage(ask: { readonly address: string; readonly text: string; readonly protocol: MessageProtocol }, signal: AbortSignal): Promise<string>
  /** Signs these inputs of a PSBT (base64) and answers it in base64; broadcasts nothing. */
  signPsbt(
    ask: { readonly psbt: string; readonly inputs: readonly { readonly index: number; readonly address: string }[] },
    signal: AbortSignal,
  ): Promise<string>
  /** Brings the wallet to the network. Answers when the wallet's own report says so. */
  switchNetwork(network: NetworkId, signal: AbortSignal): Promise<void>
}
export type MessageProtocol = 'bip322' | 'ecdsa'

const ports = new WeakSet<object>()

export function createPort(port: BitcoinPort): BitcoinPort {
  ports.add(port)
  return port
}
/** The port of a connection; refuses one that another plugin made. */
export function portOf(via: Connection): BitcoinPort {
  const { port } = via
  if (typeof port !== 'object' || port === null || !ports.has(port)) throw new ChainError('WALLET_UNSUPPORTED')
  return port as BitcoinPort
}
