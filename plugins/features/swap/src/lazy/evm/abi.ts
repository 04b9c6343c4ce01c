/** The few shapes of Ethereum's ABI that a swap needs. What is read is only taken when writing it again gives the same bytes: nothing hides between the words. */
import type { Hex } from '@portico/kernel/contracts'

/** A number, an address, bytes, or a list of bytes. */
export type Value = bigint | Address | Bytes | BytesList
export type Address = { readonly address: Hex }
export type Bytes = { readonly bytes: Hex }
export type BytesList = { readonly list: readonly Hex[] }

const wordOf = (value: bigint | string): string => (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
const padded = (hex: string): string => hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
const tailOf = (bytes: Hex): string => wordOf(BigInt((bytes.length - 2) / 2)) + padded(bytes.slice(2).toLowerCase())

/** Arguments, the dynamic ones after the static ones, as the ABI lays them out. */
export function encode(...values: readonly Value[]): string {
  let head = ''
  let tail = ''
  for (const value of values) {
    if (typeof value === 'bigint') head += wordOf(value)
    else if ('address' in value) head += wordOf(value.address)
    else {
      head += wordOf(BigInt(values.length * 32 + tail.length / 2))
      tail += 'bytes' in value ? tailOf(value.bytes) : listOf(value.list)
    }
  }
  return head + tail
}
function listOf(list: readonly Hex[]): string {
  let head = ''
  let tail = ''
  for (const bytes of list) {
    head += wordOf(BigInt(list.length * 32 + tail.length / 2))
    tail += tailOf(bytes)
  }
  return wordOf(BigInt(list.length)) + head + tail
}
/** A call: the selector, `0x` first, and its arguments. */
export const call = (selector: Hex, ...values: readonly Value[]): Hex => `${selector}${encode(...values)}`
/** The same with one dynamic struct as its only argument. */
export const callWithStruct = (selector: Hex, ...values: readonly Value[]): Hex => `${selector}${wordOf(32n)}${encode(...values)}`

/** Word after word of what a contract answered or of arguments. Undefined past the end. */
export const wordAt = (data: string, index: number): bigint | undefined => {
  const word = data.slice(index * 64, index * 64 + 64)
  return /^[0-9a-f]{64}$/i.test(word) ? BigInt(`0x${word}`) : undefined
}
export const addressAt = (data: string, index: number): Hex | undefined => {
  const word = wordAt(data, index)
  return word === undefined || word >> 160n ? undefined : `0x${word.toString(16).padStart(40, '0')}`
}
/** The bytes that the word at `index` points to. */
export function bytesAt(data: string, index: number, from = 0): Hex | undefined {
  const offset = wordAt(data, index)
  if (offset === undefined || offset > 1_000_000n) return undefined
  const start = from * 2 + Number(offset) * 2
  const length = wordAt(data.slice(start), 0)
  if (length === undefined || length > 100_000n) return undefined
  const bytes = data.slice(start + 64, start + 64 + Number(length) * 2)
  return bytes.length === Number(length) * 2 && /^[0-9a-f]*$/i.test(bytes) ? `0x${bytes}` : undefined
}
/** The list of bytes that the word at `index` points to. */
export function listAt(data: string, index: number): readonly Hex[] | undefined {
  const offset = wordAt(data, index)
  if (offset === undefined || offset > 1_000_000n) return undefined
  const rest = data.slice(Number(offset) * 2)
  const count = wordAt(rest, 0)
  if (count === undefined || count > 20n) return undefined
  const inside = rest.slice(64)
  const found = Array.from({ length: Number(count) }, (_, each) => bytesAt(inside, each))
  return found.every(bytes => bytes !== undefined) ? found : undefined
}
/** Text of a token: a string, or 32 bytes as the oldest tokens answer it. */
export function textOf(answer: Hex): string | undefined {
  const data = answer.slice(2)
  const bytes = data.length === 64 ? data.replace(/(00)+$/, '') : bytesAt(data, 0)?.slice(2)
  if (bytes === undefined) return undefined
  return new TextDecoder().decode(Uint8Array.from(bytes.match(/../g) ?? [], byte => Number.parseInt(byte, 16)))
}
