import type { Kysely } from 'kysely'
import type pg from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import * as v from 'valibot'
import { defineJob } from '../jobs/job.js'
import type { BaseTables } from '../store/base-tables.js'
import type { Shared } from './redis.js'

/** Counts requests by client and route. */
export interface RateLimit {
  /** Counts one request. Returns 0, or the seconds after which it is allowed. */
  take(key: string): Promise<number>
}
/** At most `burst` requests in the time in which `perSecond` allows as many. */
export interface RateLimitOptions {
  readonly burst: number
  readonly perSecond: number
}
export type CreateRateLimit = (name: string, options: RateLimitOptions) => RateLimit

/**
 * Creates limits that all processes share: in Redis, else in PostgreSQL, else in this process.
 *
 * While Redis or the database is away, each process counts alone.
 */
export const createLimits =
  ({
    redis,
    pool,
  }: {
    readonly redis: Shared | undefined
    readonly pool: pg.Pool | undefined
  }): CreateRateLimit =>
  (name, { burst, perSecond }) => {
    const own = {
      keyPrefix: name,
      points: burst,
      duration: Math.max(1, Math.ceil(burst / perSecond)),
    }
    const memory = new RateLimiterMemory(own)
    // A client beyond its limit costs no further query.
    const shared = { ...own, insuranceLimiter: memory, inMemoryBlockOnConsumed: burst + 1 }
    const limiter: RateLimiterAbstract = redis
      ? new RateLimiterRedis({
          ...shared,
          storeClient: redis.client,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
        })
      : pool
        ? new RateLimiterPostgres({
            ...shared,
            storeClient: pool,
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            clearExpiredByTimeout: false,
          })
        : memory
    return {
      async take(key) {
        try {
          await inTime(limiter.consume(key), () => memory.consume(key))
          return 0
        } catch (refused) {
          if (refused instanceof RateLimiterRes)
            return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
          throw refused
        }
      },
    }
  }

/** Milliseconds after which a process counts alone: a request does not wait for a slow store. */
const longestMs = 500

async function inTime<Answer>(
  shared: Promise<Answer>,
  alone: () => Promise<Answer>,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Answer>((resolve, reject) => {
    timer = setTimeout(() => alone().then(resolve, reject), longestMs)
  })
  try {
    return await Promise.race([shared, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Deletes what is stored of limits that are over. */
export const forgetLimits = (database: Pick<Kysely<BaseTables>, 'deleteFrom'>) =>
  defineJob({
    name: 'rate-limits-forget',
    payload: v.object({}),
    everySeconds: 300,
    timeoutSeconds: 60,
    async run() {
      await database.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute()
    },
  })
