import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesOfText } from '../bytes.js'

/** Returns the address of 40 hex digits with the checksum of EIP-55 in their case. */
export function checksumAddress(digits: string): `0x${string}` {
  const small = digits.toLowerCase()
  const hash = keccak_256(bytesOfText(small))
  const written = [...small].map((digit, at) =>
    ((hash[at >> 1] ?? 0) >> (at % 2 ? 0 : 4)) & 8 ? digit.toUpperCase() : digit,
  )
  return `0x${written.join('')}`
}
/** Returns the address with its checksum; undefined for an invalid address or a wrong checksum. */
export function canonicalAddress(text: string): `0x${string}` | undefined {
  const [, digits] = /^0x([\da-fA-F]{40})$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const address = checksumAddress(digits)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || address === text
    ? address
    : undefined
}
