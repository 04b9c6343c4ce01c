/** Bitcoin addresses: base58check, bech32 (BIP-173) and bech32m (BIP-350). */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m } from '@scure/base'

export interface BitcoinAddress {
  /** In its canonical text: bech32 in small letters. */
  readonly address: string
  readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'future-witness'
  /** Public key hash, script hash or witness program. */
  readonly payload: Uint8Array
  /** The output script that pays it. */
  readonly script: Uint8Array
}
const keyHashes = [0x00, 0x6f]
const scriptHashes = [0x05, 0xc4]

/** Reads an address of the main or a test network; undefined when it is none. */
export function readAddress(text: string): BitcoinAddress | undefined {
  return /^(?:bc|tb|bcrt)1/i.test(text) ? readWitness(text) : readBase58(text)
}
export const canonicalAddress = (text: string): string | undefined => readAddress(text)?.address

function readWitness(text: string): BitcoinAddress | undefined {
  const plain = bech32.decodeUnsafe(text)
  const { words: [version, ...words] = [] } = plain ?? bech32m.decodeUnsafe(text) ?? {}
  const payload = bech32.fromWordsUnsafe(words)
  if (
    version === undefined ||
    version > 16 ||
    !payload ||
    payload.length < 2 ||
    payload.length > 40
  )
    return undefined
  // BIP-350: version 0 is bech32, all later ones are bech32m. BIP-141: version 0 has 20 or 32
  // bytes.
  if (
    (version === 0) !== !!plain ||
    (version === 0 && payload.length !== 20 && payload.length !== 32)
  )
    return undefined
  const script = Uint8Array.of(version && version + 0x50, payload.length, ...payload)
  return {
    address: text.toLowerCase(),
    kind: witnessKind(version, payload.length),
    payload,
    script,
  }
}
function witnessKind(version: number, length: number): BitcoinAddress['kind'] {
  if (version === 0) return length === 20 ? 'p2wpkh' : 'p2wsh'
  return version === 1 && length === 32 ? 'p2tr' : 'future-witness'
}

function readBase58(text: string): BitcoinAddress | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,35}$/.test(text)) return undefined
  const bytes = base58.decode(text)
  const sum = sha256(sha256(bytes.subarray(0, -4)))
  if (bytes.length !== 25 || bytes.subarray(-4).some((byte, at) => byte !== sum[at]))
    return undefined
  const version = bytes[0] ?? -1
  const payload = bytes.slice(1, 21)
  if (keyHashes.includes(version))
    return {
      address: text,
      kind: 'p2pkh',
      payload,
      script: Uint8Array.of(0x76, 0xa9, 20, ...payload, 0x88, 0xac),
    }
  return scriptHashes.includes(version)
    ? { address: text, kind: 'p2sh', payload, script: Uint8Array.of(0xa9, 20, ...payload, 0x87) }
    : undefined
}
