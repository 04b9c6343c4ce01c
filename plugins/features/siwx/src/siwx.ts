/** The public interface of sign-in: the service and its results. */
import type { ConnectionId } from '@portico/kernel/account'
import type { SignInFields } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import type { KnownSession } from './siwx-state.js'

/** A signed sign-in message. */
export interface SiwxSession {
  readonly data: SignInFields & { readonly connection: ConnectionId }
  /** The signed text, unchanged. */
  readonly message: string
  /** In the chain's customary encoding; see `SignedMessage` of the kernel's contracts. */
  readonly signature: string
  /** `eip191`, `ed25519`, `bip322`, … */
  readonly scheme: string
  /** The bytes that were signed, where they are not the message's UTF-8. */
  readonly signedBytes?: Uint8Array
  /** Hex, where the verification needs it. */
  readonly publicKey?: string
  /** The same as one object (CAIP-74), where a wallet gave it. */
  readonly cacao?: unknown
}

/** Selects the sessions that match every given field; all without any field. */
export interface SessionFilter {
  readonly connection?: ConnectionId
  readonly address?: string
  readonly network?: NetworkId
}

export interface Siwx {
  /**
   * Signs the active account in: shows the message, and resolves with the session.
   * It resolves at once where there is a session. A second call joins the first. Throws a
   * SignInError, `CANCELLED` when the person cancels or leaves the view.
   */
  signIn(): Promise<KnownSession>
  /**
   * Prepares the message, if there is none.
   * The view calls it on mount. An interface of the host's own calls it, shows `phase.request` and
   * then calls `sign`.
   */
  begin(): Promise<void>
  /**
   * Has the message in the slice signed. A failure is shown in a toast, and the message is shown
   * again.
   */
  sign(): Promise<void>
  /** Stops waiting for the wallet, and shows the message again. A late answer changes nothing. */
  stopWaiting(): Promise<void>
  /**
   * Cancels the sign-in: disconnects the wallet where sign-in is required, else closes the modal.
   */
  cancel(): Promise<void>
  /**
   * Ends sessions here, in the other tabs and in their storage.
   * Throws when a server could not be notified; the sessions are over here in any case.
   */
  signOut(which?: SessionFilter): Promise<void>
  /** Returns the current sessions, with message and signature where they are known here. */
  sessions(
    which?: SessionFilter,
  ): Promise<readonly (KnownSession & { readonly session?: SiwxSession })[]>
}
