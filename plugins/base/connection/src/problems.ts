/** Gives words to what went wrong with a wallet (decision 18). */
import { type Message, type ModalError, message, type WalletProblemKind, walletProblem } from '@portico/kernel/contracts'
import { ConnectionError, type ConnectionErrorCode } from './errors.js'
import { errorWords } from './text/error-words.js'

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
  rejected: 'WALLET_FAILED',
  unknown: 'WALLET_FAILED',
}

/** An error of this plugin in its own words. */
export function problem(code: ConnectionErrorCode, wallet?: string, cause?: unknown): ConnectionError {
  const id = `connection.error.${code}` as const
  return new ConnectionError(code, message(id, errorWords[id], wallet === undefined ? undefined : { wallet }), cause)
}

/** The error behind whatever a connector or a wallet threw. Where the wallet's code says nothing, one with a code of its own stays what it is, and words are kept. */
export function problemOf(thrown: unknown, wallet: string): ModalError<string> {
  if (thrown instanceof ConnectionError) return thrown
  const { kind } = walletProblem(thrown)
  const words = wordsOf(thrown)
  if (kind !== 'unknown' || !words) return problem(codes[kind], wallet, thrown)
  return hasCode(thrown) ? thrown : new ConnectionError('WALLET_FAILED', words, thrown)
}

/** The sentence of a ModalError, also of one that came from another copy of its class. */
function wordsOf(thrown: unknown): Message | undefined {
  const words = thrown instanceof Error && 'userMessage' in thrown ? (thrown.userMessage as Partial<Message>) : undefined
  return typeof words?.id === 'string' && typeof words.en === 'string' ? (words as Message) : undefined
}
const hasCode = (thrown: unknown): thrown is ModalError<string> => typeof (thrown as { readonly code?: unknown }).code === 'string'
