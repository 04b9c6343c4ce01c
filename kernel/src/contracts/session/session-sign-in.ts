/**
 * Signing in with the same approval as a remote session (one click, CAIP-222): what the sign-in
 * plugin gives a pairing, and what it gets back.
 */
import { defineSlot, type SlotItem, type SlotRef } from '../../refs.js'
import type { SignedIn, SignInFields } from '../capabilities/messages.js'
import type { AccountId, NetworkId } from '../chain/caip.js'

export interface SessionSignIn extends SlotItem {
  /**
   * What a wallet gets to sign for these networks of one namespace, the one that the person is
   * on first. Called once per link, because a nonce is good for one. Undefined: no sign-in, the
   * link requests a session alone, also when this throws; the error is reported.
   */
  request(
    networks: readonly [NetworkId, ...NetworkId[]],
    signal: AbortSignal,
  ): Promise<SessionSignInRequest | undefined>
  /**
   * What the wallet signed along with its approval: nothing of it is checked yet, neither who, nor
   * what, nor the signature. Awaited before the connection is announced, so that `afterConnect`
   * finds a session that was kept here. When it throws, which is reported, the connection goes on
   * without a sign-in.
   */
  receive(signed: SessionSignedIn, signal: AbortSignal): Promise<void>
}
/**
 * The rest of the text is the wallet's: its address, its network, and the time of the
 * request.
 */
export type SessionSignInRequest = Pick<
  SignInFields,
  'domain' | 'uri' | 'nonce' | 'statement' | 'expirationTime' | 'notBefore' | 'resources'
>

export interface SessionSignedIn extends SignedIn {
  /** Who signed, as the wallet says. Its network is the one that the text names. */
  readonly account: AccountId
  /** The whole object as it came (CAIP-74), for a server that wants it. */
  readonly cacao: Cacao
}
/** CAIP-74: header, payload, signature. */
export interface Cacao {
  readonly h: { readonly t: string }
  readonly p: Readonly<Record<string, unknown>>
  readonly s: { readonly t: string; readonly s: string; readonly m?: string }
}

/**
 * *First answer.* Read when the person pairs with a remote wallet, and only where every chain that
 * is requested can be signed in to like this.
 */
export const sessionSignInsSlot: SlotRef<SessionSignIn> =
  /* @__PURE__ */ defineSlot<SessionSignIn>('sessionSignIns')
