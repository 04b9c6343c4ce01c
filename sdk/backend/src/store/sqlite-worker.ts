import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { BackendError } from '../errors.js'

/**
 * The nice value, on Linux, of threads that index. Requests go first: beside a busy thread of the
 * normal priority, one of 5 gets a quarter of a core. With the lowest priority it would hardly run
 * while requests come, and what it locks would stay locked.
 */
export const backgroundPriority = 5

/** A connection to a SQLite file in a thread of its own. */
export interface SqliteWorker {
  /** @throws BackendError DATABASE_FULL, DATABASE_REFUSED, DATABASE_UNREACHABLE */
  run(sql: string, parameters: readonly unknown[]): Promise<SqliteResult>
  close(): Promise<void>
}
export interface SqliteWorkerOptions {
  /** The largest size of the file. */
  readonly maxBytes?: number | undefined
  /** Whether it lets threads that answer requests go first. */
  readonly givesWay?: boolean
}
export interface SqliteResult {
  readonly rows: unknown[]
  /** Undefined of a statement that reads. */
  readonly changes: number | undefined
}
interface Answer extends SqliteResult {
  readonly id: number
  readonly error?: Cause
}

// The package's own file, from sources, from `dist` and from a bundle alike.
const file = () =>
  join(
    dirname(createRequire(import.meta.url).resolve('@portico/backend/package.json')),
    'worker/sqlite.mjs',
  )

/** @throws BackendError DATABASE_UNREACHABLE, with the first statement */
export function startSqliteWorker(
  path: string,
  { maxBytes, givesWay = false }: SqliteWorkerOptions = {},
): SqliteWorker {
  const priority = givesWay ? backgroundPriority : undefined
  const worker = new Worker(file(), { workerData: { path, maxBytes, priority } })
  const waiting = new Map<number, (answer: Answer | BackendError) => void>()
  let count = 0
  let ended: BackendError | undefined
  const end = (cause?: unknown) => {
    ended ??= new BackendError('DATABASE_UNREACHABLE', 'The thread of SQLite ended.', { cause })
    for (const settle of waiting.values()) settle(ended)
    waiting.clear()
  }
  worker.on('error', end)
  worker.on('exit', () => end())
  worker.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })

  return {
    run: (sql, parameters) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        const id = count++
        waiting.set(id, answer => {
          if (answer instanceof BackendError) reject(answer)
          else if (answer.error) reject(refusalOf(answer.error))
          else resolve(answer)
        })
        worker.postMessage({ id, sql, parameters })
      }),
    async close() {
      if (ended) return
      const exited = once(worker, 'exit')
      // A message without a statement closes the file and ends the thread.
      worker.postMessage({})
      await exited
    },
  }
}

/** Whether a statement did nothing because another thread or process wrote for too long. */
export const isBusy = (error: unknown): boolean =>
  error instanceof BackendError && (error.cause as Cause | undefined)?.code === 'SQLITE_BUSY'

interface Cause {
  readonly code: string
  readonly message: string
}
const refusalOf = (cause: Cause): BackendError =>
  cause.code.startsWith('SQLITE_FULL')
    ? new BackendError('DATABASE_FULL', 'The SQLite file has its largest size.', { cause })
    : new BackendError('DATABASE_REFUSED', `SQLite refused a statement: ${cause.message}`, {
        cause,
      })
