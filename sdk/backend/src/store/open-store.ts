import { fileURLToPath } from 'node:url'
import { type Dialect, Kysely, Migrator, PostgresDialect, SqliteDialect, sql } from 'kysely'
import SqliteDatabase from 'libsql'
import pg from 'pg'
import { BackendError } from '../errors.js'
import { migrations } from './migrations.js'
import type { Tables } from './schema.js'

/** The database, and the right to index a chain, which one server at a time has. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  readonly database: Kysely<Tables>
  /**
   * Asks for the right to do what `name` says. Undefined while another server has it. It is lost
   * with the connection, so a server that was killed does not hold the others up.
   */
  lock(name: string): Promise<Lock | undefined>
  /** Whether the database answers. */
  answers(): Promise<boolean>
  close(): Promise<void>
}
export interface Lock {
  /** False once the connection that held it is gone. */
  readonly held: boolean
  release(): Promise<void>
}

/**
 * Opens a database and brings its tables up to date.
 *
 * @throws BackendError DATABASE_UNREACHABLE
 */
export async function openStore(url: string): Promise<Store> {
  try {
    const store = /^postgres(ql)?:/.test(url) ? openPostgres(url) : openSqlite(url)
    try {
      await migrate(store.database)
    } catch (error) {
      await store.close()
      throw error
    }
    return store
  } catch (cause) {
    throw new BackendError(
      'DATABASE_UNREACHABLE',
      `The database cannot be opened (${url.split(':')[0] || 'memory'}). The cause says why.`,
      { cause },
    )
  }
}

async function migrate(database: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations }) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

const isAnswering = (database: Kysely<Tables>) => () =>
  sql`select 1`.execute(database).then(
    () => true,
    () => false,
  )

function openSqlite(url: string): Store {
  const sqlite = new SqliteDatabase(url === ':memory:' ? url : pathOf(url))
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  const locked = new Set<string>()
  return {
    kind: 'sqlite',
    database,
    // A file belongs to one server: within it, a chain has one indexer.
    async lock(name) {
      if (locked.has(name)) return undefined
      locked.add(name)
      return {
        get held() {
          return locked.has(name)
        },
        async release() {
          locked.delete(name)
        },
      }
    },
    answers: isAnswering(database),
    close: () => database.destroy(),
  }
}

const pathOf = (url: string): string =>
  url.startsWith('file:///') ? fileURLToPath(url) : url.slice('file:'.length)

function openPostgres(connectionString: string): Store {
  // What is counted here stays below 2^53: block numbers, seconds, places.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: types as pg.CustomTypesConfig,
  })
  // A connection that breaks while it rests is replaced by the next question; unheard, it would end
  // the process.
  pool.on('error', () => undefined)
  const dialect: Dialect = new PostgresDialect({ pool })
  const database = new Kysely<Tables>({ dialect })
  return {
    kind: 'postgres',
    database,
    async lock(name) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
      const state = { held: true }
      client.on('error', () => {
        state.held = false
      })
      client.on('end', () => {
        state.held = false
      })
      await client.connect()
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
        [`portico:${name}`],
      )
      if (!rows[0]?.locked) {
        await client.end()
        return undefined
      }
      return {
        get held() {
          return state.held
        },
        release: () => client.end(),
      }
    },
    answers: isAnswering(database),
    close: () => database.destroy(),
  }
}
