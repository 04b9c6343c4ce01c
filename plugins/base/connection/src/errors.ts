import { declinedInWalletMessage } from '@portico/kernel/capabilities'
import {
  type Message,
  ModalError,
  message,
  unloadedMessage,
  withValues,
} from '@portico/kernel/text'
import { type WalletProblemKind, walletProblem } from '@portico/kernel/wallet'

export type ConnectionErrorCode =
  /** The person declined in the wallet (4001). */
  | 'DECLINED'
  /** The person stopped waiting, or picked something else. */
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
  /** The transport to the wallet failed. */
  | 'UNREACHABLE'
  /** A file of this page's code did not arrive. No request was sent. */
  | 'PART_UNLOADED'
  | 'WALLET_FAILED'
  /** The wallet reported something invalid. */
  | 'WALLET_ANSWER'
  /** The wallet confirmed a switch and stayed. */
  | 'NETWORK_UNCHANGED'
  | 'RESTORE_TIMEOUT'
  /** Reported, never thrown. */
  | 'LATE_ANSWER'
  /** A call that needs a chain and has none. */
  | 'CHAIN_REQUIRED'
  /** A connector whose chain has no plugin. */
  | 'CHAIN_ADAPTER_NOT_FOUND'
  /** No connector has this id, or its wallet cannot be used in this environment. */
  | 'CONNECTOR_NOT_FOUND'
  /** A call before its network or connection client exists. */
  | 'CLIENT_NOT_SET'
  /** The host requires a ticked box first. */
  | 'CONSENT_REQUIRED'
  /** A network that cannot be used here. */
  | 'UNSUPPORTED_CHAIN'
  /** `failures` lists what the wallets threw. The local state is gone in any case. */
  | 'DISCONNECT_FAILED'

/** Thrown by the connection service. A failed connection's phase holds its message. */
export class ConnectionError extends ModalError<ConnectionErrorCode> {
  readonly failures: readonly unknown[]
  constructor(
    code: ConnectionErrorCode,
    userMessage: Message,
    cause?: unknown,
    failures: readonly unknown[] = [],
  ) {
    super(code, cause === undefined ? { userMessage } : { userMessage, cause })
    this.failures = failures
  }
}

const codes: Readonly<Record<WalletProblemKind, ConnectionErrorCode>> = {
  declined: 'DECLINED',
  pending: 'PENDING',
  disconnected: 'WALLET_DISCONNECTED',
  'chain-disconnected': 'CHAIN_DISCONNECTED',
  'unknown-chain': 'UNKNOWN_CHAIN',
  unauthorized: 'UNAUTHORIZED',
  unsupported: 'UNSUPPORTED_BY_WALLET',
  limit: 'LIMIT',
  transport: 'UNREACHABLE',
  unloaded: 'PART_UNLOADED',
  rejected: 'WALLET_FAILED',
  unknown: 'WALLET_FAILED',
}

