import pg from 'pg'

/** Milliseconds that a connection may take, also while it waits for a free place. */
export const connectMs = 5_000

/** Up to `max` connections to PostgreSQL, each made when it is needed. */
export function openPool(connectionString: string, max: number): pg.Pool {
  // Every count here is below 2^53: block numbers, seconds, places.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connectMs,
    types: types as pg.CustomTypesConfig,
  })
  // A connection that breaks is replaced by the next query, which reports the failure. Without
  // listeners the error events of idle and of used connections would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}
