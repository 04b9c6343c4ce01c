/** Alters transactions as dishonest and overzealous wallets do. */
import { readLength, type WireTransaction, writeLength } from './wire.js'

// Compute budget: a heap of 32 KiB, which is what a transaction has anyway.
const askForHeap = [1, 0, 0x80, 0, 0]

/**
 * The message of a transaction, altered. `adds` puts one more instruction for the program of the
 * first in front of all, as wallets put theirs there: one of the compute budget, which comes first.
 * `changes` turns one bit in the last eight bytes of each instruction's data, where amounts are.
 */
export function alter(
  { message, instructionsAt }: WireTransaction,
  how: 'adds' | 'changes',
): Uint8Array {
  const count = readLength(message, instructionsAt)
  const instructions: Uint8Array[] = []
  let at = count.next
  for (let index = 0; index < count.value; index++) {
    const accounts = readLength(message, at + 1)
    const data = readLength(message, accounts.next + accounts.value)
    instructions.push(message.slice(at, data.next + data.value))
    at = data.next + data.value
  }
  const program = instructions[0]?.[0] ?? 0
  const altered =
    how === 'adds'
      ? [Uint8Array.of(program, 0, askForHeap.length, ...askForHeap), ...instructions]
      : instructions.map(changed)
  return Uint8Array.of(
    ...message.slice(0, instructionsAt),
    ...writeLength(altered.length),
    ...altered.flatMap(one => [...one]),
    ...message.slice(at),
  )
}

function changed(instruction: Uint8Array): Uint8Array {
  const copy = instruction.slice()
  const place = copy.length - 8
  if (place > 0) copy[place] = (copy[place] ?? 0) ^ 1
  return copy
}
