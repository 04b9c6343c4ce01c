/**
 * The token lists that ship, one for each network of the specification (section 9), each loaded
 * when its network is used.
 */
import type { NetworkId, Token } from '@portico/kernel/chain'
import type { TokenRow } from './token-rows.js'

interface TokenList {
  readonly urls: readonly string[]
  readonly rows: readonly TokenRow[]
}
/** By chain id. */
export const tokenLists: Readonly<Record<number, () => Promise<TokenList>>> = {
  1: () => import('./lists/eip155-1.js'),
  10: () => import('./lists/eip155-10.js'),
  56: () => import('./lists/eip155-56.js'),
  100: () => import('./lists/eip155-100.js'),
  137: () => import('./lists/eip155-137.js'),
  250: () => import('./lists/eip155-250.js'),
  324: () => import('./lists/eip155-324.js'),
  8217: () => import('./lists/eip155-8217.js'),
  8453: () => import('./lists/eip155-8453.js'),
  42161: () => import('./lists/eip155-42161.js'),
  43114: () => import('./lists/eip155-43114.js'),
  1313161554: () => import('./lists/eip155-1313161554.js'),
}

/** At most 100 tokens, those that most people trade first. None for a network without a list. */
export async function listedTokens(network: NetworkId): Promise<readonly Token[]> {
  const list = await tokenLists[Number(network.slice(network.indexOf(':') + 1))]?.()
  return (list?.rows ?? []).map(([address, decimals, symbol, name]) => ({
    asset: `${network}/erc20:${address}`,
    network,
    name,
    symbol,
    decimals,
  }))
}
