/** Hosts that nobody vouches for: few are asked at once, and none again that the policy of the page refused (decision 40). */
import { HttpError } from '@portico/kernel/contracts'

/** How many are on their way at once (R32). */
const mostAtOnce = 6
/** A policy refuses at once. Who has not heard of it by then goes on; its reason comes right after the failure. Milliseconds. */
const [refusalMs, reasonMs] = [120, 20]

/** Answers how to ask one: in turn, in the order in which they were wanted. Throws an HttpError HTTP_UNREACHABLE for a host that may not be asked, and what `ask` throws. */
export function createStrangers(): <Answer>(origin: string, ask: () => Promise<Answer>) => Promise<Answer> {
  /** By origin, whether the policy of the page lets it be asked: the first question finds out, the others wait for that. */
  const gates = new Map<string, Promise<boolean>>()
  const waiting: (() => void)[] = []
  let busy = 0

  const inTurn = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
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
  const throughGate = async <Answer>(origin: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const before = gates.get(origin)
    if (before && !(await before)) throw new HttpError('HTTP_UNREACHABLE')
    let open: (isAllowed: boolean) => void = () => undefined
    if (!before) gates.set(origin, new Promise(resolve => (open = resolve)))
    const page = globalThis.document
    const ended = new AbortController()
    const refuse = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective !== 'connect-src' || disposition === 'report' || !blockedURI.startsWith(origin)) return
      gates.set(origin, Promise.resolve(false))
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
  return (origin, ask) => inTurn(() => throughGate(origin, ask))
}
