/** The service's face, and what it gives. */
import type { ConnectionId, NetworkId, SignInFields } from '@portico/kernel/contracts'
import type { KnownSession } from './siwx-state.js'

/** A signed sign-in message. */
export interface SiwxSession {
  readonly data: SignInFields & { readonly connection: ConnectionId }
  /** What was signed, to the letter. */
  readonly message: string
  /** In the chain's customary encoding; see `SignedMessage` of the kernel's contracts. */
  readonly signature: string
  /** `eip191`, `ed25519`, `bip322`, … */
  readonly scheme: string
  /** What was really signed, where that is not the message's UTF-8. */
  readonly signedBytes?: Uint8Array
  /** Hex, where verifying needs it. */
  readonly publicKey?: string
  /** The same as one object (CAIP-74), where a wallet gave it. */
  readonly cacao?: unknown
}

/** Which sessions: all that agree with every field given; without any, all. */
export interface SessionFilter {
  readonly connection?: ConnectionId
  readonly address?: string
  readonly network?: NetworkId
}

export interface Siwx {
  /**
   * Signs the active account in: shows the message in the modal, and answers who signed in; at once where there is a session.
   * A second call joins the first. Throws a SignInError, `CANCELLED` when the person cancels or goes elsewhere.
   */
  signIn(): Promise<KnownSession>
  /** Prepares the message, when none is. What the view does when it appears; an interface of the host's own calls it, shows `phase.request` and then calls `sign`. */
  begin(): Promise<void>
  /** Has the message that stands in the slice signed. What goes wrong is said in a toast, and the message stands there again. */
  sign(): Promise<void>
  /** Gives up waiting for the wallet; the message stands there again. A late answer changes nothing. */
  stopWaiting(): Promise<void>
  /** Says no to signing in: disconnects the wallet where sign-in is required, else closes the modal. */
  cancel(): Promise<void>
  /** Ends sessions, here, in the other tabs and wherever they are kept. Throws when a server could not be told; here they are over in any case. */
  signOut(which?: SessionFilter): Promise<void>
  /** Who is signed in now; with message and signature where they are known here. */
  sessions(which?: SessionFilter): Promise<readonly (KnownSession & { readonly session?: SiwxSession })[]>
}
