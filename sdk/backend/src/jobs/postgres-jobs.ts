import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import PgBoss from 'pg-boss'
import { type Log, type LogFields, reasonOf } from '../log.js'
import { connectMs, openPool } from '../store/postgres-pool.js'
import { firstRetrySeconds, type Job, type JobCount, type Jobs, mostRetries } from './job.js'
import type { JobRun } from './job-run.js'

/** Milliseconds between polls for waiting jobs, and jobs of one name at the same time. */
const [pollMs, mostAtOnce] = [500, 10]
/**
 * A worker says of each job that it runs, every `renewMs`, that it still does. Of one that was not
 * heard of for `leaseSeconds`, the process was killed: another worker runs the job.
 */
const [leaseSeconds, renewMs] = [5, 1_000]
/** Seconds that finished and failed jobs are kept for `/metrics`, and between their removals. */
const [keepFinishedSeconds, keepFailedSeconds, archiveEveryMs] = [60, 7 * 86_400, 30_000]
/**
 * Connections to renew, free and settle jobs. Requests may hold every one of the shared pool for
 * longer than a lease, and a job that runs well would be started a second time.
 */
const ownConnections = 2
const schema = 'portico_jobs'

/** A job that is not finished after its time does not block its place any longer. */
const graceMs = 1_000
const renewed = `update ${schema}.job set started_on = now()
  where name = any($1) and id = any($2::uuid[]) and state = 'active'`
// Without the growing pause after failures: the job did not fail. A job that ends its process each
// time is given up like one that fails. Rows that are locked are being settled.
const freed = `with lost as (
    select name, id from ${schema}.job
    where state = 'active' and started_on + expire_in < now() for update skip locked
  )
  update ${schema}.job set
    state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::${schema}.job_state,
    completed_on = case when retry_count < retry_limit then null else now() end,
    start_after = now()
  from lost where job.name = lost.name and job.id = lost.id`

/**
 * Jobs in PostgreSQL by pg-boss, for any number of processes. They are sent and fetched through
 * `pool`.
 *
 * @throws when the database does not answer
 */
