/** The service and the state of Swap. */
import type { Holding } from '@portico/kernel/backend'
import type { Fee, PermitStep, SwapStep, SwapToken } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import type { Message } from '@portico/kernel/text'
import type { OutboxEntry } from '@portico/kernel/transactions'

/**
 * The service for views and hosts. No call rejects because of a person, a wallet, a route or the
 * network: the slice has the failure.
 */
export interface Swap {
  /**
   * Initializes what was not yet, and fills in what the view was opened with, once. Without
   * anything new the quote is taken again. Wrong params change nothing and are reported.
   */
  begin(params?: SwapParams): Promise<void>
  /**
   * Finds out what has to be known before anything can be edited: tokens, what the account has,
   * prices, gas. The native coin stands as source, with amount 1.
   */
  initialize(): Promise<void>
  selectSource(token: Token): Promise<void>
  selectTarget(token: Token): Promise<void>
  /** As typed: decimal text with a point. Routes are queried once typing pauses for 500 ms. */
  setAmount(text: string): Promise<void>
  /** Hundredths of a percent. An invalid tolerance is ignored. */
  setSlippage(basisPoints: number): Promise<void>
  /** Chooses an unlimited approval, or an exact one (the default). */
  setUnlimited(unlimited: boolean): Promise<void>
  /** Switches source and target; a no-op while the form is being initialized. */
  switchTokens(): Promise<void>
  clear(side: 'source' | 'target'): Promise<void>
  /**
   * Looks on the chain itself for the token behind an address; where there is one, it can be chosen
   * from then on, as unverified.
   */
  findToken(address: string): Promise<void>
  /** Requests a new quote now. */
  refresh(): Promise<void>
  /** Executes every step of the swap, with one request to the wallet each. */
  confirm(confirmation?: SwapConfirmation): Promise<void>
  /**
   * Stops waiting for the wallet or the network, and sends no further requests. What the person
   * still approves in the wallet happens, and is recorded and reported.
   */
  stop(): Promise<void>
  /** Revokes an unused approval, and waits for the confirmation. */
  revoke(approval: Pick<UnusedApproval, 'network' | 'token' | 'spender'>): Promise<void>
}
/**
 * What Swap opens with; what is left out stays as it is. A token is `native`, or the CAIP-19 id of
 * a token of the active network.
 */
export interface SwapParams {
  readonly source?: Token['asset']
  readonly target?: Token['asset']
  /** Decimal text with a point. */
  readonly amount?: string
}
/** Separate confirmations beside that of the swap itself: neither implies the other. */
export interface SwapConfirmation {
  /** The second confirmation that a dangerous swap needs. */
  readonly sure?: boolean
  /**
   * The person has read that an earlier request may have been carried out, or still may be
   * (`openRequests`), and swaps all the same.
   */
  readonly beside?: boolean
  /**
   * The quote that was on screen. If the current one gives less, or is for another swap, nothing is
   * signed and the person has to confirm again (threat S23).
   */
  readonly seen?: Pick<Quoted, 'key' | 'minimumReceived'>
}

/** Written by Swap alone. Not persisted. */
export interface SwapState {
  readonly source?: SwapToken | undefined
  readonly target?: SwapToken | undefined
  /** As typed; converted to base units only for a request to a route. */
  readonly sourceAmount: string
  readonly slippageBasisPoints: number
  readonly unlimited: boolean
  /** The tokens to choose from. */
  readonly tokens: readonly SwapToken[]
  /** The tokens whose identity the host or a route confirms. */
  readonly vouched: readonly Token['asset'][]
  readonly balances: readonly Holding[]
  /** The price of one token, by asset, as exact decimal text; absent: unknown. */
  readonly prices: Readonly<Record<string, string>>
  /** The smallest unit of the native coin (wei) per unit of gas; absent: unknown. */
  readonly gasPrice?: bigint | undefined
  /** True while prices are in flight: routes are queried afterwards. */
  readonly pricing: boolean
  readonly phase: SwapPhase
}
export type SwapPhase =
  | { readonly name: 'idle' | 'initializing' }
  | { readonly name: 'editing'; readonly problem?: Message }
  /** Requests to routes are in flight. */
  | { readonly name: 'quoting' }
  | { readonly name: 'quoted'; readonly quote: Quoted; readonly problem?: Message | undefined }
  /** `waitsFor`: the wallet, where the person confirms, or the network. */
  | {
      readonly name: 'executing'
      readonly quote: Quoted
      readonly step: SwapStep['kind']
      readonly waitsFor: 'wallet' | 'network' | 'quote'
      readonly hash?: string
      /** All steps are requested, and executed, as one batch. */
      readonly together?: boolean
    }

