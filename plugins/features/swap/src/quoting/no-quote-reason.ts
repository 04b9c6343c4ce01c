/**
 * Why there is no price: the real cause; the balance only where it is short.
 * Loaded when no route gives one.
 */
import { toastsService } from '@portico/kernel/shell'
import { type Message, message } from '@portico/kernel/text'
import { SwapError, type SwapErrorCode } from '../errors.js'
import type { SwapContext } from '../refs.js'
import { shortage } from '../select.js'
import { problemOf } from './ask-routes.js'

/** Failures that a toast reports at once, because the form continues with other routes. */
const toasted: readonly SwapErrorCode[] = ['SWAP_ALLOWANCE', 'SWAP_APPROVAL', 'SWAP_TRANSACTION']

/** Shows toasts for the failures that need one, and returns the message for the form. */
export function refuse(
  context: SwapContext,
  refusals: readonly { readonly error: unknown }[],
): Message {
  const error = tellingOf(refusals)
  const { alert, fail } = context.use(toastsService)
  if (error instanceof SwapError) {
    if (toasted.includes(error.code)) fail(error)
    if (error.fault === 'amount')
      alert({
        title: message('swap.alert.amount', 'Incorrect amount'),
        detail: message('swap.alert.amountDetail', 'Please enter a valid amount'),
        kind: 'warning',
      })
  }
  return shortage(context) ?? problemOf(error)
}

/**
 * Of several refusals the most specific one: "no route" only where no route gives another reason.
 */
function tellingOf(refusals: readonly { readonly error: unknown }[]): unknown {
  const errors = refusals.map(({ error }) => error)
  return (
    errors.find(error => !(error instanceof SwapError && error.code === 'SWAP_NO_ROUTE')) ??
    errors[0] ??
    new SwapError('SWAP_NO_ROUTE')
  )
}
