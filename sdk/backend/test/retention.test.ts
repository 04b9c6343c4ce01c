import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { IndexedBlock } from '../src/history/evm-blocks.js'
import { readHistoryPage } from '../src/history/history-pages.js'
import { createIndexWriter } from '../src/history/index-writer.js'
import { deleteOldest } from '../src/history/retention.js'
import { migrations } from '../src/store/migrations.js'
import { dropMonths } from '../src/store/partitions.js'
import { onBothDatabases } from './databases.js'
import { openTestStore, type TestStore } from './store.js'

const chain = 'eip155:1'
const day = 86_400
const account = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const me = account(7)

/** One transaction with a transfer and an item in each block; a block every ten days. */
const block = (number: number): IndexedBlock => ({
  number,
  hash: hash(number),
  parent: hash(number - 1),
  time: 1_700_000_000 + number * 10 * day,
  transactions: [
    {
      hash: hash(1_000 + number),
      place: 0,
      sender: me,
      recipient: account(9),
      nonce: number,
      isConfirmed: true,
      selector: null,
      payee: null,
      transfers: [{ place: -1, token: 'native', sender: me, recipient: account(9), amount: 5n }],
      nfts: [
        {
          place: 3_000,
          token: account(8),
          standard: 'erc721',
          tokenId: '1',
          sender: account(9),
          recipient: me,
          amount: 1n,
        },
      ],
    },
  ],
})
const blocks = Array.from({ length: 30 }, (_, index) => block(index + 1))

onBothDatabases('the retention of the index', databases => {
  let store: TestStore
  let url: string
  beforeEach(async () => {
    url = await databases.create()
    store = await openTestStore(url)
  })
  afterEach(() => store.close())

  const counts = async () =>
    Promise.all(
      (['transactions', 'transfers', 'nft_moves', 'participants'] as const).map(
        async table => (await store.database.selectFrom(table).selectAll().execute()).length,
      ),
    )
  const fill = async () => {
    const writer = createIndexWriter(store.database as never, chain)
    await writer.begin(1, 'chain')
    await writer.append(0, blocks)
  }

  it('transactions that are older than configured are deleted with all that belongs to them, and no others', async () => {
    await fill()
    expect(await counts()).toEqual([30, 30, 30, 60])
    const before = blocks[9]?.time ?? 0
    while (await deleteOldest(store.database as never, chain, before));
    expect(await counts()).toEqual([21, 21, 21, 42])
    expect(await deleteOldest(store.database as never, 'eip155:2', before * 2)).toBe(false)
    const page = await readHistoryPage(
      store.database as never,
      [
        {
          id: chain,
          configuration: { tokens: [] },
          native: { name: 'E', symbol: 'E', decimals: 18 },
        },
      ] as never,
      me,
      undefined,
    )
    expect(page?.entries).toHaveLength(21)
    expect(page?.entries[0]?.transfers).toHaveLength(2)
  })

  it.runIf(databases.kind === 'postgres')(
    'PostgreSQL drops whole months, and writes into a month that was dropped create it again',
    async () => {
      await fill()
      const before = blocks[14]?.time ?? 0
      expect((await dropMonths(store.database, before)).length).toBeGreaterThan(3)
      const [kept = 0] = await counts()
      expect(kept).toBeGreaterThanOrEqual(16)
      expect(kept).toBeLessThan(20)
      await createIndexWriter(store.database as never, chain).truncate(-1)
      await createIndexWriter(store.database as never, chain).begin(1, 'chain')
      await fill()
      expect(await counts()).toEqual([30, 30, 30, 60])
    },
  )

  it('a database with the tables of an earlier version keeps its rows, also when its migration was interrupted', async () => {
    await store.close()
    url = await databases.create()
    const old = await openTestStore(url)
    // Back to the tables as they were: this version's migration is undone by hand.
    await store.close().catch(() => undefined)
    await emptied(old)
    await migrateTo(old.database as never, '0008-followed-accounts')
    await sql`insert into transactions (chain, hash, block, place, time, sender, recipient, nonce, status)
      values (${chain}, ${hash(1)}, 1, 0, 1700000000, ${me}, ${account(9)}, 1, 'confirmed')`.execute(
      old.database,
    )
    await sql`insert into transfers (chain, hash, place, block, token, sender, recipient, amount)
      values (${chain}, ${hash(1)}, -1, 1, 'native', ${me}, ${account(9)}, '5')`.execute(
      old.database,
    )
    const broken: Migration = {
      async up(database) {
        await migrations['0009-months']?.up(database)
        throw new Error('the power went out')
      },
    }
    await expect(migrateTo(old.database as never, '0009-months', broken)).rejects.toThrow('power')
    await migrateTo(old.database as never, '0009-months')
    const rows = await sql<{ time: number }>`select time from transfers`.execute(old.database)
    expect(rows.rows.map(({ time }) => Number(time))).toEqual([1_700_000_000])
    await old.close()
    store = await openTestStore(await databases.create())
  })
})

/** Drops every table. */
async function emptied({ database, kind }: TestStore): Promise<void> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  for (const { name } of tables)
    await sql`drop table if exists ${sql.table(name)} ${sql.raw(kind === 'postgres' ? 'cascade' : '')}`.execute(
      database,
    )
}

async function migrateTo(
  database: Kysely<unknown>,
  name: string,
  instead?: Migration,
): Promise<void> {
  const all = { ...migrations, ...(instead && { [name]: instead }) }
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => all } })
  const { error } = await migrator.migrateTo(name)
  if (error) throw error
}
