/** What the capabilities of this plugin need of a wallet, injected or remote. */
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'

export interface BitcoinHandle {
  /** Returns the wallet's signature unchecked, in base64 or hex. */
  signMessage(
    request: {
      readonly address: string
      readonly text: string
      readonly protocol: MessageProtocol
    },
    signal: AbortSignal,
  ): Promise<string>
  /** Signs these inputs of a PSBT (base64) and returns it in base64. Does not broadcast. */
  signPsbt(
    request: {
      readonly psbt: string
      readonly inputs: readonly { readonly index: number; readonly address: string }[]
    },
    signal: AbortSignal,
  ): Promise<string>
  /** Switches the wallet. Resolves when the wallet's own report names the network. */
  switchNetwork(network: NetworkId, signal: AbortSignal): Promise<void>
}
export type MessageProtocol = 'bip322' | 'ecdsa'

const handles = new WeakSet<object>()

export function createHandle(handle: BitcoinHandle): BitcoinHandle {
  handles.add(handle)
  return handle
}
/** Returns the handle of a connection. Throws for a connection of another plugin. */
export function handleOf(via: Connection): BitcoinHandle {
  const { handle } = via
  if (typeof handle !== 'object' || handle === null || !handles.has(handle))
    throw new ChainError('WALLET_UNSUPPORTED')
  return handle as BitcoinHandle
}
