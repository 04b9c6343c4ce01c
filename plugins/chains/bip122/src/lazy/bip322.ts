/** Signed messages as BIP-322 has them: the signature is that of a transaction which spends a coin nobody has. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { Transaction } from '@scure/btc-signer'
import { RawOldTx, RawTx, RawWitness, Script } from '@scure/btc-signer/script.js'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import type { BitcoinAddress } from './address.js'
import { bytesOfBase64, hexOf, sameBytes } from './bytes.js'
import { hash160, nestedScript } from './keys.js'

const sighashAll = 1
const empty = new Uint8Array()
// OP_RETURN: nothing is paid to anybody.
const nothing = { amount: 0n, script: Uint8Array.of(0x6a) }

interface ToSign {
  readonly version: number
  readonly lockTime: number
  readonly sequence: number
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
  /** Signed after the first format, which carries nothing but the witness. */
  readonly simple: boolean
}

/**
 * Whether a signature is that address's over that text. Undefined, "inconclusive" in the words of the BIP: it takes more to tell than the key of one
 * signer (scripts, several signers, proofs of funds).
 */
export function verifyBip322(signature: string, text: string, address: BitcoinAddress): boolean | undefined {
  const toSpend = toSpendId(text, address.script)
  const read = readSignature(signature, toSpend)
  if (read === 'inconclusive') return undefined
  if (!read) return false
  switch (address.kind) {
    case 'p2wpkh':
      return read.scriptSig.length === 0 && witnessKeySigned(read, toSpend, address.payload)
    case 'p2tr':
      return read.scriptSig.length === 0 && taprootSigned(read, toSpend, address)
    case 'p2sh':
      return nestedSigned(read, toSpend, address)
    case 'p2pkh':
      return legacySigned(read, toSpend, address)
    default:
      return undefined
  }
}

export function messageHash(text: string): Uint8Array {
  return tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(text))
}
/** The id of the transaction that locks the text to the address. */
export function toSpendId(text: string, script: Uint8Array): string {
  const input = { txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: concatBytes(Uint8Array.of(0, 32), messageHash(text)), sequence: 0 }
  return idOf(RawOldTx.encode({ version: 0, inputs: [input], outputs: [{ amount: 0n, script }], lockTime: 0 }))
}
/** The id of the transaction that is signed. */
export function toSignId(toSpend: string): string {
  return idOf(unsigned({ version: 0, lockTime: 0, sequence: 0 }, toSpend, empty))
}
const idOf = (transaction: Uint8Array): string => hexOf(sha256x2(transaction).reverse())

function unsigned({ version, lockTime, sequence }: Pick<ToSign, 'version' | 'lockTime' | 'sequence'>, toSpend: string, finalScriptSig: Uint8Array): Uint8Array {
  const txid = Uint8Array.from(toSpend.match(/../g) ?? [], digits => Number.parseInt(digits, 16))
  return RawOldTx.encode({ version, inputs: [{ txid, index: 0, finalScriptSig, sequence }], outputs: [nothing], lockTime })
}

/** Undefined: no signature of this text and script, whoever made it. Without one of the prefixes of the final BIP it is from an older wallet. */
function readSignature(signature: string, toSpend: string): ToSign | 'inconclusive' | undefined {
  const [, prefix, encoded = ''] = /^(smp|ful|pof)?(.*)$/s.exec(signature) ?? []
  const bytes = bytesOfBase64(encoded)
  if (!bytes) return undefined
  if (prefix === 'pof') return 'inconclusive'
  const simple = prefix === 'ful' ? undefined : readSimple(bytes)
  return simple ?? (prefix === 'smp' ? undefined : readFull(bytes, toSpend))
}
function readSimple(bytes: Uint8Array): ToSign | undefined {
  try {
    return { version: 0, lockTime: 0, sequence: 0, scriptSig: empty, witness: RawWitness.decode(bytes), simple: true }
  } catch {
    return undefined
  }
}
function readFull(bytes: Uint8Array, toSpend: string): ToSign | 'inconclusive' | undefined {
  try {
    const { version, inputs, outputs, witnesses, lockTime } = RawTx.decode(bytes)
    const [input, ...others] = inputs
    const [output, ...more] = outputs
    if (!input || hexOf(input.txid) !== toSpend || input.index !== 0 || (version !== 0 && version !== 2)) return undefined
    if (!output || more.length || output.amount !== 0n || !sameBytes(output.script, nothing.script)) return undefined
    if (others.length) return 'inconclusive'
    return { version, lockTime, sequence: input.sequence, scriptSig: input.finalScriptSig, witness: witnesses?.[0] ?? [], simple: false }
  } catch {
    return undefined
  }
}

function witnessKeySigned(read: ToSign, toSpend: string, keyHash: Uint8Array): boolean {
  const [signature, key, ...more] = read.witness
  if (!signature || key?.length !== 33 || more.length || !sameBytes(hash160(key), keyHash)) return false
  return ecdsaSigned(signature, transactionOf(read, toSpend).preimageWitnessV0(0, keyHashScript(keyHash), sighashAll, 0n), key)
}

function taprootSigned(read: ToSign, toSpend: string, { payload, script }: BitcoinAddress): boolean | undefined {
  const [signature, ...more] = read.witness
  if (!signature) return false
  if (more.length) return undefined
  const type = signature.length === 65 ? signature[64] : 0
  if (signature.length !== 64 && type !== sighashAll) return false
  const hash = transactionOf(read, toSpend).preimageWitnessV1(0, [script], type ?? 0, [0n])
  return quietly(() => schnorr.verify(signature.slice(0, 64), hash, payload))
}

function nestedSigned(read: ToSign, toSpend: string, { payload }: BitcoinAddress): boolean | undefined {
  // The first format has no room for the script; wallets use it for nested addresses all the same, and the key tells the script.
  const key = read.witness[1]
  const script = read.simple ? key && nestedScript(key) : pushedScript(read.scriptSig)
  if (script?.length !== 22 || script[0] !== 0 || script[1] !== 20) return undefined
  return sameBytes(hash160(script), payload) && witnessKeySigned(read, toSpend, script.slice(2))
}

function legacySigned(read: ToSign, toSpend: string, { payload }: BitcoinAddress): boolean {
  return quietly(() => {
    const [signature, key, ...more] = Script.decode(read.scriptSig)
    if (!(signature instanceof Uint8Array) || !(key instanceof Uint8Array) || more.length || read.witness.length) return false
    const hash = sha256x2(unsigned(read, toSpend, keyHashScript(payload)), Uint8Array.of(sighashAll, 0, 0, 0))
    return sameBytes(hash160(key), payload) && ecdsaSigned(signature, hash, key)
  })
}

const keyHashScript = (keyHash: Uint8Array): Uint8Array => Uint8Array.of(0x76, 0xa9, 20, ...keyHash, 0x88, 0xac)
const transactionOf = (read: ToSign, toSpend: string): Transaction => Transaction.fromRaw(unsigned(read, toSpend, empty), { allowUnknownOutputs: true })

/** An ECDSA signature with its type behind it; the BIP allows the one type that covers everything. */
function ecdsaSigned(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  if (signature.at(-1) !== sighashAll) return false
  return quietly(() => secp256k1.verify(signature.slice(0, -1), hash, key, { prehash: false, format: 'der' }))
}
function pushedScript(script: Uint8Array): Uint8Array | undefined {
  return script.length === 23 && script[0] === 22 ? script.slice(1) : undefined
}
/** The libraries throw at what is no signature, key or script at all; that is as wrong as a wrong one. */
function quietly(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
