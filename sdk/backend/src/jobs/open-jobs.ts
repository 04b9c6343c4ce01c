import type { Log } from '../log.js'
import type { Store } from '../store/open-store.js'
import type { Jobs } from './job.js'
import type { JobRun } from './job-run.js'
import { openPostgresJobs } from './postgres-jobs.js'
import { openSqliteJobs } from './sqlite-jobs.js'

/** Opens the queue of the database. */
export const openJobs = async (
  { database, pool }: Store,
  run: JobRun,
  options: { readonly log: Log; readonly stopSeconds: number },
): Promise<Jobs> =>
  pool ? openPostgresJobs(pool, run, options) : openSqliteJobs(database, run, options.log)
