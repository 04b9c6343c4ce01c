import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from './open-store.js'

describe('SQLite in worker threads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-store-'))
  const opened: Store[] = []
  let count = 0
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(store => store.close()))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const open = async (url = `file:${join(folder, `${++count}.db`)}`) => {
    const store = await openStore(url)
    opened.push(store)
    return store
  }
  const job = (id: string) => ({ id, name: 'a', key: id, payload: '{}', due: 0, attempts: 0 })
  const jobsIn = async ({ database }: Store) =>
    (await database.selectFrom('jobs').select('id').orderBy('id').execute()).map(({ id }) => id)

  it('the serving thread goes on while a statement takes long', async () => {
    const { database } = await open()
    let isDone = false
    const slow = sql<{ last: number }>`
      with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 2000000)
      select max(n) as last from counted`
      .execute(database)
      .finally(() => {
        isDone = true
      })
    let ticks = 0
    while (!isDone) {
      await new Promise(resolve => setTimeout(resolve, 5))
      ticks++
    }
    expect((await slow).rows).toEqual([{ last: 2_000_000 }])
    expect(ticks).toBeGreaterThan(5)
  })

  it('a select is answered while a transaction is open, without its rows', async () => {
    const store = await open()
    await store.database.transaction().execute(async transaction => {
      await transaction.insertInto('jobs').values(job('one')).execute()
      expect(await jobsIn(store)).toEqual([])
    })
    expect(await jobsIn(store)).toEqual(['one'])
  })

  it.each(['in a file', 'in memory'])(
    'a transaction that fails is rolled back, and writes that waited for it are done (%s)',
    async where => {
      const store = await open(where === 'in memory' ? ':memory:' : undefined)
      const failed = store.database.transaction().execute(async transaction => {
        await transaction.insertInto('jobs').values(job('lost')).execute()
        await transaction.insertInto('jobs').values(job('lost')).execute()
      })
      const waiting = store.database.insertInto('jobs').values(job('kept')).execute()
      await expect(failed).rejects.toMatchObject({ code: 'DATABASE_REFUSED' })
      await waiting
      expect(await jobsIn(store)).toEqual(['kept'])
    },
  )

  it('a database that a newer version has migrated is refused', async () => {
    const url = `file:${join(folder, 'newer.db')}`
    const { database } = await open(url)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(
      database,
    )
    await expect(openStore(url)).rejects.toMatchObject({ code: 'DATABASE_NEWER' })
    await sql`update kysely_migration set name = 'removed-module/0001' where name = '9999-newer'`.execute(
      database,
    )
    await open(url)
  })
})
