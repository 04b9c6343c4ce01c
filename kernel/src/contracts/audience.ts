/** For those who make lines: telling whoever watches one what its wallet says now. */
import type { Dispose } from '../refs.js'
import type { WalletLine, WalletReport } from './connector.js'

/** Those who watch a line, and what they were told last. */
export interface Audience {
  readonly watch: WalletLine['watch']
  /** Tells what is new; undefined says that the wallet hung up, and is the last word. */
  tell(report: WalletReport | undefined): void
}
export interface AudienceOptions {
  /** The report that the line begins with. */
  readonly first: WalletReport
  /** The last who watched has left: the line lets go of its wallet. */
  readonly whenEmpty: () => void
  /** Told what a listener threw: the others hear the news all the same. */
  readonly report: (error: unknown) => void
}

/** The `watch` of a line as its contract wants it. Nothing is told twice. */
export function createAudience({ first, whenEmpty, report: reportError }: AudienceOptions): Audience {
  const listeners = new Set<Parameters<WalletLine['watch']>[0]>()
  let told: string | undefined = JSON.stringify(first)

  return {
    watch(listener): Dispose {
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && !listeners.size) whenEmpty()
      }
    },
    tell(report) {
      const news = report && JSON.stringify(report)
      if (news === told || told === undefined) return
      told = news
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
