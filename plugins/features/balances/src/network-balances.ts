/** What the connected accounts have on their networks: the types of the service and its state. */
import type { Account } from '@portico/kernel/account'
import type { Holding } from '@portico/kernel/backend'
import type { NetworkId } from '@portico/kernel/chain'

export interface NetworkBalances {
  /**
   * Requests the balances on the listed networks, except on the active one, which the portfolio
   * has. Each network is requested at most once in 30 s. Never rejects for a network failure.
   */
  refresh(signal?: AbortSignal): Promise<void>
  /** Requests one network again, by the id of its row. */
  retry(id: string): Promise<void>
  /** Lists every network of the connected chains, and requests those that were not listed. */
  showAll(): Promise<void>
}

export interface NetworkBalancesState {
  /** By the id of the row. */
  readonly answers: Readonly<Record<string, NetworkAnswer>>
  /** The most networks to list before the person asks for all. */
  readonly most: number
  readonly showsAll: boolean
}
export interface NetworkAnswer {
  /** `none`: no source can answer for this network. */
  readonly phase: 'loading' | 'known' | 'unavailable' | 'none'
  readonly summary?: NetworkSummary
  /** When the next request is allowed. Milliseconds since the epoch. */
  readonly retryAt?: number
}
/** What an account has on one network, in short. */
export interface NetworkSummary {
  readonly native?: Holding
  /** The value of everything, as exact decimal text. Absent: no price is known. */
  readonly total?: string
  /** The price of the native coin or of a confirmed token is not known, so `total` is too low. */
  readonly isUnpriced?: true
  readonly currency: string
  /** True if there is nothing. */
  readonly isEmpty: boolean
  /** The time of the answer. Milliseconds since the epoch. */
  readonly at: number
}

/** An account on one network. */
export interface NetworkPlace {
  /** `network:address`. */
  readonly id: string
  readonly network: NetworkId
  readonly account: Account
}
export interface NetworkRow extends NetworkPlace, NetworkAnswer {
  /** True for the network that the Account view shows. */
  readonly isActive: boolean
}

export interface WalletTotal {
  /**
   * The value on all listed networks in the chosen currency, as exact decimal text. Undefined: no
   * price is known, or the active network has not answered in this currency.
   */
  readonly total: string | undefined
  /** True if a network without an earlier answer has not answered yet. */
  readonly isPartial: boolean
  /** The first network that does not answer and has no earlier answer, so it is not counted. */
  readonly missing: NetworkId | undefined
  /** How many networks are not counted because they do not answer. */
  readonly missingCount: number
  /** True if the earlier answer of a network that does not answer is counted. */
  readonly isOutdated: boolean
  /** True if something without a known price is not counted. */
  readonly isUnpriced: boolean
  /** True if every network has answered, and there is nothing anywhere. */
  readonly isEmpty: boolean
}
