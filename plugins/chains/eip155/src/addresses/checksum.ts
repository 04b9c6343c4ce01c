import { keccak_256 } from '@noble/hashes/sha3'
import type { Hex } from '@portico/kernel/chain'

/** Applies the EIP-55 checksum to an address (40 hex digits, with or without 0x, in any case). */
export function checksumAddress(address: string): Hex {
  const digits = address.slice(-40).toLowerCase()
  const hash = keccak_256(digits)
  const written = [...digits].map((digit, at) =>
    ((hash[at >> 1] ?? 0) >> (at % 2 ? 0 : 4)) & 8 ? digit.toUpperCase() : digit,
  )
  return `0x${written.join('')}`
}
