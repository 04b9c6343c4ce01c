/**
 * Decodes a runtime's metadata (versions 14 and 15): types, pallets, transaction extensions.
 * Decodes only what is used.
 */
import { ChainError } from '@portico/kernel/chain'
import { createReader, type Reader } from './scale.js'

export interface Metadata {
  /** The hash that `CheckMetadataHash` compares can be computed from version 15 on. */
  readonly version: number
  readonly types: ReadonlyMap<number, Type>
  pallet(name: string): Pallet | undefined
  readonly extrinsic: {
    readonly version: number
    /** Types of a transaction's parts: `Address`, `Call`, `Signature`, `Extra`. */
    readonly parameters: ReadonlyMap<string, number>
    readonly extensions: readonly Extension[]
  }
}
export interface Pallet {
  readonly name: string
  /**
   * The type of each storage value by name. Calls are read from the type `Call`, which the metadata
   * hash covers; it does not cover the list of pallets.
   */
  readonly storage: ReadonlyMap<string, number>
  readonly constants: ReadonlyMap<string, { readonly type: number; readonly value: Uint8Array }>
}
/** A signed part besides the call. `extra` is sent with the transaction, `additional` is not. */
export interface Extension {
  readonly name: string
  readonly extra: number
  readonly additional: number
}
export type Type = { readonly parameters: ReadonlyMap<string, number> } & Shape
export type Shape =
  | { readonly kind: 'composite'; readonly fields: readonly Field[] }
  | { readonly kind: 'variant'; readonly variants: readonly Variant[] }
  | { readonly kind: 'sequence' | 'compact'; readonly of: number }
  | { readonly kind: 'array'; readonly of: number; readonly length: number }
  | { readonly kind: 'tuple'; readonly of: readonly number[] }
  | { readonly kind: 'primitive'; readonly primitive: number }
  | { readonly kind: 'bits'; readonly store: number }
export interface Field {
  readonly name: string | undefined
  readonly type: number
}
export interface Variant {
  readonly name: string
  readonly index: number
  readonly fields: readonly Field[]
}

const magic = 0x6174656dn

/**
 * Decodes metadata of version 14, which every node returns, or 15. Throws a ChainError CHAIN_ANSWER
 * for anything else.
 */
export function readMetadata(bytes: Uint8Array): Metadata {
  const reader = createReader(bytes)
  const isMetadata = reader.uint(4) === magic
  const version = reader.byte()
  if (!isMetadata || (version !== 14 && version !== 15)) throw new ChainError('CHAIN_ANSWER')
  const types = new Map(list(reader, () => [number(reader), readType(reader)] as const))
  const pallets = list(reader, () => readPallet(reader, version))
  return {
    version,
    types,
    pallet: name => pallets.find(pallet => pallet.name === name),
    extrinsic: readExtrinsic(reader, version, types),
  }
}

function readExtrinsic(
  reader: Reader,
  metadataVersion: 14 | 15,
  types: Metadata['types'],
): Metadata['extrinsic'] {
  const readExtensions = () =>
    list(reader, () => ({ name: reader.text(), extra: number(reader), additional: number(reader) }))
  if (metadataVersion === 14) {
    const parameters = types.get(number(reader))?.parameters ?? new Map()
    return { parameters, version: reader.byte(), extensions: readExtensions() }
  }
  const version = reader.byte()
  const parameters = new Map(
    ['Address', 'Call', 'Signature', 'Extra'].map(name => [name, number(reader)] as const),
  )
  return { version, parameters, extensions: readExtensions() }
}

function list<Item>(reader: Reader, read: () => Item): Item[] {
  return Array.from({ length: reader.count() }, read)
}
const number = (reader: Reader): number => Number(reader.compact())
const option = <Value>(reader: Reader, read: () => Value): Value | undefined =>
  reader.byte() ? read() : undefined
/** Skips documentation. */
function skipTexts(reader: Reader): void {
  for (let count = reader.count(); count > 0; count--) reader.bytes(reader.count())
}

function readType(reader: Reader): Type {
  list(reader, () => reader.text())
  const parameters = new Map(
    list(reader, () => [reader.text(), option(reader, () => number(reader)) ?? -1] as const),
  )
  const shape = readShape(reader)
  skipTexts(reader)
  return { parameters, ...shape }
}

function readShape(reader: Reader): Shape {
  switch (reader.byte()) {
    case 0:
      return { kind: 'composite', fields: readFields(reader) }
    case 1:
      return { kind: 'variant', variants: list(reader, () => readVariant(reader)) }
    case 2:
      return { kind: 'sequence', of: number(reader) }
    case 3: {
      const length = Number(reader.uint(4))
      return { kind: 'array', length, of: number(reader) }
    }
    case 4:
      return { kind: 'tuple', of: list(reader, () => number(reader)) }
    case 5:
      return { kind: 'primitive', primitive: reader.byte() }
    case 6:
      return { kind: 'compact', of: number(reader) }
    case 7: {
      const store = number(reader)
      reader.compact()
      return { kind: 'bits', store }
    }
    default:
      throw new ChainError('CHAIN_ANSWER')
  }
}
function readVariant(reader: Reader): Variant {
  const name = reader.text()
  const fields = readFields(reader)
  const index = reader.byte()
  skipTexts(reader)
  return { name, index, fields }
}
function readFields(reader: Reader): readonly Field[] {
  return list(reader, () => {
    const name = option(reader, () => reader.text())
    const type = number(reader)
    option(reader, () => reader.text())
    skipTexts(reader)
    return { name, type }
  })
}

function readPallet(reader: Reader, version: 14 | 15): Pallet {
  const name = reader.text()
  const storage = option(reader, () => {
    reader.text()
    return list(reader, () => readStorage(reader))
  })
  for (const _type of ['calls', 'events']) option(reader, () => number(reader))
  const constants = list(reader, () => {
    const named = reader.text()
    const type = number(reader)
    const value = reader.bytes(reader.count())
    skipTexts(reader)
    return [named, { type, value }] as const
  })
  // Errors, the index, and from version 15 on the documentation.
  option(reader, () => number(reader))
  reader.byte()
  if (version === 15) skipTexts(reader)
  return { name, storage: new Map(storage), constants: new Map(constants) }
}
function readStorage(reader: Reader): readonly [name: string, type: number] {
  const name = reader.text()
  reader.byte()
  if (reader.byte() === 1) {
    list(reader, () => reader.byte())
    reader.compact()
  }
  const type = number(reader)
  reader.bytes(reader.count())
  skipTexts(reader)
  return [name, type]
}
