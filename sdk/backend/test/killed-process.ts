/** A server with a module whose jobs take a while, started and killed by `killed.test.ts`. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { type BackendOptions, defineJob, defineModule, startBackend } from '../src/index.js'

/** A job that takes longer says when it has begun. */
const begunFromMs = 1_000

interface CountTables {
  counted: { id: string }
}

const counter = defineModule({
  name: 'counter',
  migrations: {
    'counter/0001': {
      async up({ schema }: Kysely<unknown>) {
        await schema
          .createTable('counted')
          .addColumn('id', 'text', column => column.primaryKey())
          .execute()
      },
    },
  },
  setup({ database, jobs }) {
    const tables = database<CountTables>()
    const count = defineJob({
      name: 'count',
      payload: v.object({ id: v.string(), takesMs: v.number() }),
      timeoutSeconds: 120,
      async run({ id, takesMs }) {
        if (takesMs > begunFromMs) process.stdout.write('{"event":"begun"}\n')
        await sleep(takesMs)
        await tables
          .insertInto('counted')
          .values({ id })
          .onConflict(conflict => conflict.doNothing())
          .execute()
      },
    })
    return {
      jobs: [count],
      routes: [
        {
          method: 'post',
          path: '/count/:id',
          summary: 'Counts later',
          query: { ms: { description: 'How long that takes, in milliseconds' } },
          answer: { type: 'object' },
          async handle({ path, query }) {
            await jobs.send(count, { id: path('id'), takesMs: Number(query('ms') ?? 200) })
            return {}
          },
        },
      ],
    }
  },
})

const options = JSON.parse(process.env.OPTIONS ?? '{}') as BackendOptions
const backend = await startBackend(options, {
  modules: [counter],
  log: line => process.stdout.write(line),
})
process.once('SIGTERM', () => void backend.stop())
