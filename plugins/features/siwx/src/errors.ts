import { type Message, ModalError, message } from '@portico/kernel/text'

export type SignInErrorCode =
  /** The plugin is not included. */
  | 'NOT_ENABLED'
  /** No wallet is connected. */
  | 'NO_ADDRESS'
  /** There is no network, or its chain cannot sign messages. */
  | 'NO_NETWORK'
  /** The wallet of the account is not connected. */
  | 'NO_CONNECTION'
  /** There is no nonce or no message, or the look-up of a session failed. */
  | 'NOT_STARTED'
  /** The server verifies no sign-ins of this chain. Nothing was signed. */
  | 'CHAIN_UNKNOWN'
  /** The person declined in the wallet. */
  | 'DECLINED'
  /** A smart account could not sign. */
  | 'SMART_ACCOUNT'
  /** The signature is not this account's signature of this text. */
  | 'SIGNATURE_INVALID'
  /** The wallet changed to another account or network during the request. */
  | 'TARGET_CHANGED'
  /** The server does not accept the sign-in. */
  | 'SERVER_REFUSED'
  /** The server was not reached, or its answer is invalid. */
  | 'SERVER_FAILED'
  /** The session is over in this browser, but its storage could not be notified. */
  | 'NOT_SIGNED_OUT'
  /** The person cancelled, or left the view. */
  | 'CANCELLED'

/** Passed as a value to code that is loaded later and shares no file with this one. */
export type Refusal = typeof refusal
export const refusal = (code: SignInErrorCode, cause?: unknown): SignInError =>
  new SignInError(code, cause === undefined ? {} : { cause })

/** Thrown, shown and reported by sign-in. */
export class SignInError extends ModalError<SignInErrorCode> {
  constructor(code: SignInErrorCode, options: { readonly cause?: unknown } = {}) {
    super(code, {
      userMessage: sentences()[code],
      ...('cause' in options && { cause: options.cause }),
    })
  }
}
/** The messages of the specification's catalogue keep its wording. */
const sentences = (): Readonly<Record<SignInErrorCode, Message>> => ({
  NOT_ENABLED: message('siwx.error.NOT_ENABLED', 'SIWX is not enabled'),
  NO_ADDRESS: message('siwx.error.NO_ADDRESS', 'No ActiveCaipAddress found'),
  NO_NETWORK: message('siwx.error.NO_NETWORK', 'No ActiveCaipNetwork or client found'),
  NO_CONNECTION: message('siwx.error.NO_CONNECTION', 'No ConnectionController client found'),
  NOT_STARTED: message(
    'siwx.error.NOT_STARTED',
    'A problem occurred while trying initialize authentication',
  ),
  CHAIN_UNKNOWN: message(
    'siwx.error.CHAIN_UNKNOWN',
    'This site cannot sign you in with this network. Connect a wallet of another one.',
  ),
  DECLINED: message('siwx.error.DECLINED', 'Signature declined'),
  SMART_ACCOUNT: message(
    'siwx.error.SMART_ACCOUNT',
    'This application might not support Smart Accounts',
  ),
  SIGNATURE_INVALID: message(
    'siwx.error.SIGNATURE_INVALID',
    'The wallet signed a different message. You are not signed in.',
  ),
  TARGET_CHANGED: message(
    'siwx.error.TARGET_CHANGED',
    'The wallet changed its account or network. Nothing was signed.',
  ),
  SERVER_REFUSED: message(
    'siwx.error.SERVER_REFUSED',
    'This site did not accept the signature. You are not signed in.',
  ),
  SERVER_FAILED: message(
    'siwx.error.SERVER_FAILED',
    'This site could not be reached. You are not signed in.',
  ),
  NOT_SIGNED_OUT: message(
    'siwx.error.NOT_SIGNED_OUT',
    'This site could not be reached to sign you out. You may still be signed in there.',
  ),
  CANCELLED: message('siwx.error.CANCELLED', 'Sign-in was cancelled.'),
})
