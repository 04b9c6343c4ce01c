import { setTimeout as sleep } from 'node:timers/promises'
import { openChains } from './chains/open-chains.js'
import { type Configuration, readConfiguration } from './configuration.js'
import { BackendError } from './errors.js'
import { createLog } from './log.js'
import { builtinModules } from './modules/builtin.js'
import { migrationsOf } from './modules/set-up.js'
import { createMetrics } from './operations/metrics.js'
import { createProviders } from './operations/providers.js'
import { openRedis } from './shared/redis.js'
import { openStore } from './store/open-store.js'

export interface CheckResult {
  /** One for each part, with the reason and what to do where it is not good. */
  readonly lines: readonly string[]
  readonly isGood: boolean
}

/**
 * Tries a configuration without listening: its options, the database, Redis, and every node.
 *
 * The database is migrated, as a start would do.
 */
export async function check(options: unknown): Promise<CheckResult> {
  const lines: string[] = []
  let isGood = true
  const add = (what: string, problem: string | undefined) => {
    if (problem !== undefined) isGood = false
    lines.push(
      `${problem === undefined ? 'ok    ' : 'failed'} ${what}${problem ? `: ${problem}` : ''}`,
    )
  }

  let configuration: Configuration
  try {
    configuration = readConfiguration(options, builtinModules)
    add('configuration', undefined)
  } catch (error) {
    add('configuration', sentenceOf(error))
    return { lines, isGood }
  }
  add('database', await databaseProblem(configuration))
  if (configuration.redis !== undefined) add('redis', await redisProblem(configuration.redis))
  const providers = createProviders(createMetrics().providers)
  const chains = openChainsOrProblem(configuration, providers.observe)
  if (chains) add('chains', chains)
  else
    await Promise.all(
      configuration.chains.map(async ({ id }) => {
        const { state, head } = await providers.probe(id)
        if (state !== 'unknown')
          add(
            `${id}${head === undefined ? '' : ` at block ${head}`}`,
            state === 'ok' ? undefined : 'no node responds. Check the addresses in its `rpc`.',
          )
      }),
    )
  return { lines, isGood }
}

function openChainsOrProblem(
  { chains }: Configuration,
  observe: Parameters<typeof openChains>[1],
): string | undefined {
  try {
    openChains(chains, observe)
    return undefined
  } catch (error) {
    return sentenceOf(error)
  }
}

async function databaseProblem({
  database,
  maxDatabaseBytes: maxBytes,
}: Configuration): Promise<string | undefined> {
  try {
    const store = await openStore(database, { migrations: migrationsOf(builtinModules), maxBytes })
    await store.close()
    return undefined
  } catch (error) {
    return sentenceOf(error)
  }
}

async function redisProblem(url: string): Promise<string | undefined> {
  const redis = openRedis(
    url,
    createLog(() => undefined, 'error'),
  )
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (await redis.answers()) return undefined
      await sleep(100)
    }
    return 'it does not respond. Check its address, or leave `redis` out.'
  } finally {
    redis.close()
  }
}

/** What is written by a driver may name hosts, which the person who runs the check knows anyway. */
const sentenceOf = (error: unknown): string => {
  if (!(error instanceof BackendError)) throw error
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message
}
