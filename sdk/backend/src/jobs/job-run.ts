import type { Histogram } from 'prom-client'
import { type Log, reasonOf } from '../log.js'
import type { Job } from './job.js'

/** Runs a job once, within its time. Rejects when the job fails. */
export type JobRun = (job: Job, payload: unknown) => Promise<void>

/** Logs each failure and measures each run. */
export const createJobRun =
  (log: Log, seconds: Histogram<'job' | 'result'>): JobRun =>
  async (job, payload) => {
    const over = new AbortController()
    const timer = setTimeout(
      () => over.abort(new DOMException(`${job.name} took too long.`, 'TimeoutError')),
      job.timeoutSeconds * 1_000,
    )
    const done = seconds.startTimer({ job: job.name })
    try {
      await job.run(payload, over.signal)
      done({ result: 'done' })
    } catch (error) {
      done({ result: 'failed' })
      log.warn('job-failed', { job: job.name, reason: reasonOf(error) })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
