/** Answers of one endpoint, each kept for some monotonic milliseconds. */
import type { Answered } from './plugin.js'

/** Cleared when it is full. */
const maxResponses = 200

export function createResponseCache() {
  const responses = new Map<
    string,
    { readonly answer: Answered<unknown>; readonly until: number }
  >()
  return {
    get size() {
      return responses.size
    },
    get(key: string): Answered<unknown> | undefined {
      const cached = responses.get(key)
      return cached && performance.now() < cached.until ? cached.answer : undefined
    },
    set(key: string, answer: Answered<unknown>, keptForMs: number): void {
      if (responses.size >= maxResponses) responses.clear()
      responses.set(key, { answer, until: performance.now() + keptForMs })
    },
    clear: () => responses.clear(),
  }
}
