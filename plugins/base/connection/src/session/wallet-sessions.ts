/** The live sessions with wallets: subscribes to their reports, validates them and closes them. */
import { unlessAborted } from '@portico/kernel'
import { type ConnectionId, connectionId } from '@portico/kernel/account'
import type {
  Connection,
  Connector,
  WalletReport,
  WalletSession,
} from '@portico/kernel/connector-kit'
import { sessionSlice } from '@portico/kernel/session'
import { problem } from '../errors.js'
import type { ConnectionContext } from '../refs.js'
import type { SessionEvent } from './session-events.js'
import { readReport } from './wallet-report.js'

/** Milliseconds in which the reports of a wallet become one: a frame (R20). */
const frameMs = 16

/**
 * Settles like the wallet's answer, or rejects as soon as the signal aborts. A later answer goes to
 * `onLate` and changes nothing (R10).
 */
export function waitForWallet<Answer>(
  answer: Promise<Answer>,
  signal: AbortSignal,
  onLate: (answer: Answer) => void,
): Promise<Answer> {
  answer.then(
    value => signal.aborted && onLate(value),
    () => undefined,
  )
  return unlessAborted(answer, signal)
}

interface Held {
  readonly walletSession: WalletSession
  /** Takes over the report that is waiting for the end of its frame. */
  flush(): void
  release(): void
}

export type WalletSessions = ReturnType<typeof createWalletSessions>
/** `live` is what `connection.live` reads; it is filled and emptied here. */
export function createWalletSessions(
  context: ConnectionContext,
  live: Map<ConnectionId, Connection>,
  dispatch: (event: SessionEvent) => void,
) {
  const held = new Map<ConnectionId, Held>()

  /** Unsubscribes from a session; its handle can still disconnect the wallet. */
  const release = (id: ConnectionId): WalletSession | undefined => {
    const { walletSession, release } = held.get(id) ?? {}
    held.delete(id)
    live.delete(id)
    release?.()
    return walletSession
  }
  const subscribe = (
    id: ConnectionId,
    walletSession: WalletSession,
    { namespace, name }: Connector,
  ): Held => {
    let waiting: WalletReport | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      clearTimeout(timer)
      timer = undefined
      const report = waiting
      waiting = undefined
      if (report) dispatch({ name: 'reported', id, report })
    }
    const receive = (given: WalletReport | undefined) => {
      // A session that was released may still report.
      if (held.get(id) !== own) return
      const report = given && readReport(given, namespace)
      // Without an account on a network that was not approved, the connection stays, as on any
      // unsupported network.
      const isUnapproved = report?.approved?.length && !report.approved.includes(report.network)
      // Locked, or the page was removed: for the page the same as a disconnect.
      if (given === undefined || (report?.accounts.length === 0 && !isUnapproved))
        return dispatch({ name: 'disconnectedByWallet', id })
      if (!report) return context.report(problem('WALLET_ANSWER', name))
      waiting = report
      timer ??= setTimeout(flush, frameMs)
    }
    const own: Held = {
      walletSession,
      flush,
      release() {
        clearTimeout(timer)
        try {
          unsubscribe()
        } catch (error) {
          context.report(error)
        }
      },
    }
    let isWatched = false
    // A report inside `watch` precedes the commit of the connection, which has to come first.
    const unsubscribe = walletSession.watch(given =>
      isWatched ? receive(given) : queueMicrotask(() => receive(given)),
    )
    isWatched = true
    return own
  }
  /**
   * The present report of a wallet. Throws a ConnectionError `WALLET_ANSWER` when it is invalid.
   */
  const reportOf = (walletSession: WalletSession, { namespace, name }: Connector): WalletReport => {
    const report = readReport(walletSession.report, namespace)
    if (!report) throw problem('WALLET_ANSWER', name)
    return report
  }
  /**
   * Closes a session without subscribers: a session releases its wallet when its last subscriber is
   * removed.
   */
  const closeUnused = (walletSession: WalletSession | undefined) => {
    try {
      walletSession?.watch(() => undefined)()
    } catch (error) {
      context.report(error)
    }
  }

  return {
    release,
    reportOf,
    closeUnused,
    releaseAll() {
      for (const id of [...held.keys()]) release(id)
    },
    /**
     * The report of a session that is about to be held: one with accounts, while it is wanted.
     * Closes any other session. Throws like `reportOf`.
     */
    usableReport(
      walletSession: WalletSession | undefined,
      connector: Connector,
      isWanted: () => boolean,
    ): WalletReport | undefined {
      let report: WalletReport | undefined
      try {
        report = walletSession && isWanted() ? reportOf(walletSession, connector) : undefined
        return report?.accounts.length ? report : undefined
      } finally {
        if (!report?.accounts.length) closeUnused(walletSession)
      }
    },
    /** Subscribes to a session, which replaces an older one of the same connection. */
    hold(connector: Connector, walletSession: WalletSession) {
      const { namespace, id: connectorId } = connector
      const id = connectionId(namespace, connectorId)
      release(id)
      held.set(id, subscribe(id, walletSession, connector))
      const state = () => context.state(sessionSlice).connections[id]
      const connection: Connection = {
        id,
        namespace,
        connector: connectorId,
        handle: walletSession.handle,
        get accounts() {
          return state()?.accounts ?? []
        },
        get network() {
          return state()?.network ?? walletSession.report.network
        },
        ...(walletSession.supports && {
          supports: capability => walletSession.supports?.(capability) !== false,
        }),
      }
      live.set(id, Object.freeze(connection))
    },
    /** Takes over at once what the wallet reported in this frame. */
    flush: (id: ConnectionId) => held.get(id)?.flush(),
  }
}
