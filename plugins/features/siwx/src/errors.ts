import { type Message, ModalError, message } from '@portico/kernel/contracts'

export type SignInErrorCode =
  /** The plugin is not included. */
  | 'NOT_ENABLED'
  /** Nobody is connected. */
  | 'NO_ADDRESS'
  /** No network, or its chain signs no messages. */
  | 'NO_NETWORK'
  /** The wallet of the account is not connected. */
  | 'NO_CONNECTION'
  /** No nonce, no text, or nobody could say whether there is a session. */
  | 'NOT_STARTED'
  /** The person declined in the wallet. */
  | 'SIGNATURE_DECLINED'
  /** A smart account could not sign. */
  | 'SMART_ACCOUNT'
  /** What the wallet signed is not this account's signature of this text. */
  | 'SIGNATURE_INVALID'
  /** The wallet moved to another account or network while it was asked. */
  | 'TARGET_CHANGED'
  /** The server does not accept it. */
  | 'SERVER_REFUSED'
  /** The server was not reached, or its answer makes no sense. */
  | 'SERVER_FAILED'
  /** Over here, but wherever sessions are kept could not be told. */
  | 'NOT_SIGNED_OUT'
  /** The person cancelled, or went elsewhere. */
  | 'CANCELLED'

/** What came in the way, for code that is loaded later and shares no file with this one. */
export type Refusal = typeof refusal
export const refusal = (code: SignInErrorCode, cause?: unknown): SignInError => new SignInError(code, cause === undefined ? {} : { cause })

/** Thrown, shown and reported by sign-in. */
export class SignInError extends ModalError<SignInErrorCode> {
  constructor(code: SignInErrorCode, options: { readonly cause?: unknown } = {}) {
    super(code, { userMessage: sentences()[code], ...('cause' in options && { cause: options.cause }) })
  }
}
/** Those of the specification's catalogue are as it writes them. */
const sentences = (): Readonly<Record<SignInErrorCode, Message>> => ({
  NOT_ENABLED: message('siwx.error.NOT_ENABLED', 'SIWX is not enabled'),
  NO_ADDRESS: message('siwx.error.NO_ADDRESS', 'No ActiveCaipAddress found'),
  NO_NETWORK: message('siwx.error.NO_NETWORK', 'No ActiveCaipNetwork or client found'),
  NO_CONNECTION: message('siwx.error.NO_CONNECTION', 'No ConnectionController client found'),
  NOT_STARTED: message('siwx.error.NOT_STARTED', 'A problem occurred while trying initialize authentication'),
  SIGNATURE_DECLINED: message('siwx.error.SIGNATURE_DECLINED', 'Signature declined'),
  SMART_ACCOUNT: message('siwx.error.SMART_ACCOUNT', 'This application might not support Smart Accounts'),
  SIGNATURE_INVALID: message('siwx.error.SIGNATURE_INVALID', 'The wallet signed something else. You are not signed in.'),
  TARGET_CHANGED: message('siwx.error.TARGET_CHANGED', 'The wallet changed its account or network. Nothing was signed.'),
  SERVER_REFUSED: message('siwx.error.SERVER_REFUSED', 'This site did not accept the signature. You are not signed in.'),
  SERVER_FAILED: message('siwx.error.SERVER_FAILED', 'This site could not be reached. You are not signed in.'),
  NOT_SIGNED_OUT: message('siwx.error.NOT_SIGNED_OUT', 'This site could not be told that you signed out. It may still know you.'),
  CANCELLED: message('siwx.error.CANCELLED', 'Sign-in was cancelled.'),
})
