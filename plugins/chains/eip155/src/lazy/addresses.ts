import { AddressError, type Addresses, type Hex } from '@portico/kernel/contracts'
import { checksumAddress } from './checksum.js'

/**
 * Reads an address as the specification has it: 40 hex digits, 0x or not. Mixed case has to satisfy the checksum of EIP-55 (decision 21).
 *
 * Throws an AddressError; 64 hex digits are taken for what they most likely are, a private key (threat S18).
 */
export function parseAddress(text: string): Hex {
  const [, digits] = /^(?:0x)?([\da-fA-F]{40})$/.exec(text) ?? []
  if (!digits) throw new AddressError(/^\s*(?:0x)?[\da-fA-F]{64}\s*$/.test(text) ? 'ADDRESS_IS_SECRET' : 'ADDRESS_MALFORMED')
  const address = checksumAddress(digits)
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!plain && address.slice(2) !== digits) throw new AddressError('ADDRESS_CHECKSUM')
  return address
}

export const addresses: Pick<Addresses, 'parse'> = {
  parse: async text => ({ address: parseAddress(text) }),
}
