/**
 * Keeps the list of sessions. It is stored as facts, in step with the other tabs, and without
 * expired ones.
 */
import { namespaceOf } from '@portico/kernel/chain'
import type { FoundSession, SiwxOptions } from '../options.js'
import { savedSignInsSlice } from '../persisted.js'
import { type SiwxContext, signedInEvent, signedOutEvent, siwxSlice } from '../refs.js'
import type { SessionFilter, SiwxSession } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import type { Clock } from './clock.js'

/** True when the session matches every field of the filter. */
export const agrees = (known: SessionFilter, which: SessionFilter): boolean =>
  (['connection', 'address', 'network'] as const).every(
    field => which[field] === undefined || which[field] === known[field],
  )

/** Removes what was signed, because listeners may log an event (threat S33). */
const factsOf = ({ message: _, signature: __, ...facts }: KnownSession): KnownSession => facts

export type Book = ReturnType<typeof createBook>
export function createBook(
  context: SiwxContext,
  clock: Clock,
  { onNetworkChange, storage }: SiwxOptions,
) {
  const full = new Map<string, SiwxSession>()
  let touches = 0
  const all = (): readonly KnownSession[] => context.state(siwxSlice).sessions
  const isOver = ({ expiresAt }: FoundSession) =>
    expiresAt !== undefined && expiresAt <= clock.now()
  const key = (known: KnownSession) =>
    JSON.stringify([known.connection, known.address, known.network, known.issuedAt])

  /** Sets the list, and emits an event for each added and removed session. */
  const show = (next: readonly KnownSession[]) => {
    const before = all()
    const without = (list: readonly KnownSession[], others: readonly KnownSession[]) =>
      list.filter(known => !others.some(other => key(other) === key(known)))
    const gone = without(before, next)
    const come = without(next, before)
    if (!gone.length && !come.length) return
    context.patch(siwxSlice, { sessions: next })
    for (const known of gone) context.emit(signedOutEvent, factsOf(known))
    for (const known of come) context.emit(signedInEvent, factsOf(known))
  }
  const saved = () => context.state(savedSignInsSlice).sessions
  const write = (next: readonly KnownSession[]) => {
    // Writes nothing over nothing: a page without sign-ins leaves no trace in storage.
    if (next.length || saved().length) context.patch(savedSignInsSlice, { sessions: next })
    show(next)
  }

  return {
    all,
    /** Returns the session that is valid for this target, if there is one. */
    of: ({
      connection,
      account: { address, namespace },
      network,
    }: SignInTarget): KnownSession | undefined =>
      all().find(
        known =>
          agrees(known, { connection, address }) &&
          (known.network === network ||
            (onNetworkChange === 'keep' && namespaceOf(known.network) === namespace)) &&
          !isOver(known),
      ),
    /** Returns the signed data of a session that this page had signed. */
    signed: ({ digest = '' }: KnownSession): SiwxSession | undefined => full.get(digest),
    add(known: KnownSession, session: SiwxSession) {
      if (known.digest) full.set(known.digest, session)
      const { connection, address, network } = known
      const others = all().filter(other => !agrees(other, { connection, address, network }))
      const { message, signature } = session
      write([...others, storage === 'local-full' ? { ...known, message, signature } : known])
    },
    /** Removes the matching sessions and returns them. */
    remove(which: SessionFilter): readonly KnownSession[] {
      touches++
      const gone = all().filter(known => agrees(known, which))
      for (const { digest = '' } of gone) full.delete(digest)
      if (gone.length || !all().length) write(all().filter(known => !gone.includes(known)))
      return gone
    },
    /** Counts the changes after which an answer of the storage may be stale. */
    touches: () => touches,
    touch() {
      touches++
    },
    /** Sets the list, here and for the other tabs. */
    write,
    isOver,
    /**
     * Takes over the stored list. Called at the start, after a write of another tab, and after the
     * clock was corrected.
     */
    follow() {
      show(saved().filter(known => !isOver(known)))
    },
  }
}
