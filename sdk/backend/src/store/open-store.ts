import { fileURLToPath } from 'node:url'
import { type Dialect, Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { BackendError } from '../errors.js'
import { baseMigrations } from './base-migrations.js'
import type { BaseTables } from './base-tables.js'
import { migrations } from './migrations.js'
import { connectMs, openPool } from './postgres-pool.js'
import type { Tables } from './schema.js'
import { sqliteDialect } from './sqlite-dialect.js'
import { type SqliteWorkerOptions, startSqliteWorker } from './sqlite-worker.js'

/** The database, and the right to index a chain, which one server at a time has. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  readonly database: Kysely<Tables & BaseTables>
  /** Connections for libraries that use PostgreSQL themselves; undefined on SQLite. */
  readonly pool: pg.Pool | undefined
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

type Migrations = Readonly<Record<string, Migration>>
interface StoreOptions {
  /** Migrations of the modules. `done`: another thread of this process has run all of them. */
  readonly migrations?: Migrations | 'done'
  /** The largest size of a SQLite file. */
  readonly maxBytes?: number | undefined
  /** Whether its threads let those that answer requests go first. */
  readonly givesWay?: boolean
  /** The most connections to PostgreSQL at once, apart from those of locks: 10 by default. */
  readonly connections?: number
}

/**
 * Opens a database and brings its tables up to date.
 *
 * @throws BackendError DATABASE_UNREACHABLE, DATABASE_NEWER
 */
export async function openStore(
  url: string,
  { migrations: added = {}, connections, ...options }: StoreOptions = {},
): Promise<Store> {
  try {
    const store = isPostgres(url) ? openPostgres(url, connections) : openSqlite(url, options)
    try {
      if (added !== 'done')
        await migrate(store.database, { ...migrations, ...baseMigrations, ...added })
    } catch (error) {
      await store.close()
      throw error
    }
    return store
  } catch (cause) {
    if (cause instanceof BackendError && cause.code === 'DATABASE_NEWER') throw cause
    throw new BackendError(
      'DATABASE_UNREACHABLE',
      `The database cannot be opened (${url.split(':')[0] || 'memory'}). The cause says why.`,
      { cause },
    )
  }
}

const isPostgres = (url: string): boolean => /^postgres(ql)?:/.test(url)

async function migrate(database: Kysely<Tables & BaseTables>, known: Migrations): Promise<void> {
  // Tables of a module that is not used any more stay as they are.
  const all: Record<string, Migration> = { ...known }
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => all },
    // Modules are released independently of each other.
    allowUnorderedMigrations: true,
  })
  for (const name of await executed(database)) {
    if (name in all) continue
    if (!name.includes('/') || name.startsWith('base/'))
      throw new BackendError(
        'DATABASE_NEWER',
        `A newer version changed this database (${name}). Start that version or a newer one.`,
      )
    all[name] = { up: async () => undefined }
  }
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

async function executed(database: Kysely<Tables & BaseTables>): Promise<readonly string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
  return rows.map(({ name }) => name)
}

const isAnswering = (database: Kysely<Tables & BaseTables>) => () =>
  database
    .selectNoFrom(sql.lit(1).as('one'))
    .execute()
    .then(
      () => true,
      () => false,
    )

function openSqlite(url: string, options: SqliteWorkerOptions): Store {
  const path = url === ':memory:' ? url : pathOf(url)
  const writer = startSqliteWorker(path, options)
  const reader = path === ':memory:' ? writer : startSqliteWorker(path, options)
  const database = new Kysely<Tables & BaseTables>({ dialect: sqliteDialect(writer, reader) })
  const locked = new Set<string>()
  return {
    kind: 'sqlite',
    database,
    pool: undefined,
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

function openPostgres(connectionString: string, connections = 10): Store {
  const pool = openPool(connectionString, connections)
  const dialect: Dialect = new PostgresDialect({ pool })
  const database = new Kysely<Tables & BaseTables>({ dialect })
  return {
    kind: 'postgres',
    database,
    pool,
    async lock(name) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs })
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

/** Whether a request failed because the database is away or full. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof BackendError) return error.code.startsWith('DATABASE_')
  if (!(error instanceof Error)) return false
  const { code } = error as { readonly code?: unknown }
  return (
    (typeof code === 'string' && /^(08|53|57P|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code)) ||
    /^(timeout exceeded when trying to connect|Connection terminated)/.test(error.message)
  )
}
