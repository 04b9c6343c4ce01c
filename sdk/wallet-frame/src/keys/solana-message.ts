/**
 * The frame of a Solana transaction: who has to sign, and which bytes. What the instructions do is
 * decoded and shown elsewhere.
 */
import type { Bytes } from './bytes.js'

interface Message {
  /** The accounts that have to sign, in the order of the signatures. */
  readonly signers: readonly Bytes[]
}
interface Transaction extends Message {
  readonly message: Bytes
  /** Where the first signature begins. */
  readonly signaturesAt: number
}

/** Undefined for anything but a transaction that is read to its last byte. */
export function readSolanaTransaction(bytes: Bytes): Transaction | undefined {
  const reader = createReader(bytes)
  const count = reader.length()
  const signaturesAt = reader.position()
  reader.skip(64 * count)
  if (reader.isOver()) return undefined
  const message = bytes.slice(reader.position())
  const read = readSolanaMessage(message)
  return read?.signers.length === count ? { ...read, message, signaturesAt } : undefined
}

/** Undefined for bytes that no validator takes for a message, which are safe to sign as text. */
export function readSolanaMessage(bytes: Bytes): Message | undefined {
  const reader = createReader(bytes)
  const first = reader.byte()
  const isVersioned = first >= 0x80
  const signerCount = isVersioned ? reader.byte() : first
  reader.skip(2) // how many signed and unsigned accounts are only read
  const accounts = Array.from({ length: Math.min(reader.length(), 256) }, () => reader.take(32))
  reader.skip(32) // recent blockhash
  reader.each(() => {
    reader.byte() // program
    reader.skip(reader.length()) // accounts
    reader.skip(reader.length()) // data
  })
  if (isVersioned)
    reader.each(() => {
      reader.skip(32) // address of the table
      reader.skip(reader.length())
      reader.skip(reader.length())
    })
  const isWhole = !reader.isOver() && reader.position() === bytes.length
  return isWhole && signerCount > 0 && signerCount <= accounts.length
    ? { signers: accounts.slice(0, signerCount) }
    : undefined
}

/** Reads on past the end without throwing; `isOver` says so at last. */
function createReader(bytes: Bytes) {
  let at = 0
  const reader = {
    position: () => at,
    isOver: () => at > bytes.length,
    byte: () => bytes[at++] ?? 0,
    skip(count: number) {
      at += count
    },
    take(count: number) {
      at += count
      return bytes.slice(at - count, at)
    },
    /** A length of one to three bytes ("compact-u16"). */
    length() {
      let value = 0
      for (let shift = 0; shift < 21; shift += 7) {
        const byte = reader.byte()
        value |= (byte & 0x7f) << shift
        if (byte < 0x80) break
      }
      return value
    },
    each(read: () => void) {
      for (let left = reader.length(); left > 0 && !reader.isOver(); left--) read()
    },
  }
  return reader
}
