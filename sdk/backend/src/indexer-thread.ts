/** Runs the indexers of a process in a thread, for `history/start-indexers.ts`. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openChains } from './chains/open-chains.js'
import { runIndexers, type ThreadOptions, type ThreadReport } from './history/start-indexers.js'
import { type Log, type LogFields, type LogLevel, reasonOf } from './log.js'
import { createProviders } from './operations/providers.js'
import { openStore } from './store/open-store.js'
import { backgroundPriority } from './store/sqlite-worker.js'

const reportEveryMs = 100
/** Beside those of the thread that answers requests: an index asks one question at a time. */
const threadConnections = 4
const { chains, database, maxDatabaseBytes } = workerData as ThreadOptions
const report = (said: ThreadReport) => parentPort?.postMessage(said)
const at =
  (level: LogLevel) =>
  (event: string, fields: LogFields = {}) =>
    report({ kind: 'log', level, event, fields })
const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }

// Linux has a priority for each thread; elsewhere the whole process would get it.
if (process.platform === 'linux')
  try {
    setPriority(0, backgroundPriority)
  } catch (error) {
    log.warn('index-priority', { reason: reasonOf(error) })
  }
const stopped = new Promise<void>(resolve => parentPort?.once('message', () => resolve()))
const { observe } = createProviders({
  called: (chain, result, calls) => report({ kind: 'calls', chain, result, calls }),
  took: (chain, seconds) => report({ kind: 'took', chain, seconds }),
})
const store = await openStore(database, {
  migrations: 'done',
  maxBytes: maxDatabaseBytes,
  givesWay: true,
  connections: threadConnections,
})
const indexers = runIndexers({ chains, store, rpcOf: openChains(chains, observe).indexRpc, log })
let reported = ''
const timer = setInterval(() => {
  const states = indexers.map(({ state }) => state)
  const text = JSON.stringify(states)
  if (text !== reported) report({ kind: 'states', states })
  reported = text
}, reportEveryMs)

await stopped
clearInterval(timer)
await Promise.all(indexers.map(indexer => indexer.stop()))
await store.close()
report({ kind: 'stopped' })
