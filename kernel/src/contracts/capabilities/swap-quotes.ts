import { defineCapability } from '../../refs.js'
import type { Account } from '../account.js'
import type { AssetId, NetworkId } from '../caip.js'
import type { Draft } from '../draft.js'

/** A route from this to that. Many routes compete on one network. Offered by swap's routes, asked by swap. */
export interface SwapQuotes {
  readonly dialect: string
  quote(ask: SwapAsk, signal: AbortSignal): Promise<SwapQuote>
}
export interface SwapAsk {
  readonly account: Account
  readonly network: NetworkId
  readonly from: AssetId | 'native'
  readonly to: AssetId | 'native'
  /** Base units of `from`. */
  readonly amount: bigint
  /** Hundredths of a percent: 100 is 1 %. */
  readonly slippageBasisPoints: number
}
export interface SwapQuote {
  /** Base units of `to`. */
  readonly toAmount: bigint
  /** What the chain enforces. Base units of `to`. */
  readonly minimumReceived: bigint
  readonly steps: readonly [SwapStep, ...SwapStep[]]
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}
export interface SwapStep {
  readonly kind: 'approve' | 'swap'
  readonly draft: Draft
}
export const swapQuotes = /* @__PURE__ */ defineCapability<SwapQuotes>('swap-quotes@1', { many: true })
