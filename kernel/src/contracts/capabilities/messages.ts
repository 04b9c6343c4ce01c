import { defineCapability } from '../../refs.js'
import type { Account } from '../account/account.js'
import type { NetworkId } from '../chain/caip.js'
import type { Connection } from '../connector-kit/connector.js'

/** Offered by every chain. Used by siwx, names and hosts. */
export interface Messages {
  /**
   * Requests a signature of text, which the wallet shows unchanged. Rejects with `DECLINED` where
   * the person declined (use `runWalletRequest`), and rethrows the wallet's other errors.
   */
  sign(via: Connection, from: Account, text: string, signal: AbortSignal): Promise<SignedMessage>
  /** Structured data where the chain has a standard for it (eip155: EIP-712). */
  signTyped?(
    via: Connection,
    from: Account,
    data: unknown,
    signal: AbortSignal,
  ): Promise<SignedMessage>
  /**
   * Requests a sign-in whose text the wallet writes itself, in one approval (solana:signIn).
   * Undefined: this wallet has no such thing; the caller words the text of CAIP-122 and lets it be
   * signed. Throws as `sign`. The answer is checked like any other signature: the text
   * too.
   */
  signIn?(
    via: Connection,
    from: Account,
    fields: SignInFields,
    signal: AbortSignal,
  ): Promise<SignedIn | undefined>
  /** Whether the signature is that account's over that text. Needs no wallet. */
  verify(from: Account, text: string, signed: SignedMessage, signal: AbortSignal): Promise<boolean>
}
export interface SignedMessage {
  /**
   * In the chain's customary encoding: hex (eip155, polkadot), base58 (solana), base64 (bip122).
   */
  readonly signature: string
  /** How it was made: `eip191`, `eip712`, `ed25519`, `sr25519`, `bip322`, `ecdsa`, … */
  readonly scheme: string
  /**
   * The bytes that were really signed, where they are not the text's UTF-8 (wrapped bytes, a
   * wallet's own wording).
   */
  readonly signedBytes?: Uint8Array
  /** Where verifying needs it. Hex. */
  readonly publicKey?: string
}
/** The fields of a sign-in message, as CAIP-122 names them. Times are ISO 8601. */
export interface SignInFields {
  readonly domain: string
  readonly address: string
  readonly uri: string
  readonly version: '1'
  readonly chainId: NetworkId
  readonly nonce: string
  readonly issuedAt: string
  readonly statement?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}
export interface SignedIn extends SignedMessage {
  /** What the wallet says that it signed. */
  readonly text: string
}
export const messagesCapability = /* @__PURE__ */ defineCapability<Messages>('messages@1')
