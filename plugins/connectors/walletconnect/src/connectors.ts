/** The ways to remote wallets: one per chain that they can be used with, all of one approval. */
import { once } from '@portico/kernel'
import { type Chain, type Connector, chains, connectors, remoteSessions } from '@portico/kernel/contracts'
import { connectorIdOf } from './connector-id.js'
import type { WalletConnectOptions } from './options.js'
import { connectingWalletConnectBasicView, connectingWalletConnectView, type WalletConnectContext } from './refs.js'

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
      context.contribute(connectors, { id: connectorIdOf(id), name: 'WalletConnect', type: 'EXTERNAL', chain: id, approval, view, waitsIn, ...ways })
    }
  }
  list(usable())
  context.watch(usable, list)
}
