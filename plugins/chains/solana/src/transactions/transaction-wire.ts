/** Reads transactions in wire format without an SDK: signatures and message. */

import { ChainError } from '@portico/kernel/chain'
import { writeBase58 } from '../messages/keys.js'

export interface WireTransaction {
  /** 64 bytes each; all zero where one is missing. */
  readonly signatures: readonly Uint8Array[]
  /** The signed bytes. */
  readonly message: Uint8Array
  /** The signing accounts, in the order of the signatures; the first one pays. */
  readonly signers: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly WireInstruction[]
}
/** Accounts by address; those of a lookup table by the table's address and their index. */
export interface WireInstruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

// Size of one packet.
const mostBytes = 1232

/** Parses a transaction, legacy or version 0. Undefined for malformed bytes. */
export function readWire(bytes: Uint8Array): WireTransaction | undefined {
  if (bytes.length > mostBytes) return undefined
  try {
    const cursor = cursorOver(bytes)
    const signatures = cursor.many(() => cursor.take(64))
    const message = readMessage(bytes.slice(cursor.at()))
    return message.signers.length === signatures.length && signatures.length
      ? { signatures, ...message }
      : undefined
  } catch {
    // The bytes end too early, or an index is out of range.
    return undefined
  }
}

/**
 * Inserts a signer's signature. Undefined for malformed bytes, or where that account need not sign.
 */
export function withSignature(
  bytes: Uint8Array,
  address: string,
  signature: Uint8Array,
): Uint8Array | undefined {
  const place = readWire(bytes)?.signers.indexOf(address) ?? -1
  if (place < 0) return undefined
  const signed = bytes.slice()
  // A transaction of one packet has less than 128 signatures, so their number is one byte.
  signed.set(signature, 1 + 64 * place)
  return signed
}

function readMessage(message: Uint8Array): Omit<WireTransaction, 'signatures'> {
  const cursor = cursorOver(message)
  const isVersioned = (message[0] ?? 0) >= 0x80
  if (isVersioned && cursor.byte() !== 0x80) throw malformedTransaction()
  const needed = cursor.byte()
  cursor.take(2)
  const named = cursor.many(() => writeBase58(cursor.take(32)))
  const blockhash = writeBase58(cursor.take(32))
  const compiled = cursor.many(() => ({
    program: cursor.byte(),
    accounts: cursor.many(cursor.byte),
    data: cursor.take(cursor.length()),
  }))
  const tables = isVersioned
    ? cursor.many(() => ({
        table: writeBase58(cursor.take(32)),
        writable: cursor.many(cursor.byte),
        readonly: cursor.many(cursor.byte),
      }))
    : []
  if (cursor.at() !== message.length || needed > named.length) throw malformedTransaction()
  const looked = (kind: 'writable' | 'readonly') =>
    tables.flatMap(table => table[kind].map(place => `${table.table}/${place}`))
  const all = [...named, ...looked('writable'), ...looked('readonly')]
  const at = (place: number): string => {
    const account = all[place]
    if (account === undefined) throw malformedTransaction()
    return account
  }
  const instructions = compiled.map(({ program, accounts, data }) => ({
    program: at(program),
    accounts: accounts.map(at),
    data,
  }))
  return { message, signers: named.slice(0, needed), blockhash, instructions }
}

function cursorOver(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw malformedTransaction()
    at += length
    return bytes.slice(at - length, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  /** Reads a 16-bit number of one to three bytes, seven bits each, in its shortest form. */
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part < 0x80) {
        if (shift && !part) break
        return value
      }
    }
    throw malformedTransaction()
  }
  const many = <Item>(read: () => Item): readonly Item[] => Array.from({ length: length() }, read)
  return { at: () => at, take, byte, length, many }
}

/** The bytes end too early, or an index is out of range. Caught by every reader that throws it. */
const malformedTransaction = (): ChainError => new ChainError('CHAIN_ANSWER')
