/** Who is signed in: kept in the browser as facts, in step with the other tabs, and over when their time is. */
import { namespaceOf } from '@portico/kernel/contracts'
import type { FoundSession, SiwxOptions } from '../options.js'
import { type SiwxContext, signedIn, signedOut, siwxMemory, siwxSlice } from '../refs.js'
import type { SessionFilter, SiwxSession } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import type { Clock } from './clock.js'
import { readKnownSessions } from './reading.js'

/** Timers of browsers do not reach further than weeks, and clocks jump: looked at again after so many milliseconds at the latest. */
const lookAgain = 3_600_000

/** Whether it is one of those. */
export const agrees = (known: SessionFilter, { connection, address, network }: SessionFilter): boolean =>
  (connection === undefined || connection === known.connection) &&
  (address === undefined || address === known.address) &&
  (network === undefined || network === known.network)

/** Without what was signed: whoever hears of an event may log it (threat S33). */
const factsOf = ({ message: _, signature: __, ...facts }: KnownSession): KnownSession => facts

export type Book = ReturnType<typeof createBook>
export function createBook(context: SiwxContext, clock: Clock, { onNetworkChange, storage }: SiwxOptions) {
  const full = new Map<string, SiwxSession>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** By address. */
  const changes = new Map<string, number>()
  let touches = 0
  const all = (): readonly KnownSession[] => context.state(siwxSlice).sessions
  const isOver = ({ expiresAt }: FoundSession) => expiresAt !== undefined && expiresAt <= clock.now()
  const key = (known: KnownSession) => JSON.stringify([known.connection, known.address, known.network, known.issuedAt])

  /** Makes this the list; says who came and who went. */
  const show = (next: readonly KnownSession[]) => {
    const before = all()
    const keys = [before.map(key), next.map(key)] as const
    if (JSON.stringify(keys[0]) === JSON.stringify(keys[1])) return
    const gone = before.filter(known => !keys[1].includes(key(known)))
    const come = next.filter(known => !keys[0].includes(key(known)))
    for (const { address } of [...gone, ...come]) changes.set(address, (changes.get(address) ?? 0) + 1)
    context.update(siwxSlice, draft => void Object.assign(draft, { sessions: next }))
    for (const known of gone) context.emit(signedOut, factsOf(known))
    for (const known of come) context.emit(signedIn, factsOf(known))
    schedule()
  }
  const write = (next: readonly KnownSession[]) => {
    // Nothing where there was nothing: a page on which nobody signs in leaves no trace.
    if (next.length || context.state(siwxMemory).found) context.update(siwxMemory, draft => void Object.assign(draft, { found: next }))
    show(next)
  }
  const prune = () => {
    if (all().some(isOver)) write(all().filter(known => !isOver(known)))
    else schedule()
  }
  const schedule = () => {
    clearTimeout(timer)
    const ends = all().flatMap(({ expiresAt }) => expiresAt ?? [])
    if (ends.length) timer = setTimeout(prune, Math.min(Math.max(Math.min(...ends) - clock.now(), 0), lookAgain))
  }
  // A page that slept has missed its timers.
  globalThis.document?.addEventListener?.('visibilitychange', prune, { signal: context.signal })
  context.onDispose(() => clearTimeout(timer))

  const isOf = (known: KnownSession, { connection, account, network }: SignInTarget) =>
    known.connection === connection &&
    known.address === account.address &&
    (known.network === network || (onNetworkChange === 'keep' && namespaceOf(known.network) === account.namespace))

  return {
    all,
    /** The session that holds for these, if there is one. */
    of(target: SignInTarget): KnownSession | undefined {
      return all().find(known => isOf(known, target) && !isOver(known))
    },
    /** What was signed, where this page had it signed. */
    signed: ({ digest }: KnownSession): SiwxSession | undefined => (digest === undefined ? undefined : full.get(digest)),
    add(known: KnownSession, session: SiwxSession) {
      if (known.digest) full.set(known.digest, session)
      const others = all().filter(other => !agrees(other, { connection: known.connection, address: known.address, network: known.network }))
      const { message, signature } = session
      write([...others, storage === 'local-full' ? { ...known, message, signature } : known])
    },
    /** Takes these out; answers which there were. */
    remove(which: SessionFilter): readonly KnownSession[] {
      touches++
      const gone = all().filter(known => agrees(known, which))
      for (const { digest = '' } of gone) full.delete(digest)
      if (gone.length || !all().length) write(all().filter(known => !gone.includes(known)))
      return gone
    },
    /** Grows with each change of an account's: an answer to a question from before one is out of date. */
    changes: (address: string): number => touches + (changes.get(address) ?? 0),
    /** What storage says of anybody may be another thing now. */
    touch() {
      touches++
    },
    /** Makes this the list, here and for the other tabs. */
    write,
    isOver,
    /** Takes in what storage says: at the start, when another tab has written, and when the time is known better. */
    follow() {
      show(readKnownSessions(context.state(siwxMemory).found).filter(known => !isOver(known)))
      schedule()
    },
  }
}