export const stoppedMessage = /* @__PURE__ */ message(
  'connection.error.CANCELLED',
  'You stopped waiting for {wallet}. Nothing was sent.',
)
export const connectorNotFoundMessage = /* @__PURE__ */ message(
  'connection.error.CONNECTOR_NOT_FOUND',
  'This wallet was not found here. Open or install it, then try again.',
)
const messages = (wallet = ''): Readonly<Record<ConnectionErrorCode, Message>> => ({
  DECLINED: withValues(declinedInWalletMessage, { wallet }),
  CANCELLED: withValues(stoppedMessage, { wallet }),
  PENDING: message(
    'connection.error.PENDING',
    '{wallet} is already asking you something. Open {wallet} and answer there.',
    { wallet },
  ),
  WALLET_DISCONNECTED: message(
    'connection.error.WALLET_DISCONNECTED',
    '{wallet} is disconnected from all of its networks. Nothing was sent. Open {wallet}, then try again.',
    { wallet },
  ),
  CHAIN_DISCONNECTED: message(
    'connection.error.CHAIN_DISCONNECTED',
    '{wallet} cannot reach this network right now. Nothing was sent. Try again in a moment.',
    {
      wallet,
    },
  ),
  UNKNOWN_CHAIN: message(
    'connection.error.UNKNOWN_CHAIN',
    '{wallet} does not know this network. Nothing was changed. Add the network in {wallet}, then try again.',
    { wallet },
  ),
  UNAUTHORIZED: message(
    'connection.error.UNAUTHORIZED',
    '{wallet} does not allow this site to do that. Nothing was sent. Allow this site in {wallet}, then try again.',
    { wallet },
  ),
  UNSUPPORTED_BY_WALLET: message(
    'connection.error.UNSUPPORTED_BY_WALLET',
    '{wallet} cannot do that. Nothing was sent.',
    { wallet },
  ),
  LIMIT: message(
    'connection.error.LIMIT',
    '{wallet} received too many requests. Nothing was sent. Wait a moment, then try again.',
    { wallet },
  ),
  UNREACHABLE: message(
    'connection.error.UNREACHABLE',
    '{wallet} could not be reached. Nothing was sent. Check that it is running, then try again.',
    {
      wallet,
    },
  ),
  PART_UNLOADED: unloadedMessage,
  WALLET_FAILED: message(
    'connection.error.WALLET_FAILED',
    'Something went wrong in {wallet}. Nothing was sent. Try again.',
    { wallet },
  ),
  WALLET_ANSWER: message(
    'connection.error.WALLET_ANSWER',
    '{wallet} sent an invalid answer. Nothing was changed.',
    { wallet },
  ),
  NETWORK_UNCHANGED: message(
    'connection.error.NETWORK_UNCHANGED',
    '{wallet} stayed on another network. Nothing was sent. Try again.',
    { wallet },
  ),
  RESTORE_TIMEOUT: message(
    'connection.error.RESTORE_TIMEOUT',
    '{wallet} did not reconnect in time. Connect it again, or forget it.',
    { wallet },
  ),
  LATE_ANSWER: message(
    'connection.error.LATE_ANSWER',
    '{wallet} answered too late. Its answer was not used.',
    { wallet },
  ),
  CHAIN_REQUIRED: message(
    'connection.error.CHAIN_REQUIRED',
    'This app does not say which chain to use.',
  ),
  CHAIN_ADAPTER_NOT_FOUND: message(
    'connection.error.CHAIN_ADAPTER_NOT_FOUND',
    'This app does not support the chain of {wallet}.',
    { wallet },
  ),
  CONNECTOR_NOT_FOUND: connectorNotFoundMessage,
  CONSENT_REQUIRED: message(
    'connection.error.CONSENT_REQUIRED',
    'Accept the terms of this app first. Nothing was sent.',
  ),
  CLIENT_NOT_SET: message('connection.error.CLIENT_NOT_SET', 'This wallet is not connected.'),
  UNSUPPORTED_CHAIN: message('connection.error.UNSUPPORTED_CHAIN', 'Unsupported chain'),
  DISCONNECT_FAILED: message('connection.error.DISCONNECT_FAILED', 'Failed to disconnect'),
})

/** An error of this plugin with its message. */
export function problem(
  code: ConnectionErrorCode,
  wallet?: string,
  cause?: unknown,
): ConnectionError {
  return new ConnectionError(code, messages(wallet)[code], cause)
}

/**
 * The error behind a value that a connector or a wallet threw. Where the wallet's code says
 * nothing, one with a code of its own stays what it is, and words are kept.
 */
export function problemOf(thrown: unknown, wallet: string): ModalError<string> {
  if (thrown instanceof ConnectionError) return thrown
  const { kind } = walletProblem(thrown)
  const words = messageOf(thrown)
  const saysMore = kind === 'unloaded' && words !== undefined && hasCode(thrown)
  if (!saysMore && (kind !== 'unknown' || !words)) return problem(codes[kind], wallet, thrown)
  return hasCode(thrown) ? thrown : new ConnectionError('WALLET_FAILED', words, thrown)
}

/** The sentence of a ModalError, also of one that came from another copy of its class. */
function messageOf(thrown: unknown): Message | undefined {
  const words =
    thrown instanceof Error && 'userMessage' in thrown
      ? (thrown.userMessage as Partial<Message>)
      : undefined
  return typeof words?.id === 'string' && typeof words.en === 'string'
    ? (words as Message)
    : undefined
}
const hasCode = (thrown: unknown): thrown is ModalError<string> =>
  typeof (thrown as { readonly code?: unknown }).code === 'string'
