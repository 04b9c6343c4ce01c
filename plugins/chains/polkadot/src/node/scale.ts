/** SCALE, the wire format of Substrate: little endian, no names, no separators. */
import { ChainError } from '@portico/kernel/chain'

export interface Reader {
  /** The next `length` bytes. Throws a ChainError CHAIN_ANSWER when there are fewer. */
  bytes(length: number): Uint8Array
  byte(): number
  /** A number of this many bytes. */
  uint(bytes: number): bigint
  /** The compact form of whole numbers, whose length depends on the value. */
  compact(): bigint
  /** A compact count of items: no more than there are bytes left. */
  count(): number
  text(): string
  readonly left: number
}
export function createReader(data: Uint8Array): Reader {
  let at = 0
  const reader: Reader = {
    bytes(length) {
      if (length > data.length - at) throw new ChainError('CHAIN_ANSWER')
      at += length
      return data.subarray(at - length, at)
    },
    byte: () => reader.bytes(1)[0] ?? 0,
    uint: bytes =>
      reader.bytes(bytes).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n),
    compact() {
      const first = reader.byte()
      const mode = first & 3
      if (mode === 3) return reader.uint((first >> 2) + 4)
      const more = reader.uint([0, 1, 3][mode] ?? 0)
      return (BigInt(first) | (more << 8n)) >> 2n
    },
    count() {
      const count = reader.compact()
      if (count > BigInt(data.length)) throw new ChainError('CHAIN_ANSWER')
      return Number(count)
    },
    text: () => new TextDecoder().decode(reader.bytes(reader.count())),
    get left() {
      return data.length - at
    },
  }
  return reader
}

/** Encodes a number in this many bytes. */
export function uint(value: bigint, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_none, at) =>
    Number((value >> BigInt(8 * at)) & 0xffn),
  )
}
/** Encodes a whole number in as few bytes as possible. */
export function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return uint(value << 2n, 1)
  if (value < 1n << 14n) return uint((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return uint((value << 2n) | 2n, 4)
  const bytes = Math.max(4, Math.ceil(value.toString(16).length / 2))
  return Uint8Array.of(((bytes - 4) << 2) | 3, ...uint(value, bytes))
}
