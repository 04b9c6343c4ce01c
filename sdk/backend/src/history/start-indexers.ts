import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Rpc } from '../chains/json-rpc.js'
import type { ChainConfiguration, Configuration } from '../configuration.js'
import { type Log, type LogFields, type LogLevel, reasonOf } from '../log.js'
import type { ProviderMetrics } from '../operations/providers.js'
import type { Store } from '../store/open-store.js'
import { type Indexer, type IndexState, startEvmIndexer } from './evm-indexer.js'

/** The indexers of one process. */
export interface Indexers {
  readonly states: readonly IndexState[]
  stop(): Promise<void>
}
interface IndexersOptions {
  readonly configuration: Configuration
  readonly store: Store
  readonly rpcOf: (chain: string) => Rpc | undefined
  readonly providers: ProviderMetrics
  readonly log: Log
}

/** What the thread is started with. */
export interface ThreadOptions
  extends Pick<Configuration, 'chains' | 'database' | 'maxDatabaseBytes'> {}
/** What the thread reports. */
export type ThreadReport =
  | { readonly kind: 'log'; level: LogLevel; event: string; fields: LogFields }
  | { readonly kind: 'states'; readonly states: readonly IndexState[] }
  | { readonly kind: 'calls'; chain: string; result: string; calls: number }
  | { readonly kind: 'took'; chain: string; seconds: number }
  | { readonly kind: 'stopped' }

/** Milliseconds between restarts of a thread that ended: doubled each time, at most so long. */
const [firstRestartMs, longestRestartMs] = [500, 30_000]

/**
 * Indexes in a thread of its own where this process also answers requests, so that none of them
 * waits for the index. In the same thread where the process does nothing else, and where there is
 * no file to start a thread from (a database in memory; TypeScript sources; a bundle of the host).
 */
export function startIndexers(options: IndexersOptions): Indexers {
  const { database, roles } = options.configuration
  const file = threadFile()
  return roles.includes('api') && database !== ':memory:' && file
    ? startThread(file, options)
    : startHere(options)
}

// Beside this file in a bundle, or in the folder above it.
const threadFile = (): URL | undefined =>
  ['./indexer-thread.js', '../indexer-thread.js']
    .map(name => new URL(name, import.meta.url))
    .find(url => existsSync(url))

/** One for each EVM chain that is indexed. */
export function runIndexers({
  chains,
  store,
  rpcOf,
  log,
}: Pick<IndexersOptions, 'store' | 'rpcOf' | 'log'> & {
  readonly chains: readonly ChainConfiguration[]
}): readonly Indexer[] {
  const longestKeepDays = Math.max(...chains.map(({ keepDays }) => keepDays))
  return indexed(chains).flatMap(chain => {
    const rpc = rpcOf(chain.id)
    return rpc ? [startEvmIndexer(store, chain, rpc, log, longestKeepDays)] : []
  })
}

const indexed = (chains: readonly ChainConfiguration[]) =>
  chains.filter(({ id, index }) => index && id.startsWith('eip155:'))

function startHere({ configuration, ...rest }: IndexersOptions): Indexers {
  const indexers = runIndexers({ chains: configuration.chains, ...rest })
  return {
    get states() {
      return indexers.map(({ state }) => state)
    },
    stop: async () => void (await Promise.all(indexers.map(indexer => indexer.stop()))),
  }
}

function startThread(file: URL, { configuration, providers, log }: IndexersOptions): Indexers {
  const { chains, database, maxDatabaseBytes, stopSeconds } = configuration
  const workerData: ThreadOptions = { chains, database, maxDatabaseBytes }
  const stopping = new AbortController()
  const { signal } = stopping
  const inPhase = (phase: IndexState['phase'], reason?: string): readonly IndexState[] =>
    indexed(chains).map(({ id }) => ({ chain: id, phase, ...(reason && { reason }) }))
  let states = inPhase('starting')

  const receive = (report: ThreadReport, stopped: () => void) => {
    if (report.kind === 'log') log[report.level](report.event, report.fields)
    else if (report.kind === 'states') states = report.states
    else if (report.kind === 'calls') providers.called(report.chain, report.result, report.calls)
    else if (report.kind === 'took') providers.took(report.chain, report.seconds)
    else stopped()
  }
  /** Resolves with the reason why the thread ended, or undefined after a stop. */
  const runOnce = () =>
    new Promise<string | undefined>(resolve => {
      const thread = new Worker(file, { workerData })
      let reason: string | undefined = 'EXIT'
      const end = () => {
        reason = undefined
        void thread.terminate()
      }
      thread.on('message', (report: ThreadReport) => receive(report, end))
      thread.on('error', error => {
        reason = reasonOf(error)
      })
      const stop = () => {
        thread.postMessage('stop')
        const late = setTimeout(end, stopSeconds * 1_000)
        thread.once('exit', () => clearTimeout(late))
      }
      signal.addEventListener('abort', stop, { once: true })
      thread.once('exit', () => {
        signal.removeEventListener('abort', stop)
        resolve(reason)
      })
    })
  const run = async () => {
    for (let failures = 0; !signal.aborted; failures++) {
      const startedAt = performance.now()
      const reason = await runOnce()
      if (signal.aborted) break
      if (performance.now() - startedAt > longestRestartMs) failures = 0
      states = inPhase('failing', reason)
      log.error('index-thread-ended', { reason, failures })
      const pauseMs = Math.min(firstRestartMs * 2 ** failures, longestRestartMs)
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const done = run()
  return {
    get states() {
      return states
    },
    async stop() {
      stopping.abort()
      await done
      states = states.map(({ reason: _, ...state }) => ({ ...state, phase: 'stopped' }))
    },
  }
}
