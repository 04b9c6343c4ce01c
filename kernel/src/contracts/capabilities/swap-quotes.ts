import { defineCapability } from '../../refs.js'
import type { Account } from '../account/account.js'
import type { AssetId, NetworkId } from '../chain/caip.js'
import type { Draft } from '../chain/draft.js'
import type { Token } from '../chain/token.js'
import type { Fee } from './transactions.js'

/** A token that can be swapped. */
export interface SwapToken extends Token {
  /** Whether its contract accepts permits (EIP-2612), as the list says. Absent: false. */
  readonly eip2612?: boolean
}

/**
 * Finds quotes for a pair of tokens. Several routes compete on one network: each swap route
 * contributes one, and the swap plugin compares their quotes.
 */
export interface SwapQuotes {
  /** As people call it: Uniswap. */
  readonly name: string
  readonly dialect: string
  /**
   * Returns the best quote of this route with the next steps. Sends no wallet request. Throws a
   * ModalError whose sentence names the reason when there is no quote, or when the route's source
   * answers something that is unsafe to sign.
   */
  quote(quoteRequest: SwapQuoteRequest, signal: AbortSignal): Promise<SwapQuote>
  /** The tokens that it can swap on this network, where it has a list of them. */
  tokens?(network: NetworkId, signal: AbortSignal): Promise<readonly SwapToken[]>
  /**
   * What takes an allowance back that was given for this route. Throws a ModalError where the
   * contract, which storage names, has no allowances.
   */
  revoke?(
    network: NetworkId,
    approval: Pick<SwapApproval, 'token' | 'spender'>,
    signal: AbortSignal,
  ): Promise<Draft>
}
export interface SwapQuoteRequest {
  readonly account: Account
  readonly network: NetworkId
  readonly from: AssetId | 'native'
  readonly to: AssetId | 'native'
  /** Base units of `from`. */
  readonly amount: bigint
  /**
   * The decimals of both tokens as the person is shown them. A route that can read the tokens'
   * contracts refuses when these differ: token lists are untrusted input (threat S21).
   */
  readonly decimals?: { readonly from: number; readonly to: number }
  /** Hundredths of a percent: 100 is 1 %. */
  readonly slippageBasisPoints: number
  /** Whether a permit may be signed in the place of an approval. */
  readonly permits?: boolean
  /** What the person signed for the `permit` step of an earlier answer. */
  readonly permit?: SignedPermit
  /**
   * What the person was shown already, in base units of `to`: less than this is not signed, unless
   * the exchange gives less altogether (threat S23).
   */
  readonly minimumReceived?: bigint
  /** Approves without a limit, which only the person may want. */
  readonly unlimited?: boolean
}
export interface SwapQuote {
  /** Base units of `to`. */
  readonly toAmount: bigint
  /** What the chain enforces. Base units of `to`. */
  readonly minimumReceived: bigint
  /** In their order. After each but the last the quote is taken again. */
  readonly steps: readonly [SwapStep, ...SwapStep[]]
  /** What all steps cost. Absent: the route does not know. */
  readonly cost?: Fee
  /** What the provider keeps of what is sold, in base units of `from`; the output is without it. */
  readonly providerFee?: bigint
  /**
   * What is lost because so much is sold at once, against what a small part of it brings: percent
   * with 12 decimals, 3.95 % is `3_950_000_000_000n`. Where the route has it from the chain itself,
   * or from a service that admits to 10 % and more; absent: it cannot tell.
   */
  readonly impact?: bigint | undefined
  /** How many independent sources know this price, the route itself included. Absent: one. */
  readonly priceSources?: number
  /**
   * Whether the network has tried it, with everything before it, and what arrived was what is said
   * here.
   */
  readonly simulated?: boolean
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}
export type SwapStep =
  /** `reset`: takes an allowance back first, where a token demands that. */
  | {
      readonly kind: 'approve' | 'reset'
      readonly draft: Draft
      readonly approval: SwapApproval
      readonly gas?: bigint
    }
  | PermitStep
  /**
   * `gas`: the work that it takes at most, as far as the route knows. The wallet reckons its own.
   * `deadline`: after that the chain does not carry it out; milliseconds since the epoch, where the
   * route knows it.
   */
  | {
      readonly kind: 'swap'
      readonly draft: Draft
      readonly gas?: bigint
      readonly deadline?: number
    }
/** Who may take how much. */
export interface SwapApproval {
  readonly token: AssetId
  readonly spender: string
  /** Base units; 0n takes it back; 'unlimited'. */
  readonly amount: bigint | 'unlimited'
}
/** An approval by signature: costs nothing, and is good for this once. */
export interface PermitStep {
  readonly kind: 'permit'
  /** What `messages.signTyped` takes. */
  readonly typed: unknown
  readonly approval: SwapApproval
  /** Milliseconds since the epoch. */
  readonly deadline: number
}
export interface SignedPermit {
  readonly step: PermitStep
  readonly signature: string
}
export const swapQuotesCapability = /* @__PURE__ */ defineCapability<SwapQuotes>('swap-quotes@1', {
  many: true,
})
