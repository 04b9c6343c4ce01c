import { currencySlice, type PricePeriod, type PricePoint } from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import { useService, useSlice } from '@portico/ui'
import { useCallback, useEffect, useState } from 'react'
import { portfolioService } from '../refs.js'

export type PriceAnswer =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed' }
  | { readonly phase: 'known'; readonly points: readonly PricePoint[] }
const loading: PriceAnswer = { phase: 'loading' }

/** Requests the past prices of a token. Also returns a function that requests them again. */
export function usePriceHistory(
  { network, asset }: Token,
  period: PricePeriod,
): readonly [answer: PriceAnswer, again: () => void] {
  const { priceHistory } = useService(portfolioService)
  const currency = useSlice(currencySlice, state => state.code)
  const [attempt, setAttempt] = useState(0)
  const key = `${network} ${asset} ${currency} ${period} ${attempt}`
  const [state, setState] = useState<{ readonly key: string; readonly answer: PriceAnswer }>()
  useEffect(() => {
    const { signal, abort } = abortable()
    priceHistory({ network, asset }, period, signal).then(
      points => signal.aborted || setState({ key, answer: { phase: 'known', points } }),
      // The view shows the failure.
      () => signal.aborted || setState({ key, answer: { phase: 'failed' } }),
    )
    return abort
  }, [priceHistory, network, asset, period, key])
  const again = useCallback(() => setAttempt(before => before + 1), [])
  // The answer for another period or token is not shown under this one.
  return [state?.key === key ? state.answer : loading, again]
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
