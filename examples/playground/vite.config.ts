import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  bitcoinAccounts,
  devAccounts,
  polkadotDevAccounts,
  solanaDevAccounts,
  solanaGenesisHash,
  swapTokens,
  uniswap,
} from '@portico/devnet'
import { defineConfig } from 'vite'
import type { World } from './src/world.js'

const { chains, ledgers, relay, backend, inbox } = JSON.parse(
  process.env.PORTICO_DEVNET ?? '{"chains":[],"ledgers":{}}',
) as Pick<World, 'chains' | 'ledgers' | 'relay' | 'backend' | 'inbox'>
const seeds = {
  solana: solanaDevAccounts.map(account => account.seed),
  polkadot: polkadotDevAccounts.map(account => account.seed),
  bip122: bitcoinAccounts.map(account => account.privateKey),
}
const genesis = { solana: solanaGenesisHash, polkadot: `0x${'45'.repeat(32)}` } as const
// No toll: what keeps a part of what is sent is not what a host would offer.
const { dollar, bitcoin, dai, oldDollar, wrapped } = swapTokens
const market: World['market'] = {
  tokens: chains.flatMap(({ id }) =>
    [dollar, bitcoin, dai, oldDollar, wrapped].map(({ address, name, symbol, decimals }) => ({
      asset: `eip155:${id}/erc20:${address}` as const,
      network: `eip155:${id}` as const,
      name,
      symbol,
      decimals,
    })),
  ),
  deployments: Object.fromEntries(
    chains.map(({ id }) => [
      `eip155:${id}`,
      {
        router: uniswap.router,
        quoter: uniswap.quoter,
        factory: uniswap.factory,
        wrapped: wrapped.address,
        stables: [dollar.address],
      },
    ]),
  ),
}
const world: World = {
  chains,
  ledgers,
  market,
  ...(relay && { relay }),
  ...(backend && { backend }),
  ...(inbox && { inbox }),
  keys: devAccounts.map(account => account.privateKey),
  seeds,
  genesis,
}

/** The English catalogue as JSON. A translation that is missing does not stop the playground. */
const english = spawnSync('npm', ['run', '--silent', 'messages', '--', '--json'], {
  cwd: new URL('../..', import.meta.url),
  encoding: 'utf8',
}).stdout

export default defineConfig({
  // The packages as they are written, so that a change in one shows at once.
  resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
  build: {
    rolldownOptions: {
      input: ['index.html', 'gallery.html', 'gallery-frame.html', 'pocket.html'].map(page =>
        fileURLToPath(new URL(page, import.meta.url)),
      ),
      output: {
        // Each of the 250 states of the gallery is a separate page, which would fetch some 180
        // files.
        codeSplitting: {
          groups: [
            {
              name: 'portico',
              test: /\/(kernel|plugins|ui|sdk)\/(?!.*(node_modules|\/text\/(de|ar)\.ts))/,
            },
          ],
        },
        strictExecutionOrder: true,
      },
    },
  },
  define: { __WORLD__: JSON.stringify(world), __ENGLISH__: english },
})
