/**
 * Solana's transactions in wire format, legacy and version 0, read without an SDK. Source: the
 * published format of messages and lookup tables.
 */

/**
 * Accounts by their address; those of lookup tables by the table's address and their place in it,
 * until `named` gives their names.
 */
export interface Message {
  readonly signers: readonly string[]
  readonly accounts: readonly string[]
  readonly writable: ReadonlySet<string>
  readonly instructions: readonly Instruction[]
  readonly tables: readonly string[]
}
export interface Instruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

const mostBytes = 1232
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function base58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number; number /= 58n) text = alphabet[Number(number % 58n)] + text
  const zeros = bytes.findIndex(byte => byte > 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}
/** Undefined for invalid base64. */
export function fromBase64(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
    ? Uint8Array.from(atob(text), character => character.charCodeAt(0))
    : undefined
}
/** Reads an unsigned little-endian integer of so many bytes. */
export const numberAt = (bytes: Uint8Array, at: number, length = 8): bigint =>
  bytes.slice(at, at + length).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)

/** Parses a transaction; undefined for invalid bytes. */
export function readTransaction(bytes: Uint8Array): Message | undefined {
  if (bytes.length > mostBytes) return undefined
  let at = 0
  let isWhole = true
  const take = (length: number): Uint8Array => {
    isWhole = isWhole && at + length <= bytes.length
    at += length
    return bytes.slice(at - length, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  const length = (): number => {
    const first = byte()
    return first < 0x80 ? first : (first & 0x7f) | (byte() << 7)
  }
  const many = <Item>(read: () => Item): readonly Item[] => {
    const count = length()
    isWhole = isWhole && count <= bytes.length
    return isWhole ? Array.from({ length: count }, read) : []
  }

  const signatures = many(() => take(64))
  const isVersioned = (bytes[at] ?? 0) >= 0x80
  if (isVersioned && byte() !== 0x80) return undefined
  const [needed, readonlySigners, readonlyOthers] = [byte(), byte(), byte()]
  const named = many(() => base58(take(32)))
  take(32)
  const compiled = many(() => ({ program: byte(), accounts: many(byte), data: take(length()) }))
  const tables = isVersioned
    ? many(() => ({ table: base58(take(32)), writable: many(byte), readonly: many(byte) }))
    : []
  if (
    !isWhole ||
    at !== bytes.length ||
    !needed ||
    needed !== signatures.length ||
    needed > named.length
  )
    return undefined

  const looked = (kind: 'writable' | 'readonly') =>
    tables.flatMap(table => table[kind].map(place => `${table.table}/${place}`))
  const accounts = [...named, ...looked('writable'), ...looked('readonly')]
  const isWritable = (_: string, place: number) =>
    place < needed ? place < needed - readonlySigners : place < named.length - readonlyOthers
  // Programs may not come from a lookup table, so the message itself names each called program.
  const isSound = compiled.every(
    one => one.program < named.length && one.accounts.every(place => place < accounts.length),
  )
  if (!isSound) return undefined
  const nameOf = (place: number) => accounts[place] as string
  return {
    signers: named.slice(0, needed),
    accounts,
    writable: new Set([...named.filter(isWritable), ...looked('writable')]),
    instructions: compiled.map(one => ({
      program: nameOf(one.program),
      accounts: one.accounts.map(nameOf),
      data: one.data,
    })),
    tables: tables.map(({ table }) => table),
  }
}
/** Adds the addresses of the lookup tables; undefined when one is missing. */
export function named(
  message: Message,
  addressAt: (table: string, place: number) => string | undefined,
): Message | undefined {
  let isWhole = true
  const nameOf = (account: string): string => {
    const [table = '', place] = account.split('/')
    const found = place === undefined ? account : addressAt(table, Number(place))
    isWhole = isWhole && found !== undefined
    return found ?? account
  }
  const instructions = message.instructions.map(one => ({
    ...one,
    accounts: one.accounts.map(nameOf),
  }))
  const whole = {
    ...message,
    accounts: message.accounts.map(nameOf),
    writable: new Set([...message.writable].map(nameOf)),
    instructions,
  }
  return isWhole ? whole : undefined
}
