/** The service and the state of Send. */
import type { Account } from '@portico/kernel/account'
import type { Holding } from '@portico/kernel/backend'
import type { Fee } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import type { Message } from '@portico/kernel/text'
import type { OpenRequest, OutboxEntry } from '@portico/kernel/transactions'

/**
 * What views and hosts may ask. No call rejects for what a person, a wallet or the network does:
 * the slice says it.
 */
export interface Send {
  /**
   * What to begin with; what is typed already stays. Looks up what the account has, unless that was
   * done just now.
   */
  begin(params?: SendParams): Promise<void>
  selectToken(token: Token): Promise<void>
  /** As typed: decimal text with a point. */
  setAmount(text: string): Promise<void>
  /** Sets the amount to the balance less the fee. */
  setMax(): Promise<void>
  /**
   * An address, or a name where a plugin resolves names. What looks like a private key is erased.
   */
  setRecipient(text: string): Promise<void>
  setSpeed(speed: Speed): Promise<void>
  /** Prepares and simulates the transfer, and opens its review, or shows what is missing. */
  review(): Promise<void>
  /**
   * Returns from the review to the form. During a wallet prompt: stops waiting; a transaction that
   * the wallet sends all the same is followed like any other.
   */
  edit(): Promise<void>
  /**
   * Sends one request to the wallet, and returns to the account, where the transaction is followed.
   * While an earlier payment of this account has an unknown outcome, no request is sent without
   * `beside`.
   */
  confirm(confirmation?: SendConfirmation): Promise<void>
}
export interface SendConfirmation {
  /** True after the person has read that an earlier payment may have been sent. */
  readonly beside?: boolean
}
export interface SendParams {
  readonly to?: string
  readonly amount?: string
  readonly token?: Token
}
export type Speed = 'slow' | 'normal' | 'fast'

/** Written by Send alone. Not persisted. */
export interface SendState {
  /** Absent: the native coin, as soon as it is known. */
  readonly token?: Token
  /** As typed; converted to base units only when a transfer is prepared. */
  readonly sendTokenAmount: string
  /** Whether `sendTokenAmount` is the Max. */
  readonly max: 'off' | 'loading' | 'on'
  /** As typed: an address or a name. */
  readonly to: string
  readonly recipient: Recipient
  readonly speed: Speed
  readonly holdings: Holdings
  readonly phase: SendPhase
}
export type Recipient =
  | { readonly name: 'none' }
  /** A name is being resolved, or a checksum verified. */
  | { readonly name: 'resolving' }
  | KnownRecipient
  /**
   * `canRetry`: the look-up failed, which says nothing about what was typed. Review looks it up
   * again.
   */
  | { readonly name: 'refused'; readonly problem: Message; readonly canRetry?: boolean }
export interface KnownRecipient {
  readonly name: 'known'
  /** In the chain's canonical text. */
  readonly address: string
  /** Set when a name was typed, or the address has one. */
  readonly profile?: { readonly name: string; readonly imageUrl?: string }
  readonly warnings: readonly Message[]
  /** A known address that this one resembles (threat S17). */
  readonly resembles?: string
  /** True when both addresses were paid from here, so that either may be the known one. */
  readonly isDouble?: boolean
}
/** The holdings of the account, the native coin first. */
export type Holdings =
  | { readonly name: 'loading' | 'unavailable'; readonly balances: readonly Holding[] }
  | { readonly name: 'known'; readonly balances: readonly Holding[]; readonly at: number }

export type SendPhase =
  | { readonly name: 'editing'; readonly problem?: Message }
  /**
   * The network estimates the fee and simulates the transfer. `review`: the one on screen until
   * then.
   */
  | { readonly name: 'checking'; readonly review?: Review }
  | { readonly name: 'review'; readonly review: Review; readonly problem?: Message }
  /** The wallet prompt is open. `since`: milliseconds of the monotonic clock. */
  | { readonly name: 'signing'; readonly review: Review; readonly since: number }

/** A transfer as it will be signed. Amounts are base units. */
export interface Review {
  readonly from: Account
  readonly network: NetworkId
  readonly token: Token
  readonly native: Pick<Token, 'symbol' | 'decimals' | 'name'>
  readonly recipient: KnownRecipient
  /** The amount that the recipient receives. */
  readonly amount: bigint
  /**
   * The amount that the account sends, without the fee: more than `amount` where a token deducts a
   * part.
   */
  readonly outgoing: bigint
  readonly fee: Fee
  readonly change?: bigint
  /** The speeds whose fees differ on this chain. */
  readonly speeds: readonly Speed[]
  readonly warnings: readonly Message[]
  /**
   * When it was prepared, milliseconds of the monotonic clock, which does not follow the clock of
   * the machine.
   */
  readonly at: number
}

/** A payment that was requested from a wallet. */
// A type, not an interface: only a type is assignable to plain data.
export type Payment = {
  readonly to: string
  readonly name?: string
  readonly symbol: string
  /** Absent in what an earlier version stored. */
  readonly asset?: Token['asset']
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
}
/** A transfer that was submitted: an entry of the outbox with the payment that it makes. */
export type SentTransfer = Omit<OutboxEntry, 'kind' | 'data'> & Payment
/** A payment whose outcome is unknown. */
export type OpenPayment = OpenRequest<Payment>

export const initialSend = (): SendState => ({
  sendTokenAmount: '',
  max: 'off',
  to: '',
  recipient: { name: 'none' },
  speed: 'normal',
  holdings: { name: 'loading', balances: [] },
  phase: { name: 'editing' },
})
