import { type Latest, latest } from '@portico/kernel'
import {
  accountSwitchedEvent,
  disconnectedEvent,
  networkSwitchedEvent,
} from '@portico/kernel/session'
import type { SendContext } from './refs.js'

/**
 * Work of which only the newest run of its kind counts; all of it ends when the account or the
 * network is another one.
 */
export function createWork(context: SendContext) {
  const kinds = new Map<string, Latest>()
  const taskOf = (kind: string): Latest => {
    const task = kinds.get(kind) ?? latest(context.signal)
    kinds.set(kind, task)
    return task
  }
  context.on([disconnectedEvent, networkSwitchedEvent, accountSwitchedEvent], () => {
    for (const task of kinds.values()) task.stop()
  })

  return {
    stop: (kind: string) => taskOf(kind).stop(),
    /**
     * Rejects with what `run` throws, unless it was aborted, since the caller no longer waits then.
     * `run` checks its signal before it writes anything.
     */
    async latest(kind: string, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
      const signal = taskOf(kind).start()
      try {
        await run(signal)
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  }
}
