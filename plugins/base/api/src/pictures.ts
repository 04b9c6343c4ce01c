/** Pictures of other hosts (threat S26): only of those that were named, or that the person wants to be asked; of a modest size, soon, and without a word of who asks. */
import type { Http, PictureOptions } from '@portico/kernel/contracts'
import { addressOf } from './address.js'
import { pictureFrom } from './picture-bytes.js'

/** Bytes and milliseconds (S26, specification section 9); how many are on their way at once (R32); how many are kept, and their characters together. */
const [largest, patienceMs, mostAtOnce, mostKept, mostCharacters] = [1_048_576, 2_000, 6, 500, 33_554_432]
/** A policy refuses at once. Who has not heard of it by then goes on. Milliseconds. */
const refusalMs = 120

export function createPictures(http: Pick<Http, 'blob'>, hosts: readonly string[]): Http['picture'] {
  const kept = new Map<string, string>()
  const running = new Map<string, Promise<string | undefined>>()
  /** By origin, whether the policy of the page lets it be asked: the first picture finds out, the others wait for that. */
  const gates = new Map<string, Promise<boolean>>()
  const waiting: (() => void)[] = []
  let busy = 0
  let characters = 0

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
  const fetched = async ({ href, origin }: URL, options: PictureOptions): Promise<string | undefined> => {
    const before = gates.get(origin)
    if (before && !(await before)) return undefined
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
    const ask = { isStranger: true, staysThere: !options.isWanted, limit: largest, timeout: patienceMs, ...(options.signal && { signal: options.signal }) }
    try {
      return await pictureFrom(await http.blob(href, ask))
    } catch {
      // Down, too large, no such thing: a stranger's host owes nobody anything. The reason of a refusal comes right after it.
      if (page) await new Promise(resolve => setTimeout(resolve, 20))
      return undefined
    } finally {
      clearTimeout(timer)
      ended.abort()
      open(true)
    }
  }
  const keep = (href: string, picture: string) => {
    kept.set(href, picture)
    characters += picture.length
    for (const [oldest, one] of kept) {
      if (kept.size <= mostKept && characters <= mostCharacters) break
      kept.delete(oldest)
      characters -= one.length
    }
  }

  return async (address, options = {}) => {
    const url = addressOf(address)
    const isNamed = url.origin === globalThis.location?.origin || hosts.includes(url.host)
    if (!isNamed && !options.isWanted) return undefined
    const { href } = url
    const known = kept.get(href)
    if (known !== undefined) return known
    const joined = running.get(href)
    if (joined) return joined
    const run = inTurn(() => fetched(url, options)).finally(() => running.delete(href))
    running.set(href, run)
    const found = await run
    if (found !== undefined) keep(href, found)
    return found
  }
}
