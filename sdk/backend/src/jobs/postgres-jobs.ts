import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { type Log, reasonOf } from '../log.js'
import { firstRetrySeconds, type Job, type JobCount, type Jobs, mostRetries } from './job.js'
import type { JobRun } from './job-run.js'

/** Milliseconds between polls for waiting jobs, and jobs of one name at the same time. */
const [pollMs, mostAtOnce] = [500, 10]
/** Seconds: how often jobs of killed processes are freed. */
const maintenanceIntervalSeconds = 2
/** Seconds that finished and failed jobs are kept for `/metrics`. */
const [keepFinishedSeconds, keepFailedSeconds] = [60, 7 * 86_400]
const schema = 'portico_jobs'

/**
 * Jobs in PostgreSQL by pg-boss, for any number of processes.
 *
 * @throws when the database does not answer
 */
export async function openPostgresJobs(
  pool: pg.Pool,
  run: JobRun,
  { log, stopSeconds }: { readonly log: Log; readonly stopSeconds: number },
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    schedule: false,
    maintenanceIntervalSeconds,
    archiveCompletedAfterSeconds: keepFinishedSeconds,
    archiveFailedAfterSeconds: keepFailedSeconds,
  })
  boss.on('error', error => log.warn('jobs-failed', { reason: reasonOf(error) }))
  await boss.start()
  const stopping = new AbortController()
  const { signal } = stopping
  const timers: NodeJS.Timeout[] = []
  const working: Promise<void>[] = []
  const queues = new Map<string, Promise<void>>()
  /** Creates the queue of a job once. It has one waiting job for each key. */
  const prepare = (name: string): Promise<void> => {
    const found = queues.get(name)
    if (found) return found
    const created = boss.createQueue(name, { name, policy: 'short' }).catch((error: unknown) => {
      queues.delete(name)
      throw error
    })
    queues.set(name, created)
    return created
  }

  const defaults = (timeoutSeconds: number) => ({
    expireInSeconds: timeoutSeconds,
    retryLimit: mostRetries,
    retryDelay: firstRetrySeconds,
    retryBackoff: true,
  })
  const repeat = (job: Job, singletonSeconds: number) => {
    const send = (slot: PgBoss.SendOptions) =>
      boss
        .send(job.name, {}, { ...defaults(job.timeoutSeconds), singletonKey: 'every', ...slot })
        .catch((error: unknown) =>
          log.warn('job-not-sent', { job: job.name, reason: reasonOf(error) }),
        )
    void send({})
    // Every worker sends; the database keeps one job for each slot of time.
    timers.push(setInterval(() => send({ singletonSeconds }), singletonSeconds * 1_000))
  }

  const settle = async (job: Job, { id, data }: PgBoss.Job<object>) => {
    try {
      await run(job, data)
    } catch (error) {
      return boss.fail(job.name, id, { reason: reasonOf(error) })
    }
    return boss.complete(job.name, id)
  }
  /** Runs up to `mostAtOnce` jobs of this name at the same time until the stop. */
  const work = async (job: Job) => {
    const active = new Set<Promise<unknown>>()
    // A job that is not settled is freed after its timeout.
    const failed = (error: unknown) => {
      log.warn('jobs-failed', { job: job.name, reason: reasonOf(error) })
      return []
    }
    while (!signal.aborted) {
      const batchSize = mostAtOnce - active.size
      const found =
        batchSize > 0 ? await boss.fetch<object>(job.name, { batchSize }).catch(failed) : []
      for (const each of found) {
        const settled = settle(job, each)
          .catch(failed)
          .finally(() => active.delete(settled))
        active.add(settled)
      }
      if (found.length < batchSize || batchSize === 0)
        await sleep(pollMs, undefined, { signal }).catch(() => undefined)
    }
    await Promise.all(active)
  }

  return {
    async send({ name, timeoutSeconds }, payload, { key = randomUUID(), afterSeconds = 0 } = {}) {
      await prepare(name)
      await boss.send(name, payload, {
        ...defaults(timeoutSeconds),
        singletonKey: key,
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      })
    },
    async start(jobs) {
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
      await boss.stop({ graceful: false, wait: true })
    },
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
