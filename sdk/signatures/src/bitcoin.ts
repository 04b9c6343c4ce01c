/**
 * Signatures of Bitcoin accounts: BIP-322 for what one key can spend, and those of before segwit
 * (BIP-137).
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { type BitcoinAddress, readAddress } from './bitcoin-address.js'
import { hash160, keyFits, nestedScript } from './bitcoin-keys.js'
import {
  compactSize,
  legacyHash,
  readToSign,
  readWitness,
  sha256x2,
  sighashAll,
  type ToSign,
  taprootHash,
  toSpendId,
  witnessHash,
} from './bitcoin-transaction.js'
import { bytesOfBase64, bytesOfText, sameBytes } from './bytes.js'
import type { Verdict } from './verdict.js'

const longestSignature = 16_384

/** Judges a signature in base64. */
export function judge(address: string, text: string, signature: string): Verdict {
  const read = readAddress(address)
  if (!read) return 'ADDRESS_MALFORMED'
  const [, prefix, encoded = ''] = /^(smp|ful|pof)?(.*)$/s.exec(signature) ?? []
  const bytes = signature.length <= longestSignature ? bytesOfBase64(encoded) : undefined
  if (!bytes) return 'SIGNATURE_MALFORMED'
  // Nothing else of this kind has 65 bytes.
  return !prefix && bytes.length === 65
    ? judgeLegacy(bytes, text, read)
    : judgeBip322(bytes, prefix, text, read)
}

export { keyFits, nestedScript } from './bitcoin-keys.js'

/** The signed message: prefix, length, text. */
export function legacyMessageHash(text: string): Uint8Array {
  const [magic, said] = [bytesOfText('Bitcoin Signed Message:\n'), bytesOfText(text)]
  return sha256x2(concatBytes(Uint8Array.of(magic.length), magic, compactSize(said.length), said))
}

/**
 * Judges 65 bytes from which the key can be recovered.
 *
 * The header says which key to recover (its value modulo 4) and whether the key is written short.
 * Which kind of address it stands for is not believed: wallets sign for nested and segwit addresses
 * under the header of the oldest kind. The key itself has to lead to the address.
 */
function judgeLegacy(
  [header = 0, ...rest]: Uint8Array,
  text: string,
  address: BitcoinAddress,
): Verdict {
  if (header < 27 || header > 42) return 'SIGNATURE_MALFORMED'
  try {
    const parsed = secp256k1.Signature.fromCompact(Uint8Array.from(rest)).addRecoveryBit(
      (header - 27) & 3,
    )
    const key = parsed.recoverPublicKey(legacyMessageHash(text))
    const fits =
      header >= 31
        ? keyFits(key.toRawBytes(true), address) === true
        : address.kind === 'p2pkh' && sameBytes(hash160(key.toRawBytes(false)), address.payload)
    if (!fits) return 'SIGNATURE_WRONG'
    return parsed.hasHighS() ? 'SIGNATURE_MALLEABLE' : { scheme: 'ecdsa' }
  } catch {
    // Numbers that are no point of the curve.
    return 'SIGNATURE_WRONG'
  }
}

function judgeBip322(
  bytes: Uint8Array,
  prefix: string | undefined,
  text: string,
  address: BitcoinAddress,
): Verdict {
  if (prefix === 'pof') return 'SIGNATURE_UNSUPPORTED'
  const toSpend = toSpendId(text, address.script)
  const witness = prefix === 'ful' ? undefined : readWitness(bytes)
  const simple: ToSign | undefined = witness && {
    version: 0,
    lockTime: 0,
    sequence: 0,
    scriptSig: new Uint8Array(),
    witness,
  }
  // Without one of the prefixes of the final BIP it is from an older wallet, and may be of either
  // form.
  const read = simple ?? (prefix === 'smp' ? undefined : readToSign(bytes, toSpend))
  if (!read) return 'SIGNATURE_WRONG'
  return read === 'inconclusive'
    ? 'SIGNATURE_UNSUPPORTED'
    : judgeSpending(read, !!simple, toSpend, address)
}