export async function openPostgresJobs(
  connectionString: string,
  pool: pg.Pool,
  run: JobRun,
  { log, stopSeconds }: { readonly log: Log; readonly stopSeconds: number },
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => query(pool, text, values) },
    schema,
    schedule: false,
    supervise: false,
    archiveCompletedAfterSeconds: keepFinishedSeconds,
    archiveFailedAfterSeconds: keepFailedSeconds,
  })
  boss.on('error', error => log.warn('jobs-failed', { reason: reasonOf(error) }))
  await alone(connectionString, () => boss.start())
  const own = openPool(connectionString, ownConnections)
  const db = { executeSql: (text: string, values: unknown[]) => query(own, text, values) }
  const stopping = new AbortController()
  const { signal } = stopping
  const ending = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const working: Promise<void>[] = []
  let tending: Promise<void> | undefined
  /** Jobs that run here, and when their time is over. */
  const running = new Map<string, { readonly name: string; readonly until: number }>()
  const queues = new Map<string, Promise<void>>()
  /** Creates the queue of a job once. It has one waiting job for each key. */
  const prepare = (name: string): Promise<void> => {
    const found = queues.get(name)
    if (found) return found
    const created = alone(connectionString, () =>
      boss.createQueue(name, { name, policy: 'short' }),
    ).catch((error: unknown) => {
      queues.delete(name)
      throw error
    })
    queues.set(name, created)
    return created
  }

  const defaults = {
    expireInSeconds: leaseSeconds,
    retryLimit: mostRetries,
    retryDelay: firstRetrySeconds,
    retryBackoff: true,
  }
  const repeat = (job: Job, singletonSeconds: number) => {
    const send = (slot: PgBoss.SendOptions) =>
      boss
        .send(job.name, {}, { ...defaults, singletonKey: 'every', ...slot })
        .catch((error: unknown) =>
          log.warn('job-not-sent', { job: job.name, reason: reasonOf(error) }),
        )
    void send({})
    // Every worker sends; the database keeps one job for each slot of time.
    timers.push(setInterval(() => send({ singletonSeconds }), singletonSeconds * 1_000))
  }

  const settle = async (job: Job, { id, data }: PgBoss.Job<object>) => {
    const until = performance.now() + job.timeoutSeconds * 1_000 + graceMs
    running.set(id, { name: job.name, until })
    const failure = await run(job, data).then(() => undefined, reasonOf)
    // It is renewed until it is settled.
    await (failure === undefined
      ? boss.complete(job.name, id, {}, { db })
      : boss.fail(job.name, id, { reason: failure }, { db })
    ).finally(() => running.delete(id))
  }
  const failed = (fields: LogFields) => (error: unknown) =>
    log.warn('jobs-failed', { ...fields, reason: reasonOf(error) })
  /** Runs up to `mostAtOnce` jobs of this name at the same time until the stop. */
  const work = async (job: Job) => {
    const active = new Set<Promise<unknown>>()
    while (!signal.aborted) {
      const batchSize = mostAtOnce - active.size
      const found = await boss.fetch<object>(job.name, { batchSize }).catch(error => {
        failed({ job: job.name })(error)
        return []
      })
      for (const each of found) {
        // A job that is not settled is freed after its lease.
        const settled = settle(job, each)
          .catch(failed({ job: job.name }))
          .finally(() => active.delete(settled))
        active.add(settled)
      }
      if (found.length < batchSize)
        await sleep(pollMs, undefined, { signal }).catch(() => undefined)
      else await Promise.race(active)
    }
    await Promise.all(active)
  }
  /** Renews the jobs that run here, and frees those of killed processes. */
  const tend = async () => {
    const now = performance.now()
    const held = [...running].filter(([, { until }]) => until > now)
    if (held.length > 0)
      await own.query(renewed, [held.map(([, { name }]) => name), held.map(([id]) => id)])
    await own.query(freed)
  }
  const tendUntilTheEnd = async () => {
    let archiveAfter = performance.now()
    while (!ending.signal.aborted) {
      await tend().catch(failed({}))
      if (performance.now() >= archiveAfter) {
        archiveAfter = performance.now() + archiveEveryMs
        await boss.maintain().catch(failed({}))
      }
      await sleep(renewMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  return {
    async send({ name }, payload, { key = randomUUID(), afterSeconds = 0 } = {}) {
      await prepare(name)
      await boss.send(name, payload, {
        ...defaults,
        singletonKey: key,
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      })
    },
    async start(jobs) {
      tending ??= tendUntilTheEnd()
      for (const job of jobs) {
        await prepare(job.name)
        working.push(work(job))
        if (job.everySeconds) repeat(job, job.everySeconds)
      }
    },
    async counts() {
      const { rows } = await pool.query<{ name: string; state: string; count: number }>(
        `select name, state::text, count(*)::int as count from ${schema}.job
         where state in ('created', 'retry', 'active', 'failed') group by name, state`,
      )
      return summed(rows)
    },
    async stop() {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.race([
        Promise.all(working),
        sleep(stopSeconds * 1_000, undefined, { ref: false }),
      ])
      ending.abort()
      await tending
      await boss.stop({ graceful: false, wait: true })
      await own.end()
    },
  }
}

/**
 * A statement of pg-boss is a whole transaction in one text. Where it fails in the middle, the
 * connection refuses every later statement: it is closed.
 */
async function query(pool: pg.Pool, text: string, values: unknown[]) {
  const client = await pool.connect()
  let isFine = false
  try {
    const found = await client.query(text, values)
    isFine = true
    return found
  } finally {
    client.release(!isFine)
  }
}

/**
 * Two processes that create tables at the same time would each wait for a lock of the other. The
 * lock has a connection of its own, and ends with it: `create` needs those of the pool.
 */
async function alone(connectionString: string, create: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs })
  client.on('error', () => undefined) // the query that fails reports it
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('portico:jobs', 0))`)
    await create()
  } finally {
    await client.end()
  }
}

const states = { created: 'waiting', retry: 'waiting', active: 'active', failed: 'failed' } as const

const summed = (
  rows: readonly { readonly name: string; readonly state: string; readonly count: number }[],
): readonly JobCount[] =>
  rows.map(({ name, state, count }) => ({
    name,
    state: states[state as keyof typeof states],
    count,
  }))
