/** What wallets answer, read at the door. Undefined: it makes no sense (decision 37). */
import type { Hex } from '@portico/kernel/contracts'
import { checksumAddress } from './checksum.js'

// EIP-3085: below, a chain id is exact in every language that a wallet may be written in.
const largestChainId = Number.MAX_SAFE_INTEGER
const mostAccounts = 1000

/**
 * A chain id. By the standard a hex quantity; some wallets say a number or its decimal text, and write zeros in front, so that is read too.
 */
export function readChainId(answer: unknown): number | undefined {
  if (typeof answer === 'string' && !/^(?:0x[\da-fA-F]{1,64}|\d{1,16})$/.test(answer)) return undefined
  const id = typeof answer === 'string' || typeof answer === 'number' ? Number(answer) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 && id <= largestChainId ? id : undefined
}

/** Addresses, with their checksum whatever case the wallet writes (some use the one of EIP-1191), each once. */
export function readAccounts(answer: unknown): readonly Hex[] | undefined {
  if (!Array.isArray(answer) || answer.length > mostAccounts) return undefined
  // A loop: `every` and `map` pass over holes.
  const accounts = new Set<Hex>()
  for (const account of answer) {
    if (typeof account !== 'string' || !/^0x[\da-fA-F]{40}$/.test(account)) return undefined
    accounts.add(checksumAddress(account))
  }
  return [...accounts]
}

/** The hash of a transaction. */
export function readHash(answer: unknown): Hex | undefined {
  return typeof answer === 'string' && /^0x[\da-fA-F]{64}$/.test(answer) ? (answer.toLowerCase() as Hex) : undefined
}

/** Bytes, at most this many. */
export function readBytes(answer: unknown, most = 131_072): Hex | undefined {
  return typeof answer === 'string' && answer.length <= 2 + 2 * most && /^0x(?:[\da-fA-F]{2})*$/.test(answer) ? (answer as Hex) : undefined
}
