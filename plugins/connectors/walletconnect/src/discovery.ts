import { once } from '@portico/kernel'
import { connectView, mayPrefetch, viewPainted } from '@portico/kernel/contracts'
import { createLoader, listConnectors } from './connectors.js'
import type { WalletConnectOptions } from './options.js'
import type { DeepLinks, WalletConnectContext } from './refs.js'

/** Each part of the plugin, over one controller. */
export function open(context: WalletConnectContext, options: WalletConnectOptions): DeepLinks & { list(): Promise<void> } {
  const controller = createLoader(context, options)
  return {
    // Who looks for wallets may have to look again.
    list: once(async () => {
      listConnectors(context, controller)
      // Never before the rows are painted: the library is larger than everything that they need.
      context.on(viewPainted, ({ view }) => {
        if (view !== connectView.id || !mayPrefetch()) return
        // What does not arrive is asked for again by the pairing, which reports it.
        import('./lazy/prefetch.js').then(({ prefetchWhereLikely }) => prefetchWhereLikely(context, options)).catch(() => undefined)
      })
    }),
    choose: async link => (await controller()).choose(link),
  }
}
