import { ModalError, type Values } from '@portico/kernel/contracts'
import { errorWords } from './text/error-words.js'

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
  constructor(code: SignInErrorCode, options: { readonly cause?: unknown; readonly values?: Values } = {}) {
    const id = `siwx.error.${code}` as const
    super(code, {
      userMessage: { id, en: errorWords[id], ...(options.values && { values: options.values }) },
      ...('cause' in options && { cause: options.cause }),
    })
  }
}
