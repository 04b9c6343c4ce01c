/** Who is signed in: kept in the browser as facts, in step with the other tabs, and over when their time is. */
import { namespaceOf } from '@portico/kernel/contracts'
import type { FoundSession, SiwxOptions } from '../options.js'
import { type SiwxContext, signedIn, signedOut, siwxMemory, siwxSlice } from '../refs.js'
import type { SessionFilter, SiwxSession } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import type { Clock } from './clock.js'

/** Whether it is one of those. */
export const agrees = (known: SessionFilter, which: SessionFilter): boolean =>
  (['connection', 'address', 'network'] as const).every(field => which[field] === undefined || which[field] === known[field])

/** Without what was signed: whoever hears of an event may log it (threat S33). */
const factsOf = ({ message: _, signature: __, ...facts }: KnownSession): KnownSession => facts

export type Book = ReturnType<typeof createBook>
export function createBook(context: SiwxContext, clock: Clock, { onNetworkChange, storage }: SiwxOptions) {
  const full = new Map<string, SiwxSession>()
  let touches = 0
  const all = (): readonly KnownSession[] => context.state(siwxSlice).sessions
  const isOver = ({ expiresAt }: FoundSession) => expiresAt !== undefined && expiresAt <= clock.now()
  const key = (known: KnownSession) => JSON.stringify([known.connection, known.address, known.network, known.issuedAt])

  /** Makes this the list; says who came and who went. */
  const show = (next: readonly KnownSession[]) => {
    const before = all()
    const without = (list: readonly KnownSession[], others: readonly KnownSession[]) => list.filter(known => !others.some(other => key(other) === key(known)))
    const gone = without(before, next)
    const come = without(next, before)
    if (!gone.length && !come.length) return
    context.update(siwxSlice, draft => void Object.assign(draft, { sessions: next }))
    for (const known of gone) context.emit(signedOut, factsOf(known))
    for (const known of come) context.emit(signedIn, factsOf(known))
  }
  const saved = () => context.state(siwxMemory).sessions
  const write = (next: readonly KnownSession[]) => {
    // Nothing where there was nothing: a page on which nobody signs in leaves no trace.
    if (next.length || saved().length) context.update(siwxMemory, draft => void Object.assign(draft, { sessions: next }))
    show(next)
  }

  return {
    all,
    /** The session that holds for these, if there is one. */
    of: ({ connection, account: { address, namespace }, network }: SignInTarget): KnownSession | undefined =>
      all().find(
        known =>
          agrees(known, { connection, address }) &&
          (known.network === network || (onNetworkChange === 'keep' && namespaceOf(known.network) === namespace)) &&
          !isOver(known),
      ),
    /** What was signed, where this page had it signed. */
    signed: ({ digest = '' }: KnownSession): SiwxSession | undefined => full.get(digest),
    add(known: KnownSession, session: SiwxSession) {
      if (known.digest) full.set(known.digest, session)
      const { connection, address, network } = known
      const others = all().filter(other => !agrees(other, { connection, address, network }))
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
    /** Grows with each time that what storage says of anybody may have become another thing. */
    touches: () => touches,
    touch() {
      touches++
    },
    /** Makes this the list, here and for the other tabs. */
    write,
    isOver,
    /** Takes in what storage says: at the start, when another tab has written, and when the time is known better. */
    follow() {
      show(saved().filter(known => !isOver(known)))
    },
  }
}
