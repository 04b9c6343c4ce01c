/**
 * Transactions that were submitted from here: what the transactions plugin keeps of them, and what
 * features contribute to it.
 */
import {
  defineEvent,
  defineService,
  defineSlice,
  defineSlot,
  defineView,
  type EventRef,
  type LazyPersistPolicy,
  type PlainView,
  type Read,
  type ServiceRef,
  type SliceRef,
  type SlotItem,
  type SlotRef,
  type ViewRef,
} from '../../refs.js'
import type { Account } from '../account/account.js'
import type { Replaced, Replacement, TransactionOutcome } from '../capabilities/transactions.js'
import type { NetworkId } from '../chain/caip.js'
import type { Draft } from '../chain/draft.js'
import type { SentTransaction } from '../session/session-changes.js'
import type { Alert } from '../shell/shell.js'
import type { ModalError } from '../text/errors.js'
import type { Message } from '../text/text.js'
import type { OpenRequest } from './open-requests.js'

/** What a feature keeps with a transaction: plain data, at most 2,000 characters as JSON. */
export type StoredData =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly StoredData[]
  | { readonly [name: string]: StoredData }

export interface Submission {
  /** The id of an item of the slot `transactionKinds`. */
  readonly kind: string
  /**
   * What the transaction does, in the shape of its feature. It comes from storage, so the feature
   * parses it.
   */
  readonly data: StoredData
  /**
   * It changes an allowance and makes no payment. The account lists it only where it differs from
   * what was shown, or waits for other owners.
   */
  readonly isAllowance?: true
}
/**
 * A wallet request without a usable answer. The account must choose before another transaction of
 * the same kind.
 */
export type OutboxRequest = OpenRequest<Submission>
/**
 * A request that was settled, or a transaction that the person removed, less than a day ago.
 * Without this record, a tab that does not know of it would bring it back.
 */
export interface ClosedRequest {
  /** The id of the request, or the hash of the transaction. */
  readonly closed: string
  /** When it was closed, milliseconds since the epoch. */
  readonly at: number
  readonly seen: true
}

export type OutboxStatus =
  | 'pending'
  /**
   * For ten minutes no endpoint answered or knew the transaction. It is polled again when the modal
   * is opened.
   */
  | 'unknown'
  | TransactionOutcome['status']
  /** Reserved for transactions across two networks: `arrival` names the second one. */
  | 'sent'
  | 'bridged'
  | 'arrived'
  | 'refunded'

/** A submitted transaction. Stored, so that it survives a reload. */
export interface OutboxEntry extends Submission {
  readonly hash: string
  /** The earlier `hash`, where an equal transaction took its place. */
  readonly was?: string
  /** The host sent it and added it: nothing was shown here that it could be compared with. */
  readonly isAdded?: true
  readonly network: NetworkId
  /** The sender. */
  readonly from: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly status: OutboxStatus
  /** The transaction that took its place. */
  readonly by?: string
  /**
   * Several drafts as one, of which the wallet has not named the transaction yet: `hash` is the
   * wallet's id of the bundle.
   */
  readonly isBundle?: true
  /** The wallet carried out only a part of the bundle. */
  readonly isPart?: true
  /**
   * Of a failed transaction, where the chain tells it: the time of its block, milliseconds since
   * the epoch, and why it failed.
   */
  readonly blockAt?: number
  readonly reason?: string
  /** When its outcome was reported, milliseconds since the epoch. */
  readonly endedAt?: number
  /** The person has seen the outcome. */
  readonly seen: boolean
  /**
   * The chain's description of what was shown. Present until the outcome is reported: a replacement
   * is compared with it, too.
   */
  readonly description?: string
  /** No endpoint has known the hash for two minutes. */
  readonly isAbsent?: true
  /** The wallet has it, and its other owners have to sign it first. */
  readonly isWaiting?: true
  /** It is confirmed, and the chain cannot tell whether it is what was shown. */
  readonly isUnread?: true
  /**
   * How the mined transaction differs from what was shown. `isCancel`: the wallet cancelled it by a
   * transaction that moves nothing.
   */
  readonly differs?: {
    readonly from?: string
    readonly to?: string
    readonly amount?: bigint
    readonly spender?: string
    readonly isCancel?: true
  }
  /** The hash of what was submitted to replace it, and takes its place if the network agrees. */
  readonly replacement?: string
  /**
   * Reserved for transactions across two networks: where the second transaction is, and its hash
   * once it is known.
   */
  readonly arrival?: { readonly network: NetworkId; readonly hash?: string }
}

