import type { Dispose } from '@portico/kernel'
import type { ReportedAccount, WalletReport } from '@portico/kernel/contracts'
import { namespace } from '../networks.js'
import type { Eip155Setup } from '../options.js'

export type Listener = (report: WalletReport | undefined) => void

/** Those who watch a line, and what they were told last. */
export interface Audience {
  /** When the last one leaves, nobody needs the line any more. */
  watch(listener: Listener): Dispose
  /** Tells what is new; undefined says that the wallet hung up, and is the last word. */
  tell(report: WalletReport | undefined): void
}
export function createAudience(first: WalletReport, { report: reportError }: Pick<Eip155Setup, 'report'>, whenEmpty: () => void = () => undefined): Audience {
  const listeners = new Set<Listener>()
  let told: string | undefined = JSON.stringify(first)

  return {
    watch(listener) {
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

/** Wallets in the page and remote ones hold ordinary accounts as far as they say. */
export const reportedAccounts = (addresses: readonly string[]): readonly ReportedAccount[] => addresses.map(address => ({ namespace, address, type: 'eoa' }))
