import { once } from '@portico/kernel'
import { nativeBalanceEndpoint } from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import type { createChainBalance } from './chain-balance.js'
import type { AccountContext } from './refs.js'

/**
 * Answers `nativeBalance` from the chains themselves. One handler per network, because a handler that failed rests for 30 s, and one network that is down is
 * no reason to leave the others alone.
 */
export function serveNativeBalance(context: AccountContext, load: () => Promise<ReturnType<typeof createChainBalance>>): void {
  const served = new Set<string>()
  const arrive = once(load)
  const serve = () => {
    for (const { caipNetworkId: id } of context.items(chainsSlot).flatMap(chain => chain.networks))
      if (!served.has(id) && served.add(id))
        context.handle(nativeBalanceEndpoint, async (ask, signal) => (await arrive())(ask, signal), {
          id,
          rank: 'late',
          when: (ask, read) => ask.network === id && read.capability(balancesCapability, id) !== undefined,
        })
  }
  context.watch(read => read.items(chainsSlot), serve)
  context.onStart(serve)
}
