import type { Token } from '@portico/kernel/chain'

export interface BalancesOptions {
  /** The currency of values until a person chooses: `usd`, `eur`, … Default `usd`. */
  readonly currency?: string
  /**
   * The currencies that a person may choose from in Settings.
   * Default: usd, eur, gbp, aud, cad, inr, jpy where a backend is set; without one there are no
   * prices, and nothing to choose.
   */
  readonly currencies?: readonly string[]
  /** Tokens that the chain is queried about, and that count as known. */
  readonly tokens?: readonly Token[]
  /**
   * Token lists in the public schema (tokenlists.org), or their addresses.
   * Their `chainId` is the reference of a network.
   */
  readonly tokenLists?: readonly (TokenList | string)[]
  /**
   * Tokens worth less than this are hidden until the person shows them: decimal text in that
   * currency. Default `0.01`; `0` hides none.
   */
  readonly smallBelow?: string
}

/** The part of a token list that is read here. */
export interface TokenList {
  readonly name: string
  readonly tokens: readonly ListedToken[]
}
export interface ListedToken {
  readonly chainId: number
  readonly address: string
  readonly decimals: number
  readonly name: string
  readonly symbol: string
  readonly logoURI?: string
}
