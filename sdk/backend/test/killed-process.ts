/** A server with a module whose jobs take a while, started and killed by `several.test.ts`. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { type BackendOptions, defineJob, defineModule, startBackend } from '../src/index.js'

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
      payload: v.object({ id: v.string() }),
      timeoutSeconds: 3,
      async run({ id }) {
        await sleep(200)
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
          answer: { type: 'object' },
          async handle({ path }) {
            await jobs.send(count, { id: path('id') })
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
