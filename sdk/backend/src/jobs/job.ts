import * as v from 'valibot'

/** Work outside of a request. It runs again after a crash, so it must be safe to repeat. */
export interface Job {
  /** Letters, digits and hyphens, unique among all modules. */
  readonly name: string
  /** Runs every so many seconds, in one process at a time. */
  readonly everySeconds?: number
  /** Aborted after this time and tried again. */
  readonly timeoutSeconds: number
  run(payload: unknown, signal: AbortSignal): Promise<void>
}

export interface SendOptions {
  /** Sends nothing while a job with this key waits. */
  readonly key?: string
  readonly afterSeconds?: number
}

export interface JobCount {
  readonly name: string
  readonly state: 'waiting' | 'active' | 'failed'
  readonly count: number
}

/** The queue of jobs: in the database, so that no job is lost with a process. */
export interface Jobs {
  /** Resolves when the job is stored. */
  send(
    job: Pick<Job, 'name' | 'timeoutSeconds'>,
    payload: object,
    options?: SendOptions,
  ): Promise<void>
  /** Runs jobs, also those that an earlier process left. */
  start(jobs: readonly Job[]): Promise<void>
  counts(): Promise<readonly JobCount[]>
  /** Lets running jobs finish. */
  stop(): Promise<void>
}

/** How often a failed job is tried again, and after how many seconds the first time. */
export const [mostRetries, firstRetrySeconds] = [10, 1]

/** Types a job by the schema of its payload, which is checked before each run. */
export function defineJob<Schema extends v.GenericSchema>({
  payload: schema,
  timeoutSeconds = 8,
  run,
  ...job
}: Pick<Job, 'name' | 'everySeconds'> & {
  readonly payload: Schema
  readonly timeoutSeconds?: number
  run(payload: v.InferOutput<Schema>, signal: AbortSignal): Promise<void>
}): Job {
  return {
    ...job,
    timeoutSeconds,
    run: async (payload, signal) => run(v.parse(schema, payload), signal),
  }
}
