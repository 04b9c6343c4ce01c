/** What a runtime says of itself (metadata, version 14): its types, its pallets, what a transaction has to carry. Read as far as it is used. */
import { ChainError } from '@portico/kernel/contracts'
import { createReader, type Reader } from './scale.js'

export interface Metadata {
  readonly types: ReadonlyMap<number, Type>
  pallet(name: string): Pallet | undefined
  readonly extrinsic: {
    readonly version: number
    /** The type of the sender's address, of the signature and so on, by their names. */
    readonly parameters: ReadonlyMap<string, number>
    readonly extensions: readonly Extension[]
  }
}
export interface Pallet {
  readonly name: string
  readonly index: number
  /** The type of its calls, and of each storage value by name. */
  readonly calls: number | undefined
  readonly storage: ReadonlyMap<string, number>
  readonly constants: ReadonlyMap<string, { readonly type: number; readonly value: Uint8Array }>
}
/** A part of what is signed besides the call. `extra` goes along with the transaction, `additional` does not. */
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

/** Reads metadata of version 14, which every node answers. Throws a ChainError CHAIN_ANSWER for anything else. */
export function readMetadata(bytes: Uint8Array): Metadata {
  const reader = createReader(bytes)
  if (reader.uint(4) !== magic || reader.byte() !== 14) throw new ChainError('CHAIN_ANSWER')
  const types = new Map(list(reader, () => [number(reader), readType(reader)] as const))
  const pallets = list(reader, () => readPallet(reader))
  const extrinsicType = number(reader)
  const version = reader.byte()
  const extensions = list(reader, () => ({ name: reader.text(), extra: number(reader), additional: number(reader) }))
  return {
    types,
    pallet: name => pallets.find(pallet => pallet.name === name),
    extrinsic: { version, extensions, parameters: types.get(extrinsicType)?.parameters ?? new Map() },
  }
}

function list<Item>(reader: Reader, read: () => Item): Item[] {
  return Array.from({ length: reader.count() }, read)
}
const number = (reader: Reader): number => Number(reader.compact())
const option = <Value>(reader: Reader, read: () => Value): Value | undefined => (reader.byte() ? read() : undefined)
/** Documentation, which nobody reads here. */
function skipTexts(reader: Reader): void {
  for (let count = reader.count(); count > 0; count--) reader.bytes(reader.count())
}

function readType(reader: Reader): Type {
  list(reader, () => reader.text())
  const parameters = new Map(list(reader, () => [reader.text(), option(reader, () => number(reader)) ?? -1] as const))
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

function readPallet(reader: Reader): Pallet {
  const name = reader.text()
  const storage = option(reader, () => {
    reader.text()
    return list(reader, () => readStorage(reader))
  })
  const calls = option(reader, () => number(reader))
  option(reader, () => number(reader))
  const constants = list(reader, () => {
    const named = reader.text()
    const type = number(reader)
    const value = reader.bytes(reader.count())
    skipTexts(reader)
    return [named, { type, value }] as const
  })
  option(reader, () => number(reader))
  return { name, calls, storage: new Map(storage), constants: new Map(constants), index: reader.byte() }
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
