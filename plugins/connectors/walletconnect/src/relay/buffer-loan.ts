/**
 * Lends the page Node's `Buffer`, which the library needs for signatures and browsers lack.
 * The page has a complete `Buffer` only while it is lent; afterwards the property is deleted.
 */
import type { Dispose } from '@portico/kernel'

/** The loans that have not been returned. */
const loans = new Set<object>()

/** Sets `Buffer` on a page that has none of its own. Returns a function that removes it. */
export async function lendBuffer(): Promise<Dispose> {
  const page = globalThis as { Buffer?: unknown }
  if (page.Buffer && !loans.size) return () => undefined
  const { Buffer } = await import('buffer/index.js')
  const loan = {}
  loans.add(loan)
  page.Buffer ??= Buffer
  return () => {
    loans.delete(loan)
    // A page that has set its own `Buffer` since then keeps it.
    if (!loans.size && page.Buffer === Buffer) delete page.Buffer
  }
}