function judgeSpending(
  read: ToSign,
  simple: boolean,
  toSpend: Uint8Array,
  address: BitcoinAddress,
): Verdict {
  switch (address.kind) {
    case 'p2wpkh':
      return read.scriptSig.length
        ? 'SIGNATURE_WRONG'
        : judgeWitnessKey(read, toSpend, address.payload)
    case 'p2tr':
      return read.scriptSig.length ? 'SIGNATURE_WRONG' : judgeTaproot(read, toSpend, address)
    case 'p2sh':
      return judgeNested(read, simple, toSpend, address.payload)
    case 'p2pkh':
      return judgeKeyHash(read, toSpend, address.payload)
    default:
      return 'SIGNATURE_UNSUPPORTED'
  }
}

const keyHashScript = (keyHash: Uint8Array): Uint8Array =>
  Uint8Array.of(0x76, 0xa9, 20, ...keyHash, 0x88, 0xac)

function judgeWitnessKey(read: ToSign, toSpend: Uint8Array, keyHash: Uint8Array): Verdict {
  const [signature, key, ...more] = read.witness
  if (!signature || key?.length !== 33 || more.length || !sameBytes(hash160(key), keyHash))
    return 'SIGNATURE_WRONG'
  return judgeEcdsa(signature, witnessHash(read, toSpend, keyHashScript(keyHash)), key)
}

function judgeTaproot(
  read: ToSign,
  toSpend: Uint8Array,
  { payload, script }: BitcoinAddress,
): Verdict {
  const [signature, ...more] = read.witness
  if (!signature) return 'SIGNATURE_WRONG'
  if (more.length) return 'SIGNATURE_UNSUPPORTED'
  const type = signature.length === 65 ? (signature[64] ?? 0) : 0
  if (signature.length !== 64 && (signature.length !== 65 || type !== sighashAll))
    return 'SIGNATURE_WRONG'
  return passes(() =>
    schnorr.verify(signature.subarray(0, 64), taprootHash(read, toSpend, script, type), payload),
  )
    ? { scheme: 'bip322' }
    : 'SIGNATURE_WRONG'
}

function judgeNested(
  read: ToSign,
  simple: boolean,
  toSpend: Uint8Array,
  payload: Uint8Array,
): Verdict {
  // The first format has no room for the script; wallets use it for nested addresses all the same,
  // and the key tells the script.
  const key = read.witness[1]
  const script = simple ? key && nestedScript(key) : pushedScript(read.scriptSig)
  if (script?.length !== 22 || script[0] !== 0 || script[1] !== 20) return 'SIGNATURE_UNSUPPORTED'
  return sameBytes(hash160(script), payload)
    ? judgeWitnessKey(read, toSpend, script.slice(2))
    : 'SIGNATURE_WRONG'
}
const pushedScript = (script: Uint8Array): Uint8Array | undefined =>
  script.length === 23 && script[0] === 22 ? script.slice(1) : undefined

function judgeKeyHash(read: ToSign, toSpend: Uint8Array, payload: Uint8Array): Verdict {
  // Two pushes of less than 76 bytes each: a signature and a key.
  const { scriptSig } = read
  const first = scriptSig[0] ?? 0
  const second = scriptSig[1 + first] ?? 0
  const [signature, key] = [scriptSig.slice(1, 1 + first), scriptSig.slice(2 + first)]
  if (
    first > 75 ||
    second > 75 ||
    key.length !== second ||
    read.witness.length ||
    !sameBytes(hash160(key), payload)
  )
    return 'SIGNATURE_WRONG'
  return judgeEcdsa(signature, legacyHash(read, toSpend, keyHashScript(payload)), key)
}

/**
 * An ECDSA signature with its type behind it; the BIP allows the one type that covers everything.
 */
function judgeEcdsa(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): Verdict {
  if (signature.at(-1) !== sighashAll) return 'SIGNATURE_WRONG'
  const bare = signature.subarray(0, -1)
  const isSigned = (lowS: boolean) =>
    passes(() => secp256k1.verify(bare, hash, key, { prehash: false, format: 'der', lowS }))
  if (isSigned(true)) return { scheme: 'bip322' }
  return isSigned(false) ? 'SIGNATURE_MALLEABLE' : 'SIGNATURE_WRONG'
}
/** The libraries throw at what is no signature or key at all; that is as wrong as a wrong one. */
function passes(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
