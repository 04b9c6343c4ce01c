/** Decodes Solana transactions: transfers of SOL and tokens, with their accounts and fees. */
import { base58, base64 } from '@scure/base'
import {
  type Action,
  hasHiddenCharacters,
  type Reading,
  reading,
  refused,
  unreadable,
} from './reading.js'

const systemProgram = '11111111111111111111111111111111'
const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const accountProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const budgetProgram = 'ComputeBudget111111111111111111111111111111'
const memoPrograms: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

/** Lamports for each signature, and the compute units of an instruction that sets no limit. */
const signatureFee = 5_000n
const defaultUnits = 200_000n
const maxUnits = 1_400_000n

interface Instruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}
interface Message {
  readonly signers: number
  readonly keys: readonly string[]
  readonly instructions: readonly Instruction[]
}
/** What an instruction does, what it says of the fee, or undefined where it is unknown. */
type Step = { readonly action?: Action; readonly units?: bigint; readonly price?: bigint }

/**
 * Reads a transaction in base64, the only way in which the worker takes one. Only instructions
 * whose every byte is known are read, and only accounts that stand in the message itself: what a
 * lookup table holds is known to the network alone.
 */
export function readSolanaTransaction(text: string, self: string): Reading {
  const bytes = decodeText(text)
  const message = bytes && readMessage(bytes)
  if (!message) return unreadable
  if (!message.keys.slice(0, message.signers).includes(self)) return refused('other-account')
  const steps = message.instructions.map(instruction => readInstruction(instruction, self))
  if (!steps.every(step => step !== undefined)) return unreadable
  const actions = steps.flatMap(({ action }) => (action ? [action] : []))
  return actions.length === 0 ? unreadable : reading(actions, { fee: feeOf(message, steps) })
}

function feeOf({ signers, instructions }: Message, steps: readonly Step[]): bigint {
  const limit = steps.find(({ units }) => units !== undefined)?.units
  const price = steps.find(step => step.price !== undefined)?.price ?? 0n
  const usual = defaultUnits * BigInt(instructions.length)
  const units = limit ?? (usual < maxUnits ? usual : maxUnits)
  // The price is in millionths of a lamport, and rounded up.
  return BigInt(signers) * signatureFee + (units * price + 999_999n) / 1_000_000n
}

function readInstruction({ program, accounts, data }: Instruction, self: string): Step | undefined {
  if (program === systemProgram) return readSystem(accounts, data, self)
  if (tokenPrograms.includes(program)) return readToken(accounts, data, self)
  if (program === accountProgram) return readAccountCreation(accounts, data)
  if (program === budgetProgram) return readBudget(data)
  return memoPrograms.includes(program) ? readMemo(data) : undefined
}

function readSystem(accounts: readonly string[], data: Uint8Array, self: string): Step | undefined {
  const [from, to] = accounts
  const isTransfer = data.length === 12 && number(data, 0, 4) === 2n && accounts.length === 2
  if (!isTransfer || from !== self || !to) return undefined
  return { action: { kind: 'transfer', asset: 'native', to, amount: number(data, 4, 8) } }
}

/** Only the checked instructions name the token, so only they can be shown. */
function readToken(accounts: readonly string[], data: Uint8Array, self: string): Step | undefined {
  const [, token, target, owner] = accounts
  if (data.length !== 10 || accounts.length !== 4 || owner !== self || !token || !target)
    return undefined
  const amount = number(data, 1, 8)
  if (data[0] === 12) return { action: { kind: 'transfer', asset: { token }, to: target, amount } }
  return data[0] === 13
    ? {
        action: {
          kind: 'approval',
          token,
          spender: target,
          amount: amount === 0xffff_ffff_ffff_ffffn ? 'unlimited' : amount,
        },
      }
    : undefined
}

/** Creates the account of a token, unless it is there already (0 fails then, 1 does not). */
function readAccountCreation(accounts: readonly string[], data: Uint8Array): Step | undefined {
  const [, , owner, token] = accounts
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2)
  return isCreation && accounts.length === 6 && owner && token
    ? { action: { kind: 'create-account', owner, token } }
    : undefined
}

function readBudget(data: Uint8Array): Step | undefined {
  if (data[0] === 2 && data.length === 5) return { units: number(data, 1, 4) }
  if (data[0] === 3 && data.length === 9) return { price: number(data, 1, 8) }
  return undefined
}

function readMemo(data: Uint8Array): Step | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data)
    return hasHiddenCharacters(text) ? undefined : { action: { kind: 'note', text } }
  } catch {
    // Bytes that are no text cannot be shown.
    return undefined
  }
}

const number = (bytes: Uint8Array, start: number, size: number): bigint =>
  [...bytes.subarray(start, start + size)].reduceRight(
    (value, byte) => (value << 8n) | BigInt(byte),
    0n,
  )

function decodeText(text: string): Uint8Array | undefined {
  try {
    const bytes = base64.decode(text)
    return bytes.length <= 1_232 ? bytes : undefined
  } catch {
    // Another alphabet: what is not read is not signed.
    return undefined
  }
}

/** Reads a transaction, and returns undefined unless its parts fill exactly these bytes. */
function readMessage(bytes: Uint8Array): Message | undefined {
  let at = 0
  let isShort = false
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) isShort = true
    at += count
    return bytes.subarray(at - count, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  const compact = (): number => {
    const low = byte()
    if (low < 0x80) return low
    const high = byte()
    // Numbers of three bytes do not occur in 1,232 bytes.
    if (high >= 0x80 || high === 0) isShort = true
    return (low & 0x7f) | (high << 7)
  }
  /** As many parts as the next number says, and none where the bytes end before. */
  const list = <Part>(part: () => Part): Part[] => {
    const parts: Part[] = []
    for (let count = compact(); count > 0 && !isShort; count--) parts.push(part())
    return parts
  }

  const signatures = list(() => take(64))
  const isVersioned = ((bytes[at] ?? 0) & 0x80) !== 0
  if (isVersioned && byte() !== 0x80) return undefined
  const signers = byte()
  take(2)
  const keys = list(() => base58.encode(take(32)))
  take(32)
  const raw = list(() => ({
    program: byte(),
    accounts: list(byte),
    data: take(compact()),
  }))
  const lookups = isVersioned ? compact() : 0
  const instructions = raw.map(({ program, accounts, data }) => ({
    program: keys[program] ?? '',
    accounts: accounts.map(index => keys[index] ?? ''),
    data,
  }))
  const isWhole = !isShort && at === bytes.length && lookups === 0
  const isKnown = instructions.every(({ program, accounts }) => program && !accounts.includes(''))
  return isWhole && isKnown && signatures.length === signers && signers > 0
    ? { signers, keys, instructions }
    : undefined
}
