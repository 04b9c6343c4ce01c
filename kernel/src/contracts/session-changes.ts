/** What happens to connections after they were made. Apart from `session.ts`: a page hears of it only once a wallet is there. */
import { defineEvent, type EventRef } from '../refs.js'
import type { Account, ConnectionId } from './account.js'
import type { NetworkId } from './caip.js'
import type { ActivityTransfer } from './capabilities/activity.js'
import type { TransactionOutcome } from './capabilities/transactions.js'
import type { Difference } from './follow-sent.js'
import type { Token } from './token.js'

/** The active account of a namespace is another one now: the wallet switched it, or the person chose it. */
export const accountSwitched: EventRef<{ readonly connection: ConnectionId; readonly account: Account }> = /* @__PURE__ */ defineEvent('accountSwitched')
/** The active network is another one now. */
export const networkSwitched: EventRef<{ readonly network: NetworkId; readonly previous?: NetworkId }> = /* @__PURE__ */ defineEvent('networkSwitched')
/** One connection ended; the others are as they were. */
export const walletDisconnected: EventRef<{ readonly connection: ConnectionId; readonly byPerson: boolean }> = /* @__PURE__ */ defineEvent('walletDisconnected')
/** No connection is left: features forget what they hold. Also after `disconnect()` without an id. */
export const disconnected: EventRef<void> = /* @__PURE__ */ defineEvent('disconnected')
export interface SentTransaction {
  readonly hash: string
  readonly network: NetworkId
  readonly account: Account
  /** What it does, in the words of the activity: `send`, `trade`, `approve`, … Absent: `execute`. */
  readonly operationType?: string
  /** Who gets it. */
  readonly to?: string
  /** What moves, as the sender sees it. */
  readonly transfers?: readonly ActivityTransfer[]
  /** Tokens that the account may have from then on, as the person chose them: whoever lists what it has asks for these, too. */
  readonly tokens?: readonly Token[]
}
/** A transaction was handed to its chain. */
export const transactionSent: EventRef<SentTransaction> = /* @__PURE__ */ defineEvent('transactionSent')
/**
 * The mined transaction differs from the one that `transactionSent` announced: the wallet or a script in the page changed it (threat S2). Fires before or after
 * `transactionSettled`. Do not show the announced recipient and amounts as sent.
 */
export const transactionDiffers: EventRef<{ readonly hash: string; readonly network: NetworkId; readonly difference: Difference }> =
  /* @__PURE__ */ defineEvent('transactionDiffers')
/** A reorganisation took a transaction out of its block after it was settled: it is under way again, and `transactionSettled` says once more what becomes of it. */
export const transactionUndone: EventRef<{ readonly hash: string; readonly network: NetworkId }> = /* @__PURE__ */ defineEvent('transactionUndone')
/** What became of a transaction that was sent. Announced by whoever followed it to its end; it may be announced more than once. */
export const transactionSettled: EventRef<{ readonly hash: string; readonly network: NetworkId; readonly outcome: TransactionOutcome }> =
  /* @__PURE__ */ defineEvent('transactionSettled')
