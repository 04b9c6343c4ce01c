/** The service and the state of the account page. */
import type { Account } from '@portico/kernel/account'
import type { Balance } from '@portico/kernel/capabilities'

export interface AccountPage {
  /** Opens a tab of the account, by its id. */
  selectTab(id: string): Promise<void>
  /**
   * Requests the native balance and the name of the active account. Never rejects for a network
   * failure: the slice holds it. A newer call replaces an older one; `signal` aborts the call.
   */
  refresh(signal?: AbortSignal): Promise<void>
  /**
   * Requests the native balance of one connected account on the network of its wallet, for the
   * list of accounts. Never rejects for a network failure.
   */
  readBalance(account: Account, signal?: AbortSignal): Promise<void>
}

/** Written by the account plugin; what the views of this plugin and a host's own page show. */
export interface AccountPageState {
  /** The id of the tab that the person chose. Absent: the first one. */
  readonly currentTab?: string
  /** `network:address` that the rest is about. */
  readonly subject?: string
  readonly balance: BalancePhase
  readonly profile?: Profile
  /**
   * The address that was in use last, by `connection type`: going back to a kind of account goes
   * back to that one.
   */
  readonly used?: Readonly<Record<string, string>>
  /** What the accounts in the list have, by `network:address`; undefined: it is unavailable. */
  readonly listed?: Readonly<Record<string, Balance | undefined>>
}
export type BalancePhase =
  /** No service answers for this chain: there is nothing to show. */
  | { readonly name: 'none' }
  /** In flight, or about to be requested. */
  | { readonly name: 'loading'; readonly last?: KnownBalance }
  | { readonly name: 'known'; readonly last: KnownBalance }
  /** `retryAt`: requested again from then on. Milliseconds since the epoch. */
  | { readonly name: 'unavailable'; readonly last?: KnownBalance; readonly retryAt: number }
export interface KnownBalance {
  readonly balance: Balance
  /** When it was found out. Milliseconds since the epoch. */
  readonly at: number
}
/** The name of the account, which resolves to its address and back. */
export interface Profile {
  readonly name: string
  readonly imageUrl?: string
}

export const initialAccountPage = (): AccountPageState => ({ balance: { name: 'loading' } })
