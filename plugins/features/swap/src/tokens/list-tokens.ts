/**
 * The tokens that can be chosen: what the host and the routes list, without entries that are wrong.
 */
import { KernelError, withTimeout } from '@portico/kernel'
import {
  addressesCapability,
  balancesCapability,
  type SwapToken,
} from '@portico/kernel/capabilities'
import { type NetworkId, parseAssetId, type Token } from '@portico/kernel/chain'
import { ModalError } from '@portico/kernel/text'
import type { SwapContext } from '../refs.js'
import { routesOf } from '../select.js'

// Known tokens can be swapped while a list is loading.
const timeoutMs = 3_000
// No token in use has more decimals.
const mostDecimals = 36

/** Tokens that the routes list. Throws when every route has a list and all of them fail. */
export async function listTokens(
  context: SwapContext,
  network: NetworkId,
  signal: AbortSignal,
): Promise<readonly SwapToken[]> {
  const routes = routesOf(context)
  const lists = routes.flatMap(({ value: { tokens } }) =>
    tokens ? [withTimeout(own => tokens(network, own), timeoutMs, signal)] : [],
  )
  const answers = await Promise.allSettled(lists)
  const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  const failure = answers.find(answer => answer.status === 'rejected')
  if (failure && !found.length && lists.length === routes.length) throw failure.reason
  return soundTokens(context, network, found.flat(), signal)
}
/** Keeps the first entry of each token. A token accepts permits when any list says so. */
export function mergeTokens(tokens: readonly SwapToken[]): readonly SwapToken[] {
  const merged = new Map<string, SwapToken>()
  for (const token of tokens) {
    const known = merged.get(token.asset)
    if (!known) merged.set(token.asset, token)
    else if (token.eip2612 && !known.eip2612) merged.set(token.asset, { ...known, eip2612: true })
  }
  return [...merged.values()]
}
/** Returns the valid entries of a list, and reports the others. */
export async function soundTokens<Listed extends Token>(
  context: SwapContext,
  network: NetworkId,
  tokens: readonly Listed[],
  signal: AbortSignal,
): Promise<readonly Listed[]> {
  const faults = await Promise.all(tokens.map(token => faultOf(context, token, network, signal)))
  return tokens.filter((token, at) => {
    const fault = faults[at]
    if (fault !== undefined)
      context.report(
        new KernelError(
          'BAD_PLUGIN',
          `The token ${token.asset} is left out of the list: it ${fault}.`,
          'feature/swap',
          'correct the list',
        ),
      )
    return fault === undefined
  })
}

/** Returns the fault of an entry, for the author of the list. */
async function faultOf(
  context: SwapContext,
  { asset, network, decimals, symbol }: Token,
  here: NetworkId,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (network !== here) return `is listed on ${network}`
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > mostDecimals)
    return `has ${decimals} decimals; use a whole number from 0 to ${mostDecimals}`
  // An empty symbol is harmless: views show a question mark.
  if (typeof symbol !== 'string') return 'has no symbol'
  if (asset === 'native') return undefined
  const parsed = parseAssetId(asset)
  if (parsed?.network !== here) return `is no asset of ${here}`
  // Tokens of other namespaces have no address.
  if (parsed.assetNamespace !== context.capability(balancesCapability, here)?.tokenNamespace)
    return undefined
  try {
    await context.capability(addressesCapability, here)?.parse(parsed.assetReference, here, signal)
    return undefined
  } catch (error) {
    if (!(error instanceof ModalError)) throw error
    return `has a wrong address (${error.code})`
  }
}
