import { defineCapability } from '../../refs.js'
import type { Account } from '../account/account.js'
import type { NetworkId } from '../chain/caip.js'
import type { Draft } from '../chain/draft.js'
import type { Connection } from '../connector-kit/connector.js'

/** Offered by every chain. Used by send and swap. */
export interface Transactions {
  /** The dialects it can send. */
  readonly dialects: readonly string[]
  estimate(via: Connection, from: Account, draft: Draft, signal: AbortSignal): Promise<Fee>
  /**
   * Requests the transaction and resolves when the chain has it or may have it. A lost answer after
   * signing and sending is no failure, because a retry could pay twice; `confirm` finds the
   * outcome. Rethrows a wallet error that proves a refusal. Throws a ChainError WALLET_OUTCOME
   * where the wallet may have sent it (use `runSendRequest`), and the chain's error where that
   * refuses it.
   */
  send(
    via: Connection,
    from: Account,
    draft: Draft,
    signal: AbortSignal,
  ): Promise<{ readonly hash: string }>
  /**
   * Several as one: one confirmation, all of them or none. Resolves like `send`, once the
   * wallet names the transaction. Throws a ChainError WALLET_UNSUPPORTED, without a prompt, where
   * the wallet cannot; a TransferError TRANSFER_PART where it carried out only some
   * all the same, TRANSFER_REFUSED where none; and what the wallet threw. All drafts are of one
   * network.
   */
  sendAll?(
    via: Connection,
    from: Account,
    drafts: readonly Draft[],
    signal: AbortSignal,
    bundle?: Bundle,
  ): Promise<{ readonly hash: string }>
  /**
   * Describes what `drafts` do and where the account stands now (nonce, newest signature, unspent
   * coins), in text that only this chain reads: at most 4 kB, fit for storage. Features call it
   * before the wallet request, with one draft for `send` and those of the bundle for `sendAll`;
   * `find` and `compare` take it, also after a reload. Throws a ChainError WALLET_UNSUPPORTED for
   * more drafts than the chain sends at once.
   */
  describe?(from: Account, drafts: readonly Draft[], signal: AbortSignal): Promise<string>
  /**
   * Looks once whether the account has sent what was described, after a request whose outcome is
   * unknown (see `failedRequest`). Throws a ChainError where no endpoint answers or the description
   * is unreadable.
   *
   * `known`: hashes of the account's other transactions. An equal one among them is not the one
   * that is looked for.
   *
   * `hasAnswered`: the wallet has answered the request. While it has not, the person may still
   * agree, and `impossible` needs a proof that they cannot.
   */
  find?(
    network: NetworkId,
    description: string,
    signal: AbortSignal,
    known?: readonly string[],
    hasAnswered?: boolean,
  ): Promise<FoundTransaction>
  /**
   * Reads a transaction back by its hash and compares sender, recipient, amount and data with what
   * was described: the wallet, or a script in the page, may have sent another one (threat S2).
   * Waits until the network knows the transaction. Throws a ChainError where no endpoint answers.
   *
   * `different` needs a proof, because an alarm over an honest transaction teaches people to ignore
   * it; `same` needs one too. Anything else is `unknown`.
   */
  compare?(
    hash: string,
    network: NetworkId,
    description: string,
    signal: AbortSignal,
    whenVisible?: WhenVisible,
  ): Promise<TransactionComparison>
  /**
   * Waits until the chain has an outcome of the transaction, or `signal` aborts. Throws a
   * ChainError where for ten minutes of polling no endpoint answers or knows the transaction: that
   * says nothing of its outcome.
   */
  confirm?(hash: string, network: NetworkId, options: ConfirmOptions): Promise<TransactionOutcome>
  /**
   * Reads how a pending transaction can be replaced, with both fees; sends no wallet request. Only
   * one of the two transactions can happen. Empty: it is not pending any more, another account sent
   * it, or the chain cannot repeat it.
   */
  replacements?(
    from: Account,
    hash: string,
    network: NetworkId,
    signal: AbortSignal,
  ): Promise<readonly Replacement[]>
  /**
   * Requests a replacement of a transaction. To speed up, the chain submits only what it has
   * proven to take the place of the transaction: a second payment is impossible. Throws a
   * ChainError WALLET_UNSUPPORTED where the wallet does not sign such a request; otherwise as
   * `send`.
   */
  replace?(
    via: Connection,
    from: Account,
    replacement: Replacement,
    signal: AbortSignal,
  ): Promise<Replaced>
}
export interface Replacement {
  /** `cancel` moves nothing, to the sender. */
  readonly kind: 'speedUp' | 'cancel'
  readonly draft: Draft
  /** Of the replacement, at most. */
  readonly fee: Fee
}
export interface Replaced {
  readonly hash: string
  /**
   * False: the wallet has sent it as another transaction, or no endpoint says. The transaction that
   * it was to replace may still happen.
   */
  readonly isSure: boolean
}
export interface ConfirmOptions {
  readonly signal: AbortSignal
  /**
   * Called after the outcome for what a reorganization makes of it, for as long as one is possible:
   * undefined where no block has the transaction any more, then its new outcome. Chains whose
   * outcomes are final never call it.
   */
  readonly changed?: OutcomeChanged | undefined
  /** Awaited before each request: see `WhenVisible`. */
  readonly whenVisible?: WhenVisible | undefined
  /**
   * An outcome that was reported before, perhaps by an earlier page. It is the answer, without a
   * request; `changed` is called where it does not hold.
   */
  readonly said?: TransactionOutcome | undefined
  /**
   * The hash of a transaction that was submitted to replace this one, which the network may not
   * know any more.
   */
  readonly replacement?: string | undefined
}
/**
 * What happens between the question whether all may be sent and the one transaction that comes of
 * it.
 */