type Followed = Pick<OutboxEntry, 'seen' | 'endedAt' | 'isAllowance'>
/**
 * Open requests, submitted transactions, then settled requests, each newest first. Until storage is
 * parsed, only what says whether the code that follows them is needed.
 */
export type OutboxState =
  | { readonly phase: 'unread'; readonly log: readonly Followed[] }
  | {
      readonly phase: 'ready'
      readonly log: readonly (OutboxRequest | OutboxEntry | ClosedRequest)[]
    }
const persist: LazyPersistPolicy<OutboxState> = {
  version: 2,
  joins: true,
  pick: ({ log }) => log,
  summary: saved => ({
    phase: 'unread',
    log: [saved].flat().map(entry => {
      const { seen, endedAt, kind, isAllowance = kind === 'approve' } = Object(entry)
      return {
        seen: seen !== false,
        endedAt: Number.isFinite(endedAt) ? endedAt : 0,
        ...(isAllowance === true && { isAllowance }),
      }
    }),
  }),
}
/**
 * Its id is the storage key of the earlier versions of Send, whose log is version 1.
 *
 * @stores transactions that were submitted from here (at most 60, and every unlimited approval):
 * hash, network, sender, status, the chain's description, and what the feature or the host says of
 * it, such as recipient, amount and a sentence; wallet requests without an answer (at most 25); the
 * ids of requests that were settled, and the hashes of transactions that were removed (at most 20)
 * @reason follow what is pending after a reload; no second payment by mistake; recent recipients;
 * list unlimited approvals
 * @kept a transaction until 60 newer ones exist; an unlimited approval until it is taken back; a
 * request for an hour, or a day where the wallet failed
 * @deletedBy newer transactions; "Disconnect and forget"
 */
export const outboxSlice: SliceRef<OutboxState> = /* @__PURE__ */ defineSlice<OutboxState>({
  id: 'sent',
  initial: () => ({ phase: 'unread', log: [] }),
  persist,
})
/**
 * The log of the earlier versions of Swap, which was version 1: a tab that still runs one refuses
 * version 2 and keeps its log. The transactions plugin moves it into the outbox.
 *
 * @stores swaps that an earlier version submitted, as in `portico.sent`
 * @reason follow them after an update of the site
 * @kept until they are moved to `portico.sent`, when the account is opened next
 * @deletedBy moving them; "Disconnect and forget"
 */
export const earlierSwapsSlice: SliceRef<OutboxState> = /* @__PURE__ */ defineSlice<OutboxState>({
  id: 'swap-log',
  initial: () => ({ phase: 'unread', log: [] }),
  persist,
})
export type TransactionState =
  | OutboxStatus
  | 'different'
  | 'cancelled'
  | 'absent'
  | 'waiting'
  | 'unread'
