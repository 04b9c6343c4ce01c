/** The state of a sign-in, and the sessions. */
import type { Account, ConnectionId } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'

/**
 * The account that signs in. A session is valid for this account, in this wallet, on this network.
 */
export interface SignInTarget {
  readonly connection: ConnectionId
  readonly account: Account
  readonly network: NetworkId
}

/**
 * What is known of a session wherever it is stored. Times are milliseconds since the epoch, by the
 * clock of its verifier.
 */
export interface KnownSession {
  readonly connection: ConnectionId
  readonly address: string
  readonly network: NetworkId
  readonly issuedAt: number
  readonly expiresAt?: number
  /**
   * SHA-256 of message and signature, in hex: identifies the session without revealing it.
   * Absent where this browser never had them.
   */
  readonly digest?: string
  /** Only with `storage: 'local-full'`. */
  readonly message?: string
  readonly signature?: string
}

/** A warning to show before the person signs. */
export type SignInWarning =
  /** The text names another site than the page's. */
  | { readonly kind: 'domain'; readonly said: string }
  | { readonly kind: 'address'; readonly said: string }
  | { readonly kind: 'network'; readonly said: string }
  /** The text is no sign-in message. */
  | { readonly kind: 'unreadable' }
  /** The page's name has letters that look like others. */
  | { readonly kind: 'lookalike'; readonly said: string }
  /** This device's clock is wrong by this many minutes. */
  | { readonly kind: 'clock'; readonly minutes: number }

/**
 * The phase of the sign-in, of which there is one at a time.
 * Every phase but `idle` has a deadline (milliseconds since the epoch) or waits for a person, and
 * can be left by `cancel`.
 */
export type SignInPhase =
  | { readonly name: 'idle' }
  /** A session is being looked up. */
  | { readonly name: 'checking'; readonly target: SignInTarget; readonly deadline: number }
  /** The nonce and the text are being created. */
  | { readonly name: 'preparing'; readonly target: SignInTarget; readonly deadline: number }
  /** The person reads the message. */
  | { readonly name: 'reading'; readonly target: SignInTarget; readonly request: SignInRequest }
  /** The wallet shows its prompt. */
  | {
      readonly name: 'signing'
      readonly target: SignInTarget
      readonly request: SignInRequest
      readonly since: number
    }
  /** The signature is being verified and stored. */
  | {
      readonly name: 'keeping'
      readonly target: SignInTarget
      readonly request: SignInRequest
      readonly deadline: number
    }

/** The message to sign. */
export interface SignInRequest {
  /** Exactly what will be signed. */
  readonly text: string
  /** The requesting site, in ASCII, as people should read it. */
  readonly domain: string
  readonly statement?: string
  /** The resources that the text names. */
  readonly resources: readonly string[]
  /** What the text grants besides (EIP-5573): an action, and its resource. */
  readonly allows: readonly string[]
  readonly warnings: readonly SignInWarning[]
}

export interface SiwxState {
  readonly phase: SignInPhase
  readonly sessions: readonly KnownSession[]
  /** Sign-in is required and the active account has no session: the modal opens at the message. */
  readonly due: boolean
  /**
   * Sign-in is required and running, and there is no session. Its views can be left only by their
   * own buttons.
   */
  readonly held: boolean
}
export const initial = (): SiwxState => ({
  phase: { name: 'idle' },
  sessions: [],
  due: false,
  held: false,
})
