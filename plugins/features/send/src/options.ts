import type { Token } from '@portico/kernel/chain'

export interface SendOptions {
  /**
   * Tokens to ask about on chains that cannot list an account's tokens by themselves, beside those
   * that other plugins know.
   */
  readonly tokens?: readonly Token[]
}