/** The kind of transactions of the host's app that name no other. */
export const appKind = 'app'
/** A transaction that the host's app has sent itself. */
export interface AddedTransaction {
  readonly hash: string
  readonly network: NetworkId
  /** The sender. */
  readonly account: Account
  /** One sentence for people, at most 200 characters: "Minted ticket 7". */
  readonly description: string
}
export interface NewSubmission extends Submission {
  readonly account: Account
  /** Several: the wallet carries out all of them or none, with one confirmation. */
  readonly draft: Draft | readonly Draft[]
  /**
   * What `transactionSent` announces, where it is more than the kind's `activity`: the pictures of
   * tokens.
   */
  readonly activity?: Pick<SentTransaction, 'operationType' | 'to' | 'transfers' | 'tokens'>
  /** Checked just before the wallet request: false once the person has stopped waiting. */
  readonly isWanted?: () => boolean
  /**
   * The person has read that an earlier request of this kind may have been sent, and submits all
   * the same.
   */
  readonly beside?: boolean
  /**
   * False for a step before the transaction that the person has chosen to submit: earlier requests
   * guard on until that one is sent.
   */
  readonly acknowledges?: boolean
  /** The caller waits for the outcome: the network is polled also while the modal is closed. */
  readonly awaitsOutcome?: boolean
}
/** A request for a signature, which stays open until the caller closes it. */
export interface SignatureRequest extends Submission {
  readonly account: Account
  readonly network: NetworkId
}
/** What became of a request to the wallet. */
export type Submitted =
  | { readonly status: 'sent'; readonly hash: string }
  /** The wallet may have sent it. The request stays open, and the account is watched. */
  | { readonly status: 'open'; readonly error: unknown }
  /** Nothing was sent. */
  | { readonly status: 'refused'; readonly error: unknown }
  /**
   * Of several drafts: the wallet does not carry them out as one. Nothing was sent; submit them one
   * by one.
   */
  | { readonly status: 'unable'; readonly error: unknown }
  /**
   * No request was sent: an earlier request of this kind is open, and `beside` was not given.
   */
  | { readonly status: 'guarded' }
  /** No request was sent: `isWanted` was false, or the page goes away. */
  | { readonly status: 'dropped' }

/** Submits, stores, follows and announces transactions. */
export interface Outbox {
  /** Parses what storage has. Features await it before they show or submit anything. */
  restore(): Promise<void>
  /**
   * Sends one wallet request, stores the transaction, and follows it until its outcome is final,
   * also after a reload. Never rejects.
   */
  submit(submission: NewSubmission): Promise<Submitted>
  /**
   * Stores, follows and announces a transaction that the host has sent. False where its hash is
   * known already. Sends no wallet request.
   */
  add(transaction: AddedTransaction): Promise<boolean>
  /**
   * Marks a request for a signature as open, so that a reload leaves a trace. Answers the function
   * that closes it.
   */
  open(request: SignatureRequest): Promise<() => void>
  /**
   * Resolves with the outcome, or undefined where this page does not wait for one any longer: the
   * network gives no answer for long.
   */
  outcome(which: Pick<OutboxEntry, 'hash' | 'network'>): Promise<TransactionOutcome | undefined>
  /**
   * Looks for the transactions of open requests. `sender`: an account that has just sent a request,
   * and may have disconnected since.
   */
  watch(sender?: Account): Promise<void>
  /**
   * The person has seen the outcome: the account shows it no longer. Nothing while it is pending.
   */
  acknowledge(which: Pick<OutboxEntry, 'hash' | 'network'>): Promise<void>
  /**
   * Removes a pending transaction that the person does not want to follow any longer. It may still
   * happen. Nothing for one that has ended.
   */
  remove(which: Pick<OutboxEntry, 'hash' | 'network'>): Promise<void>
  /**
   * Reads how a pending transaction can be replaced. Empty: its chain or its account cannot. Throws
   * a ChainError where no endpoint answers.
   */
  replacements(
    which: Pick<OutboxEntry, 'hash' | 'network'>,
    signal: AbortSignal,
  ): Promise<readonly Replacement[]>
  /**
   * Requests a replacement of a pending transaction, and follows what becomes of both. Throws what
   * `Transactions.replace` throws.
   */
  replace(
    which: Pick<OutboxEntry, 'hash' | 'network'>,
    replacement: Replacement,
    signal: AbortSignal,
  ): Promise<Replaced>
}
export const outboxService: ServiceRef<Outbox> = /* @__PURE__ */ defineService<Outbox>(
  'outbox',
  '@portico/plugin-transactions',
)
/**
 * An open request has ended: its transaction was found (`hash`), or the chain can never carry it
 * out.
 */
