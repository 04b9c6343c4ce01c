import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createAnalyticsSink } from './analytics-sink.js'
import { createBalanceBoard } from './balances.js'
import { openChains } from './chains/open-chains.js'
import { type BackendOptions, readConfiguration } from './configuration.js'
import { BackendError } from './errors.js'
import { type Indexer, type IndexState, startEvmIndexer } from './history/evm-indexer.js'
import { createAccountRequests } from './history/followed-accounts.js'
import { createLog, reasonOf } from './log.js'
import { createNames } from './names.js'
import { createMetadataReader } from './nfts/nft-metadata.js'
import { createNftPages } from './nfts/nft-pages.js'
import { createPriceHistory } from './price-history.js'
import { createPrices } from './prices.js'
import { accountRoutes } from './server/account-routes.js'
import { createApp } from './server/app.js'
import { convertRoutes } from './server/convert-routes.js'
import { directoryRoutes } from './server/directory-routes.js'
import { nameRoutes } from './server/name-routes.js'
import { nftRoutes } from './server/nft-routes.js'
import { priceRoutes } from './server/price-routes.js'
import type { Route } from './server/route.js'
import { signInRoutes } from './server/sign-in-routes.js'
import { sinkRoutes } from './server/sink-routes.js'
import { statusRoutes } from './server/status-routes.js'
import { createSignIn } from './sign-in/sign-in.js'
import { createSignInStore } from './sign-in/sign-in-store.js'
import { openStore } from './store/open-store.js'
import { openWalletDirectory } from './wallets.js'

/** A server that runs. */
export interface Backend {
  /** `http://host:port` */
  readonly url: string
  /** How far each chain is indexed. */
  readonly indexes: readonly IndexState[]
  /** Answers what was asked already, writes what was begun, and ends. Asking twice is harmless. */
  stop(): Promise<void>
}
export interface Surroundings {
  /** Takes the lines of the log, each with its line break. Without it nothing is written. */
  readonly log?: (line: string) => void
}

/**
 * Milliseconds: what was asked before a stop is waited for so long; what is old is looked for so
 * often.
 */
const [timeoutMs, forgetEveryMs] = [10_000, 600_000]

/**
 * Opens the database, begins to index, and answers requests.
 *
 * @throws BackendError BAD_CONFIGURATION, DATABASE_UNREACHABLE, CANNOT_LISTEN
 */
export async function startBackend(
  options: BackendOptions = {},
  { log: write = () => undefined }: Surroundings = {},
): Promise<Backend> {
  const configuration = readConfiguration(options)
  const log = createLog(write, configuration.logLevel)
  const chains = openChains(configuration.chains)
  const store = await openStore(configuration.database)
  const status = { isStopping: false }
  const indexers: Indexer[] = []
  const indexes = () => indexers.map(({ state }) => state)

  const requests = createAccountRequests(
    store.database,
    configuration.chains.flatMap(({ id, index }) => (index === 'accounts' ? [id] : [])),
    log,
  )
  const prices = createPrices(configuration.prices, chains.rpc)
  const priceHistory = createPriceHistory(store.database, prices, configuration)
  const names = createNames(
    configuration.names,
    configuration.names && chains.rpc(configuration.names.chain),
  )
  const sink = createAnalyticsSink(store, configuration.analytics)
  const nfts = createNftPages(store.database, createMetadataReader(configuration.nfts))
  const signIns = createSignInStore(store.database)
  const routes: readonly Route[] = [
    ...statusRoutes(
      store,
      () => ({ ...status, indexes: indexes() }),
      () => routes,
    ),
    ...accountRoutes({ chains, store, requests, balances: createBalanceBoard(store, prices) }),
    ...priceRoutes({ chains, prices, history: priceHistory }),
    ...convertRoutes(chains),
    ...nftRoutes(nfts, chains),
    ...nameRoutes(names, chains),
    ...directoryRoutes(openWalletDirectory(), configuration.origins),
    ...sinkRoutes(sink, configuration.analytics.store),
    ...(configuration.signIn
      ? signInRoutes(createSignIn(configuration.signIn, signIns, chains, log, requests))
      : []),
  ]
  const app = createApp(routes, configuration, log)
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
  }) as import('node:http').Server
  const port = await listen(server, configuration).catch(async (error: unknown) => {
    await store.close()
    throw error
  })

  for (const chain of configuration.chains) {
    const rpc =
      chain.index && chain.id.startsWith('eip155:') ? chains.indexRpc(chain.id) : undefined
    if (rpc) indexers.push(startEvmIndexer(store, chain, rpc, log))
  }
  const forget = () =>
    Promise.all([sink.forget(), signIns.forget(), nfts.forget(), priceHistory.forget()]).catch(
      (error: unknown) => log.warn('forget-failed', { reason: reasonOf(error) }),
    )
  void forget()
  const forgetting = setInterval(forget, forgetEveryMs)
  const sample = () =>
    priceHistory
      .sample()
      .catch((error: unknown) => log.warn('sample-failed', { reason: reasonOf(error) }))
  let sampled = sample()
  const sampling = setInterval(() => {
    // A slow database takes one sample after the other.
    sampled = sampled.then(sample)
  }, configuration.priceHistory.everySeconds * 1_000)
  const url = `http://${configuration.host.includes(':') ? `[${configuration.host}]` : configuration.host}:${port}`
  log.info('started', { url, database: store.kind, chains: configuration.chains.length })

  let stopped: Promise<void> | undefined
  const stop = async () => {
    status.isStopping = true
    log.info('stopping')
    clearInterval(forgetting)
    clearInterval(sampling)
    await Promise.all([
      closeServer(server),
      requests.stop(),
      sampled,
      ...indexers.map(indexer => indexer.stop()),
    ])
    await store.close()
    log.info('stopped')
  }
  return {
    url,
    get indexes() {
      return indexes()
    },
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

function listen(
  server: import('node:http').Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', cause =>
      reject(
        new BackendError('CANNOT_LISTEN', `Nothing can listen at ${host}:${port}.`, { cause }),
      ),
    )
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** New requests are refused, idle connections end, busy ones when they have their answer. */
function closeServer(server: import('node:http').Server): Promise<void> {
  return new Promise(resolve => {
    const impatience = setTimeout(() => server.closeAllConnections(), timeoutMs)
    // A connection that has its answer would otherwise stay open for the next question.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(impatience)
      clearInterval(idle)
      resolve()
    })
  })
}
