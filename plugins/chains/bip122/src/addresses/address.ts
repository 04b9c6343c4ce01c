/** Bitcoin addresses: base58check, bech32 (BIP-173) and bech32m (BIP-350). Decision 23. */
import { sha256 } from '@noble/hashes/sha2.js'
import type { ParsedAddress } from '@portico/kernel/capabilities'
import { AddressError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import type { AddressFormat } from '../networks.js'
import { sameBytes } from '../node/bytes.js'

export type AddressKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'p2a' | 'future-witness'
export interface BitcoinAddress {
  /** In canonical form: bech32 in lower case. */
  readonly address: string
  readonly kind: AddressKind
  readonly format: AddressFormat
  /** Public key hash, script hash or witness program. */
  readonly payload: Uint8Array
  /** The output script that pays this address. */
  readonly script: Uint8Array
}

const formats: Readonly<
  Record<
    AddressFormat,
    { readonly hrp: string; readonly keyHash: number; readonly scriptHash: number }
  >
> = {
  mainnet: { hrp: 'bc', keyHash: 0x00, scriptHash: 0x05 },
  testnet: { hrp: 'tb', keyHash: 0x6f, scriptHash: 0xc4 },
  regtest: { hrp: 'bcrt', keyHash: 0x6f, scriptHash: 0xc4 },
}
const everyFormat = Object.keys(formats) as AddressFormat[]

/**
 * Parses an address of this format. Throws an AddressError that names the fault: a typing error, an
 * address of another network or chain, a private key (threat S18).
 */
export function parseBitcoinAddress(text: string, format: AddressFormat): BitcoinAddress {
  const found = decode(text, format)
  if (typeof found !== 'string') return found
  if (found === 'ADDRESS_MALFORMED' || found === 'ADDRESS_WRONG_CHAIN') {
    if (isSecret(text)) throw new AddressError('ADDRESS_IS_SECRET')
    if (everyFormat.some(other => other !== format && typeof decode(text, other) !== 'string'))
      throw new AddressError('ADDRESS_WRONG_NETWORK')
    if (/^0x[\da-f]{40}$/i.test(text)) throw new AddressError('ADDRESS_WRONG_CHAIN')
  }
  throw new AddressError(found)
}
/** Parses an address of any Bitcoin network. Undefined for anything else. */
export function readBitcoinAddress(text: string): BitcoinAddress | undefined {
  for (const format of everyFormat) {
    const found = decode(text, format)
    if (typeof found !== 'string') return found
  }
  return undefined
}
/** Returns the canonical address that a script pays. Undefined for a script without an address. */
export function addressOfScript(script: Uint8Array, format: AddressFormat): string | undefined {
  const text = encode(script, formats[format])
  const found = text === undefined ? 'ADDRESS_MALFORMED' : decode(text, format)
  // Accepts an address only if it decodes to this script.
  return typeof found !== 'string' && sameBytes(found.script, script) ? found.address : undefined
}
function encode(
  script: Uint8Array,
  { hrp, keyHash, scriptHash }: (typeof formats)[AddressFormat],
): string | undefined {
  const { encode: base58check } = createBase58check(sha256)
  const [version = 0, length] = script
  if (length === script.length - 2 && length <= 40) {
    const words = bech32.toWords(script.slice(2))
    if (version === 0) return bech32.encode(hrp, [0, ...words])
    if (version > 0x50 && version <= 0x60) return bech32m.encode(hrp, [version - 0x50, ...words])
  }
  if (script.length === 25) return base58check(Uint8Array.of(keyHash, ...script.slice(3, 23)))
  return script.length === 23
    ? base58check(Uint8Array.of(scriptHash, ...script.slice(2, 22)))
    : undefined
}
/** Builds the result of the `addresses` capability. */
export function parsedAddress({ address, kind }: BitcoinAddress): ParsedAddress {
  if (kind !== 'future-witness') return { address, kind }
  return {
    address,
    kind,
    warning: message(
      'bip122.address.future',
      'Coins sent to this type of address cannot be spent yet.',
    ),
  }
}

type Refusal = 'ADDRESS_MALFORMED' | 'ADDRESS_CHECKSUM' | 'ADDRESS_WRONG_CHAIN'
const decode = (text: string, format: AddressFormat): BitcoinAddress | Refusal =>
  text.toLowerCase().startsWith(`${formats[format].hrp}1`)
    ? decodeWitness(text, format)
    : decodeBase58(text, format)

function decodeWitness(text: string, format: AddressFormat): BitcoinAddress | Refusal {
  const { hrp } = formats[format]
  const plain = bech32.decodeUnsafe(text)
  const modern = plain ? undefined : bech32m.decodeUnsafe(text)
  const { prefix, words: [version, ...words] = [] } = plain ?? modern ?? {}
  if (prefix === undefined) {
    const oneCase = text === text.toLowerCase() || text === text.toUpperCase()
    return oneCase && text.length <= 90 && /^[a-z]+1[02-9ac-hj-np-z]{11,}$/i.test(text)
      ? 'ADDRESS_CHECKSUM'
      : 'ADDRESS_MALFORMED'
  }
  const payload = bech32.fromWordsUnsafe(words)
  if (
    prefix !== hrp ||
    !payload ||
    version === undefined ||
    version > 16 ||
    payload.length < 2 ||
    payload.length > 40
  )
    return 'ADDRESS_MALFORMED'
  // BIP-350: version 0 is bech32, all later ones are bech32m. BIP-141: version 0 has 20 or 32
  // bytes.
  if (
    (version === 0) !== !!plain ||
    (version === 0 && payload.length !== 20 && payload.length !== 32)
  )
    return 'ADDRESS_MALFORMED'
  const script = Uint8Array.of(version && version + 0x50, payload.length, ...payload)
  return {
    address: text.toLowerCase(),
    kind: witnessKind(version, payload),
    format,
    payload,
    script,
  }
}

function witnessKind(version: number, payload: Uint8Array): AddressKind {
  if (version === 0) return payload.length === 20 ? 'p2wpkh' : 'p2wsh'
  if (version > 1) return 'future-witness'
  if (payload.length === 32) return 'p2tr'
  return payload.length === 2 && payload[0] === 0x4e && payload[1] === 0x73
    ? 'p2a'
    : 'future-witness'
}

function decodeBase58(text: string, format: AddressFormat): BitcoinAddress | Refusal {
  const bytes = base58Payload(text)
  if (!bytes) return 'ADDRESS_MALFORMED'
  const [version = -1, ...rest] = bytes.payload
  const { keyHash, scriptHash } = formats[format]
  if (rest.length !== 20) return 'ADDRESS_MALFORMED'
  if (!bytes.sound) return 'ADDRESS_CHECKSUM'
  const payload = Uint8Array.from(rest)
  if (version === keyHash)
    return {
      address: text,
      kind: 'p2pkh',
      format,
      payload,
      script: Uint8Array.of(0x76, 0xa9, 20, ...rest, 0x88, 0xac),
    }
  if (version === scriptHash)
    return {
      address: text,
      kind: 'p2sh',
      format,
      payload,
      script: Uint8Array.of(0xa9, 20, ...rest, 0x87),
    }
  return 'ADDRESS_WRONG_CHAIN'
}

/**
 * Decodes base58check and verifies its checksum. Undefined: no base58, or far too long for an
 * address or a key.
 */
function base58Payload(
  text: string,
): { readonly payload: Uint8Array; readonly sound: boolean } | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{20,112}$/.test(text)) return undefined
  const bytes = base58.decode(text)
  const payload = bytes.subarray(0, -4)
  return {
    payload,
    sound: bytes.subarray(-4).every((byte, at) => byte === sha256(sha256(payload))[at]),
  }
}

/**
 * Recognises a private key in its usual encodings, even with a typing error, because it is still
 * nearly a secret.
 */
function isSecret(text: string): boolean {
  const trimmed = text.trim()
  return (
    /^(?:0x)?[\da-f]{64}$/i.test(trimmed) ||
    /^(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51}|9[1-9A-HJ-NP-Za-km-z]{50}|c[1-9A-HJ-NP-Za-km-z]{51}|6P[1-9A-HJ-NP-Za-km-z]{56})$/.test(
      trimmed,
    ) ||
    /^[tuvxyz]prv[1-9A-HJ-NP-Za-km-z]{60,}$/i.test(trimmed) ||
    /^(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}$/.test(trimmed)
  )
}