export const requestEndedEvent: EventRef<{
  readonly request: OutboxRequest
  readonly hash?: string
}> = /* @__PURE__ */ defineEvent('requestEnded')
/** Where the person speeds a pending transaction up, cancels it, or removes it. */
export const pendingView: ViewRef<Pick<OutboxEntry, 'hash' | 'network'>> =
  /* @__PURE__ */ defineView('PendingTransaction')
/** The progress of a transaction; its receipt once it has ended. */
export const receiptView: ViewRef<Pick<OutboxEntry, 'hash' | 'network'>> =
  /* @__PURE__ */ defineView('Receipt')

/**
 * What a wording announces. `undone`: a reorganization made it pending again. `notSent`: the chain
 * can never carry out an open request.
 */
export type TransactionChange =
  | 'started'
  | Exclude<TransactionOutcome['status'], 'pending'>
  | 'undone'
  | 'absent'
  | 'cancelled'
  | 'notSent'
export type TransactionToast =
  | { readonly kind: 'success' | 'progress'; readonly message: Message }
  | { readonly kind: 'failure'; readonly error: ModalError<string> }
/** What people read of transactions of one kind. */
export interface TransactionWording {
  /**
   * Whether stored data is of this kind. Where it is not, general words are shown, and the other
   * functions are not called.
   */
  readonly isSound: (data: StoredData) => boolean
  /** What the activity lists. */
  readonly activity: (
    of: Submission & Pick<OutboxEntry, 'from'>,
  ) => Pick<
    SentTransaction,
    'operationType' | 'to' | 'transfers' | 'tokens' | 'description' | 'approved'
  >
  /** The toast of a change; undefined: none. */
  readonly toast: (
    read: Read,
    change: TransactionChange,
    of: Submission & Partial<OutboxEntry> & Pick<OutboxEntry, 'network'>,
  ) => TransactionToast | undefined
  /** The alert that the network has another transaction than the one that was shown. */
  readonly alert: (read: Read, entry: OutboxEntry) => Alert
  /** The row in the account. */
  readonly title: (read: Read, state: TransactionState | 'open', of: Submission) => Message
  /** Below the title. Undefined: that the receipt says what became of it. */
  readonly detail: (read: Read, entry: OutboxEntry) => Message | undefined
  /**
   * Of the entries of this kind, newest first: those that a full outbox must not drop, although
   * they have ended.
   */
  readonly kept?: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[]
}
/** The parts of a receipt that only the feature knows. */
export interface ReceiptParts {
  /** The title in the header. */
  readonly title: Message
  /** What the receipt says of each state, where it is not said for all kinds. */
  readonly states: { readonly [State in TransactionState]?: Message }
  readonly details: { readonly [State in TransactionState]?: Message }
  /** Where it depends on more than the state. Undefined: what `details` says. */
  readonly detail?: (entry: OutboxEntry) => Message | undefined
  readonly Icon: (props: { readonly entry: OutboxEntry }) => unknown
  readonly Amount: (props: { readonly entry: OutboxEntry }) => unknown
  readonly Facts: (props: { readonly entry: OutboxEntry }) => unknown
}
export interface TransactionKind extends SlotItem {
  readonly wording: () => Promise<TransactionWording>
  /** Absent: the receipt has only the parts of all kinds. */
  readonly parts?: () => Promise<ReceiptParts>
  /** Where the person decides about an open request of the active account. */
  readonly form?: PlainView
}
/**
 * *List.* One item for each kind of transaction that a feature submits. Transactions of other kinds
 * are shown in general words.
 */
export const transactionKindsSlot: SlotRef<TransactionKind> =
  /* @__PURE__ */ defineSlot<TransactionKind>('transactionKinds')