export interface Bundle {
  /** Runs just before the wallet prompt. If it throws, the prompt is not shown. Rethrown. */
  readonly beforeRequest?: () => void
  /** Receives the wallet's id of the bundle, once the person has confirmed. */
  readonly named?: (id: string) => void
  /**
   * The id that `named` received before a reload: nothing is sent, and only the wallet is polled,
   * for the outcome.
   */
  readonly id?: string
  /** Awaited before each poll of the wallet: see `WhenVisible`. */
  readonly whenVisible?: WhenVisible | undefined
  /**
   * Called once when a smart account has had the bundle for 30 s without a transaction:
   * other owners may have to sign first.
   */
  readonly waiting?: () => void
}
/**
 * Resolves when the result of a poll would be visible (`visibilityOf`). Rejects when the signal
 * aborts. Pollers await this before each request.
 */
export type WhenVisible = (signal: AbortSignal) => Promise<void>
/**
 * What a transaction costs the sender. UTXO chains and accounts alike: an amount of the native
 * coin, or nothing.
 */
export type Fee =
  | {
      readonly kind: 'native'
      /** Base units of the native coin, at most. */
      readonly amount: bigint
      /** How it was reckoned, for the detail line: 12 sat/vB, 3.1 gwei. */
      readonly rate?: { readonly value: string; readonly unit: string }
    }
  | { readonly kind: 'sponsored' }
export type FoundTransaction =
  | { readonly status: 'found'; readonly hash: string }
  /** Not seen yet: the wallet may still send it. */
  | { readonly status: 'open' }
  /**
   * The chain can never carry it out any more: it has expired, or its coins or its nonce were used
   * `by` another transaction, which the wallet may have sent instead.
   */
  | { readonly status: 'impossible'; readonly by?: string }
export type TransactionComparison =
  | { readonly status: 'same' }
  /** For two minutes endpoints answered and none of them knew the hash. */
  | { readonly status: 'absent' }
  /**
   * The wallet has it under this name and others have to sign it first: the owners of a Safe. That
   * may take hours.
   */
  | { readonly status: 'waiting' }
  /**
   * The transaction does not tell what it does for this account: a bundler or another owner sent it
   * in a form that the chain cannot read.
   */
  | { readonly status: 'unknown' }
  /**
   * The fields of the mined transaction that differ, in the chain's canonical text. An absent field
   * is as described or unknown. `to` of a token transfer is the recipient of the tokens. `spender`
   * got an allowance that was not described: another spender, a higher amount, or an approval
   * instead of a payment. `to` beside it is the contract that the allowance is at, where that is
   * not the described one.
   *
   * `isCancel`, alone: the account's own transaction, which moves nothing and has taken the place
   * of what was described. That is how wallets cancel.
   */
  | {
      readonly status: 'different'
      readonly from?: string
      readonly to?: string
      readonly amount?: bigint
      readonly spender?: string
      readonly isCancel?: true
    }
export type OutcomeChanged = (outcome: TransactionOutcome | undefined) => void
export type TransactionOutcome =
  /**
   * `at`: when its block was made, milliseconds since the epoch, and `reason`: why, in a contract's
   * own words; where it failed, and the chain says it.
   */
  | {
      readonly status: 'confirmed' | 'failed' | 'expired'
      readonly block?: bigint
      readonly at?: number
      readonly reason?: string
    }
  /**
   * `isSame`: not by another one. The wallet had named it by its own order, and `by` is what the
   * network has of that.
   */
  | { readonly status: 'replaced'; readonly by: string; readonly isSame?: true }
export const transactionsCapability =
  /* @__PURE__ */ defineCapability<Transactions>('transactions@1')
