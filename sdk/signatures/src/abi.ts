/** Ethereum's ABI. Encodes call data, and decodes call data and answers from untrusted sources. */

type Hex = `0x${string}`

/**
 * `word`: a value of 32 bytes, such as `uint256`, `bool` or `bytes32`. `bytes`: also `string`. An
 * array is a tuple.
 */
export type AbiShape =
  | 'word'
  | 'address'
  | 'bytes'
  | { readonly list: AbiShape }
  | readonly AbiShape[]

/**
 * What a shape holds. Hex is in lower case after decoding. Unknown for a shape that is only known
 * at run time.
 */
export type AbiValue<Shape> = [AbiShape] extends [Shape] ? unknown : KnownValue<Shape>
type KnownValue<Shape> = Shape extends 'word'
  ? bigint
  : Shape extends 'address' | 'bytes'
    ? Hex
    : Shape extends { readonly list: infer Item }
      ? readonly AbiValue<Item>[]
      : { readonly [Place in keyof Shape]: AbiValue<Shape[Place]> }

/**
 * Why data cannot be decoded: not hex, too short, too long, an offset that points backwards or
 * outside, an address with more than 20 bytes, bytes that are not padded with zeros, or parts that
 * overlap.
 */
export type AbiFault = 'hex' | 'short' | 'long' | 'offset' | 'address' | 'padding' | 'overlap'

/** Has either of the two. */
export interface Decoded<Shapes> {
  readonly values?: AbiValue<Shapes>
  readonly fault?: AbiFault
}

type Value = bigint | string | readonly Value[]

/** A value that does not fit into the type that it is encoded as. */
export class AbiRangeError extends RangeError {
  override readonly name = 'AbiRangeError'
}

/** Characters of hex in a word of 32 bytes. */
const wordLength = 64

const isTuple = (shape: AbiShape): shape is readonly AbiShape[] => Array.isArray(shape)
const isDynamic = (shape: AbiShape): boolean =>
  typeof shape === 'string' ? shape === 'bytes' : isTuple(shape) ? shape.some(isDynamic) : true
/** Characters that a shape takes where it stands: itself, or its offset. */
const headLength = (shape: AbiShape): number =>
  isTuple(shape) && !isDynamic(shape) ? headsLength(shape) : wordLength
const headsLength = (shapes: readonly AbiShape[]): number =>
  shapes.reduce((sum, shape) => sum + headLength(shape), 0)

/** A call: the selector, then its encoded arguments. Throws an AbiRangeError. */
export const encodeCall = <const Shapes extends readonly AbiShape[]>(
  selector: Hex,
  shapes: Shapes,
  values: AbiValue<Shapes>,
): Hex => `${selector}${encodeAll(shapes, values as never)}`

/** Encodes arguments as hex without `0x`. Throws an AbiRangeError for a value that does not fit. */
export const encodeAbi = <const Shapes extends readonly AbiShape[]>(
  shapes: Shapes,
  values: AbiValue<Shapes>,
): string => encodeAll(shapes, values as never)

function encodeAll(shapes: readonly AbiShape[], values: readonly Value[]): string {
  const headBytes = headsLength(shapes) / 2
  let head = ''
  let tail = ''
  shapes.forEach((shape, at) => {
    const encoded = encodeOne(shape, values[at] as Value)
    if (!isDynamic(shape)) head += encoded
    else {
      head += encodeWord(BigInt(headBytes + tail.length / 2))
      tail += encoded
    }
  })
  return head + tail
}

function encodeOne(shape: AbiShape, value: Value): string {
  if (shape === 'word') return encodeWord(value as bigint)
  if (shape === 'address') return encodeAddress(value as string)
  if (shape === 'bytes') {
    const hex = (value as string).slice(2).toLowerCase()
    if (!isHex(hex)) throw new AbiRangeError('These bytes are not hex.')
    return encodeWord(BigInt(hex.length / 2)) + hex.padEnd(padded(hex.length), '0')
  }
  const items = value as readonly Value[]
  if (isTuple(shape)) return encodeAll(shape, items)
  return (
    encodeWord(BigInt(items.length)) +
    encodeAll(
      items.map(() => shape.list),
      items,
    )
  )
}

/**
 * A number as a word, without `0x`. Throws an AbiRangeError for one that is negative or has more
 * than 256 bits.
 */
export function encodeWord(value: bigint): string {
  if (BigInt.asUintN(256, value) !== value)
    throw new AbiRangeError(`${value} does not fit into 256 bits.`)
  return value.toString(16).padStart(wordLength, '0')
}

/** An address as a word, without `0x`. Throws an AbiRangeError for anything else. */
export function encodeAddress(address: string): string {
  if (!/^0x[\da-f]{40}$/i.test(address)) throw new AbiRangeError(`${address} is not an address.`)
  return address.slice(2).toLowerCase().padStart(wordLength, '0')
}

