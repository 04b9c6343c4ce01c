import * as v from 'valibot'
import { defineJob } from '../../jobs/job.js'
import { defineModule } from '../module.js'
import { createAnalyticsSink } from './analytics-sink.js'
import { options } from './options.js'
import { sinkRoutes } from './sink-routes.js'
import { type AnalyticsTables, migrations } from './tables.js'

/** Stores the events that pages send. */
export const analytics = defineModule({
  name: 'analytics',
  options,
  migrations,
  setup({ database, options: { analytics } }) {
    const sink = createAnalyticsSink(database<AnalyticsTables>(), analytics)
    return {
      routes: sinkRoutes(sink, analytics.store),
      jobs: [
        defineJob({
          name: 'analytics-forget',
          payload: v.object({}),
          everySeconds: 600,
          timeoutSeconds: 120,
          run: () => sink.forget(),
        }),
      ],
    }
  },
})
