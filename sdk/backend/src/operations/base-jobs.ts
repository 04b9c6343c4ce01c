import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { defineJob, type Job } from '../jobs/job.js'
import type { BaseTables } from '../store/base-tables.js'

/** Jobs of the base itself. */
export const baseJobs = (database: Pick<Kysely<BaseTables>, 'deleteFrom'>): readonly Job[] => [
  defineJob({
    name: 'rate-limits-forget',
    payload: v.object({}),
    everySeconds: 300,
    timeoutSeconds: 60,
    async run() {
      await database.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute()
    },
  }),
]
