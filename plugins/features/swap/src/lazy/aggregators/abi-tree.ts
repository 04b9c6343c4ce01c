/** Ethereum's ABI for arguments of any depth: what aggregators are told is deeper than a router's calls. */
import type { Hex } from '@portico/kernel/contracts'
import { addressAt, bytesAt, wordAt } from '../evm/abi.js'

/** `word`: a number of 256 bits. */
export type Shape = 'word' | 'address' | 'bytes' | { readonly list: Shape } | { readonly fields: readonly Shape[] }
export type Tree = bigint | Hex | readonly Tree[]

const mostItems = 50
const isDynamic = (shape: Shape): boolean => (typeof shape === 'string' ? shape === 'bytes' : 'list' in shape || shape.fields.some(isDynamic))
const wordsOf = (shape: Shape): number =>
  typeof shape === 'string' || isDynamic(shape) || 'list' in shape ? 1 : shape.fields.reduce((sum, field) => sum + wordsOf(field), 0)
const wordOf = (value: bigint): string => value.toString(16).padStart(64, '0')

export function writeTree(shapes: readonly Shape[], values: readonly Tree[]): string {
  const headBytes = shapes.reduce((sum, shape) => sum + wordsOf(shape), 0) * 32
  let head = ''
  let tail = ''
  shapes.forEach((shape, at) => {
    const written = writeOne(shape, values[at] as Tree)
    if (!isDynamic(shape)) head += written
    else {
      head += wordOf(BigInt(headBytes + tail.length / 2))
      tail += written
    }
  })
  return head + tail
}
function writeOne(shape: Shape, value: Tree): string {
  if (shape === 'word') return wordOf(value as bigint)
  if (shape === 'address') return (value as Hex).slice(2).toLowerCase().padStart(64, '0')
  if (shape === 'bytes') {
    const hex = (value as Hex).slice(2).toLowerCase()
    return wordOf(BigInt(hex.length / 2)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
  }
  const inside = value as readonly Tree[]
  if ('fields' in shape) return writeTree(shape.fields, inside)
  return (
    wordOf(BigInt(inside.length)) +
    writeTree(
      inside.map(() => shape.list),
      inside,
    )
  )
}

/** `data`: hex without `0x`. Undefined for what is not laid out like this; whether anything hides in between tells writing it again. */
export function readTree(shapes: readonly Shape[], data: string): readonly Tree[] | undefined {
  const found: Tree[] = []
  let at = 0
  for (const shape of shapes) {
    const one = readOne(shape, data, at)
    if (one === undefined) return undefined
    found.push(one)
    at += wordsOf(shape)
  }
  return found
}
function readOne(shape: Shape, data: string, at: number): Tree | undefined {
  if (shape === 'word') return wordAt(data, at)
  if (shape === 'address') return addressAt(data, at)
  if (shape === 'bytes') return bytesAt(data, at)
  if ('fields' in shape) return readTree(shape.fields, isDynamic(shape) ? (inside(data, at) ?? '') : data.slice(at * 64))
  const list = inside(data, at)
  const count = wordAt(list ?? '', 0)
  if (list === undefined || count === undefined || count > mostItems) return undefined
  return readTree(
    Array.from({ length: Number(count) }, () => shape.list),
    list.slice(64),
  )
}
/** What the word at this place points to. */
function inside(data: string, at: number): string | undefined {
  const offset = wordAt(data, at)
  return offset === undefined || offset > 1_000_000n ? undefined : data.slice(Number(offset) * 2)
}
