import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { IndexState } from '../history/evm-indexer.js'
import type { Jobs } from '../jobs/job.js'
import type { Seen } from '../server/app.js'
import type { ProviderMetrics } from './providers.js'

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics of the base. Modules register theirs in `registry`. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'portico_request_seconds',
    help: 'Duration of requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  })
  const calls = new Counter({
    name: 'portico_provider_calls_total',
    help: 'Calls to nodes by chain and result: ok, or the code of the error',
    labelNames: ['chain', 'result'],
    registers,
  })
  const callSeconds = new Histogram({
    name: 'portico_provider_seconds',
    help: 'Duration of requests to nodes by chain',
    labelNames: ['chain'],
    buckets: seconds,
    registers,
  })
  const providers: ProviderMetrics = {
    called: (chain, result, count) => calls.inc({ chain, result }, count),
    took: (chain, taken) => callSeconds.observe({ chain }, taken),
  }
  return {
    registry,
    seen: ({ route, method, status, seconds: taken }: Seen) =>
      requests.observe({ route, method, status }, taken),
    providers,
    cacheReads: new Counter({
      name: 'portico_cache_reads_total',
      help: 'Reads of caches by result: hit or miss',
      labelNames: ['cache', 'result'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'portico_job_seconds',
      help: 'Duration of jobs by result: done or failed',
      labelNames: ['job', 'result'],
      buckets: seconds,
      registers,
    }),
  } as const
}

/** Registers what is read when Prometheus asks: this process, its indexes and the queue. */
export function watchProcess(
  registry: Registry,
  indexes: () => readonly IndexState[],
  jobs: Jobs,
): void {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const block = new Gauge({
    name: 'portico_index_lag_blocks',
    help: 'Blocks between the index and the last block of the chain',
    labelNames: ['chain'],
    registers,
    collect() {
      for (const { chain, block: last, head } of indexes())
        if (last !== undefined && head !== undefined) block.set({ chain }, Math.max(0, head - last))
    },
  })
  const queue = new Gauge({
    name: 'portico_jobs',
    help: 'Jobs by name and state: waiting, active or failed',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      queue.reset()
      // Without its database the queue has no counts; the other metrics are served all the same.
      const counts = await jobs.counts().catch(() => [])
      for (const { name, state, count } of counts) queue.inc({ job: name, state }, count)
    },
  })
}

/** Answers `/metrics` on a port of its own, which no proxy needs to expose. */
export const createMetricsServer = (registry: Registry): Server =>
  createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
