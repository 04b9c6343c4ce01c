/**
 * Events of connections and transactions. Not in `session.ts`, because a page needs them only after
 * a wallet is connected.
 */
import { defineEvent, type EventRef } from '../../refs.js'
import type { Account, ConnectionId } from '../account/account.js'
import type { ActivityTransfer } from '../capabilities/activity.js'
import type { TransactionOutcome } from '../capabilities/transactions.js'
import type { NetworkId } from '../chain/caip.js'
import type { Token } from '../chain/token.js'
import type { Difference } from '../transactions/follow-sent.js'

/** The active account of a namespace changed: the wallet switched it, or the person chose it. */
export const accountSwitchedEvent: EventRef<{
  readonly connection: ConnectionId
  readonly account: Account
}> = /* @__PURE__ */ defineEvent('accountSwitched')
/** The active network changed. */
export const networkSwitchedEvent: EventRef<{
  readonly network: NetworkId
  readonly previous?: NetworkId
}> = /* @__PURE__ */ defineEvent('networkSwitched')
/** One connection ended; the others are unchanged. */
export const walletDisconnectedEvent: EventRef<{
  readonly connection: ConnectionId
  readonly byPerson: boolean
}> = /* @__PURE__ */ defineEvent('walletDisconnected')
/**
 * The last connection ended: features clear their state. Also emitted after `disconnect()` without
 * an id.
 */
export const disconnectedEvent: EventRef<void> = /* @__PURE__ */ defineEvent('disconnected')
export interface SentTransaction {
  readonly hash: string
  readonly network: NetworkId
  readonly account: Account
  /** The kind, as in the activity: `send`, `trade`, `approve`, … Absent: `execute`. */
  readonly operationType?: string
  /** The recipient. */
  readonly to?: string
  /** The moved amounts, as the sender sees them. */
  readonly transfers?: readonly ActivityTransfer[]
  /** What the host's app says that it does. */
  readonly description?: string
  /** What an approval allows to spend, as the person saw it: `12.5 PUSD`, `∞ PUSD`. */
  readonly approved?: string
  /**
   * Tokens that the account may own afterwards, which plugins that list balances include in their
   * requests.
   */
  readonly tokens?: readonly Token[]
}
/** A transaction was submitted to its chain. */
export const transactionSentEvent: EventRef<SentTransaction> =
  /* @__PURE__ */ defineEvent('transactionSent')
/**
 * The mined transaction differs from the one that `transactionSent` announced: the wallet or a
 * script in the page changed it (threat S2). Fires before or after `transactionSettled`. Do not
 * show the announced recipient and amounts as sent.
 */
export const transactionDiffersEvent: EventRef<{
  readonly hash: string
  readonly network: NetworkId
  readonly difference: Difference
}> = /* @__PURE__ */ defineEvent('transactionDiffers')
/**
 * A reorganization removed a settled transaction from its block: it is pending again, and
 * `transactionSettled` is emitted again for its new outcome.
 */
export const transactionUndoneEvent: EventRef<{
  readonly hash: string
  readonly network: NetworkId
}> = /* @__PURE__ */ defineEvent('transactionUndone')
/** The person removed a pending transaction from the list. It may still happen. */
export const transactionRemovedEvent: EventRef<{
  readonly hash: string
  readonly network: NetworkId
}> = /* @__PURE__ */ defineEvent('transactionRemoved')
/**
 * The outcome of a sent transaction. Emitted by the plugin that followed the transaction, possibly
 * more than once.
 */
export const transactionSettledEvent: EventRef<{
  readonly hash: string
  readonly network: NetworkId
  readonly outcome: TransactionOutcome
}> = /* @__PURE__ */ defineEvent('transactionSettled')
/** The events after which balances and owned tokens may be different. */
export const balancesChangedEvents = [
  transactionSentEvent,
  transactionSettledEvent,
  transactionUndoneEvent,
] as const
