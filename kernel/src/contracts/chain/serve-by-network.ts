import type { PluginContext } from '../../plugin.js'
import type { AnyCapability, EndpointRef } from '../../refs.js'
import type { NetworkId } from './caip.js'
import { chainsSlot } from './network.js'

/**
 * Answers an endpoint from the chains themselves, with one handler for each network (id
 * `chain eip155:1`, rank `late`): a handler that failed cools down, and one network that is down
 * must not block the others. A handler runs where the network offers the capability and `isOwn`
 * is true.
 */
export function serveByNetwork<Ask extends { readonly network: NetworkId }, Answer>(
  context: Pick<PluginContext, 'items' | 'handle' | 'watch' | 'onStart'>,
  endpoint: EndpointRef<Ask, Answer>,
  capability: AnyCapability,
  run: (ask: Ask, signal: AbortSignal) => Promise<Answer>,
  isOwn: (ask: Ask) => boolean = () => true,
): void {
  const served = new Set<string>()
  const serve = () => {
    for (const { caipNetworkId: id } of context.items(chainsSlot).flatMap(chain => chain.networks))
      if (!served.has(id) && served.add(id))
        context.handle(endpoint, run, {
          id: `chain ${id}`,
          rank: 'late',
          when: (ask, read) =>
            ask.network === id && isOwn(ask) && read.capability(capability, id) !== undefined,
        })
  }
  context.watch(read => read.items(chainsSlot), serve)
  context.onStart(serve)
}
