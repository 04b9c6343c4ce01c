/** Loads the data that editing needs. */
import { KernelError } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import {
  currencySlice,
  gasPriceEndpoint,
  type Holding,
  nativeBalanceEndpoint,
  tokenBalancesEndpoint,
  tokenPricesEndpoint,
} from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import type { SwapContext } from '../refs.js'

interface Place {
  readonly account: Account
  readonly network: NetworkId
}

/** Resolves to undefined when no plugin handles the endpoint, which is no failure. */
async function unlessUnhandled<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof KernelError && error.code === 'NOT_HANDLED') return undefined
    throw error
  }
}

/**
 * Reads all holdings with prices; without a plugin that has them, the balances from the chain.
 * Rethrows the chain's errors.
 */
export async function findBalances(
  context: SwapContext,
  { account, network }: Place,
  known: readonly Token[],
  signal: AbortSignal,
): Promise<readonly Holding[]> {
  const { code: currency } = context.state(currencySlice)
  const kept = await unlessUnhandled(
    context.call(tokenBalancesEndpoint, { account, network, currency }, signal),
  )
  if (kept) return kept.value
  const chain = context.capability(balancesCapability, network)
  const own = await unlessUnhandled(
    context.call(nativeBalanceEndpoint, { account, network }, signal),
  )
  const native = own?.value ?? (await chain?.native(account, network, signal))
  const tokens = (await chain?.tokens?.(account, network, known, signal)) ?? []
  return native ? [native, ...tokens] : tokens
}

/**
 * Of one whole token each, by asset. Those without a known price are not in the answer. Throws when
 * the service failed.
 */
export async function findPrices(
  context: SwapContext,
  network: NetworkId,
  assets: readonly Token['asset'][],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const { code: currency } = context.state(currencySlice)
  const answer = await unlessUnhandled(
    context.call(tokenPricesEndpoint, { network, assets, currency }, signal),
  )
  return Object.fromEntries((answer?.value ?? []).map(({ asset, price }) => [asset, price]))
}
export async function findGasPrice(
  context: SwapContext,
  network: NetworkId,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  return (await unlessUnhandled(context.call(gasPriceEndpoint, { network }, signal)))?.value
    .standard
}
