import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesOfText } from '../bytes.js'

/** 40 hex digits with the checksum of EIP-55 in their capitals. */
export function checksumAddress(digits: string): `0x${string}` {
  const small = digits.toLowerCase()
  const hash = keccak_256(bytesOfText(small))
  const written = [...small].map((digit, at) => (((hash[at >> 1] ?? 0) >> (at % 2 ? 0 : 4)) & 8 ? digit.toUpperCase() : digit))
  return `0x${written.join('')}`
}
/** The address with its checksum; undefined for what is none, and where capitals are given that are wrong. */
export function canonicalAddress(text: string): `0x${string}` | undefined {
  const [, digits] = /^0x([\da-fA-F]{40})$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const address = checksumAddress(digits)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || address === text ? address : undefined
}
