import type { Token } from '@portico/kernel/contracts'

export interface BalancesOptions {
  /** What values are reckoned in: `usd`, `eur`, … Default `usd`. */
  readonly currency?: string
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
