import { definePlugin, once, type Plugin } from '@portico/kernel'
import { backendReach, gasPrice, historyPage, http, type NetworkId, nftPage, tokenBalances, tokenPrices } from '@portico/kernel/contracts'
import type { BackendOptions } from './options.js'

/** The name of its handlers: what `source` of an answer says. */
const id = 'backend'

/**
 * Asks a backend for balances, prices, gas, NFTs and history (examples/docs/own-backend.md). Networks that it does not list are left to whoever else answers, the chain first of all.
 * Nothing is loaded, or asked, before somebody asks.
 */
export const backend = (options: BackendOptions): Plugin =>
  definePlugin({
    id: 'base/backend',
    needs: [http],
    provides: [backendReach],
    setup(context) {
      const unknown = new Set<NetworkId>()
      const client = once(() => import('./lazy/backend-client.js').then(({ createClient }) => createClient(context, options, unknown)))
      const isKnown = ({ network }: { readonly network: NetworkId }) => !unknown.has(network)

      context.provide(backendReach, { serves: network => !unknown.has(network) })
      context.handle(tokenBalances, async (ask, signal) => (await client()).balances(ask, signal), { id, when: isKnown })
      context.handle(tokenPrices, async (ask, signal) => (await client()).prices(ask, signal), { id, when: isKnown })
      context.handle(gasPrice, async (ask, signal) => (await client()).gas(ask, signal), { id, when: isKnown })
      // A page of somebody else's list is continued there.
      const isOurs = ({ network, cursor = `${id} ` }: { readonly network: NetworkId; readonly cursor?: string }) =>
        isKnown({ network }) && cursor.startsWith(`${id} `)
      context.handle(historyPage, async (ask, signal) => (await client()).history(ask, signal), { id, when: isOurs })
      context.handle(nftPage, async (ask, signal) => (await client()).nfts(ask, signal), { id, when: isOurs })
    },
  })
