import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Log, reasonOf } from '../log.js'
import type { BaseTables } from '../store/base-tables.js'
import { firstRetrySeconds, type Job, type Jobs, mostRetries } from './job.js'
import type { JobRun } from './job-run.js'

/** Milliseconds between looks for waiting jobs, and jobs that run at the same time. */
const [pollMs, mostAtOnce] = [250, 5]

/** Jobs in SQLite, for the one process that has the file. */
export function openSqliteJobs(database: Kysely<BaseTables>, run: JobRun, log: Log): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<string, Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  let looking: Promise<void> | undefined

  const send: Jobs['send'] = async (
    { name },
    payload,
    { key = randomUUID(), afterSeconds = 0 } = {},
  ) => {
    await database
      .insertInto('jobs')
      .values({
        id: randomUUID(),
        name,
        key,
        payload: JSON.stringify(payload),
        due: Date.now() + afterSeconds * 1_000,
        attempts: 0,
      })
      .onConflict(conflict => conflict.columns(['name', 'key']).doNothing())
      .execute()
  }

  const runOne = async (job: Job, row: BaseTables['jobs']) => {
    try {
      await run(job, JSON.parse(row.payload))
      await database.deleteFrom('jobs').where('id', '=', row.id).execute()
    } catch {
      const retryMs = firstRetrySeconds * 1_000 * 2 ** row.attempts
      await database
        .updateTable('jobs')
        .set({ attempts: row.attempts + 1, due: Date.now() + retryMs })
        .where('id', '=', row.id)
        .execute()
    }
  }

  /** Starts jobs that wait. Returns true when more wait than may run at the same time. */
  const look = async (jobs: ReadonlyMap<string, Job>): Promise<boolean> => {
    // One that ends while this is read is still among the rows.
    const before = new Set(running.keys())
    const found = await database
      .selectFrom('jobs')
      .selectAll()
      .where('due', '<=', Date.now())
      .where('attempts', '<=', mostRetries)
      .orderBy('due')
      .limit(mostAtOnce * 2)
      .execute()
    const rows = found.filter(({ id, name }) => !before.has(id) && jobs.has(name))
    for (const row of rows) {
      const job = jobs.get(row.name)
      if (!job || running.size >= mostAtOnce) continue
      const done = runOne(job, row)
        // Stored jobs are found again when the database answers.
        .catch((error: unknown) => log.warn('jobs-failed', { reason: reasonOf(error) }))
        .finally(() => running.delete(row.id))
      running.set(row.id, done)
    }
    return running.size > 0 && rows.some(({ id }) => !running.has(id))
  }

  return {
    send,
    async start(jobs) {
      const byName = new Map(jobs.map(job => [job.name, job]))
      for (const job of jobs) {
        const { name, everySeconds } = job
        if (!everySeconds) continue
        const repeat = () =>
          send(job, {}, { key: 'every' }).catch((error: unknown) =>
            log.warn('job-not-sent', { job: name, reason: reasonOf(error) }),
          )
        void repeat()
        timers.push(setInterval(repeat, everySeconds * 1_000))
      }
      looking = (async () => {
        while (!signal.aborted) {
          const isMore = await look(byName).catch((error: unknown) => {
            log.warn('jobs-failed', { reason: reasonOf(error) })
            return false
          })
          const pause = sleep(pollMs, undefined, { signal }).catch(() => undefined)
          await (isMore ? Promise.race([pause, ...running.values()]) : pause)
        }
      })()
    },
    async counts() {
      const rows = await database.selectFrom('jobs').select(['id', 'name', 'attempts']).execute()
      const counts = new Map<string, number>()
      for (const { id, name, attempts } of rows) {
        const state = running.has(id) ? 'active' : attempts > mostRetries ? 'failed' : 'waiting'
        counts.set(`${state} ${name}`, (counts.get(`${state} ${name}`) ?? 0) + 1)
      }
      return [...counts].map(([at, count]) => {
        const [state = '', name = ''] = at.split(' ')
        return { name, state: state as 'waiting' | 'active' | 'failed', count }
      })
    },
    async stop() {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await looking
      await Promise.all(running.values())
    },
  }
}
