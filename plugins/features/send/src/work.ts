import { anySignal } from '@portico/kernel'
import { accountSwitchedEvent, disconnectedEvent, networkSwitchedEvent } from '@portico/kernel/session'
import type { SendContext } from './refs.js'

/** Work of which only the newest of its kind counts; all of it ends when the account or the network is another one. */
export function createWork(context: SendContext) {
  const running = new Map<string, AbortController>()
  const stop = (kind: string) => {
    running.get(kind)?.abort()
    running.delete(kind)
  }
  const stopAll = () => [...running.keys()].forEach(stop)
  context.on([disconnectedEvent, networkSwitchedEvent, accountSwitchedEvent], stopAll)

  return {
    stop,
    /** Rejects with what `run` throws, unless it was given up: then nothing is left to be said. `run` looks at its signal before it writes anything. */
    async latest(kind: string, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
      stop(kind)
      const own = new AbortController()
      running.set(kind, own)
      const signal = anySignal([own.signal, context.signal])
      try {
        await run(signal)
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        if (running.get(kind) === own) running.delete(kind)
      }
    },
  }
}
