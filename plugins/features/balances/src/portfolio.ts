/** The faces of the portfolio: its service, its state. */
import type { AssetId, Holding, Token } from '@portico/kernel/contracts'

export interface Portfolio {
  /**
   * Asks what the active account has, unless that was asked just now. Never rejects for what the network does: the slice says it. Only the newest call counts; its
   * signal gives it up.
   */
  refresh(signal?: AbortSignal): Promise<void>
  /** What the chain of the active network knows of the token behind an address. Throws what it throws, an AddressError for what is no address. */
  findToken(address: string, signal?: AbortSignal): Promise<Token>
  /** From now on this token is asked about and shown, whatever it is worth. */
  addToken(token: Token): Promise<void>
  removeToken(asset: AssetId): Promise<void>
  /** Small amounts and what looks like spam are in the list, or not. */
  showHidden(shown: boolean): Promise<void>
}

/** Written by the balances plugin. */
export interface PortfolioState {
  /** `network:address` that the rest is about. */
  readonly subject?: string
  /** `none`: nobody answers for this chain. */
  readonly phase: 'asking' | 'known' | 'unavailable' | 'none'
  readonly known?: KnownPortfolio
  /** Asked again from then on, while it is unavailable. Milliseconds since the epoch. */
  readonly retryAt?: number
  readonly showsHidden: boolean
}
export interface KnownPortfolio {
  /** The native coin first, then by what they are worth. */
  readonly holdings: readonly Holding[]
  /** When it was found out. Milliseconds since the epoch. */
  readonly at: number
  readonly currency: string
  /** Who answered: `backend`, `host`, `chain …`. */
  readonly source: string
  /** The chain answered because the backend did not. */
  readonly instead: boolean
  /** Of these the host, a list or the person said that they are real. */
  readonly vouched: readonly (AssetId | 'native')[]
  /** Worth less than that is small: decimal text. */
  readonly smallBelow: string
}
/** What outlives the page. */
export interface Saved {
  /** By subject. */
  readonly portfolios: Readonly<Record<string, KnownPortfolio>>
  /** Tokens that the person added. */
  readonly added: readonly Token[]
}
