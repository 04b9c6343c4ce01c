import { once } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { mayPrefetch, viewPaintedEvent, whenIdle } from '@portico/kernel/shell'
import { createLoader, listConnectors } from './connectors.js'
import type { WalletConnectOptions } from './options.js'
import type { Pairings, WalletConnectContext } from './refs.js'

/** Opens the parts of the plugin over one shared controller. */
export function open(
  context: WalletConnectContext,
  options: WalletConnectOptions,
): Pairings & { list(): Promise<void>; forget(): Promise<void> } {
  const controller = createLoader(context, options)
  const offer = async (namespace: string) => (await controller()).offer(namespace)
  return {
    // Runs once, because wallet discovery may call this function again.
    list: once(async () => {
      listConnectors(context, controller)
      // The prefetch waits until the rows are painted: the library is larger than everything that
      // the rows need.
      context.on(viewPaintedEvent, ({ view }) => {
        if (view !== connectView.id || !mayPrefetch()) return
        // The pairing loads a missing file again, and reports the failure.
        whenIdle(() => {
          import('./pairing/prefetch.js')
            .then(({ prefetchWhereLikely }) => prefetchWhereLikely(context, options, offer))
            .catch(() => undefined)
        })
      })
    }),
    forget: async () => (await controller()).forget(),
    choose: async link => (await controller()).choose(link),
    offer,
  }
}
