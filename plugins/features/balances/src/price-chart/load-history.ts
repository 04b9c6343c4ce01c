/** Requests the past prices of a token. */
import { KernelError } from '@portico/kernel'
import {
  currencySlice,
  type PricePeriod,
  type PricePoint,
  priceHistoryEndpoint,
} from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import type { BalancesContext } from '../refs.js'
import { soundPoints } from './sound-points.js'

/** Returns no points where no source has a history. Rejects when the source fails. */
export async function loadHistory(
  context: BalancesContext,
  { network, asset }: Pick<Token, 'network' | 'asset'>,
  period: PricePeriod,
  signal: AbortSignal,
): Promise<readonly PricePoint[]> {
  const currency = context.state(currencySlice).code
  try {
    const { value } = await context.call(
      priceHistoryEndpoint,
      { network, asset, currency, period },
      signal,
    )
    return soundPoints(value, period, Date.now())
  } catch (error) {
    signal.throwIfAborted()
    // No handler, or none that serves this network.
    if (error instanceof KernelError && error.code === 'NOT_HANDLED') return []
    if (`${Object(error).code}` === 'CHAIN_NO_ENDPOINT') return []
    throw error
  }
}
