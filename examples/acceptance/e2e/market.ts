/** A local chain with Uniswap's published contracts, and a page that swaps on it. */
import { type Devnet, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import type { EvmWalletOptions, WalletOptions } from '@portico/mock-wallets'
import type { HostOptions } from '../fixtures/host/options.js'
import { wallet } from './visit.js'

/** Starts a separate network, so that tests can move prices and hold blocks back. */
export async function startMarket(): Promise<Devnet> {
  const market = await startDevnet({ chains: [1, 8453], uniswap: true })
  // A market's first swap of a second writes down its price: wallets reckon gas in another one than
  // that of the deployment.
  await market.chain(1).request('evm_increaseTime', [2])
  await market.chain(1).mine()
  return market
}

const { dollar, wrapped } = swapTokens
const tokens = (['dollar', 'oldDollar', 'dai', 'bitcoin', 'wrapped', 'toll'] as const).map(name => {
  const { address, symbol, decimals } = swapTokens[name]
  return {
    asset: `eip155:1/erc20:${address}` as const,
    network: 'eip155:1' as const,
    name: swapTokens[name].name,
    symbol,
    decimals,
  }
})
const deployment = {
  router: uniswap.router,
  quoter: uniswap.quoter,
  factory: uniswap.factory,
  wrapped: wrapped.address,
  stables: [dollar.address],
}

/** Where the nodes of a market are. */
interface Market {
  chain(chainId: number): { readonly url: string }
}
/** The chains of a page that swaps there. */
export const marketChains = (market: Market) =>
  ({
    eip155: {
      networks: [
        { chainId: 1, name: 'Ethereum', rpcUrls: [market.chain(1).url] },
        { chainId: 8453, name: 'Base', rpcUrls: [market.chain(8453).url] },
      ],
    },
    swap: { tokens },
    uniswap: { deployments: { 'eip155:1': deployment } },
  }) satisfies NonNullable<HostOptions['chains']>
/** Fox with one account, on that network. */
export const marketWallet = (
  market: Devnet,
  owner: number,
  more: Partial<EvmWalletOptions> = {},
): WalletOptions =>
  wallet('Fox', [owner], {
    chains: { 1: market.chain(1).url, 8453: market.chain(8453).url },
    ...more,
  })
