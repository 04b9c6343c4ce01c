import type { Token } from '@portico/kernel/contracts'

export interface SendOptions {
  /** Tokens to ask about on chains that cannot list an account's tokens by themselves, beside those that other plugins know. */
  readonly tokens?: readonly Token[]
}
