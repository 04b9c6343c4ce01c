import type { Policy, PolicyTable } from '@portico/mock-wallets'
import type { ChainId } from './keyrings/keyring.js'
import type { Namespaces } from './namespaces.js'

/** The page of a session, by its own metadata. */
export interface PocketPeer {
  readonly name: string
  readonly url: string
}

/** Something that waits for the owner. */
export interface PocketQuestion {
  readonly id: number
  /** `session_proposal`, `session_authenticate`, or the requested method. */
  readonly method: string
  readonly from: PocketPeer
  /** The chains that it is about. */
  readonly chains: readonly string[]
  readonly params: unknown
}

export interface PocketSession {
  readonly topic: string
  readonly peer: PocketPeer
  readonly namespaces: Namespaces
  /** Seconds since 1970. */
  readonly expiry: number
}

/** A request as it came. */
export interface PocketCall {
  readonly topic: string
  readonly chain: string
  readonly method: string
  readonly params: unknown
}

/**
 * What the other side did: `session_delete`, `pairing_delete`, `proposal_expire`,
 * `session_request_expire`.
 */
export interface PocketNews {
  readonly name: string
  readonly topic?: string
}

/** A wallet that pairs by WalletConnect: its remote control, what a person does in its window. */
export interface Pocket {
  readonly name: string
  /**
   * Opens the pairing of a `wc:` link; the proposal comes by itself. Rejects for a link that is
   * over or was used.
   * @throws PocketError for a link that is none
   */
  pair(uri: string): Promise<void>

  /**
   * What its owner does. Set one policy for all, a table, or one entry of the table. The answer of
   * a proposal is what is granted.
   */
  get policy(): PolicyTable
  set policy(next: Policy | Readonly<Record<string, Policy>>)
  /** Requests that wait for a decision because of the policy `ask`, oldest first. */
  readonly pending: readonly PocketQuestion[]
  /** Resolves with the next pending request. */
  waitForRequest(method?: string): Promise<PocketQuestion>
  /** Approves a pending request, the oldest if none is named. */
  approve(id?: number): void
  reject(id?: number): void

  readonly sessions: readonly PocketSession[]
  /** Every request that pages sent. */
  readonly calls: readonly PocketCall[]
  /** Events from the page's side. */
  readonly news: readonly PocketNews[]
  /** Errors while answering, which would be lost otherwise. */
  readonly troubles: readonly unknown[]

  /** The chains that it offers to pages: all that it knows, until `offer` says otherwise. */
  readonly offered: readonly ChainId[]
  /** Offers these chains to the next page. @throws PocketError for a chain that it does not know */
  offer(chains: readonly ChainId[]): void
  /** The addresses of all its accounts on a chain. */
  addresses(chain: ChainId): readonly string[]
  /**
   * The accounts that it shows of a namespace, by their place among its keys, the active one first.
   * The first alone at the start.
   */
  shown(namespace: string): readonly number[]
  /**
   * Shows these accounts, the active one first, and updates every session.
   * @throws PocketError when there is no such account
   */
  show(namespace: string, ...accounts: readonly number[]): Promise<void>
  /** The chain that it is on in a namespace. */
  active(namespace: string): ChainId | undefined
  /**
   * Switches, grants the chain where it was not granted yet, and updates every session.
   * @throws PocketError for a chain that it does not know
   */
  switchChain(chain: ChainId): Promise<void>
  /** Changes what a session grants. */
  update(topic: string, change: (namespaces: Namespaces) => Namespaces): Promise<void>
  /** Sends an event of a chain to every session that has it; it has to be one that was granted. */
  emit(name: string, data: unknown, chain: ChainId): Promise<void>
  /** Lets a session live for seven days from now on. */
  extend(topic: string): Promise<void>
  /** Resolves when the other side answered. */
  ping(topic: string): Promise<void>
  /** Ends a session, or all. */
  disconnect(topic?: string): Promise<void>

  /**
   * Goes to the background, as an app of a phone does: its connection closes, and messages wait
   * at the relay.
   */
  sleep(): Promise<void>
  /** Reconnects, and receives what was sent in between. */
  wake(): Promise<void>

  /** Calls the listener after every change. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Ends its connection and its timers. Sessions stay. Calling it twice is harmless. */
  stop(): Promise<void>
}
