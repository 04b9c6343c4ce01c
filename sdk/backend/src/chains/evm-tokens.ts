import { decodeAbi, decodeText } from '@portico/signatures/abi'
import type { Rpc, RpcAnswer } from './json-rpc.js'

/** What a contract says of itself. */
export interface TokenFacts {
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
}

/** Selectors of `name()`, `symbol()`, `decimals()`. */
const questions = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const
const longestName = 64

/**
 * What these contracts are called, in their order. They may say anything: names are cut, and
 * cleared of what turns or hides text.
 */
export async function askTokenFacts(
  rpc: Rpc,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TokenFacts[]> {
  const calls = addresses.flatMap(to =>
    questions.map(data => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })),
  )
  const answers = await rpc.batch(calls, signal)
  return addresses.map((_, index) => {
    const [name, symbol, decimals] = answers.slice(index * 3, index * 3 + 3).map(dataOf)
    return { name: textIn(name), symbol: textIn(symbol), decimals: decimalsIn(decimals) }
  })
}

const dataOf = (answer: RpcAnswer): string =>
  'result' in answer &&
  typeof answer.result === 'string' &&
  /^0x([0-9a-f]{2})*$/i.test(answer.result)
    ? answer.result.slice(2, 2 + 2 * 4_096)
    : ''

const textIn = (data: string | undefined): string | null => {
  const text = decodeText(data ?? '')
  return text === undefined ? null : cleared(text, longestName)
}

/**
 * Text of third parties without what turns or hides it, cut to `most` characters; null where
 * nothing is left.
 */
export const cleared = (text: string, most: number): string | null =>
  [...text.slice(0, most * 4).replace(/[\p{C}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')]
    .slice(0, most)
    .join('')
    .trim() || null

function decimalsIn(data: string | undefined): number | null {
  const [decimals] = decodeAbi(['word'], data ?? '').values ?? []
  return decimals !== undefined && decimals <= 255n ? Number(decimals) : null
}
