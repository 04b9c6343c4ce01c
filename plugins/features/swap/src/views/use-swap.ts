import { useReportErrors, useService, useSlice } from '@portico/ui'
import { useRef, useState } from 'react'
import { swapService, swapSlice } from '../refs.js'
import { sourceUnits } from '../select.js'
import type { Quoted } from '../swap.js'
import { figuresOf } from './swap-texts.js'

/** Returns the service and a runner for its calls. */
export function useSwap() {
  return {
    swap: useService(swapService),
    state: useSlice(swapSlice),
    call: useReportErrors('feature/swap'),
  }
}
/**
 * Whether a quote is on its way: prices first, then the routes. The button and the quote's facts
 * both follow this, so the button does not move between the two.
 */
export function useAsking(): boolean {
  return useSlice(
    swapSlice,
    state =>
      state.phase.name === 'quoting' ||
      (state.pricing && !!state.target && sourceUnits(state) !== undefined),
  )
}
/**
 * Returns the quote on screen. While the next one is in flight, and while a view closes, the last
 * quote stays with `isOld`.
 */
export function useQuote(): { readonly quote: Quoted | undefined; readonly isOld: boolean } {
  const phase = useSlice(swapSlice, state => state.phase)
  const last = useRef<Quoted | undefined>(undefined)
  const quote = 'quote' in phase ? phase.quote : undefined
  if (quote) last.current = quote
  return { quote: last.current, isOld: !quote }
}
/** Returns the previous quote of the same swap; undefined until an amount has changed. */
export function usePrevious(quote: Quoted): Quoted | undefined {
  const [seen, see] = useState<{ readonly now: Quoted; readonly before?: Quoted }>({ now: quote })
  if (figuresOf(seen.now) !== figuresOf(quote)) see({ now: quote, before: seen.now })
  return seen.before?.key === quote.key ? seen.before : undefined
}
