/** For authors of connectors: reports the state of a wallet to the listeners of its session. */
import type { Dispose } from '../../refs.js'
import type { WalletReport, WalletSession } from './connector.js'

/** The listeners of a session, and the last report. */
export interface ReportEmitter {
  readonly watch: WalletSession['watch']
  /**
   * Sends a changed report to the listeners. Undefined: the wallet disconnected; nothing is sent
   * after that.
   */
  emit(report: WalletReport | undefined): void
}
export interface ReportEmitterOptions {
  /** The first report of the session. */
  readonly first: WalletReport
  /** Called when the last listener is removed: unsubscribes from the wallet. */
  readonly whenEmpty: () => void
  /** Called with the error of a listener. The other listeners still receive the report. */
  readonly report: (error: unknown) => void
}

/** Implements `watch` of a session. An unchanged report is not sent again. */
export function createReportEmitter({
  first,
  whenEmpty,
  report: reportError,
}: ReportEmitterOptions): ReportEmitter {
  const listeners = new Set<Parameters<WalletSession['watch']>[0]>()
  let notified: string | undefined = JSON.stringify(first)

  return {
    watch(listener): Dispose {
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && !listeners.size) whenEmpty()
      }
    },
    emit(report) {
      const news = report && JSON.stringify(report)
      if (news === notified || notified === undefined) return
      notified = news
      for (const listener of [...listeners]) {
        try {
          listener(report)
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
