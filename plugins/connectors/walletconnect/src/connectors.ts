/** The ways to remote wallets: one per chain that they can be used with, all of one approval. */
import { once } from '@portico/kernel'
import { type Chain, type Connector, chains, connectors, remoteSessions } from '@portico/kernel/contracts'
import { connectorIdOf } from './connector-id.js'
import type { WalletConnectOptions } from './options.js'
import { connectingWalletConnectBasicView, connectingWalletConnectView, type WalletConnectContext } from './refs.js'

/** The frame of a scanner. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><path fill="#2f6fe4" d="M0 0h36v36H0z"/><path fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" d="M11 15v-2a2 2 0 0 1 2-2h2m6 0h2a2 2 0 0 1 2 2v2m0 6v2a2 2 0 0 1-2 2h-2m-6 0h-2a2 2 0 0 1-2-2v-2m2-3h10"/></svg>',
)}`

/** The controller of a plugin, loaded with the first call. */
export const createLoader = (context: WalletConnectContext, options: WalletConnectOptions) =>
  once(async () => {
    const [{ create }, { tabsOf }] = await Promise.all([import('./lazy/controller.js'), import('./lazy/socket-owner.js')])
    context.signal.throwIfAborted()
    return create(context, options, tabsOf())
  })

/** Lists them, and those of chains that come later. */
export function listConnectors(context: WalletConnectContext, controller: ReturnType<typeof createLoader>): void {
  const approval = {}
  const listed = new Set<string>()
  const view = connectingWalletConnectBasicView
  const waitsIn = [view, connectingWalletConnectView]
  const usable = () => context.items(chains).filter(({ id }) => context.capability(remoteSessions, id))
  const list = (found: readonly Chain[]) => {
    for (const { id } of found) {
      if (listed.has(id)) continue
      listed.add(id)
      const ways: Pick<Connector, 'connect' | 'restore'> = {
        connect: async (request, signal) => (await controller()).connect(id, request, signal),
        restore: async (request, signal) => (await controller()).restore(id, request, signal),
      }
      const shown = { name: 'WalletConnect', imageUrl: picture, type: 'EXTERNAL' } as const
      context.contribute(connectors, { id: connectorIdOf(id), ...shown, chain: id, approval, view, waitsIn, ...ways })
    }
  }
  list(usable())
  context.watch(usable, list)
}