const isHex = (text: string): boolean => text.length % 2 === 0 && !/[^\da-f]/i.test(text)
const padded = (length: number): number => Math.ceil(length / wordLength) * wordLength

/** The word at a position. Undefined past the end. `data`: hex with or without `0x`. */
export function wordAt(data: string, position: number): bigint | undefined {
  const start = (data.startsWith('0x') ? 2 : 0) + position * wordLength
  const word = data.slice(start, start + wordLength)
  return word.length === wordLength && isHex(word) ? BigInt(`0x${word}`) : undefined
}

/**
 * Text that a contract answers: a string, or 32 bytes as the oldest tokens do. Undefined for
 * anything else. `data`: hex with or without `0x`.
 */
export function decodeText(data: string): string | undefined {
  const hex = data.replace(/^0x/, '')
  const text =
    hex.length === wordLength && isHex(hex)
      ? hex.replace(/(00)+$/, '')
      : decodeAbi(['bytes'], hex, { isExact: false }).values?.[0].slice(2)
  return text === undefined
    ? undefined
    : new TextDecoder().decode(
        Uint8Array.from(text.match(/../g) ?? [], byte => Number.parseInt(byte, 16)),
      )
}

interface Reading {
  readonly hex: string
  readonly isExact: boolean
  /** The start of the next dynamic part in an exact encoding. */
  next: number
  /** Characters that may still be read: parts that overlap would grow without end. */
  left: number
  fault?: AbiFault
}

/**
 * Decodes arguments, or names the fault. `data`: hex with or without `0x`. By default only the
 * bytes that `encodeAbi` writes are accepted. With `isExact: false` more may follow, and dynamic
 * parts may stand in any order, as contracts accept them.
 */
export function decodeAbi<const Shapes extends readonly AbiShape[]>(
  shapes: Shapes,
  data: string,
  { isExact = true } = {},
): Decoded<Shapes> {
  const hex = data.replace(/^0x/, '').toLowerCase()
  if (!isHex(hex)) return { fault: 'hex' }
  const reading: Reading = { hex, isExact, next: headsLength(shapes), left: hex.length }
  const values = decodeAll(reading, shapes, 0)
  if (!values) return { fault: reading.fault ?? 'short' }
  return isExact && reading.next < hex.length ? { fault: 'long' } : { values: values as never }
}

function decodeAll(
  reading: Reading,
  shapes: readonly AbiShape[],
  start: number,
): readonly Value[] | undefined {
  const afterHeads = start + headsLength(shapes)
  const values: Value[] = []
  let at = start
  for (const shape of shapes) {
    const place = isDynamic(shape) ? follow(reading, start, at, afterHeads) : at
    const value = place === undefined ? undefined : decodeOne(reading, shape, place)
    if (value === undefined) return undefined
    values.push(value)
    at += headLength(shape)
  }
  return values
}

/** The target of the offset at `at`. Offsets count from `start`. */
function follow(
  reading: Reading,
  start: number,
  at: number,
  afterHeads: number,
): number | undefined {
  const offset = take(reading, at, wordLength)
  if (offset === undefined) return undefined
  const place = start + 2 * Number(`0x${offset}`)
  if (reading.isExact ? place === reading.next : place >= afterHeads && place <= reading.hex.length)
    return place
  return fail(reading, 'offset')
}

function decodeOne(reading: Reading, shape: AbiShape, at: number): Value | undefined {
  if (isTuple(shape)) {
    if (isDynamic(shape)) reading.next = at + headsLength(shape)
    return decodeAll(reading, shape, at)
  }
  const word = take(reading, at, wordLength)
  if (word === undefined) return undefined
  if (shape === 'word') return BigInt(`0x${word}`)
  if (shape === 'address')
    return /^0{24}/.test(word) ? `0x${word.slice(24)}` : fail(reading, 'address')
  const count = Number(`0x${word}`)
  const start = at + wordLength
  const rest = reading.hex.length - start
  if (shape === 'bytes') {
    const length = 2 * count
    if (reading.isExact && padded(length) > rest) return fail(reading, 'short')
    const bytes = take(reading, start, length)
    const end = start + padded(length)
    reading.next = end
    if (reading.isExact && /[^0]/.test(reading.hex.slice(start + length, end)))
      return fail(reading, 'padding')
    return bytes === undefined ? undefined : `0x${bytes}`
  }
  const itemLength = headLength(shape.list)
  if (count * itemLength > rest) return fail(reading, 'short')
  reading.next = start + count * itemLength
  return decodeAll(
    reading,
    Array.from({ length: count }, () => shape.list),
    start,
  )
}

function take(reading: Reading, at: number, length: number): string | undefined {
  if (at + length > reading.hex.length) return fail(reading, 'short')
  reading.left -= length
  return reading.left < 0 ? fail(reading, 'overlap') : reading.hex.slice(at, at + length)
}

function fail(reading: Reading, fault: AbiFault): undefined {
  reading.fault ??= fault
}
