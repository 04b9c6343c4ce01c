/** The live sessions with wallets: subscribes to their reports, validates them and closes them. */
import { unlessAborted } from '@portico/kernel'
import { type Connection, type ConnectionId, type Connector, connectionId, session, type WalletLine, type WalletReport } from '@portico/kernel/contracts'
import { problem } from '../errors.js'
import type { ConnectionContext } from '../refs.js'
import { readReport } from './wallet-report.js'

/** Milliseconds in which a wallet's reports become one: a frame (R20). */
const frame = 16

/** Settles like the wallet's answer, or rejects as soon as the signal aborts. An answer that comes later goes to `onLate` and changes nothing (R10). */
export function waitForWallet<Answer>(answer: Promise<Answer>, signal: AbortSignal, onLate: (answer: Answer) => void): Promise<Answer> {
  answer.then(
    value => signal.aborted && onLate(value),
    () => undefined,
  )
  return unlessAborted(answer, signal)
}

interface Held {
  readonly line: WalletLine
  /** Takes in the report that is waiting, if one is. */
  flush(): void
  release(): void
}
/** What the rest does with a wallet's words. */
export interface Listener {
  reported(id: ConnectionId, report: WalletReport): void
  hungUp(id: ConnectionId): void
}

export type WalletLines = ReturnType<typeof createWalletLines>
/** `live` is what `connection.live` reads; it is filled and emptied here. */
export function createWalletLines(context: ConnectionContext, live: Map<ConnectionId, Connection>, listener: Listener) {
  const held = new Map<ConnectionId, Held>()

  const release = (id: ConnectionId): WalletLine | undefined => {
    const { line, release } = held.get(id) ?? {}
    held.delete(id)
    live.delete(id)
    release?.()
    return line
  }
  const watch = (id: ConnectionId, line: WalletLine, { chain, name }: Connector): Held => {
    let waiting: WalletReport | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      clearTimeout(timer)
      timer = undefined
      const report = waiting
      waiting = undefined
      if (report) listener.reported(id, report)
    }
    const unwatch = line.watch(given => {
      // A line that was let go may go on talking.
      if (held.get(id) !== own) return
      const report = given && readReport(given, chain)
      // No account on a network that was not approved: the connection waits there, as on any unsupported network.
      const isElsewhere = report?.approved?.length && !report.approved.includes(report.network)
      // Locked, or the page was removed: for the page it is as if the wallet had hung up.
      if (given === undefined || (report?.accounts.length === 0 && !isElsewhere)) return listener.hungUp(id)
      if (!report) return context.report(problem('WALLET_ANSWER', name))
      waiting = report
      timer ??= setTimeout(flush, frame)
    })
    const own: Held = {
      line,
      flush,
      release() {
        clearTimeout(timer)
        unwatch()
      },
    }
    return own
  }

  return {
    release,
    ids: () => [...held.keys()],
    /** The wallet's word now; throws a ConnectionError `WALLET_ANSWER` when it makes no sense. */
    reportOf(line: WalletLine, { chain, name }: Connector): WalletReport {
      const report = readReport(line.report, chain)
      if (!report) throw problem('WALLET_ANSWER', name)
      return report
    },
    /**
     * The report of a line that is going to be held: one with accounts, while it is wanted. Any other line lets go of its wallet here. Throws like
     * `reportOf`.
     */
    usable(line: WalletLine | undefined, connector: Connector, isWanted: () => boolean): WalletReport | undefined {
      let report: WalletReport | undefined
      try {
        report = line && isWanted() ? this.reportOf(line, connector) : undefined
        return report?.accounts.length ? report : undefined
      } finally {
        if (!report?.accounts.length) this.letGo(line)
      }
    },
    /** For a line that nobody is going to watch: a line lets go of its wallet when the last who watches leaves. */
    letGo(line: WalletLine | undefined) {
      try {
        line?.watch(() => undefined)()
      } catch (error) {
        context.report(error)
      }
    },
    /** Listens to a line from now on, in the place of an older one. */
    hold(connector: Connector, line: WalletLine) {
      const { chain: namespace, id: connectorId } = connector
      const id = connectionId(namespace, connectorId)
      release(id)
      held.set(id, watch(id, line, connector))
      const state = () => context.state(session).connections[id]
      const connection: Connection = {
        id,
        namespace,
        connector: connectorId,
        port: line.port,
        get accounts() {
          return state()?.accounts ?? []
        },
        get network() {
          return state()?.network ?? line.report.network
        },
        ...(line.supports && { supports: capability => line.supports?.(capability) !== false }),
      }
      live.set(id, Object.freeze(connection))
    },
    /** Takes in at once what the wallet reported in this frame. */
    flush: (id: ConnectionId) => held.get(id)?.flush(),
  }
}
