import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  backendReachService,
  gasPriceEndpoint,
  historyPageEndpoint,
  httpService,
  nftPageEndpoint,
  priceHistoryEndpoint,
  tokenBalancesEndpoint,
  tokenPricesEndpoint,
} from '@portico/kernel/backend'
import type { NetworkId } from '@portico/kernel/chain'
import type { BackendOptions } from './options.js'

/** The name of its handlers, which is the `source` of an answer. */
const id = 'backend'

/**
 * Requests a backend for balances, prices, gas, NFTs and history (examples/docs/own-backend.md).
 * Networks that it does not list are left to other sources, first of all the chain. Code is loaded
 * with the first request.
 */
export const backend = (options: BackendOptions): Plugin =>
  definePlugin({
    id: 'base/backend',
    needs: [httpService],
    provides: [backendReachService],
    setup(context) {
      const unknown = new Set<NetworkId>()
      const client = once(() =>
        import('./backend/backend-client.js').then(({ createClient }) =>
          createClient(context, options, unknown),
        ),
      )
      const isKnown = ({ network }: { readonly network: NetworkId }) => !unknown.has(network)

      context.provide(backendReachService, { serves: network => !unknown.has(network) })
      context.handle(
        tokenBalancesEndpoint,
        async (ask, signal) => (await client()).balances(ask, signal),
        { id, when: isKnown },
      )
      context.handle(
        tokenPricesEndpoint,
        async (ask, signal) => (await client()).prices(ask, signal),
        { id, when: isKnown },
      )
      context.handle(
        priceHistoryEndpoint,
        async (ask, signal) => (await client()).priceHistory(ask, signal),
        { id, when: isKnown },
      )
      context.handle(gasPriceEndpoint, async (ask, signal) => (await client()).gas(ask, signal), {
        id,
        when: isKnown,
      })
      // A page of another source's list is continued by that source.
      const isOurs = ({
        network,
        cursor = `${id} `,
      }: {
        readonly network: NetworkId
        readonly cursor?: string
      }) => isKnown({ network }) && cursor.startsWith(`${id} `)
      context.handle(
        historyPageEndpoint,
        async (ask, signal) => (await client()).history(ask, signal),
        { id, when: isOurs },
      )
      context.handle(nftPageEndpoint, async (ask, signal) => (await client()).nfts(ask, signal), {
        id,
        when: isOurs,
      })
    },
  })
