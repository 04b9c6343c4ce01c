/**
 * Lists one WalletConnect connector per chain that supports remote wallets. One approval serves
 * them all.
 */
import { once } from '@portico/kernel'
import { remoteSessionsCapability } from '@portico/kernel/capabilities'
import { type Chain, chainsSlot } from '@portico/kernel/chain'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { connectorIdOf } from './connector-id.js'
import type { WalletConnectOptions } from './options.js'
import {
  connectingWalletConnectBasicView,
  connectingWalletConnectView,
  type WalletConnectContext,
} from './refs.js'

/** The icon: the frame of a scanner. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><path fill="#2f6fe4" d="M0 0h36v36H0z"/><path fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" d="M11 15v-2a2 2 0 0 1 2-2h2m6 0h2a2 2 0 0 1 2 2v2m0 6v2a2 2 0 0 1-2 2h-2m-6 0h-2a2 2 0 0 1-2-2v-2m2-3h10"/></svg>',
)}`

/** Returns a function that loads the plugin's controller on its first call. */
export const createLoader = (context: WalletConnectContext, options: WalletConnectOptions) =>
  once(async () => {
    const [{ create }, { tabsOf }] = await Promise.all([
      import('./pairing/pairing-controller.js'),
      import('./relay/socket-owner.js'),
    ])
    context.signal.throwIfAborted()
    return create(context, options, tabsOf())
  })

/** Lists the connectors of all chains, and of chains that are registered later. */
export function listConnectors(
  context: WalletConnectContext,
  controller: ReturnType<typeof createLoader>,
): void {
  const approval = {}
  const listed = new Set<string>()
  const view = connectingWalletConnectBasicView
  const waitsIn = [view, connectingWalletConnectView]
  const usable = () =>
    context.items(chainsSlot).filter(({ id }) => context.capability(remoteSessionsCapability, id))
  const list = (found: readonly Chain[]) => {
    for (const { id } of found) {
      if (listed.has(id)) continue
      listed.add(id)
      const methods: Pick<Connector, 'connect' | 'restore'> = {
        connect: async (request, signal) => (await controller()).connect(id, request, signal),
        restore: async (request, signal) => (await controller()).restore(id, request, signal),
      }
      const shown = { name: 'WalletConnect', imageUrl: picture, type: 'EXTERNAL' } as const
      context.contribute(connectorsSlot, {
        id: connectorIdOf(id),
        ...shown,
        namespace: id,
        approval,
        view,
        waitsIn,
        ...methods,
      })
    }
  }
  list(usable())
  context.watch(usable, list)
}
