import { defineCapability } from '../../refs.js'
import type { NetworkId } from '../caip.js'
import type { Message } from '../text.js'

/** Offered by every chain. Asked by send, names and the interface. */
export interface Addresses {
  /** Quick and eager: could this be an address of this chain? Says nothing of checksums. */
  looksLike(text: string): boolean
  /** Throws an AddressError (contracts/errors) whose sentence says what is wrong. */
  parse(text: string, network: NetworkId, signal: AbortSignal): Promise<ParsedAddress>
  /** For small places: first 4 and last 6 characters unless the chain has a better habit. */
  shorten(address: string): string
}
export interface ParsedAddress {
  /** In the chain's canonical text for this network. */
  readonly address: string
  /** What it is to the chain: `account`, `contract`, `p2wpkh`, `program`, … */
  readonly kind?: string
  /** Worth a second look before money goes there: off curve, other network's prefix. */
  readonly warning?: Message
}
export const addresses = /* @__PURE__ */ defineCapability<Addresses>('addresses@1')
