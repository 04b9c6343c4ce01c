import type { Account } from '@portico/kernel/account'
import type { SignInFields } from '@portico/kernel/capabilities'
import type { SiwxSession } from './siwx.js'
import type { KnownSession } from './siwx-state.js'

/** Keeps sessions, and gives the nonces of messages. */
export interface SiwxStorage {
  /**
   * Resolves with the nonce of the next message.
   * `now`: the verifier's clock, in milliseconds since the epoch, which dates the message.
   * `namespaces`: the chains (CAIP-2) whose signatures are verified there; default any.
   */
  nonce(signal: AbortSignal): Promise<{
    readonly nonce: string
    readonly now?: number
    readonly namespaces?: readonly string[]
  }>
  /**
   * Finds the current sessions of an account, and the verifier's clock as with a nonce. Called
   * before the wallet prompt. Without it, the browser's stored sessions count.
   */
  find?(account: Account, signal: AbortSignal): Promise<FoundSessions>
  /**
   * Adds a session, or rejects it by throwing. A session whose sign-in was cancelled in the
   * meantime is removed again. Resolves with the expiry, in milliseconds since the epoch, where the
   * storage decides that.
   */
  add(
    session: SiwxSession,
    signal: AbortSignal,
  ): Promise<{ readonly expiresAt?: number } | undefined>
  /** Removes these sessions; `all`: all of this browser, also those that the page does not know. */
  remove(sessions: readonly KnownSession[] | 'all', signal: AbortSignal): Promise<void>
}
export type FoundSession = Pick<KnownSession, 'address' | 'network' | 'issuedAt' | 'expiresAt'>

export interface FoundSessions {
  readonly sessions: readonly FoundSession[]
  readonly now?: number
}

export interface SiwxOptions {
  /** Disconnects a wallet without a session. Default true. */
  readonly required?: boolean
  /** A sentence in the message that says why. Letters, digits and punctuation of ASCII. */
  readonly statement?: string
  /** Further requests of the message: URIs. */
  readonly resources?: readonly string[]
  /** Milliseconds that a session lasts. Default 7 days. A server may decide otherwise. */
  readonly expiresInMs?: number
  /**
   * Where sessions are kept.
   * `local` (default): address, network, expiry and a digest in the browser's storage, message and
   * signature in memory. `local-full`: those too in storage, where every script of the page can
   * read them. Or a storage of your own.
   */
  readonly storage?: 'local' | 'local-full' | SiwxStorage
  /**
   * Where `createSignInHandler` answers, such as `/auth`, on the page's own site.
   * The server gives the nonces, verifies, and keeps the session in a cookie that scripts cannot
   * read.
   */
  readonly server?: string
  /**
   * What happens when the person changes to an account without a session. `ask` (default) shows the
   * message, `later` waits until the modal is opened, `sign-out` ends the sessions of the previous
   * account and then shows the message.
   */
  readonly onAccountChange?: 'ask' | 'later' | 'sign-out'
  /**
   * The same for another network; `keep`: a session of the same account on any network of its chain
   * is valid. Default `ask`.
   */
  readonly onNetworkChange?: 'ask' | 'later' | 'keep'
  /**
   * Writes the message instead of Portico.
   * The person gets a warning where it does not match the page, the account or the network.
   */
  readonly createMessage?: (fields: SignInFields) => string | Promise<string>
}
