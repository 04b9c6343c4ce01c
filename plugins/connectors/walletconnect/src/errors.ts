import { type Message, ModalError, message, walletAnswerMessage } from '@portico/kernel/text'
import { read } from './reading.js'

export type WalletConnectErrorCode =
  /** Neither a project id nor a relay URL is set. Reported once, and no connector is listed. */
  | 'UNCONFIGURED'
  /** The library could not be loaded. */
  | 'LOAD_FAILED'
  /** The library lacks the parts that this plugin uses. */
  | 'LIBRARY_UNFIT'
  | 'RELAY_UNREACHABLE'
  /** The relay does not accept this page's origin or project id. */
  | 'RELAY_REFUSED'
  /** A pairing link expired and could not be renewed. */
  | 'PAIRING_EXPIRED'
  /** The approved session is malformed as a whole. */
  | 'SESSION_MALFORMED'
  /** The wallet approved an invalid account. */
  | 'SESSION_ACCOUNT'
  /** Reported: the wallet approved namespaces that were not requested; they are left out. */
  | 'SESSION_NAMESPACE'
  /**
   * Reported: the wallet approved accounts of networks that were not requested; they are left out.
   */
  | 'SESSION_NETWORK'
  /** The wallet refused for another reason, not because the person declined. */
  | 'WALLET_REFUSED'
  /** The wallet approved nothing of what was requested. */
  | 'SESSION_EMPTY'
  /** The wallet approved other chains than the requested one. */
  | 'CHAIN_NOT_APPROVED'
  /** No chain of this app supports remote wallets. */
  | 'NOTHING_TO_ASK'
  | 'SESSION_OVER'
  /** Another tab is waiting for the wallet. */
  | 'OTHER_TAB'
  /** Reported: a session event is malformed. */
  | 'EVENT_MALFORMED'

/** Thrown and reported by this plugin. */
export class WalletConnectError extends ModalError<WalletConnectErrorCode> {
  constructor(
    code: WalletConnectErrorCode,
    values: Parameters<typeof sentences>[0] = {},
    cause?: unknown,
  ) {
    super(code, { userMessage: sentences(values)[code], ...(cause !== undefined && { cause }) })
  }
}
const sentences = ({
  names = '',
  chain = '',
}: {
  readonly names?: string
  readonly chain?: string
}): Readonly<Record<WalletConnectErrorCode, Message>> => ({
  UNCONFIGURED: message(
    'walletconnect.error.UNCONFIGURED',
    'WalletConnect is included without a project id or a relay, so it is not listed.',
  ),
  LOAD_FAILED: message(
    'walletconnect.error.LOAD_FAILED',
    'The code for connecting a phone did not arrive. Nothing was changed. Check your connection and try again.',
  ),
  LIBRARY_UNFIT: message(
    'walletconnect.error.LIBRARY_UNFIT',
    'This app uses a WalletConnect library that does not work here.',
  ),
  RELAY_UNREACHABLE: message(
    'walletconnect.error.RELAY_UNREACHABLE',
    'The relay that carries messages to your wallet cannot be reached. Nothing was lost. Check your connection and try again.',
  ),
  RELAY_REFUSED: message(
    'walletconnect.error.RELAY_REFUSED',
    'The relay does not accept this page. Other ways to connect still work.',
  ),
  PAIRING_EXPIRED: message(
    'walletconnect.error.PAIRING_EXPIRED',
    'This link has expired. Get a new one.',
  ),
  SESSION_MALFORMED: walletAnswerMessage,
  SESSION_ACCOUNT: message(
    'walletconnect.error.SESSION_ACCOUNT',
    'The wallet approved an invalid account. Nothing was changed.',
  ),
  SESSION_NAMESPACE: message(
    'walletconnect.error.SESSION_NAMESPACE',
    'The wallet approved chains that this app did not ask for: {names}. They are not used.',
    {
      names,
    },
  ),
  SESSION_NETWORK: message(
    'walletconnect.error.SESSION_NETWORK',
    'The wallet approved networks that this app did not ask for: {names}. They are not used.',
    {
      names,
    },
  ),
  SESSION_EMPTY: message(
    'walletconnect.error.SESSION_EMPTY',
    'The wallet approved none of the networks of this app. Choose one in the wallet and try again.',
  ),
  WALLET_REFUSED: message(
    'walletconnect.error.WALLET_REFUSED',
    'The wallet did not accept this connection. Nothing was changed.',
  ),
  CHAIN_NOT_APPROVED: message(
    'walletconnect.error.CHAIN_NOT_APPROVED',
    'The wallet approved no account of {chain}. Choose one in the wallet and try again.',
    {
      chain,
    },
  ),
  NOTHING_TO_ASK: message(
    'walletconnect.error.NOTHING_TO_ASK',
    'This app has no chain that works with a wallet on another device.',
  ),
  SESSION_OVER: message(
    'walletconnect.error.SESSION_OVER',
    'The connection to this wallet has ended. Connect it again.',
  ),
  OTHER_TAB: message(
    'walletconnect.error.OTHER_TAB',
    'Another tab of this app is waiting for your wallet. Finish or cancel there first.',
  ),
  EVENT_MALFORMED: message(
    'walletconnect.error.EVENT_MALFORMED',
    'The wallet sent an invalid event. Nothing was changed.',
  ),
})

/**
 * The error that a wallet returned instead of a result.
 * The library throws it as a plain object; `code` is the wallet's own (5000: declined).
 */
export class WalletRefusal extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, text: string, data: unknown, cause: unknown) {
    super(text, { cause })
    this.name = 'WalletRefusal'
    this.code = code
    this.data = data
  }
}

/** Returns the wallet's refusal behind a value thrown by the library; any other value unchanged. */
export function refusalOf(thrown: unknown): unknown {
  // A wallet rejects a sign-in request with a plain string.
  if (typeof thrown === 'string') return new WalletRefusal(-32_000, thrown, undefined, thrown)
  const code = read(thrown, 'code')
  if (thrown instanceof Error || typeof code !== 'number') return thrown
  return new WalletRefusal(
    code,
    String(read(thrown, 'message') ?? ''),
    read(thrown, 'data'),
    thrown,
  )
}
