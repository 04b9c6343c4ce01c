/**
 * Transactions in wire format, as far as a wallet needs to read them: who signs, and what is
 * signed.
 */
import { base58 } from '@scure/base'
import { WalletRpcError } from '../errors.js'

export interface WireTransaction {
  readonly signatures: readonly Uint8Array[]
  /** The signed bytes. */
  readonly message: Uint8Array
  /** The accounts that sign, in the order of the signatures; the first pays. Base58. */
  readonly signers: readonly string[]
  /** Where the list of instructions begins in the message. */
  readonly instructionsAt: number
  /** How many accounts the message names itself. */
  readonly accounts: number
}

/** Reads a transaction, legacy or version 0. @throws WalletRpcError -32602 */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const count = readLength(bytes, 0)
  const signatures = Array.from({ length: count.value }, (_, index) =>
    part(bytes, count.next + 64 * index, 64),
  )
  const message = bytes.slice(count.next + 64 * count.value)
  const head = (message[0] ?? 0) & 0x80 ? 1 : 0
  if (head && message[0] !== 0x80) throw unreadable()
  const needed = message[head] ?? 0
  const accounts = readLength(message, head + 3)
  if (needed !== count.value || needed > accounts.value) throw unreadable()
  const signers = Array.from({ length: needed }, (_, index) =>
    base58.encode(part(message, accounts.next + 32 * index, 32)),
  )
  return {
    signatures,
    message,
    signers,
    instructionsAt: accounts.next + 32 * accounts.value + 32,
    accounts: accounts.value,
  }
}

export function writeTransaction(
  signatures: readonly Uint8Array[],
  message: Uint8Array,
): Uint8Array {
  return Uint8Array.of(
    ...writeLength(signatures.length),
    ...signatures.flatMap(signature => [...signature]),
    ...message,
  )
}

/** A number of 16 bits in one to three bytes, seven bits each. @throws WalletRpcError -32602 */
export function readLength(
  bytes: Uint8Array,
  at: number,
): { readonly value: number; readonly next: number } {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) break
    value |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  throw unreadable()
}
export function writeLength(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeLength(value >> 7)]
}

function part(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > bytes.length) throw unreadable()
  return bytes.slice(at, at + length)
}
const unreadable = () =>
  new WalletRpcError(-32602, 'This is no transaction that the wallet can read.')
