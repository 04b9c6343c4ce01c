/** Where a sign-in stands, and who is signed in. */
import type { Account, ConnectionId, NetworkId } from '@portico/kernel/contracts'

/** Who signs in, and where: a session holds for this account, in this wallet, on this network. */
export interface SignInTarget {
  readonly connection: ConnectionId
  readonly account: Account
  readonly network: NetworkId
}

/** What is known of a session wherever it is kept. Times are milliseconds since the epoch, by the clock of whoever verified it. */
export interface KnownSession {
  readonly connection: ConnectionId
  readonly address: string
  readonly network: NetworkId
  readonly issuedAt: number
  readonly expiresAt?: number
  /** SHA-256 of message and signature, in hex: names the session without giving it away. Absent where this browser never had them. */
  readonly digest?: string
  /** Only with `storage: 'local-full'`. */
  readonly message?: string
  readonly signature?: string
}

/** What a person should know before they sign. */
export type SignInWarning =
  /** The text names another site than the page's. */
  | { readonly kind: 'domain'; readonly said: string }
  | { readonly kind: 'address'; readonly said: string }
  | { readonly kind: 'network'; readonly said: string }
  /** The text is no sign-in message. */
  | { readonly kind: 'unreadable' }
  /** The page's name is written with letters that may be mistaken for others. */
  | { readonly kind: 'lookalike'; readonly said: string }
  /** This device's clock is wrong by so many minutes. */
  | { readonly kind: 'clock'; readonly minutes: number }

/** One flow at a time. Every state but `idle` has a deadline (milliseconds since the epoch) or waits for a person, and can be left by `cancel`. */
export type SignInPhase =
  | { readonly name: 'idle' }
  /** Is there a session already? */
  | { readonly name: 'checking'; readonly target: SignInTarget; readonly deadline: number }
  /** A nonce and a text are made. */
  | { readonly name: 'preparing'; readonly target: SignInTarget; readonly deadline: number }
  /** The person reads what they are to sign. */
  | { readonly name: 'reading'; readonly target: SignInTarget; readonly request: SignInRequest }
  /** The wallet asks. */
  | { readonly name: 'signing'; readonly target: SignInTarget; readonly request: SignInRequest; readonly since: number }
  /** The signature is verified and kept. */
  | { readonly name: 'keeping'; readonly target: SignInTarget; readonly request: SignInRequest; readonly deadline: number }

/** What is to be signed. */
export interface SignInRequest {
  /** Exactly what will be signed. */
  readonly text: string
  /** The site that asks, as people should read it: in ASCII. */
  readonly domain: string
  readonly statement?: string
  /** What it names besides. */
  readonly resources: readonly string[]
  /** What it allows besides (EIP-5573): an action, and upon what. */
  readonly allows: readonly string[]
  readonly warnings: readonly SignInWarning[]
}

export interface SiwxState {
  readonly phase: SignInPhase
  readonly sessions: readonly KnownSession[]
  /** Sign-in is required and the account that the person works with has none: the modal opens there. */
  readonly due: boolean
  /** Sign-in is required, under way, and there is no session: its views cannot be left but by its own ways. */
  readonly held: boolean
}
export const initial = (): SiwxState => ({ phase: { name: 'idle' }, sessions: [], due: false, held: false })
