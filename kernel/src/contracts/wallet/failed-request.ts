/** What a failed wallet request means for the money: one rule for every flow and chain. */
import { ChainError } from '../chain/chain-errors.js'
import { ModalError } from '../text/errors.js'
import { read } from '../text/schema.js'
import { declined } from './declined-error.js'
import {
  provesDecline,
  type WalletProblem,
  type WalletProblemKind,
  walletProblem,
} from './wallet-problem.js'

/**
 * `refused`: the error proves that nothing was sent. `unknown`: the wallet may have sent it all the
 * same.
 */
export type FailedRequest = 'refused' | 'unknown'

// EIP-1193: not authorized, method not supported. Only as the wallet's own answer.
const ownRefusals: readonly WalletProblemKind[] = ['unauthorized', 'unsupported']
/**
 * Codes of our own errors that a connection throws before a request leaves, or for a person who
 * declined.
 */
const notSent: readonly string[] = ['DECLINED', 'WALLET_NETWORK', 'WALLET_UNSUPPORTED']
/**
 * Codes of our own errors that stand for a request whose outcome is unknown: the answer could not
 * be used, or the connection to a remote wallet ended while the request was open.
 */
const afterRequest: readonly string[] = [
  'WALLET_ANSWER',
  'WALLET_OUTCOME',
  'WALLET_REFUSED',
  'SESSION_OVER',
  'RELAY_UNREACHABLE',
  'RELAY_REFUSED',
  'OTHER_TAB',
]

/**
 * Decides whether a request that may move money failed before anything was sent. Our own errors are
 * thrown before the request leaves, apart from those of `afterRequest`. Any other error counts as a
 * refusal only by its code or where it says that the user declined: a wallet that has broadcast may
 * answer with "internal error", "already known", "cancelled" or "disconnected".
 */
export function failedRequest(error: unknown): FailedRequest {
  if (error instanceof ModalError) return afterRequest.includes(error.code) ? 'unknown' : 'refused'
  return provesRefusal(error) ? 'refused' : 'unknown'
}
const provesRefusal = (error: unknown): boolean =>
  provesDecline(error) || ownRefusals.includes(ownProblem(error).kind)

/**
 * The problem by the wallet's own code alone, not by what its error wraps: inside another error a
 * node may have said it, after the wallet has broadcast.
 */
export const ownProblem = (error: unknown): WalletProblem =>
  walletProblem({ code: read(error, 'code') })

/**
 * Runs the wallet request that may send a transaction, and reads its answer. Throws a DeclinedError
 * where the error proves that the person declined, and rethrows what proves another refusal. Throws
 * a ChainError WALLET_OUTCOME for every other error, and where `readAnswer` returns undefined.
 */
export async function runSendRequest<Answer>(
  request: () => Promise<unknown>,
  readAnswer: (answer: unknown) => Answer | undefined,
): Promise<Answer> {
  let answer: Answer | undefined
  try {
    answer = readAnswer(await request())
  } catch (error) {
    if (error instanceof ModalError && notSent.includes(error.code)) throw error
    if (provesDecline(error)) throw declined(error)
    if (provesRefusal(error)) throw error
    throw new ChainError('WALLET_OUTCOME', undefined, { cause: error })
  }
  if (answer === undefined) throw new ChainError('WALLET_OUTCOME')
  return answer
}
