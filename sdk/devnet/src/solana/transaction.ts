/** Transactions in wire format, read as a node reads them. */
import { fromBase58, toBase58 } from './base58.js'
import { LedgerRefusal } from './refusal.js'

export interface LedgerInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}
export interface LedgerMessage {
  readonly version: 'legacy' | 0
  readonly header: {
    readonly numRequiredSignatures: number
    readonly numReadonlySignedAccounts: number
    readonly numReadonlyUnsignedAccounts: number
  }
  /** The accounts that the message names itself; the first pays. */
  readonly accounts: readonly string[]
  readonly signers: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly LedgerInstruction[]
}
export interface LedgerTransaction extends LedgerMessage {
  /** Base58: the first signature is the transaction's name. */
  readonly signature: string
  readonly signatures: readonly Uint8Array[]
  readonly messageBytes: Uint8Array
  /** All its bytes, base64. */
  readonly encoded: string
}

/** @throws LedgerRefusal -32602 */
export function readTransaction(bytes: Uint8Array): LedgerTransaction {
  const cursor = cursorOver(bytes)
  const signatures = cursor.many(() => cursor.take(64))
  const messageBytes = bytes.slice(cursor.at)
  const message = readMessage(messageBytes)
  if (message.signers.length !== signatures.length)
    throw unreadable('the number of signatures is wrong')
  const encoded = Buffer.from(bytes).toString('base64')
  return {
    ...message,
    signature: toBase58(signatures[0] ?? new Uint8Array(64)),
    signatures,
    messageBytes,
    encoded,
  }
}

/** @throws LedgerRefusal -32602 */
export function readMessage(message: Uint8Array): LedgerMessage {
  const cursor = cursorOver(message)
  const isVersioned = (message[0] ?? 0) >= 0x80
  if (isVersioned && cursor.byte() !== 0x80) throw unreadable('only version 0 is known')
  const header = {
    numRequiredSignatures: cursor.byte(),
    numReadonlySignedAccounts: cursor.byte(),
    numReadonlyUnsignedAccounts: cursor.byte(),
  }
  const accounts = cursor.many(() => toBase58(cursor.take(32)))
  const blockhash = toBase58(cursor.take(32))
  const instructions = cursor.many(() => {
    const programIdIndex = cursor.byte()
    const used = cursor.many(cursor.byte)
    return { programIdIndex, accounts: used, data: cursor.take(cursor.length()) }
  })
  return {
    version: isVersioned ? 0 : 'legacy',
    header,
    accounts,
    signers: accounts.slice(0, header.numRequiredSignatures),
    blockhash,
    instructions,
  }
}

const lamportsPerSignature = 5000n
const computeBudget = 'ComputeBudget111111111111111111111111111111'

/**
 * What a transaction costs its payer, in lamports: the signatures, and what it offers for its
 * place.
 */
export function feeOf({ signers, accounts, instructions }: LedgerMessage): bigint {
  let price = 0n
  let limit: bigint | undefined
  let others = 0
  for (const { programIdIndex, data } of instructions) {
    const bytes = Buffer.from(data)
    if (accounts[programIdIndex] !== computeBudget) others++
    else if (bytes[0] === 2) limit = BigInt(bytes.readUInt32LE(1))
    else if (bytes[0] === 3) price = bytes.readBigUInt64LE(1)
  }
  const units = limit ?? BigInt(Math.min(others * 200_000, 1_400_000))
  return lamportsPerSignature * BigInt(signers.length) + (price * units + 999_999n) / 1_000_000n
}

/** An address of 32 bytes. @throws LedgerRefusal -32602 */
export function readAddress(text: unknown): string {
  try {
    if (typeof text === 'string' && text.length <= 44 && fromBase58(text).length === 32) return text
  } catch {
    // Every malformed transaction gets the same refusal.
  }
  throw new LedgerRefusal(-32602, 'Invalid param: WrongSize')
}

function cursorOver(bytes: Uint8Array) {
  const take = (length: number): Uint8Array => {
    if (cursor.at + length > bytes.length) throw unreadable('it ends too early')
    cursor.at += length
    return bytes.slice(cursor.at - length, cursor.at)
  }
  const byte = (): number => take(1)[0] ?? 0
  /** A number of 16 bits in one to three bytes, seven bits each. */
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part < 0x80) return value
    }
    throw unreadable('a length is too long')
  }
  const many = <Item>(read: () => Item): readonly Item[] => Array.from({ length: length() }, read)
  const cursor = { at: 0, take, byte, length, many }
  return cursor
}
const unreadable = (why: string) =>
  new LedgerRefusal(-32602, `failed to deserialize transaction: ${why}`)
