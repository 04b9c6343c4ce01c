import type { Hex } from '@portico/kernel/contracts'
import { readWord } from './node-answers.js'

/** A text as contracts return it: with its length before it, or in one word, as those of the first years do. Undefined: it is none. */
export function readText(answer: Hex): string | undefined {
  const words = answer.slice(2)
  if (words.length === 64) return textOf(words)
  const length = readWord(`0x${words.slice(64, 128)}`)
  return length !== undefined && length <= BigInt(words.length / 2 - 64) ? textOf(words.slice(128, 128 + Number(length) * 2)) : undefined
}
function textOf(hex: string): string {
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  return new TextDecoder().decode(bytes)
}
