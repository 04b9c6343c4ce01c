import type { Token } from '@portico/kernel/chain'

export interface SwapOptions {
  /** Tokens to choose from, beside the tokens of routes and of the account. */
  readonly tokens?: readonly Token[]
  /**
   * Names of time zones in which Swap is not offered, in the place of those of Mainland China, Hong
   * Kong and Macau. None: `[]`. It hides the button of the account alone: what a
   * host opens itself stays open.
   */
  readonly restrictedTimeZones?: readonly string[]
}
