/** Telling whoever watches a line what its wallet says now. */
import type { WalletLine, WalletReport } from '@portico/kernel/contracts'

export interface Audience {
  readonly watch: WalletLine['watch']
  /** The newest report; undefined: the wallet hung up. Nothing is told twice. */
  tell(report: WalletReport | undefined): void
}
export function createAudience(first: WalletReport): Audience {
  const listeners = new Set<(report: WalletReport | undefined) => void>()
  let told = JSON.stringify(first)
  return {
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(report) {
      const now = JSON.stringify(report) ?? ''
      if (now === told) return
      told = now
      for (const listener of [...listeners]) listener(report)
    },
  }
}
