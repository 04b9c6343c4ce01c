/** The wallets that were connected last, read from untrusted storage (S13). */
import type { Read } from '@portico/kernel'
import { displayText } from '@portico/kernel/contracts'
import { memorySlice } from '../refs.js'

/** By its identity (decision 13). */
export interface RecentWallet {
  readonly id: string
  readonly rdns?: string
  readonly name: string
  /** Picked in a wallet directory, which can find it when it is not in the page. */
  readonly listed?: true
}
/** Recent wallets that are saved (specification section 9). */
const limit = 2

/** The wallets that were connected last, newest first: at most 2. */
export const recentWallets = (read: Read): readonly RecentWallet[] => readRecent(recordOf(read.state(memorySlice).found).recent)

/** Reads untrusted data and leaves out what is invalid. */
export function readRecent(found: unknown): readonly RecentWallet[] {
  const read = listOf(found).flatMap((one): readonly RecentWallet[] => {
    const { id, rdns, name, listed } = recordOf(one)
    const shown = displayText(name)
    return isId(id) && shown ? [{ id, ...(isId(rdns) && { rdns }), name: shown, ...(listed === true && { listed }) }] : []
  })
  return unique(read, ({ id }) => id).slice(0, limit)
}
/** Adds a wallet on top, once. */
export function withRecent(recent: readonly RecentWallet[], wallet: RecentWallet): readonly RecentWallet[] {
  return unique([wallet, ...recent], ({ id }) => id).slice(0, limit)
}

export const recordOf = (found: unknown): Readonly<Record<string, unknown>> =>
  typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
export const listOf = (found: unknown): readonly unknown[] => (Array.isArray(found) ? found.slice(0, 256) : [])
export const isId = (found: unknown): found is string => typeof found === 'string' && /^\P{C}{1,256}$/u.test(found)
export function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const seen = new Set<string>()
  return items.filter(item => !seen.has(keyOf(item)) && seen.add(keyOf(item)))
}
