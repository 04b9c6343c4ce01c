/** The token lists that ship, one for each network of the specification (section 9), each loaded when its network is used. */
import type { NetworkId, Token } from '@portico/kernel/contracts'
import type { TokenRow } from './token-rows.js'

interface TokenList {
  readonly urls: readonly string[]
  readonly rows: readonly TokenRow[]
}
export const tokenLists: Readonly<Record<string, () => Promise<TokenList>>> = {
  'eip155:1': () => import('./tokens/eip155-1.js'),
  'eip155:10': () => import('./tokens/eip155-10.js'),
  'eip155:56': () => import('./tokens/eip155-56.js'),
  'eip155:100': () => import('./tokens/eip155-100.js'),
  'eip155:137': () => import('./tokens/eip155-137.js'),
  'eip155:250': () => import('./tokens/eip155-250.js'),
  'eip155:324': () => import('./tokens/eip155-324.js'),
  'eip155:8217': () => import('./tokens/eip155-8217.js'),
  'eip155:8453': () => import('./tokens/eip155-8453.js'),
  'eip155:42161': () => import('./tokens/eip155-42161.js'),
  'eip155:43114': () => import('./tokens/eip155-43114.js'),
  'eip155:1313161554': () => import('./tokens/eip155-1313161554.js'),
}

/** At most 100 tokens, those that most people trade first. None for a network without a list. */
export async function listedTokens(network: NetworkId): Promise<readonly Token[]> {
  const list = await tokenLists[network]?.()
  return (list?.rows ?? []).map(([address, decimals, symbol, name]) => ({ asset: `${network}/erc20:${address}`, network, name, symbol, decimals }))
}
