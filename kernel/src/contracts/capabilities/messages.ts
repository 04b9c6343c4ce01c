import { defineCapability } from '../../refs.js'
import type { Account } from '../account.js'
import type { Connection } from '../connector.js'

/** Offered by every chain. Asked by siwx, names and hosts. */
export interface Messages {
  /** Asks the wallet to sign text (shown to the person as it is). Throws what the wallet threw. */
  sign(via: Connection, from: Account, text: string, signal: AbortSignal): Promise<SignedMessage>
  /** Structured data where the chain has a standard for it (eip155: EIP-712). */
  signTyped?(via: Connection, from: Account, data: unknown, signal: AbortSignal): Promise<SignedMessage>
  /** Whether the signature is that account's over that text. Needs no wallet. */
  verify(from: Account, text: string, signed: SignedMessage, signal: AbortSignal): Promise<boolean>
}
export interface SignedMessage {
  /** In the chain's customary encoding: hex (eip155, polkadot), base58 (solana), base64 (bip122). */
  readonly signature: string
  /** How it was made: `eip191`, `eip712`, `ed25519`, `sr25519`, `bip322`, `ecdsa`, … */
  readonly scheme: string
  /** The bytes that were really signed, where they are not the text's UTF-8 (wrapped bytes, a wallet's own wording). */
  readonly signedBytes?: Uint8Array
  /** Where verifying needs it. Hex. */
  readonly publicKey?: string
}
export const messages = /* @__PURE__ */ defineCapability<Messages>('messages@1')
