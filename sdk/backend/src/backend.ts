import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type * as v from 'valibot'
import { openChains } from './chains/open-chains.js'
import { type Configuration, readConfiguration } from './configuration.js'
import { BackendError } from './errors.js'
import type { IndexState } from './history/evm-indexer.js'
import { createAccountRequests } from './history/followed-accounts.js'
import { type Indexers, startIndexers } from './history/start-indexers.js'
import { createJobRun } from './jobs/job-run.js'
import { openPostgresJobs } from './jobs/postgres-jobs.js'
import { openSqliteJobs } from './jobs/sqlite-jobs.js'
import { createLog, type Log, reasonOf } from './log.js'
import { type BackendOptions, builtinModules } from './modules/builtin.js'
import type { Module } from './modules/module.js'
import { migrationsOf, setUpModules } from './modules/set-up.js'
import { createMetrics, createMetricsServer, watchProcess } from './operations/metrics.js'
import { createProviders } from './operations/providers.js'
import { readReadiness } from './operations/readiness.js'
import { statusRoutes } from './operations/status-routes.js'
import { createApp } from './server/app.js'
import type { Route } from './server/route.js'
import { openBroadcast } from './shared/broadcast.js'
import { createCaches } from './shared/cache.js'
import { createLimits, forgetLimits } from './shared/limits.js'
import { openRedis } from './shared/redis.js'
import { openStore } from './store/open-store.js'

/** A server that runs. */
export interface Backend {
  /** `http://host:port` */
  readonly url: string
  /** `http://host:port/metrics`, where it is configured. */
  readonly metricsUrl: string | undefined
  /** How far each chain is indexed. */
  readonly indexes: readonly IndexState[]
  /**
   * Answers open requests, lets running jobs finish, and ends. Calling it twice is harmless.
   */
  stop(): Promise<void>
}
type Entries<Added extends readonly Module[]> = Added extends readonly [
  Module<infer First>,
  ...infer Rest extends readonly Module[],
]
  ? Partial<v.InferInput<v.StrictObjectSchema<First, undefined>>> & Entries<Rest>
  : unknown

export interface Surroundings<Added extends readonly Module[] = readonly Module[]> {
  /** Receives each line of the log with its line break. Without it nothing is written. */
  readonly log?: (line: string) => void
  /** Modules of the host, set up after those of this package. */
  readonly modules?: Added
}

/**
 * Starts the roles of the configuration: `api`, `indexer` and `worker` in this process by default.
 *
 * @throws BackendError BAD_CONFIGURATION, BAD_MODULE, DATABASE_UNREACHABLE, DATABASE_NEWER,
 * CANNOT_LISTEN
 */
