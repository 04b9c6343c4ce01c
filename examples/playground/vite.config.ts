import { fileURLToPath } from 'node:url'
import { devAccounts } from '@portico/devnet'
import { defineConfig } from 'vite'
import type { World } from './src/world.js'

const { chains, ledgers } = JSON.parse(process.env.PORTICO_DEVNET ?? '{"chains":[],"ledgers":{}}') as Pick<World, 'chains' | 'ledgers'>
const world: World = { chains, ledgers, keys: devAccounts.map(account => account.privateKey) }

export default defineConfig({
  // The packages as they are written, so that a change in one shows at once.
  resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
  build: { rolldownOptions: { input: ['index.html', 'gallery.html'].map(page => fileURLToPath(new URL(page, import.meta.url))) } },
  define: { __WORLD__: JSON.stringify(world) },
})
