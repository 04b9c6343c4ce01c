/** What dishonest and overzealous wallets do to transactions. */
import { readLength, type WireTransaction, writeLength } from './wire.js'

/**
 * The message of a transaction, altered. `adds` repeats its first instruction in front of all, as wallets put instructions of their own there; `doubles`
 * doubles one of the last eight bytes of each instruction's data, where amounts are.
 */
export function alter({ message, instructionsAt }: WireTransaction, how: 'adds' | 'doubles'): Uint8Array {
  const count = readLength(message, instructionsAt)
  const instructions: Uint8Array[] = []
  let at = count.next
  for (let index = 0; index < count.value; index++) {
    const accounts = readLength(message, at + 1)
    const data = readLength(message, accounts.next + accounts.value)
    instructions.push(message.slice(at, data.next + data.value))
    at = data.next + data.value
  }
  const [first] = instructions
  const changed = how === 'adds' && first ? [first, ...instructions] : instructions.map(doubled)
  return Uint8Array.of(...message.slice(0, instructionsAt), ...writeLength(changed.length), ...changed.flatMap(one => [...one]), ...message.slice(at))
}

function doubled(instruction: Uint8Array): Uint8Array {
  const copy = instruction.slice()
  const last = copy.length - 8
  if (last > 0) copy[last] = ((copy[last] ?? 0) * 2) & 0xff
  return copy
}
