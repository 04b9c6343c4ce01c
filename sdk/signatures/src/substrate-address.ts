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
  const sum = checksum(bytes.subarray(0, -2))
  return sum[0] === bytes.at(-2) && sum[1] === bytes.at(-1) ? account : undefined
}
/** The address of an account (32 bytes, or 33) on the network with this prefix (0 to 16,383). */
export function writeAddress(account: Uint8Array, prefix: number): string {
  const head =
    prefix < 64 ? [prefix] : [((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 3) << 6)]
  const body = Uint8Array.of(...head, ...account)
  return base58.encode(Uint8Array.of(...body, ...checksum(body).subarray(0, 2)))
}
const checksum = (body: Uint8Array): Uint8Array =>
  blake2b(Uint8Array.of(...mark, ...body), { dkLen: 64 })

/** The account in hex: the same account has an address for every network. */
export function canonicalAddress(text: string): string | undefined {
  const account = readAddress(text)
  return account && hexOf(account)
}
