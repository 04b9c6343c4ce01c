import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'libsql'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { type Backend, startBackend } from '../src/index.js'
import { onBothDatabases } from './databases.js'
import { startNode } from './fault-tools.js'
import { openTestStore } from './store.js'
import { json } from './world.js'

/** Dumps of databases that the version before jobs, followed accounts and months wrote. */
const dumpOf = (kind: 'sqlite' | 'postgres') =>
  readFileSync(fileURLToPath(new URL(`./previous-version/${kind}.sql`, import.meta.url)), 'utf8')

async function restore(url: string, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'sqlite') {
    const database = new SqliteDatabase(url.slice('file:'.length))
    database.exec(dumpOf(kind))
    database.close()
    return
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(dumpOf(kind)).finally(() => client.end())
}

onBothDatabases('migrations', databases => {
  const running: Backend[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map(backend => backend.stop()))
  })
  const tablesOf = async (url: string) => {
    const store = await openTestStore(url)
    const tables = await store.database.introspection.getTables()
    await store.close()
    return tables
      .filter(({ name }) => !/_p\d{4}_\d\d$/.test(name))
      .map(({ name, columns }) => `${name}: ${columns.map(column => column.name).sort()}`)
      .sort()
  }

  it('a copy of the database of the previous version is migrated to the tables of a fresh one, and keeps its rows', async () => {
    const [fresh, copy] = [await databases.create(), await databases.create()]
    await restore(copy, databases.kind)
    expect(await tablesOf(copy)).toEqual(await tablesOf(fresh))
    const node = await startNode()
    const backend = await startBackend({
      port: 0,
      database: copy,
      roles: ['api', 'indexer', 'worker'],
      chains: [{ id: 'eip155:1', rpc: [node.url], index: false }],
    })
    running.push(backend)
    const { status, body } = await json(`${backend.url}/v1/account/0x${'11'.repeat(20)}/history`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: [
        { metadata: { hash: `0x${'a2'.repeat(32)}`, nonce: 9 } },
        {
          metadata: { hash: `0x${'a1'.repeat(32)}`, sentTo: `0x${'22'.repeat(20)}` },
          transfers: [{ direction: 'out', quantity: { numeric: '5' } }],
        },
      ],
      next: null,
    })
    const store = await openTestStore(copy)
    const moves = await store.database
      .selectFrom('nft_moves')
      .select(['token_id', 'time'])
      .execute()
    const checkpoints = await store.database.selectFrom('checkpoints').selectAll().execute()
    await store.close()
    // Later columns are filled from the rows that were there.
    expect(moves).toEqual([{ token_id: '7', time: 1_795_900_000 }])
    expect(checkpoints).toEqual([{ chain: 'eip155:1', block: 101, start: 0, scope: 'chain' }])
    await node.stop()
  })
})
