/**
 * The two transactions of BIP-322 as bytes, and what is signed of the second: one input, one output
 * without a payment.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { sameBytes } from './bytes.js'

export const sha256x2 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
/** The hash of BIP-340, which a word keeps apart from every other use. */
function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const head = sha256(new TextEncoder().encode(tag))
  return sha256(concatBytes(head, head, bytes))
}

/** The data beside the signature in the signed transaction. */
export interface ToSign {
  readonly version: number
  readonly lockTime: number
  readonly sequence: number
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}
export const sighashAll = 1

export function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  return length <= 0xffff
    ? Uint8Array.of(0xfd, length & 0xff, length >> 8)
    : Uint8Array.of(0xfe, ...uint32(length))
}
const uint32 = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24)
const withLength = (bytes: Uint8Array): Uint8Array => concatBytes(compactSize(bytes.length), bytes)
const noAmount = new Uint8Array(8)
// OP_RETURN: nothing is paid to anybody.
const nothing = concatBytes(noAmount, Uint8Array.of(1, 0x6a))
const firstOutput = (id: Uint8Array): Uint8Array => concatBytes(id, uint32(0))

export const messageHash = (text: string): Uint8Array =>
  taggedHash('BIP0322-signed-message', new TextEncoder().encode(text))

/** The id of the transaction that locks the text to the address, in the order of its bytes. */
export function toSpendId(text: string, script: Uint8Array): Uint8Array {
  const input = concatBytes(
    new Uint8Array(32),
    uint32(0xffffffff),
    withLength(concatBytes(Uint8Array.of(0, 32), messageHash(text))),
    uint32(0),
  )
  return sha256x2(
    concatBytes(
      uint32(0),
      Uint8Array.of(1),
      input,
      Uint8Array.of(1),
      noAmount,
      withLength(script),
      uint32(0),
    ),
  )
}
/** The transaction that is signed, without its witness. */
export function withoutWitness(
  { version, lockTime, sequence }: Pick<ToSign, 'version' | 'lockTime' | 'sequence'>,
  toSpend: Uint8Array,
  scriptSig: Uint8Array,
): Uint8Array {
  const input = concatBytes(firstOutput(toSpend), withLength(scriptSig), uint32(sequence))
  return concatBytes(
    uint32(version),
    Uint8Array.of(1),
    input,
    Uint8Array.of(1),
    nothing,
    uint32(lockTime),
  )
}

/** The hash that a legacy signature signs. */
export const legacyHash = (read: ToSign, toSpend: Uint8Array, script: Uint8Array): Uint8Array =>
  sha256x2(concatBytes(withoutWitness(read, toSpend, script), uint32(sighashAll)))
/** The hash that a segwit version 0 signature signs (BIP-143). */
export function witnessHash(read: ToSign, toSpend: Uint8Array, script: Uint8Array): Uint8Array {
  const point = firstOutput(toSpend)
  const sequence = uint32(read.sequence)
  const head = concatBytes(
    uint32(read.version),
    sha256x2(point),
    sha256x2(sequence),
    point,
    withLength(script),
    noAmount,
    sequence,
  )
  return sha256x2(concatBytes(head, sha256x2(nothing), uint32(read.lockTime), uint32(sighashAll)))
}
/** The hash that a taproot key signature signs (BIP-341). `type` is 0 or that of everything. */
export function taprootHash(
  read: ToSign,
  toSpend: Uint8Array,
  script: Uint8Array,
  type: number,
): Uint8Array {
  const inputs = [firstOutput(toSpend), noAmount, withLength(script), uint32(read.sequence)].map(
    part => sha256(part),
  )
  const head = concatBytes(Uint8Array.of(0, type), uint32(read.version), uint32(read.lockTime))
  return taggedHash(
    'TapSighash',
    concatBytes(head, ...inputs, sha256(nothing), Uint8Array.of(0), uint32(0)),
  )
}

/** The pieces behind a simple signature: a witness and nothing else. Undefined: it is none. */
export function readWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const reader = createReader(bytes)
  const witness = reader.witness()
  return reader.isSound() && reader.isAtEnd() ? witness : undefined
}
/**
 * A whole transaction that spends this one. Undefined: it is none. `inconclusive`: it spends others
 * too.
 */
export function readToSign(
  bytes: Uint8Array,
  toSpend: Uint8Array,
): ToSign | 'inconclusive' | undefined {
  const reader = createReader(bytes)
  const version = reader.uint32()
  const hasWitness = bytes[4] === 0
  if (hasWitness && !sameBytes(reader.take(2), Uint8Array.of(0, 1))) return undefined
  const inputs = reader.list(() => ({
    id: reader.take(32),
    index: reader.uint32(),
    scriptSig: reader.sized(),
    sequence: reader.uint32(),
  }))
  const outputs = reader.list(() => concatBytes(reader.take(8), withLength(reader.sized())))
  const witnesses = hasWitness ? inputs.map(() => reader.witness()) : []
  const lockTime = reader.uint32()
  const [input, ...others] = inputs
  const [output, ...more] = outputs
  if (
    !reader.isSound() ||
    !reader.isAtEnd() ||
    !input ||
    !output ||
    more.length ||
    !sameBytes(output, nothing)
  )
    return undefined
  if (!sameBytes(input.id, toSpend) || input.index !== 0 || (version !== 0 && version !== 2))
    return undefined
  if (others.length) return 'inconclusive'
  return {
    version,
    lockTime,
    sequence: input.sequence,
    scriptSig: input.scriptSig,
    witness: witnesses[0] ?? [],
  }
}

/** Reads to the end and beyond: what is missing is zeros, and the reader is not sound any more. */
function createReader(bytes: Uint8Array) {
  let at = 0
  let sound = true
  const take = (length: number): Uint8Array => {
    const part = bytes.slice(at, at + length)
    at += length
    sound &&= part.length === length
    return sound ? part : new Uint8Array(Math.min(length, 32))
  }
  const number = (length: number): number =>
    take(length).reduceRight((sum, byte) => sum * 256 + byte, 0)
  const size = (): number => {
    const first = number(1)
    if (first < 0xfd) return first
    const length = number(first === 0xfd ? 2 : 4)
    // Eight bytes of length are more than there can be; so is what was written longer than it has
    // to be.
    sound &&= first !== 0xff && length >= (first === 0xfd ? 0xfd : 0x10000)
    return sound ? length : 0
  }
  const list = <Item>(read: () => Item): Item[] => {
    const items: Item[] = []
    for (let left = size(); left > 0 && sound; left--) items.push(read())
    return items
  }
  const sized = () => take(size())
  return {
    take,
    uint32: () => number(4),
    sized,
    list,
    witness: () => list(sized),
    isSound: () => sound,
    isAtEnd: () => at === bytes.length,
  }
}
