/** SS58 addresses: a network prefix, an account, a checksum of two bytes. Decision 23. */
import { blake2b } from '@noble/hashes/blake2.js'
import type { ParsedAddress } from '@portico/kernel/capabilities'
import { AddressError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { base58 } from '@scure/base'

export interface SubstrateAddress {
  readonly prefix: number
  /** 32 bytes, or the 33 of a whole ECDSA key. */
  readonly accountId: Uint8Array
}
// The generic prefix, which wallets use where the network is unknown.
const generic = 42
const mark = new TextEncoder().encode('SS58PRE')

/** Parses an address of any network. Throws an AddressError that names the fault. */
export function parseSubstrateAddress(text: string): SubstrateAddress {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(text) ? base58.decode(text) : undefined
  const [first = 0, second = 0] = bytes ?? []
  const prefixLength = first & 0x40 ? 2 : 1
  const length = bytes && bytes.length - prefixLength - 2
  if (!bytes || first > 127 || (length !== 32 && length !== 33))
    throw new AddressError(whatElse(text))
  const body = bytes.subarray(0, -2)
  const sum = checksum(body)
  if (sum[0] !== bytes.at(-2) || sum[1] !== bytes.at(-1)) throw new AddressError('ADDRESS_CHECKSUM')
  const prefix =
    prefixLength === 1 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  return { prefix, accountId: body.slice(prefixLength) }
}
/** Parses an address of any network. Undefined for malformed text. */
export function readSubstrateAddress(text: string): SubstrateAddress | undefined {
  try {
    return parseSubstrateAddress(text)
  } catch {
    // Callers that need the reason use `parseSubstrateAddress`.
    return undefined
  }
}

/** Encodes an account with the prefix (0 to 16,383) of a network. */
export function encodeSubstrateAddress(accountId: Uint8Array, prefix: number): string {
  const head =
    prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6)]
  const body = Uint8Array.of(...head, ...accountId)
  return base58.encode(Uint8Array.of(...body, ...checksum(body).subarray(0, 2)))
}

/**
 * Builds the result of the `addresses` capability: accepts any prefix, and shows the network's own.
 */
export function parsedAddress(
  { prefix, accountId }: SubstrateAddress,
  { ss58Prefix }: { readonly ss58Prefix: number },
): ParsedAddress {
  const address = encodeSubstrateAddress(accountId, ss58Prefix)
  if (prefix === ss58Prefix || prefix === generic) return { address, kind: 'account' }
  return {
    address,
    kind: 'account',
    warning: message(
      'polkadot.address.prefix',
      'This address has the format of another network. Here, the same account is {address}.',
      { address },
    ),
  }
}

const checksum = (body: Uint8Array): Uint8Array =>
  blake2b(Uint8Array.of(...mark, ...body), { dkLen: 64 })

function whatElse(text: string): 'ADDRESS_IS_SECRET' | 'ADDRESS_WRONG_CHAIN' | 'ADDRESS_MALFORMED' {
  // A seed and a public key look alike, so both count as secrets: a rejected public key costs a
  // copy and paste, an accepted seed everything.
  if (
    /^\s*(?:0x)?[\da-f]{64}\s*$/i.test(text) ||
    /^\s*(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}\s*(?:\/.*)?$/.test(text)
  )
    return 'ADDRESS_IS_SECRET'
  return /^0x[\da-f]{40}$/i.test(text) || /^(?:bc|tb)1[a-z\d]{20,}$/i.test(text)
    ? 'ADDRESS_WRONG_CHAIN'
    : 'ADDRESS_MALFORMED'
}
