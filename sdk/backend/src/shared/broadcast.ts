import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Log, reasonOf } from '../log.js'

/** Messages between the processes of one PostgreSQL. A process does not receive its own. */
export interface Broadcast {
  /** Resolves when the database has the message. */
  send(message: string): Promise<void>
  /** `message` is undefined when messages may have been missed. */
  listen(listener: (message: string | undefined) => void): void
  close(): Promise<void>
}

const channel = 'portico_broadcast'
const reconnectMs = 1_000
/** PostgreSQL refuses payloads of 8,000 bytes. */
const longestMessage = 7_000

/** Connects in the background, and again when the connection ends. */
export function openBroadcast(connectionString: string, pool: pg.Pool, log: Log): Broadcast {
  const stopping = new AbortController()
  const { signal } = stopping
  const own = randomUUID()
  const listeners: ((message: string | undefined) => void)[] = []
  const receive = (payload = '') => {
    const [sender = '', message = ''] = payload.split('\n')
    if (sender === own) return
    for (const listener of listeners) listener(message || undefined)
  }

  const connect = async () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
    const ended = new Promise<void>(resolve => {
      client.once('end', resolve)
      client.on('error', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', ({ payload }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      receive() // whatever was sent before this is missed
      await ended
    } finally {
      await client.end().catch(() => undefined) // it is gone already
    }
  }
  const done = (async () => {
    while (!signal.aborted) {
      await connect().catch((error: unknown) =>
        log.warn('broadcast-failed', { reason: reasonOf(error) }),
      )
      await sleep(reconnectMs, undefined, { signal }).catch(() => undefined)
    }
  })()

  return {
    async send(message) {
      const text = message.length > longestMessage ? '' : message
      await pool.query('select pg_notify($1, $2)', [channel, `${own}\n${text}`])
    },
    listen: listener => void listeners.push(listener),
    async close() {
      stopping.abort()
      await done
    },
  }
}
