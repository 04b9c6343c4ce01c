/** The public interface of the portfolio: service and state. */
import type { Holding, PricePeriod, PricePoint } from '@portico/kernel/backend'
import type { AssetId, NetworkId, Token } from '@portico/kernel/chain'
import type { NetworkSummary } from './network-balances.js'

export interface Portfolio {
  /**
   * Requests the balances of the active account, unless they were requested just now.
   * A network failure does not reject; the slice has the phase. Only the newest call counts; its
   * signal cancels it.
   */
  refresh(signal?: AbortSignal): Promise<void>
  /**
   * Finds the token at an address on the active network's chain.
   * Throws what the chain throws, and an AddressError for an invalid address.
   */
  findToken(address: string, signal?: AbortSignal): Promise<Token>
  /** Adds a token, which is queried and shown from now on, even when its value is small. */
  addToken(token: Token): Promise<void>
  removeToken(asset: AssetId): Promise<void>
  /**
   * Returns the past prices of a token in the chosen currency, oldest first; none where no source
   * has them. Rejects when the source fails.
   */
  priceHistory(
    token: Pick<Token, 'network' | 'asset'>,
    period: PricePeriod,
    signal?: AbortSignal,
  ): Promise<readonly PricePoint[]>
  /** Shows or hides small amounts and what looks like spam. */
  showHidden(shown: boolean): Promise<void>
}

/** Written by the balances plugin. */
export interface PortfolioState {
  /** `network:address` of the account that the state belongs to. */
  readonly subject?: string
  /** `none`: no source can answer for this chain. */
  readonly phase: 'loading' | 'known' | 'unavailable' | 'none'
  readonly known?: KnownPortfolio
  /**
   * When the next request is allowed, while the state is unavailable. Milliseconds since the epoch.
   */
  readonly retryAt?: number
  readonly showsHidden: boolean
}
export interface KnownPortfolio {
  /** The native coin first, then by value. */
  readonly holdings: readonly Holding[]
  /** The time of the answer. Milliseconds since the epoch. */
  readonly at: number
  readonly currency: string
  /** The source of the answer: `backend`, `host`, `chain …`. */
  readonly source: string
  /** True when the chain answered because the backend failed. */
  readonly instead: boolean
  /** Tokens that the host, a token list or the person has confirmed as genuine. */
  readonly vouched: readonly (AssetId | 'native')[]
  /**
   * Tokens that have the name or the symbol of a known token, but another address. Absent: stored
   * by an earlier version.
   */
  readonly imitations?: readonly AssetId[]
  /** Tokens worth less than this are small: decimal text. */
  readonly smallBelow: string
}
/** What is stored between page loads. */
export interface Saved {
  /** By subject. */
  readonly portfolios: Readonly<Record<string, KnownPortfolio>>
  /** Tokens that the person added. */
  readonly added: readonly Token[]
  /** The networks that an account was shown on, the latest first. */
  readonly used: readonly NetworkId[]
  /** The last answers of the networks beside the active one, by `network:address`. */
  readonly networks: Readonly<Record<string, NetworkSummary>>
}
