import { withTimeout } from '@portico/kernel'
import { ChainError, displayText, message } from '@portico/kernel/contracts'

export interface TextAnswer {
  readonly status: number
  readonly body: string
}
// The largest thing asked for is a transaction in hex: 4 million weight units at most.
const mostBytes = 9_000_000

/**
 * Asks the endpoints in their order until one answers, each for this long. Answers whatever they say but "too many requests" and "my fault" (429, 5xx): then
 * the next one is asked. Throws a ChainError CHAIN_UNAVAILABLE when nobody is left, CHAIN_NO_ENDPOINT when there is nobody to ask.
 */
export async function fetchText(bases: readonly string[], path: string, body: string | undefined, timeoutMs: number, signal: AbortSignal): Promise<TextAnswer> {
  if (!bases.length) throw new ChainError('CHAIN_NO_ENDPOINT')
  const causes: unknown[] = []
  for (const base of bases) {
    try {
      const answer = await withTimeout(within => askOne(base + path, body, within), timeoutMs, signal)
      if (answer.status !== 429 && answer.status < 500) return answer
      causes.push(new ChainError('CHAIN_UNAVAILABLE', message('bip122.status', 'The service answered with an error ({status}).', { status: answer.status })))
    } catch (error) {
      signal.throwIfAborted()
      causes.push(error)
    }
  }
  throw new ChainError('CHAIN_UNAVAILABLE', undefined, { cause: causes[0] })
}

async function askOne(url: string, body: string | undefined, signal: AbortSignal): Promise<TextAnswer> {
  const response = await fetch(url, { signal, credentials: 'omit', referrerPolicy: 'no-referrer', ...(body !== undefined && { method: 'POST', body }) })
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  for (let size = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > mostBytes) {
      await reader.cancel()
      throw new ChainError('CHAIN_ANSWER')
    }
    text += decoder.decode(value, { stream: true })
  }
  return { status: response.status, body: text + decoder.decode() }
}

/** Why a node refused a transaction, in its own words, fit to be shown. */
export function refusedByNode(body: string): ChainError {
  const reason = displayText(/"message"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? body, 160)
  return new ChainError('CHAIN_REFUSED', reason ? message('bip122.refused', 'The network refused this transaction: {reason}', { reason }) : undefined)
}