/** The best quote, as it is shown. Amounts are base units. */
export interface Quoted {
  /**
   * Identifies the request: after a change of the form the key differs, and this quote is stale
   * (situation R22).
   */
  readonly key: string
  readonly route: { readonly id: string; readonly name: string }
  readonly network: NetworkId
  readonly sold: bigint
  readonly toAmount: bigint
  readonly minimumReceived: bigint
  readonly steps: readonly SwapStep['kind'][]
  /** The transactions to send, in the chain's format. */
  readonly transactions: readonly Exclude<SwapStep, PermitStep>[]
  readonly cost?: Fee
  readonly providerFee?: bigint
  /**
   * The loss that the market itself states, in percent with 12 decimals; absent when the route does
   * not know it.
   */
  readonly impact?: bigint | undefined
  /** As `SwapQuote.priceSources`. */
  readonly priceSources?: number
  readonly simulated: boolean
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** All queried routes, the best first: the output after costs, or why a route has none. */
  readonly routes: readonly (RouteOffer | RouteRefusal)[]
}
export interface RouteOffer {
  readonly id: string
  readonly name: string
  readonly toAmount: bigint
  /** Base units of the target after gas, where prices are known. */
  readonly net: bigint
}
export interface RouteRefusal {
  readonly id: string
  readonly name: string
  readonly problem: Message
}

/** A request to the wallet, as the outbox keeps it. */
export type SwapRequest = {
  readonly kind: 'reset' | 'approve' | 'swap' | 'permit'
  /** Amount and symbol of both sides, formatted for messages. */
  readonly sold: string
  readonly bought: string
  /** The network does not execute it later than this: milliseconds since the epoch. */
  readonly deadline?: number
  /** The owner and the token, where a token was bought. */
  readonly got?: {
    readonly owner: string
    readonly token: `${string}:${string}/${string}:${string}`
  }
  /** The allowance that it sets, revokes or uses. Absent when the native coin is sold. */
  readonly approval?: Pick<UnusedApproval, 'owner' | 'token' | 'route' | 'to'> & {
    /** Base units in decimal digits, or `unlimited`. */
    readonly units: string
    /** Absent for a swap, which uses the allowance of its route. */
    readonly spender?: string
  }
  /** For a swap that is sent in one batch with its approval: the spender of the tokens. */
  readonly spender?: string
}
/** A transaction of Swap that was submitted from here. */
export type SentSwap = Omit<OutboxEntry, 'kind' | 'data'> &
  Omit<SwapRequest, 'kind'> & { readonly kind: Exclude<SwapRequest['kind'], 'permit'> }
/**
 * An approval whose swap did not follow. It stays until a swap has used it up, or the network has
 * taken it back.
 */
export interface UnusedApproval {
  readonly network: NetworkId
  /** The account that gave the approval. */
  readonly owner: string
  readonly token: `${string}:${string}/${string}:${string}`
  /** The token to buy with it. */
  readonly to?: Token['asset']
  readonly spender: string
  /** The route of the approval. */
  readonly route: string
  /** Amount and symbol, formatted for messages. */
  readonly amount: string
  /** Base units in decimal digits, or `unlimited`. */
  readonly units: string
  /** True while its revocation is pending. */
  readonly revoking: boolean
  /**
   * The wallet approved another spender or amount than the person confirmed. `amount` and `route`
   * are those that were confirmed.
   */
  readonly isOther?: true
}

/**
 * `high` shows a warning, `severe` needs a second confirmation, `refused` is not signed (threats
 * S21, S22).
 */
export type Risk = 'usual' | 'high' | 'severe' | 'refused'
