import type { AnyPluginContext, Dispose } from '@portico/kernel'
import type { WalletSession } from '@portico/kernel/connector-kit'
import type { Handle } from './handle.js'

/** A live session over any handle. It unsubscribes when it ends, or when the plugin is disposed. */
export async function createWalletSession(
  handle: Handle,
  context: AnyPluginContext,
  signal: AbortSignal,
): Promise<WalletSession> {
  const report = await handle.report(signal)
  const stops = new Set<Dispose>()
  const stopAll = () => {
    for (const stop of stops) stop()
    stops.clear()
  }
  context.signal.addEventListener('abort', stopAll, { once: true })
  return {
    handle,
    report,
    watch(listener) {
      const stop = handle.listen(
        () => void handle.report(context.signal).then(listener).catch(context.report),
        () => listener(undefined),
      )
      stops.add(stop)
      return () => {
        stops.delete(stop)
        stop()
      }
    },
    async disconnect(ending) {
      stopAll()
      context.signal.removeEventListener('abort', stopAll)
      await handle.close(ending)
    },
  }
}
