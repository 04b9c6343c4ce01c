import { defineCapability } from '../../refs.js'
import type { NetworkId } from '../chain/caip.js'
import type { Token } from '../chain/token.js'
import type { Message } from '../text/text.js'

/** Offered by every chain. Used by send, receive, names and the interface. */
export interface Addresses {
  /** Quick and eager: could this be an address of this chain? Says nothing of checksums. */
  looksLike(text: string): boolean
  /** Throws an AddressError whose sentence says what is wrong. */
  parse(text: string, network: NetworkId, signal: AbortSignal): Promise<ParsedAddress>
  /** For small places: first 4 and last 6 characters unless the chain has a better habit. */
  shorten(address: string): string
  /**
   * A request for payment in the chain's own URI scheme (ERC-681, Solana Pay, BIP-21), for a code
   * to scan. Without it the address stands for itself. Throws an AddressError for what is no
   * address of this network, a TransferError for a token that cannot be requested.
   */
  uri?(request: PaymentRequest, signal: AbortSignal): Promise<string>
}
export interface PaymentRequest {
  /** Who is to be paid. */
  readonly address: string
  readonly network: NetworkId
  /** Absent: the payer chooses the amount. */
  readonly token?: Pick<Token, 'asset' | 'decimals'>
  /** Base units of the token. Absent: the payer's to say. */
  readonly amount?: bigint
}
export interface ParsedAddress {
  /** In the chain's canonical text for this network. */
  readonly address: string
  /** What it is to the chain: `account`, `contract`, `p2wpkh`, `program`, … */
  readonly kind?: string
  /** Worth a second look before money goes there: off curve, other network's prefix. */
  readonly warning?: Message
}
export const addressesCapability = /* @__PURE__ */ defineCapability<Addresses>('addresses@1')
