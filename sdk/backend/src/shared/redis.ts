import { createClient, type RedisClientType } from '@redis/client'
import { type Log, reasonOf } from '../log.js'

/** Text that all processes share, in Redis. While Redis is away, nothing is found or kept. */
export interface Shared {
  /** For `rate-limiter-flexible`. */
  readonly client: RedisClientType
  answers(): Promise<boolean>
  get(key: string): Promise<string | undefined>
  set(key: string, text: string, seconds: number): Promise<void>
  forget(key: string): Promise<void>
  close(): void
}

const [timeoutMs, longestRetryMs] = [500, 5_000]
const prefix = 'portico:'

/** Connects in the background: the server starts without Redis, and uses it when it is there. */
export function openRedis(url: string, log: Log): Shared {
  let wasReady = true
  const client: RedisClientType = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: timeoutMs },
    socket: {
      connectTimeout: 5_000,
      reconnectStrategy: retries => Math.min(100 * 2 ** retries, longestRetryMs),
    },
  })
  client.on('ready', () => {
    wasReady = true
    log.info('redis-ready')
  })
  client.on('error', error => {
    if (wasReady) log.warn('redis-failed', { reason: reasonOf(error) })
    wasReady = false
  })
  void client.connect().catch(() => undefined) // the error event says why
  const attempt = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => {
    if (!client.isReady) return undefined
    return ask().catch(() => undefined) // as good as not there
  }
  return {
    client,
    answers: async () => (await attempt(() => client.ping())) !== undefined,
    get: async key => (await attempt(() => client.get(prefix + key))) ?? undefined,
    async set(key, text, seconds) {
      await attempt(() =>
        client.set(prefix + key, text, { expiration: { type: 'EX', value: seconds } }),
      )
    },
    async forget(key) {
      await attempt(() => client.del(prefix + key))
    },
    close: () => client.destroy(),
  }
}
