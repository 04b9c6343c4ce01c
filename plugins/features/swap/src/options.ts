import type { Token } from '@portico/kernel/contracts'

export interface SwapOptions {
  /** Tokens to choose from, beside those that routes list and those that the account has. */
  readonly tokens?: readonly Token[]
}
