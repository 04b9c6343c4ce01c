/** Updates the form after a swap or an open request has ended. */
import { accountView } from '@portico/kernel/account'
import { allDigits } from '@portico/kernel/text'
import type { Submission } from '@portico/kernel/transactions'
import { formatTokenAmount } from '../quoting/format-amount.js'
import { type SwapContext, swapPreviewView, swapSlice, swapView } from '../refs.js'
import type { SwapRequest } from '../swap.js'
import { readSwap, swapKind } from './sent-swaps.js'

/**
 * An open request has ended: a swap that was found must not stand in the form to be swapped again.
 */
export function settle(context: SwapContext, { kind, data }: Submission, isFound: boolean): void {
  const request = kind === swapKind ? readSwap(data) : undefined
  if (!request) return
  if (isFound && request.kind === 'swap' && isInForm(context, request)) leave(context)
  refreshForm(context)
}
/** True while the form still shows this swap. */
function isInForm(context: SwapContext, { sold }: SwapRequest): boolean {
  const { phase, source } = context.state(swapSlice)
  return (
    'quote' in phase &&
    source !== undefined &&
    formatTokenAmount(context, phase.quote.sold, source, allDigits) === sold
  )
}
/** Empties the form, and shows the account. */
export function leave(context: SwapContext): void {
  const { current } = context.views
  context.reset(swapSlice)
  if (
    (current?.id === swapView.id || current?.id === swapPreviewView.id) &&
    context.views.has(accountView)
  )
    context.views.reset(accountView)
}
/** Removes the note about an open request that has ended from the form. */
function refreshForm(context: SwapContext): void {
  const { phase } = context.state(swapSlice)
  if (phase.name !== 'quoted' || phase.problem?.id !== 'swap.unanswered') return
  context.patch(swapSlice, { phase: { ...phase, problem: undefined } })
}

/** Takes an approval back; it stays in sight until the network has that. */
