import { ModalError, message } from '@portico/kernel/contracts'
import { read } from './reading.js'
import { errorWords } from './text/error-words.js'

export type WalletConnectErrorCode =
  /** Neither a project id nor a relay: reported once, nothing is listed. */
  | 'UNCONFIGURED'
  /** The library did not arrive. */
  | 'LOAD_FAILED'
  /** The library is none that this plugin can speak to. */
  | 'LIBRARY_UNFIT'
  | 'RELAY_UNREACHABLE'
  /** The relay does not accept this page's origin or project id. */
  | 'RELAY_REFUSED'
  /** A link ran out and could not be renewed. */
  | 'PAIRING_EXPIRED'
  /** What the wallet approved has no sense, as a whole. */
  | 'SESSION_MALFORMED'
  /** The wallet approved something that is no account. */
  | 'SESSION_ACCOUNT'
  /** Reported: the wallet approved namespaces that nobody asked for; they are left out. */
  | 'SESSION_NAMESPACE'
  /** Reported: the wallet approved accounts of networks that nobody asked for; they are left out. */
  | 'SESSION_NETWORK'
  /** The wallet refused for a reason of its own, not the person. */
  | 'WALLET_REFUSED'
  /** The wallet approved nothing of what was asked for. */
  | 'SESSION_EMPTY'
  /** The wallet approved other chains than the one it was asked for. */
  | 'CHAIN_NOT_APPROVED'
  /** No chain of this app can be used with a remote wallet. */
  | 'NOTHING_TO_ASK'
  | 'SESSION_OVER'
  /** Another tab waits for the wallet. */
  | 'OTHER_TAB'
  /** Reported: a session event that makes no sense. */
  | 'EVENT_MALFORMED'

/** Thrown and reported by this plugin. */
export class WalletConnectError extends ModalError<WalletConnectErrorCode> {
  constructor(code: WalletConnectErrorCode, values?: Readonly<Record<string, string>>, cause?: unknown) {
    const id = `walletconnect.error.${code}` as const
    super(code, { userMessage: message(id, errorWords[id], values), ...(cause !== undefined && { cause }) })
  }
}

/** What a wallet answered in place of a result. The library throws it as a plain object; `code` is the wallet's own (5000: declined). */
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

/** The refusal behind what the library threw; anything else as it is. */
export function refusalOf(thrown: unknown): unknown {
  // What a wallet says to a request to sign in arrives as words alone.
  if (typeof thrown === 'string') return new WalletRefusal(-32_000, thrown, undefined, thrown)
  const code = read(thrown, 'code')
  if (thrown instanceof Error || typeof code !== 'number') return thrown
  return new WalletRefusal(code, String(read(thrown, 'message') ?? ''), read(thrown, 'data'), thrown)
}
