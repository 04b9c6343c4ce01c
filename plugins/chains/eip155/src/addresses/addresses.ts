import type { Addresses } from '@portico/kernel/capabilities'
import { AddressError, type Hex } from '@portico/kernel/chain'
import { checksumAddress } from './checksum.js'

/**
 * Parses an address of the specification: 40 hex digits, with or without 0x. A mixed-case address
 * must satisfy the EIP-55 checksum (decision 21).
 *
 * Throws an AddressError. Treats 64 hex digits as a private key (threat S18).
 */
export function parseAddress(text: string): Hex {
  const [, digits] = /^(?:0x)?([\da-fA-F]{40})$/.exec(text) ?? []
  if (!digits)
    throw new AddressError(
      /^\s*(?:0x)?[\da-fA-F]{64}\s*$/.test(text) ? 'ADDRESS_IS_SECRET' : 'ADDRESS_MALFORMED',
    )
  const address = checksumAddress(digits)
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!plain && address.slice(2) !== digits) throw new AddressError('ADDRESS_CHECKSUM')
  return address
}

export const addresses: Pick<Addresses, 'parse'> = {
  parse: async text => ({ address: parseAddress(text) }),
}
