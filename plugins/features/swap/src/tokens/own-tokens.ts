/**
 * What is found out beside the form: what tokens are worth, and what an account has of those that
 * no list of what it has need know: those that are chosen, those that the host offers, those that
 * were bought here.
 */
import { type Balances, balancesCapability } from '@portico/kernel/capabilities'
import { parseAssetId, type Token } from '@portico/kernel/chain'
import { ModalError } from '@portico/kernel/text'
import type { findPrices } from '../execution/initialize.js'
import { readLog } from '../execution/sent-swaps.js'
import { type SwapContext, swapSlice } from '../refs.js'
import { placeOf, priceOf } from '../select.js'

export { findToken } from './find-token.js'

/**
 * Until the prices of what is chosen are there; what the account has comes when it comes. Never
 * rejects: without either there is only less to read.
 */
export async function learn(
  context: SwapContext,
  offered: readonly Token[],
  prices?: typeof findPrices,
): Promise<void> {
  void findOwn(context, offered)
  if (prices) await loadPrices(context, prices)
}
async function loadPrices(context: SwapContext, find: typeof findPrices): Promise<void> {
  const place = placeOf(context)
  const state = context.state(swapSlice)
  const assets = [state.source, state.target].flatMap(token =>
    token && priceOf(state, token) === undefined ? [token.asset] : [],
  )
  if (!place || !assets.length) return
  try {
    const found = await find(context, place.network, assets, context.signal)
    // Prices of the previous network do not apply to this one.
    if (placeOf(context)?.network === place.network)
      context.update(swapSlice, draft => void Object.assign(draft.prices, found))
  } catch (error) {
    // Without prices only the values are unknown.
    if (!context.signal.aborted) context.report(error)
  }
}

/** Adds the tokens to the balances once the chain has answered. */
async function findOwn(context: SwapContext, offered: readonly Token[]): Promise<void> {
  const place = placeOf(context)
  const chain = place && context.capability(balancesCapability, place.network)
  if (!place || !chain?.tokens) return
  const { account, network } = place
  const state = () => context.state(swapSlice)
  const isUnknown = ({ asset }: Pick<Token, 'asset'>) =>
    !state().balances.some(({ token }) => token.asset === asset)
  try {
    const { source, target } = state()
    const wanted = [
      ...offered,
      ...(source ? [source] : []),
      ...(target ? [target] : []),
      ...(await boughtTokens(context, chain, place)),
    ]
    const requested = [...new Map(wanted.map(token => [token.asset, token])).values()].filter(
      one => one.network === network && one.asset !== 'native' && isUnknown(one),
    )
    if (!requested.length) return
    const answered = await chain.tokens(account, network, requested, context.signal)
    // After a change of account or network these balances are stale.
    if (
      placeOf(context)?.network !== network ||
      placeOf(context)?.account.address !== account.address
    )
      return
    const found = answered.filter(
      ({ token }) => isUnknown(token) && requested.some(({ asset }) => asset === token.asset),
    )
    const { tokens, balances: known } = state()
    const added = found.flatMap(({ token }) =>
      tokens.some(({ asset }) => asset === token.asset) ? [] : [token],
    )
    if (found.length)
      context.patch(swapSlice, { tokens: [...tokens, ...added], balances: [...known, ...found] })
  } catch (error) {
    // A ModalError means that the chain does not answer now.
    if (!context.signal.aborted && !(error instanceof ModalError)) context.report(error)
  }
}

/**
 * Finds bought tokens. Storage has only their ids: names and decimals come from a list or the
 * chain.
 */
async function boughtTokens(
  context: SwapContext,
  chain: Balances,
  { account, network }: NonNullable<ReturnType<typeof placeOf>>,
): Promise<readonly Token[]> {
  const { tokens } = context.state(swapSlice)
  const assets = readLog(context).flatMap(one =>
    one.network === network && one.got?.owner === account.address && one.status !== 'failed'
      ? [one.got.token]
      : [],
  )
  const found = await Promise.all(
    [...new Set(assets)].map(async asset => {
      const reference = parseAssetId(asset)?.assetReference
      const listed = tokens.find(token => token.asset === asset)
      if (listed || reference === undefined) return listed
      return chain.token?.(reference, network, context.signal).catch(unlessUnknown)
    }),
  )
  return found.filter(token => token !== undefined)
}
/** A ModalError means that there is no such token. */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof ModalError)) throw error
}
