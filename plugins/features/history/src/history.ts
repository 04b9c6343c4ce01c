/** The service and the state of the activity. */
import type { ActivityEntry } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'

export interface History {
  /**
   * Requests the newest page, unless it was requested just now. Never rejects because of the
   * network: the slice has the failure. `signal` cancels the request.
   */
  refresh(signal?: AbortSignal): Promise<void>
  /**
   * Requests the page after the last one. A no-op at the end of the list, or while a request is in
   * flight.
   */
  more(signal?: AbortSignal): Promise<void>
  /**
   * Returns what a transaction was worth when it happened, in the chosen currency, as exact decimal
   * text. Undefined: unknown.
   */
  pastValue(entry: ActivityEntry): Promise<string | undefined>
  /**
   * Filters by a network of a connected chain, or by none. The filter ends when the active account
   * or the active network changes.
   */
  filter(network: NetworkId | 'all'): Promise<void>
}
/** Written by the history plugin. */
export interface FilterState {
  /** The active place, `network:address`, when the person chose. */
  readonly of?: string
  readonly choice?: NetworkId | 'all'
}
/** Written by the history plugin. */
export interface HistoryState {
  /** `network:address` that the rest is about; several, with spaces between them. */
  readonly subject?: string
  /** `none`: no service keeps a list for this chain. */
  readonly phase: 'loading' | 'known' | 'unavailable' | 'none'
  /** All pages so far, as they were answered: newest first. */
  readonly entries: readonly ActivityEntry[]
  /** The cursor of the next page. */
  readonly next?: string
  /** The networks that failed, while others answered. */
  readonly missing: readonly NetworkId[]
  /** True while a page is in flight. */
  readonly loading: boolean
}
/** Transactions that were sent from this page, with their accounts. */
export interface SentState {
  readonly list: readonly { readonly subject: string; readonly entry: ActivityEntry }[]
}
