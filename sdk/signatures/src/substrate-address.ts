/** SS58 addresses: a prefix that names the network, an account, two bytes of checksum. */
import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { bytesOfText, hexOf } from './bytes.js'

const mark = bytesOfText('SS58PRE')

/** The account: 32 bytes, or the 33 of a whole ECDSA key. Undefined: no address. */
export function readAddress(text: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(text)) return undefined
  const bytes = base58.decode(text)
  const [first = 0] = bytes
  const account = bytes.slice(first & 0x40 ? 2 : 1, -2)
  if (first > 127 || (account.length !== 32 && account.length !== 33)) return undefined
  const sum = blake2b(Uint8Array.of(...mark, ...bytes.subarray(0, -2)), { dkLen: 64 })
  return sum[0] === bytes.at(-2) && sum[1] === bytes.at(-1) ? account : undefined
}
/** The account in hex: the same account has an address for every network. */
export function canonicalAddress(text: string): string | undefined {
  const account = readAddress(text)
  return account && hexOf(account)
}
