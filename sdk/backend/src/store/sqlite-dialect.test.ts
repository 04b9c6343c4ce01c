import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from './open-store.js'

let folder: string
let stores: readonly Store[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-dialect-'))
  const url = `file:${join(folder, 'backend.db')}`
  stores = [await openStore(url), await openStore(url, { migrations: 'done', givesWay: true })]
})
afterEach(async () => {
  await Promise.all(stores.map(store => store.close()))
  rmSync(folder, { recursive: true, force: true })
})
const job = (id: string) => ({ id, name: 'note', key: id, payload: '{}', due: 0, attempts: 0 })
const ids = async (store: Store | undefined) =>
  (await store?.database.selectFrom('jobs').select('id').execute())?.map(({ id }) => id)

it('a write waits for a transaction of another thread that takes longer than SQLite waits', async () => {
  const [serving, indexing] = stores
  let hold: Promise<unknown> | undefined
  await new Promise<void>(resolve => {
    hold = indexing?.database.transaction().execute(async transaction => {
      await transaction.insertInto('jobs').values(job('first')).execute()
      resolve()
      await sleep(7_000)
    })
  })
  await Promise.all([
    hold,
    serving?.database.insertInto('jobs').values(job('second')).execute(),
    serving?.database
      .transaction()
      .execute(transaction => transaction.insertInto('jobs').values(job('third')).execute()),
  ])
  expect((await ids(serving))?.sort()).toEqual(['first', 'second', 'third'])
})

it('two threads that write at the same time both have all of their rows stored', async () => {
  const rows = stores.flatMap((store, at) =>
    Array.from({ length: 100 }, (_, index) =>
      store.database
        .insertInto('jobs')
        .values(job(`${at}-${index}`))
        .execute(),
    ),
  )
  await Promise.all(rows)
  expect(await ids(stores[0])).toHaveLength(200)
})
