import type { Token } from '@portico/kernel/contracts'

export interface BalancesOptions {
  /** What values are reckoned in until a person chooses: `usd`, `eur`, … Default `usd`. */
  readonly currency?: string
  /** Those that a person may choose from in Settings. Default: usd, eur, gbp, aud, cad, inr, jpy where a backend is asked; without one there are no prices, and nothing to choose. */
  readonly currencies?: readonly string[]
  /** Tokens that the chain is asked about, and that count as known. */
  readonly tokens?: readonly Token[]
  /** Token lists by the public schema (tokenlists.org), or where they are. Their `chainId` is the reference of a network. */
  readonly tokenLists?: readonly (TokenList | string)[]
  /** Tokens worth less than this are hidden until somebody wants to see them: decimal text in that currency. Default `0.01`; `0` hides none. */
  readonly smallBelow?: string
}

/** As far as it is read here. */
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
