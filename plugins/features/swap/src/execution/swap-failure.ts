import type { SwapQuoteRequest, SwapStep } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { shellSlice, toastsService, trackedEvent } from '@portico/kernel/shell'
import {
  type Message,
  type ModalError,
  message,
  unloadedMessage,
  withValues,
} from '@portico/kernel/text'
import { walletProblem } from '@portico/kernel/wallet'
import { SwapError } from '../errors.js'
import { walletReasonMessage } from '../quoting/ask-routes.js'
import { recordedIn } from '../quoting/format-amount.js'
import { type SwapContext, swapPreviewView, swapView } from '../refs.js'
import { unusedApprovals } from './sent-swaps.js'

/**
 * Quiet where the person declined; the wallet's short words, else ours. Answers
 * what the person reads where they were: that it did not happen, and what of it stays.
 */
export function tell(
  context: SwapContext,
  error: unknown,
  step: SwapStep,
  quoteRequest: SwapQuoteRequest,
  symbol: string,
): Message {
  // A SwapError is not a decline, even when the wallet's error inside it looks like one.
  const isDeclined = !(error instanceof SwapError) && walletProblem(error).kind === 'declined'
  if (!isDeclined)
    context.emit(trackedEvent, {
      name: step.kind === 'swap' ? 'SWAP_ERROR' : 'SWAP_APPROVAL_ERROR',
      properties: { token: symbol },
    })
  context.use(toastsService).dismiss()
  if (error instanceof SwapError && error.code === 'SWAP_UNKNOWN' && isFormSeen(context))
    return error.userMessage
  const shown = complain(context, error)
  if (shown.code === 'SWAP_UNKNOWN') return shown.userMessage
  // The alert has already named an approval that the person did not confirm.
  const [left] = unusedApprovals(
    context,
    quoteRequest.network,
    quoteRequest.account.address,
  ).filter(({ token, isOther }) => token === quoteRequest.from && !isOther)
  if (left)
    return message(
      'swap.problem.left',
      'Nothing was swapped. Your approval of {amount} stays until you use it or revoke it.',
      {
        amount: recordedIn(context)(left.amount),
      },
    )
  return isDeclined
    ? message(
        'swap.problem.declined',
        'You declined. Nothing was swapped, you still have your {symbol}.',
        { symbol },
      )
    : shown.userMessage
}
/**
 * True while a note on screen already says that the outcome is unknown: a toast would cover the
 * amount.
 */
const isFormSeen = ({ state, views }: SwapContext): boolean =>
  state(shellSlice).open &&
  (views.current?.id === swapView.id || views.current?.id === swapPreviewView.id)
export function complain(context: SwapContext, error: unknown): ModalError {
  const shown = error instanceof SwapError || error instanceof ChainError ? error : ofWallet(error)
  context.use(toastsService).fail(shown)
  return shown
}
function ofWallet(cause: unknown): SwapError {
  const { kind, message: reason } = walletProblem(cause)
  // A browser's error about a file that did not load is not readable for people.
  if (kind === 'unloaded') return new SwapError('SWAP_WALLET', { sentence: unloadedMessage, cause })
  const sentence = reason
    ? withValues(walletReasonMessage, { reason })
    : message('swap.error.wallet', 'Transaction error')
  return new SwapError('SWAP_WALLET', { sentence, cause })
}
