/** Decodes values by a runtime's own types. */
import { ChainError } from '@portico/kernel/chain'
import type { Field, Metadata } from './metadata.js'
import { createReader, type Reader } from './scale.js'

/**
 * A decoded value: numbers as bigint, bytes as bytes, structs by field name (or index), enums by
 * variant name.
 */
export type Value =
  | bigint
  | boolean
  | string
  | Uint8Array
  | readonly Value[]
  | { readonly [field: string]: Value }
  | Chosen
export interface Chosen {
  readonly is: string
  readonly with: Value
}

// Primitives in the order of their numbers: bool, char, text, then unsigned and signed numbers of
// these many bytes.
const numberBytes = [1, 2, 4, 8, 16, 32]
// Types may be recursive; no honest value is deeper than this.
const deepest = 64

/** Decodes the next value of a type. Throws a ChainError CHAIN_ANSWER for malformed bytes. */
export function decodeValue(metadata: Metadata, type: number, reader: Reader, depth = 0): Value {
  const shape = metadata.types.get(type)
  if (!shape || depth > deepest) throw new ChainError('CHAIN_ANSWER')
  const inner = (of: number) => decodeValue(metadata, of, reader, depth + 1)
  const fields = (list: readonly Field[]): Value =>
    list.some(field => field.name === undefined)
      ? list.map(field => inner(field.type))
      : Object.fromEntries(list.map(field => [field.name, inner(field.type)]))
  switch (shape.kind) {
    case 'composite':
      return fields(shape.fields)
    case 'variant': {
      const index = reader.byte()
      const variant = shape.variants.find(one => one.index === index)
      if (!variant) throw new ChainError('CHAIN_ANSWER')
      return { is: variant.name, with: fields(variant.fields) }
    }
    case 'sequence':
      return isByte(metadata, shape.of)
        ? reader.bytes(reader.count())
        : Array.from({ length: reader.count() }, () => inner(shape.of))
    case 'array':
      return isByte(metadata, shape.of)
        ? reader.bytes(shape.length)
        : Array.from({ length: shape.length }, () => inner(shape.of))
    case 'tuple':
      return shape.of.map(inner)
    case 'compact':
      return reader.compact()
    case 'primitive':
      return primitive(shape.primitive, reader)
    case 'bits':
      return reader.bytes(Math.ceil(reader.count() / 8))
  }
}
/** Decodes all of these bytes as one value. */
export function decodeAll(metadata: Metadata, type: number, bytes: Uint8Array): Value {
  const reader = createReader(bytes)
  const value = decodeValue(metadata, type, reader)
  if (reader.left) throw new ChainError('CHAIN_ANSWER')
  return value
}

function primitive(kind: number, reader: Reader): Value {
  if (kind === 0) return reader.byte() === 1
  if (kind === 1) return reader.uint(4)
  if (kind === 2) return reader.text()
  const bytes = numberBytes[(kind - 3) % 6]
  if (bytes === undefined || kind > 14) throw new ChainError('CHAIN_ANSWER')
  const value = reader.uint(bytes)
  return kind > 8 ? BigInt.asIntN(8 * bytes, value) : value
}
const isByte = (metadata: Metadata, type: number): boolean => {
  const shape = metadata.types.get(type)
  return shape?.kind === 'primitive' && shape.primitive === 3
}

/**
 * Returns true when values of a type take no bytes, so that they can be omitted without decoding.
 */
export function isEmpty(metadata: Metadata, type: number, depth = 0): boolean {
  const shape = metadata.types.get(type)
  const all = (list: readonly number[]) => list.every(one => isEmpty(metadata, one, depth + 1))
  if (!shape || depth > deepest) return false
  if (shape.kind === 'composite') return all(shape.fields.map(field => field.type))
  if (shape.kind === 'tuple') return all(shape.of)
  return shape.kind === 'array' && (shape.length === 0 || all([shape.of]))
}
export const isChosen = (value: Value | undefined): value is Chosen =>
  typeof value === 'object' && 'is' in value && typeof value.is === 'string'
