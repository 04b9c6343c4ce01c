/**
 * Limits requests to third-party hosts: few at once, and none again that the page's policy blocked
 * (decision 40).
 */
import { HttpError } from '@portico/kernel/backend'

/** The number of concurrent requests (R32). */
const mostAtOnce = 6
/**
 * Milliseconds. A policy blocks at once: without a violation by `refusalMs` the request goes on;
 * its report follows the failure within `reasonMs`.
 */
const [refusalMs, reasonMs] = [120, 20]

/**
 * Returns a function that queues requests in the order of the calls.
 * Throws an HttpError HTTP_UNREACHABLE for a blocked host, and what `ask` throws.
 */
export function createThirdPartyHosts(): <Answer>(
  origin: string,
  ask: () => Promise<Answer>,
) => Promise<Answer> {
  /**
   * By origin, whether the page's policy allows it: the first request finds out, and the others
   * wait for that.
   */
  const verdicts = new Map<string, Promise<boolean>>()
  const waiting: (() => void)[] = []
  let busy = 0

  const inQueue = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (busy < mostAtOnce) busy++
    else await new Promise<void>(go => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
  const unlessBlocked = async <Answer>(
    origin: string,
    ask: () => Promise<Answer>,
  ): Promise<Answer> => {
    const before = verdicts.get(origin)
    if (before && !(await before)) throw new HttpError('HTTP_UNREACHABLE')
    let open: (isAllowed: boolean) => void = () => undefined
    if (!before) verdicts.set(origin, new Promise(resolve => (open = resolve)))
    const page = globalThis.document
    const ended = new AbortController()
    const refuse = ({
      effectiveDirective,
      blockedURI,
      disposition,
    }: SecurityPolicyViolationEvent) => {
      if (
        effectiveDirective !== 'connect-src' ||
        disposition === 'report' ||
        !blockedURI.startsWith(origin)
      )
        return
      verdicts.set(origin, Promise.resolve(false))
      open(false)
    }
    page?.addEventListener('securitypolicyviolation', refuse, { signal: ended.signal })
    const timer = setTimeout(() => open(true), refusalMs)
    try {
      return await ask()
    } catch (error) {
      if (page) await new Promise(resolve => setTimeout(resolve, reasonMs))
      throw error
    } finally {
      clearTimeout(timer)
      ended.abort()
      open(true)
    }
  }
  return (origin, ask) => inQueue(() => unlessBlocked(origin, ask))
}
