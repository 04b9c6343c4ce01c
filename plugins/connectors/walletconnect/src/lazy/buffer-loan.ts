/**
 * `Buffer` of Node, which no browser has, and by which the library reads and writes what is signed along with a session. The page has one for just as long as
 * that takes: whoever looks for it there finds a whole one, and nothing stays.
 */
import type { Dispose } from '@portico/kernel'

/** Those that have not given it back. */
const loans = new Set<object>()

/** Lends one to a page that has none of its own. Answers what gives it back. */
export async function lendBuffer(): Promise<Dispose> {
  const page = globalThis as { Buffer?: unknown }
  if (page.Buffer && !loans.size) return () => undefined
  const { Buffer } = await import('buffer/index.js')
  const loan = {}
  loans.add(loan)
  page.Buffer ??= Buffer
  return () => {
    loans.delete(loan)
    // A page that has one of its own by now keeps it.
    if (!loans.size && page.Buffer === Buffer) delete page.Buffer
  }
}
