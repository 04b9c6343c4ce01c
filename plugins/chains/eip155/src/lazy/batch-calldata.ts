/** Reads the calls out of the call data of batch contracts. */
import type { Hex } from '@portico/kernel/contracts'
import { checksumAddress } from './checksum.js'

export interface BatchCall {
  readonly to: Hex
  readonly value: bigint
  readonly input: Hex
}

const mostCalls = 256
/** Bytes in hexadecimal, two characters each. */
const word = 64

/**
 * The calls of `execute((address,uint256,bytes)[])`, `executeBatch((address,uint256,bytes)[])` or `execute(bytes32,bytes)` in the batch mode of ERC-7579 and ERC-7821.
 * Undefined: another function, or data that is not encoded as contracts read it.
 */
export function callsIn(input: Hex): readonly BatchCall[] | undefined {
  const selector = input.slice(0, 10).toLowerCase()
  const body = input.slice(10).toLowerCase()
  if (selector === '0x3f707e6b' || selector === '0x34fcd5be') return readCalls(body)
  // The mode begins with the type of the call: 1 is a batch.
  if (selector !== '0xe9ae5c53' || !body.startsWith('01')) return undefined
  const inner = bytesAt(body, numberAt(body, word))
  return inner === undefined ? undefined : readCalls(inner)
}

/** An ABI-encoded list of `(address,uint256,bytes)`, whose place stands in the first word. */
function readCalls(text: string): readonly BatchCall[] | undefined {
  const start = numberAt(text, 0)
  const count = start === undefined ? undefined : numberAt(text, start)
  if (start === undefined || count === undefined || count / 2 > mostCalls) return undefined
  const list = start + word
  const calls: BatchCall[] = []
  for (let at = 0; at < count / 2; at++) {
    const offset = numberAt(text, list + at * word)
    const call = offset === undefined ? undefined : readCall(text.slice(list + offset))
    if (!call) return undefined
    calls.push(call)
  }
  return calls
}
function readCall(text: string): BatchCall | undefined {
  const [to, value] = [wordAt(text, 0), wordAt(text, word)]
  const data = bytesAt(text, numberAt(text, 2 * word))
  if (to === undefined || value === undefined || data === undefined || !to.startsWith('0'.repeat(24))) return undefined
  return { to: checksumAddress(to.slice(24)), value: BigInt(`0x${value}`), input: `0x${data}` }
}

const wordAt = (text: string, at: number): string | undefined => (at + word <= text.length ? text.slice(at, at + word) : undefined)
/** A number of bytes, as characters. Undefined: it is beyond the text. */
function numberAt(text: string, at: number | undefined): number | undefined {
  const found = at === undefined ? undefined : wordAt(text, at)
  const number = found === undefined ? undefined : 2 * Number(`0x${found}`)
  return number !== undefined && number <= text.length ? number : undefined
}
function bytesAt(text: string, at: number | undefined): string | undefined {
  const length = numberAt(text, at)
  const start = (at ?? 0) + word
  return length !== undefined && start + length <= text.length ? text.slice(start, start + length) : undefined
}
