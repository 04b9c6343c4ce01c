// Runs SQLite in a worker thread, so that a slow statement does not stop the server. It is a file
// of its own because Node starts a worker from a file.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'libsql'

const { path, maxBytes, priority } = workerData
// Linux has a priority for each thread; elsewhere the whole process would get it.
if (priority !== undefined && process.platform === 'linux')
  try {
    setPriority(0, priority)
  } catch {
    // Requests may wait a little longer then.
  }
const database = open()
if (maxBytes !== undefined) {
  const [row] = /** @type {{ page_size: number }[]} */ (database.prepare('pragma page_size').all())
  const size = row?.page_size ?? 4096
  database.exec(`pragma max_page_count = ${Math.floor(maxBytes / size)}`)
}

/**
 * SQLite does not wait by itself where another connection opens the file at the same time, or
 * recovers it after a process was killed.
 */
function open() {
  const until = Date.now() + 30_000
  for (;;)
    try {
      const opened = new Database(path)
      opened.exec('pragma busy_timeout = 5000')
      opened.exec('pragma journal_mode = wal; pragma synchronous = normal')
      return opened
    } catch (error) {
      const { code } = /** @type {{ code?: unknown }} */ (error)
      if (!/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(String(code)) || Date.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
}

const begin = 'begin immediate'
const run = (/** @type {string} */ sql, /** @type {unknown[]} */ parameters) => {
  if (sql === begin) {
    database.exec(begin)
    return { rows: [], changes: 0 }
  }
  return database.inTransaction || !/^\s*(insert|update|delete)\b/i.test(sql)
    ? ask(sql, parameters)
    : runAlone(sql, parameters)
}

/**
 * A prepared statement that found the file locked stays in progress until the garbage collector
 * comes, and no transaction of the connection can be committed: only `exec` waits for the lock.
 *
 * @param {string} sql
 * @param {unknown[]} parameters
 */
const runAlone = (sql, parameters) => {
  database.exec(begin)
  try {
    const result = ask(sql, parameters)
    database.exec('commit')
    return result
  } catch (error) {
    if (database.inTransaction) database.exec('rollback') // a full file has rolled back by itself
    throw error
  }
}

const ask = (/** @type {string} */ sql, /** @type {unknown[]} */ parameters) => {
  const statement = database.prepare(sql)
  if (statement.reader) return { rows: statement.all(parameters), changes: undefined }
  return { rows: [], changes: statement.run(parameters).changes }
}

parentPort?.on('message', ({ id, sql, parameters }) => {
  if (sql === undefined) {
    database.close()
    parentPort?.close()
    return
  }
  try {
    parentPort?.postMessage({ id, ...run(sql, parameters) })
  } catch (error) {
    const { code, message } = /** @type {{ code?: unknown, message?: unknown }} */ (error)
    parentPort?.postMessage({ id, error: { code: String(code), message: String(message) } })
  }
})
