/** What the capabilities of this plugin need of a wallet, injected or remote. */
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'

export interface PolkadotHandle {
  /** Signs text, wrapped or not as the wallet decides. Returns the signature unchecked, in hex. */
  signText(accountId: Uint8Array, text: string, signal: AbortSignal): Promise<string>
  /** Signs bytes of the host, wrapped or not as the wallet decides. Returns the same. */
  signRaw(accountId: Uint8Array, data: string, signal: AbortSignal): Promise<string>
  /**
   * Signs a transaction. `payload` has everything but the address, which is added in the wallet's
   * own form. Returns the signature unchecked, in hex.
   */
  signPayload(accountId: Uint8Array, payload: object, signal: AbortSignal): Promise<string>
  /** Switches the page, because these wallets have no current network. */
  switchNetwork(network: NetworkId): void
}

const handles = new WeakSet<object>()

export function createHandle(handle: PolkadotHandle): PolkadotHandle {
  handles.add(handle)
  return handle
}
/** Returns the handle of a connection. Throws for a connection of another plugin. */
export function handleOf(via: Connection): PolkadotHandle {
  const { handle } = via
  if (typeof handle !== 'object' || handle === null || !handles.has(handle))
    throw new ChainError('WALLET_UNSUPPORTED')
  return handle as PolkadotHandle
}
