import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Tables that PostgreSQL keeps in one part per month, so that old months are dropped at once. */
export const partitionedTables = ['transactions', 'transfers', 'nft_moves', 'participants'] as const

export const isPostgresDatabase = (database: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

export interface Month {
  /** `2026_11` */
  readonly name: string
  /** Seconds since 1970: the first one, and the first one after it. */
  readonly from: number
  readonly to: number
}

/** The month in UTC of a time in seconds. */
export function monthOf(time: number): Month {
  const date = new Date(time * 1_000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return {
    name: `${year}_${String(month + 1).padStart(2, '0')}`,
    from: Date.UTC(year, month) / 1_000,
    to: Date.UTC(year, month + 1) / 1_000,
  }
}

/**
 * Creates the part of a table for a month, where there is none. Attaching it does not block reads,
 * as creating it in its place would.
 */
export async function createMonth(
  database: Kysely<unknown>,
  table: (typeof partitionedTables)[number],
  { name, from, to }: Month,
): Promise<void> {
  const part = `${table}_p${name}`
  const { rows } = await sql<{ readonly isThere: boolean }>`
    select to_regclass(${part}) is not null as "isThere"`.execute(database)
  if (rows[0]?.isThere) return
  await sql`create table ${sql.table(part)} (like ${sql.table(table)} including all)`.execute(
    database,
  )
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(part)}
    for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(database)
}

const known = new WeakMap<object, Set<string>>()

/** Creates the parts for rows of these times, where there are none. Does nothing on SQLite. */
export async function ensureMonths<Database>(
  database: Kysely<Database>,
  times: readonly number[],
): Promise<void> {
  if (!isPostgresDatabase(database)) return
  const here = known.get(database) ?? new Set()
  known.set(database, here)
  const months = new Map(times.map(monthOf).map(month => [month.name, month]))
  const missing = [...months.values()].filter(({ name }) => !here.has(name))
  if (missing.length === 0) return
  // One table per transaction: a read that locks the tables in another order would deadlock.
  for (const month of missing)
    for (const table of partitionedTables)
      await database.transaction().execute(async transaction => {
        // Two servers that create one part at the same time would both fail.
        await sql`select pg_advisory_xact_lock(hashtextextended('portico:partitions', 0))`.execute(
          transaction,
        )
        await createMonth(transaction as unknown as Kysely<unknown>, table, month)
      })
  for (const { name } of missing) here.add(name)
}

/** Drops the months that end before this time (seconds since 1970). Returns their names. */
export async function dropMonths<Database>(
  database: Kysely<Database>,
  before: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'transactions'::regclass`.execute(database)
  const old = rows.flatMap(({ name }) => {
    const [, month, year, number] = /_p((\d{4,6})_(\d\d))$/.exec(name) ?? []
    return month && Date.UTC(Number(year), Number(number)) / 1_000 <= before ? [month] : []
  })
  for (const month of old) {
    known.get(database)?.delete(month)
    // `transactions` last: an interrupted drop is found by it and repeated.
    for (const table of [...partitionedTables].reverse())
      await sql`drop table if exists ${sql.table(`${table}_p${month}`)}`.execute(database)
  }
  return old
}
