import type { Account, SignInFields } from '@portico/kernel/contracts'
import type { SiwxSession } from './siwx.js'
import type { KnownSession } from './siwx-state.js'

/** Keeps sessions, and says what is fit to be signed. */
export interface SiwxStorage {
  /** What the next message carries. `now`: the verifier's clock, in milliseconds since the epoch; the message is dated by it. */
  nonce(signal: AbortSignal): Promise<{ readonly nonce: string; readonly now?: number }>
  /**
   * The sessions of an account that hold now, and the verifier's clock as with a nonce; looked up before anybody is asked to sign. Without it, what the browser
   * remembers is the truth.
   */
  find?(account: Account, signal: AbortSignal): Promise<FoundSessions>
  /** Takes a session, or refuses it by throwing; one that nobody waits for any more is removed again. Answers when it ends, in milliseconds since the epoch, where it decides that. */
  add(session: SiwxSession, signal: AbortSignal): Promise<{ readonly expiresAt?: number } | undefined>
  /** Ends these; `all`: everyone's in this browser, also those of which the page knows nothing. */
  remove(sessions: readonly KnownSession[] | 'all', signal: AbortSignal): Promise<void>
}
export type FoundSession = Pick<KnownSession, 'address' | 'network' | 'issuedAt' | 'expiresAt'>

export interface FoundSessions {
  readonly sessions: readonly FoundSession[]
  readonly now?: number
}

export interface SiwxOptions {
  /** Nobody stays connected without a session. Default true. */
  readonly required?: boolean
  /** A sentence in the message that says why. Letters, digits and punctuation of ASCII. */
  readonly statement?: string
  /** What the message asks for besides: URIs. */
  readonly resources?: readonly string[]
  /** Milliseconds that a session lasts. Default 7 days. A server may decide otherwise. */
  readonly expiresInMs?: number
  /**
   * Where sessions are kept. `local` (default): address, network, expiry and a digest in the browser's storage, message and signature in memory. `local-full`:
   * those too in storage, where every script of the page reads them. Or a storage of your own.
   */
  readonly storage?: 'local' | 'local-full' | SiwxStorage
  /** Where `createSignInHandler` answers, such as `/auth`, on the page's own site. It gives the nonces, verifies, and keeps the session in a cookie that no script reads. */
  readonly server?: string
  /**
   * The person works with another account than before, and it is not signed in. `ask` (default) shows the message, `later` waits until the modal is opened,
   * `sign-out` ends the sessions of the account before and then asks.
   */
  readonly onAccountChange?: 'ask' | 'later' | 'sign-out'
  /** Likewise for another network; `keep`: a session of the same account on any network of its chain holds. Default `ask`. */
  readonly onNetworkChange?: 'ask' | 'later' | 'keep'
  /** Words the message instead of us. What does not match the page, the account or the network is pointed out to the person. */
  readonly createMessage?: (fields: SignInFields) => string | Promise<string>
}
