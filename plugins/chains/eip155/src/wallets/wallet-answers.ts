/** Validates wallet responses. Undefined: malformed (decision 37). */
import type { Hex } from '@portico/kernel/chain'
import { checksumAddress } from '../addresses/checksum.js'

// EIP-3085: below this, a chain id is exact in every language in which wallets are written.
const largestChainId = Number.MAX_SAFE_INTEGER
const mostAccounts = 1000

/**
 * Parses a chain id. The standard has a hex quantity; some wallets send a number, its decimal text
 * or leading zeros, which are accepted too.
 */
export function readChainId(answer: unknown): number | undefined {
  if (typeof answer === 'string' && !/^(?:0x[\da-fA-F]{1,64}|\d{1,16})$/.test(answer))
    return undefined
  const id = typeof answer === 'string' || typeof answer === 'number' ? Number(answer) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 && id <= largestChainId ? id : undefined
}

/**
 * Parses addresses in any case (some wallets use EIP-1191) and checksums them. Drops duplicates.
 */
export function readAccounts(answer: unknown): readonly Hex[] | undefined {
  if (!Array.isArray(answer) || answer.length > mostAccounts) return undefined
  // A loop, because `every` and `map` skip holes.
  const accounts = new Set<Hex>()
  for (const account of answer) {
    if (typeof account !== 'string' || !/^0x[\da-fA-F]{40}$/.test(account)) return undefined
    accounts.add(checksumAddress(account))
  }
  return [...accounts]
}

/** Parses a transaction hash. */
export function readHash(answer: unknown): Hex | undefined {
  return typeof answer === 'string' && /^0x[\da-fA-F]{64}$/.test(answer)
    ? (answer.toLowerCase() as Hex)
    : undefined
}

/** Parses bytes, at most `most` of them. */
export function readBytes(answer: unknown, most = 131_072): Hex | undefined {
  return typeof answer === 'string' &&
    answer.length <= 2 + 2 * most &&
    /^0x(?:[\da-fA-F]{2})*$/.test(answer)
    ? (answer as Hex)
    : undefined
}