export async function startBackend<const Added extends readonly Module[] = []>(
  options: BackendOptions & Entries<Added> = {} as BackendOptions & Entries<Added>,
  { log: write = () => undefined, modules: added }: Surroundings<Added> = {},
): Promise<Backend> {
  const modules: readonly Module[] = [...builtinModules, ...(added ?? [])]
  const configuration = readConfiguration(options, modules)
  const log = createLog(write, configuration.logLevel)
  const metrics = createMetrics()
  const providers = createProviders(metrics.providers)
  const chains = openChains(configuration.chains, providers.observe)
  const has = (role: Configuration['roles'][number]) => configuration.roles.includes(role)

  const store = await openStore(configuration.database, {
    migrations: migrationsOf(modules),
    maxBytes: configuration.maxDatabaseBytes,
  })
  const ends: (() => unknown)[] = [() => store.close()]
  try {
    const redis =
      configuration.redis === undefined ? undefined : openRedis(configuration.redis, log)
    if (redis) ends.unshift(redis.close)
    const broadcast =
      store.pool && !redis && has('api')
        ? openBroadcast(configuration.database, store.pool, log)
        : undefined
    if (broadcast) ends.unshift(broadcast.close)
    const run = createJobRun(log, metrics.jobSeconds)
    const { stopSeconds } = configuration
    const jobs = store.pool
      ? await openPostgresJobs(configuration.database, store.pool, run, { log, stopSeconds })
      : openSqliteJobs(store.database, run, log)
    ends.unshift(() => jobs.stop())
    const accounts = createAccountRequests(
      store.database,
      configuration.chains.flatMap(({ id, index }) => (index === 'accounts' ? [id] : [])),
      log,
    )
    ends.unshift(accounts.stop)
    const createRateLimit = createLimits({ redis, pool: store.pool })
    const parts = setUpModules(modules, {
      configuration,
      accounts,
      chains,
      log,
      jobs,
      metrics: metrics.registry,
      cache: createCaches({ reads: metrics.cacheReads, redis, broadcast }),
      limit: createRateLimit,
      database: store.database,
    })

    const status = { isStopping: false }
    let indexers: Indexers | undefined
    const indexes = () => indexers?.states ?? []
    const readiness = () =>
      readReadiness({
        configuration,
        store,
        providers,
        indexes,
        isStopping: () => status.isStopping,
        redis: redis?.answers,
      })
    const routes: readonly Route[] = [
      ...statusRoutes(readiness, () => routes),
      ...(has('api') ? parts.routes : []),
    ]
    const app = createApp(routes, configuration, {
      log,
      seen: metrics.seen,
      createRateLimit,
    })
    const server = createAdaptorServer({
      fetch: app.fetch,
      overrideGlobalObjects: false,
      serverOptions,
    }) as Server
    const url = await listen(server, configuration)
    ends.unshift(() => closeServer(server, configuration.stopSeconds))
    let metricsUrl: string | undefined
    if (configuration.metrics) {
      watchProcess(metrics.registry, indexes, jobs)
      const metricsServer = createMetricsServer(metrics.registry)
      metricsUrl = `${await listen(metricsServer, configuration.metrics)}/metrics`
      ends.push(() => closeServer(metricsServer, 0))
    }

    log.info('started', {
      url,
      database: store.kind,
      chains: configuration.chains.length,
      roles: configuration.roles.join(' '),
    })
    if (has('indexer')) {
      const started = startIndexers({
        configuration,
        store,
        rpcOf: chains.indexRpc,
        providers: metrics.providers,
        log,
      })
      indexers = started
      ends.unshift(() => started.stop())
    }
    if (has('worker')) await jobs.start([forgetLimits(store.database), ...parts.jobs])

    const stop = async () => {
      status.isStopping = true
      log.info('stopping')
      await endAll(ends, log)
      log.info('stopped')
    }
    let stopped: Promise<void> | undefined
    return {
      url,
      metricsUrl,
      get indexes() {
        return indexes()
      },
      stop() {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    await endAll(ends, log)
    throw error
  }
}

/** Ends everything in its order: the index, the server before the jobs, the database last. */
async function endAll(ends: readonly (() => unknown)[], log: Log): Promise<void> {
  for (const end of ends) {
    try {
      await end()
    } catch (error) {
      log.warn('stop-failed', { reason: reasonOf(error) })
    }
  }
}

/** A client that sends slower than this gets 408, so that it does not hold a connection. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
}

function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', cause =>
      reject(new BackendError('CANNOT_LISTEN', `Cannot listen at ${host}:${port}.`, { cause })),
    )
    server.listen(port, host, () => {
      const at = (server.address() as AddressInfo).port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${at}`)
    })
  })
}

/** New requests are refused, idle connections end, busy ones when they have their answer. */
function closeServer(server: Server, seconds: number): Promise<void> {
  return new Promise(resolve => {
    const late = setTimeout(() => server.closeAllConnections(), seconds * 1_000)
    // A connection that has its answer would otherwise stay open for the next question.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(late)
      clearInterval(idle)
      resolve()
    })
  })
}
