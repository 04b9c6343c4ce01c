import { type Message, ModalError, message } from '@portico/kernel/contracts'

export type ConnectionErrorCode =
  /** The person said no in the wallet (4001). */
  | 'DECLINED'
  /** The person gave up waiting, or picked something else. */
  | 'CANCELLED'
  /** The wallet has an open request already (-32002). */
  | 'PENDING'
  /** 4900 */
  | 'WALLET_DISCONNECTED'
  /** 4901 */
  | 'CHAIN_DISCONNECTED'
  /** 4902 */
  | 'UNKNOWN_CHAIN'
  | 'UNAUTHORIZED'
  | 'UNSUPPORTED_BY_WALLET'
  | 'LIMIT'
  /** The way to the wallet is broken. */
  | 'UNREACHABLE'
  | 'WALLET_FAILED'
  /** It reported something that makes no sense. */
  | 'WALLET_ANSWER'
  /** It said that it switched, and did not. */
  | 'NETWORK_UNCHANGED'
  | 'RESTORE_TIMEOUT'
  /** Reported, never thrown. */
  | 'LATE_ANSWER'
  /** A call that needs a chain and has none. */
  | 'CHAIN_REQUIRED'
  /** A connector whose chain has no plugin. */
  | 'CHAIN_ADAPTER_NOT_FOUND'
  /** Nobody knows a connector of this id, or its wallet cannot be used in this environment. */
  | 'CONNECTOR_NOT_FOUND'
  /** A call before its network or connection client exists. */
  | 'CLIENT_NOT_SET'
  /** The host wants a box ticked first, and it is not. */
  | 'CONSENT_REQUIRED'
  /** A network that cannot be used here. */
  | 'UNSUPPORTED_CHAIN'
  /** `failures` lists what the wallets threw; everything local is gone all the same. */
  | 'DISCONNECT_FAILED'

/** Thrown by the connection service, and kept in a failed connection's phase. */
export class ConnectionError extends ModalError<ConnectionErrorCode> {
  readonly failures: readonly unknown[]
  constructor(code: ConnectionErrorCode, userMessage: Message, cause?: unknown, failures: readonly unknown[] = []) {
    super(code, cause === undefined ? { userMessage } : { userMessage, cause })
    this.failures = failures
  }
}

/** For an account whose wallet is not connected. Stands here alone, because it may be thrown before anything else of this plugin was loaded. */
export const notConnected = (): ConnectionError =>
  new ConnectionError('CLIENT_NOT_SET', message('connection.error.CLIENT_NOT_SET', 'This wallet is not connected.'))
