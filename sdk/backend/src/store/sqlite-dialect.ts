import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { BackendError } from '../errors.js'
import { isBusy, type SqliteWorker } from './sqlite-worker.js'

/**
 * Milliseconds for which a write is tried while another thread of the server writes. The one that
 * indexes has a lower priority: under load it holds the file for longer than SQLite waits.
 */
const busyForMs = 30_000

/**
 * Kysely over SQLite in worker threads: one writes, another reads at the same time.
 *
 * A select outside of a transaction goes to `reader`, so that requests do not wait for the index.
 * Both are the same worker for a database in memory.
 */
export const sqliteDialect = (writer: SqliteWorker, reader: SqliteWorker): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => createDriver(writer, reader),
  createIntrospector: database => new SqliteIntrospector(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** SQLite undoes changes of tables, so an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

type Connection = DatabaseConnection & { release: (() => void) | undefined }

function createDriver(writer: SqliteWorker, reader: SqliteWorker): Driver {
  let last: Promise<void> = Promise.resolve()
  /** Resolves with the function that lets the next one write. */
  const acquire = async (): Promise<() => void> => {
    const before = last
    let release: () => void = () => undefined
    last = new Promise(resolve => {
      release = resolve
    })
    await before
    return release
  }
  const ask = async <Row>(
    worker: SqliteWorker,
    { sql, parameters }: CompiledQuery,
  ): Promise<QueryResult<Row>> => {
    const { rows, changes } = await worker.run(sql, parameters)
    return {
      rows: rows as Row[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
    }
  }
  /** Begins a transaction, or does one that is a single statement. Nothing was done before. */
  const write = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const until = performance.now() + busyForMs
    for (;;) {
      try {
        return await ask<Row>(writer, query)
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error
      }
    }
  }
  const connect = (): Connection => ({
    release: undefined,
    async executeQuery<Row>(query: CompiledQuery) {
      if (this.release) return ask<Row>(writer, query)
      if (reader !== writer && query.query.kind === 'SelectQueryNode')
        return ask<Row>(reader, query)
      const done = await acquire()
      return write<Row>(query).finally(done)
    },
    streamQuery() {
      throw new BackendError('DATABASE_REFUSED', 'SQLite answers whole results, no streams.')
    },
  })
  const release = (connection: Connection) => {
    connection.release?.()
    connection.release = undefined
  }

  return {
    init: async () => undefined,
    acquireConnection: async () => connect(),
    releaseConnection: async () => undefined,
    async beginTransaction(connection) {
      const held = connection as Connection
      held.release = await acquire()
      await write(CompiledQuery.raw('begin immediate')).catch((error: unknown) => {
        release(held)
        throw error
      })
    },
    async commitTransaction(connection) {
      // After a failed commit Kysely rolls back, which releases.
      await connection.executeQuery(CompiledQuery.raw('commit'))
      release(connection as Connection)
    },
    async rollbackTransaction(connection) {
      // A full database has rolled back by itself. The first error is the one that counts.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      release(connection as Connection)
    },
    async destroy() {
      await acquire()
      await Promise.all([...new Set([writer, reader])].map(worker => worker.close()))
    },
  }
}
