import { LRUCache } from 'lru-cache'
import type { Counter } from 'prom-client'
import type { Broadcast } from './broadcast.js'
import type { Shared } from './redis.js'

/** Answers as text, kept for some seconds. A failed answer is not kept. */
export interface Cache {
  /** Returns the kept answer, or computes it; callers that ask at the same time share one. */
  read(key: string, compute: () => Promise<string>): Promise<string>
  /** Computes the answer even when one is kept. */
  refresh(key: string, compute: () => Promise<string>): Promise<string>
  forget(key: string): Promise<void>
}
export type CreateCache = (
  name: string,
  options: { readonly seconds: number; readonly most: number },
) => Cache

interface Surroundings {
  /** Counts reads by cache and result. */
  readonly reads: Counter<'cache' | 'result'>
  readonly redis: Shared | undefined
  /** Tells the other processes what to forget, where they share no Redis. */
  readonly broadcast: Broadcast | undefined
}

/** Creates caches in this process, or in Redis, where all processes read the same answer. */
export function createCaches({ reads, redis, broadcast }: Surroundings): CreateCache {
  const all = new Map<string, LRUCache<string, Promise<string>>>()
  broadcast?.listen(message => {
    if (message === undefined) for (const kept of all.values()) kept.clear()
    const [name = '', key = ''] = message?.split('\t') ?? []
    all.get(name)?.delete(key)
  })
  return (name, { seconds, most }) => {
    // With Redis only answers in flight are held here: what is kept is the same for everyone.
    const kept = new LRUCache<string, Promise<string>>({
      max: most,
      ttl: redis ? 1 : seconds * 1_000,
    })
    all.set(name, kept)
    /** Resolves when the others know. Without the database, their answers are seconds old. */
    const outdate = (key: string) => broadcast?.send(`${name}\t${key}`).catch(() => undefined)
    const pending = new Map<string, Promise<string>>()

    const compute = (key: string, ask: () => Promise<string>): Promise<string> => {
      reads.inc({ cache: name, result: 'miss' })
      const answer = ask()
      if (!redis) kept.set(key, answer)
      return answer.then(
        async text => {
          await redis?.set(`${name}:${key}`, text, seconds)
          return text
        },
        (error: unknown) => {
          if (kept.peek(key) === answer) kept.delete(key)
          throw error
        },
      )
    }
    const once = (key: string, ask: () => Promise<string>): Promise<string> => {
      const found = pending.get(key)
      if (found) return found
      const answer = ask().finally(() => pending.delete(key))
      pending.set(key, answer)
      return answer
    }

    return {
      read(key, ask) {
        const found = kept.get(key)
        if (found) {
          reads.inc({ cache: name, result: 'hit' })
          return found
        }
        return once(key, async () => {
          const shared = await redis?.get(`${name}:${key}`)
          if (shared === undefined) return compute(key, ask)
          reads.inc({ cache: name, result: 'hit' })
          return shared
        })
      },
      async refresh(key, ask) {
        const text = await compute(key, ask)
        await outdate(key)
        return text
      },
      async forget(key) {
        kept.delete(key)
        await redis?.forget(`${name}:${key}`)
        await outdate(key)
      },
    }
  }
}
