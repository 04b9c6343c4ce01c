/**
 * What this plugin stores: its sessions, and which namespace uses which. Storage is untrusted
 * (S13).
 */
import { parseLink, walletScheme } from '@portico/kernel/wallet'
import * as v from 'valibot'
import { keptSession, type PairedSession } from '../pairing/paired-session.js'
import { type SavedSessions, savedSessionsSlice } from '../persisted.js'
import type { WalletConnectContext } from '../refs.js'

/** More sessions than any person has. An entry with more was not written by this plugin. */
const mostSessions = 8

const choice = v.object({
  name: v.pipe(v.string(), v.maxLength(64)),
  href: v.pipe(
    v.string(),
    v.maxLength(512),
    v.check(href => parseLink(href, [walletScheme(href) ?? '']) !== undefined),
  ),
  topic: v.optional(v.string()),
})
const shape = v.object({
  sessions: v.array(v.unknown()),
  uses: v.record(v.string(), v.string()),
  choice: v.fallback(v.optional(choice), undefined),
})

const none: SavedSessions = { sessions: [], uses: {} }

/** Reads stored data into its valid form, and leaves out invalid parts. */
export function readMemory(found: unknown): SavedSessions {
  const parsed = v.safeParse(shape, found)
  if (!parsed.success) return none
  const sessions = parsed.output.sessions
    .slice(-mostSessions)
    .flatMap(one => keptSession(one) ?? [])
  const uses = Object.entries(parsed.output.uses).filter(([namespace, topic]) =>
    sessions.some(one => one.topic === topic && Object.hasOwn(one.namespaces, namespace)),
  )
  return {
    sessions,
    uses: Object.fromEntries(uses),
    ...(parsed.output.choice && { choice: parsed.output.choice }),
  }
}

export function createMemory(context: WalletConnectContext) {
  context.restore(savedSessionsSlice, saved => ({ phase: 'ready', memory: readMemory(saved) }))
  const memory = () => context.state(savedSessionsSlice).memory ?? none
  const write = (change: (memory: SavedSessions) => SavedSessions) => {
    const before = memory()
    const { sessions, uses, choice } = change(before)
    // A session that no namespace uses is not kept: it is over, or about to end.
    const used = sessions.filter(({ topic }) => Object.values(uses).includes(topic))
    const next: SavedSessions = {
      sessions: used,
      ...(choice && { choice }),
      uses: Object.fromEntries(
        Object.entries(uses).filter(([, topic]) => used.some(one => one.topic === topic)),
      ),
    }
    if (JSON.stringify(next) !== JSON.stringify(before))
      context.patch(savedSessionsSlice, { memory: readMemory(next) })
  }
  return {
    sessions: () => memory().sessions,
    session: (topic: string) => memory().sessions.find(one => one.topic === topic),
    /** Returns the session that the connection of a namespace uses, or may use. */
    sessionOf: (namespace: string) => {
      const { sessions, uses } = memory()
      return sessions.find(one => one.topic === uses[namespace])
    },
    /** Returns the namespaces that use a session. */
    usersOf: (topic: string) =>
      Object.entries(memory().uses).flatMap(([namespace, used]) =>
        used === topic ? namespace : [],
      ),
    /** Adds a new session for these namespaces. */
    add: (session: PairedSession, namespaces: readonly string[]) =>
      write(({ sessions, uses, ...rest }) => ({
        ...rest,
        sessions: [...sessions.filter(one => one.topic !== session.topic), session],
        uses: {
          ...uses,
          ...Object.fromEntries(namespaces.map(namespace => [namespace, session.topic])),
        },
      })),
    /** Replaces a session after its wallet changed it. */
    replace: (session: PairedSession) =>
      write(({ sessions, uses, ...rest }) => ({
        ...rest,
        sessions: sessions.map(one => (one.topic === session.topic ? session : one)),
        uses: Object.fromEntries(
          Object.entries(uses).filter(
            ([namespace, topic]) =>
              topic !== session.topic || Object.hasOwn(session.namespaces, namespace),
          ),
        ),
      })),
    remove: (topic: string) =>
      write(({ sessions, ...rest }) => ({
        ...rest,
        sessions: sessions.filter(one => one.topic !== topic),
      })),
    choice: () => memory().choice,
    /** Clears the choice for undefined, and for an app that may not be opened. */
    choose: (app: SavedSessions['choice']) =>
      write(({ sessions, uses }) => ({
        sessions,
        uses,
        ...(app && v.is(choice, app) && { choice: app }),
      })),
    /** Removes the session of a namespace when its connection is over. */
    leave: (namespace: string) =>
      write(({ uses: { [namespace]: _gone, ...uses }, ...rest }) => ({ ...rest, uses })),
  }
}
