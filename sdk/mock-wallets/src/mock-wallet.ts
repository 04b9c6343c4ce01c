import type { PendingRequest } from './approvals.js'
import type { Policy, PolicyTable } from './policy.js'

/** A request as it came from the page. */
export interface WalletCall {
  readonly method: string
  readonly params: unknown
}

/**
 * The remote control of a mock wallet: what a person does in the wallet's own window. The same for
 * every namespace.
 */
export interface MockWallet {
  readonly name: string
  readonly namespace: string

  /**
   * What the wallet's owner does, by method. Set one policy for all, a table, or one entry of the
   * table.
   */
  get policy(): PolicyTable
  set policy(next: Policy | Readonly<Record<string, Policy>>)
  /** The requests that wait because their policy is `ask`, oldest first. */
  readonly pending: readonly PendingRequest[]
  /** Resolves with the oldest waiting request (of this method), now or when it comes. */
  waitForRequest(method?: string): Promise<PendingRequest>
  /**
   * Approves a waiting request, the oldest if not said.
   *
   * @throws MockWalletError when there is none
   */
  approve(id?: number): void
  /**
   * Declines a waiting request, the oldest if not said.
   *
   * @throws MockWalletError when there is none
   */
  reject(id?: number): void
  /**
   * Every request that reached the wallet, also those it did not answer. Set `length` to 0 to
   * forget them.
   */
  readonly calls: WalletCall[]

  readonly isConnected: boolean
  readonly isLocked: boolean
  /** The addresses that a connected page sees, the active account first. */
  readonly addresses: readonly string[]
  lock(): void
  unlock(): void
  /**
   * Makes another account the active one.
   *
   * @throws MockWalletError when there is no such account
   */
  switchAccount(index: number): void
  /** Replaces all accounts. */
  setAccounts(privateKeys: readonly `0x${string}`[]): void
  /** Takes the page's permission away, as a person does in the wallet's list of connected sites. */
  disconnect(): void
  /**
   * Goes away for good, as an extension that is removed: says so once, then announces and answers
   * nothing.
   */
  vanish(): void
  /** Sends any event with any payload, true or not. */
  emit(event: string, ...payload: readonly unknown[]): void
  /** Sends one event many times, with what is true at present as its payload. */
  burst(event: string, times: number): void
  /** Is called after a change of what this interface shows. Answers the way to stop it. */
  subscribe(listener: () => void): () => void
}
