import type { Addresses, ParsedAddress } from '@portico/kernel/capabilities'
import { AddressError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { isOnCurve, readBase58, writeBase58 } from '../messages/keys.js'

const offCurve = message(
  'solana.address.program',
  'This address belongs to a program, not to a person. What you send there may be lost: check with the recipient.',
)

export const addresses: Pick<Addresses, 'parse'> = {
  parse: async text => parseAddress(text),
}

/**
 * Trims nothing and keeps the case, because every character counts (decision 22).
 * Throws an AddressError.
 */
export function parseAddress(text: string): ParsedAddress {
  const key = readBase58(text, 32)
  if (!key) throw new AddressError(whatElse(text))
  const address = writeBase58(key)
  return isOnCurve(key)
    ? { address, kind: 'account' }
    : { address, kind: 'program', warning: offCurve }
}

/**
 * Returns why a text is no address. Recognises secrets: 64 bytes as base58, as a list of numbers or
 * as hex; or a wallet's seed words.
 */
function whatElse(text: string): 'ADDRESS_IS_SECRET' | 'ADDRESS_WRONG_CHAIN' | 'ADDRESS_MALFORMED' {
  const bare = text.trim()
  const isSecret =
    readBase58(bare, 64) ||
    /^\[\s*\d{1,3}\s*(?:,\s*\d{1,3}\s*){31,63}\]$/.test(bare) ||
    /^(?:0x)?(?:[\da-f]{64}|[\da-f]{128})$/i.test(bare) ||
    /^(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}$/.test(bare)
  if (isSecret) return 'ADDRESS_IS_SECRET'
  return /^0x[\da-f]{40}$/i.test(bare) || /^(?:bc|tb|bcrt)1[a-z\d]{20,}$/i.test(bare)
    ? 'ADDRESS_WRONG_CHAIN'
    : 'ADDRESS_MALFORMED'
}
