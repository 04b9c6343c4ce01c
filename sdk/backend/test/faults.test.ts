import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../examples/acceptance/scripts/find-postgres.mjs'
import { type Backend, type BackendOptions, defineModule, startBackend } from '../src/index.js'
import { startBaseLikeNode } from './base-like-node.js'
import { onBothDatabases } from './databases.js'
import { faultSeconds, observe, startNode, startProxy, through } from './fault-tools.js'
import { type Postgres, startPostgres } from './postgres.js'
import { openTestStore } from './store.js'
import { until } from './world.js'

const running: Backend[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(backend => backend.stop()))
})
const start = async (options: BackendOptions, surroundings = {}) => {
  const backend = await startBackend({ port: 0, ...options }, surroundings)
  running.push(backend)
  return backend
}
const event = (size = 10) => ({
  eventId: crypto.randomUUID(),
  url: 'https://app.example/a',
  domain: 'app.example',
  timestamp: 1,
  props: {
    type: 'track',
    event: 'CONNECT_SUCCESS',
    properties: { text: randomBytes(size / 2).toString('hex') },
  },
})
const send = (url: string, size?: number) =>
  fetch(`${url}/e`, { method: 'POST', body: JSON.stringify(event(size)) })
const status = async (url: string) => (await fetch(url)).status
const storedEvents = async (database: string) => {
  const store = await openTestStore(database)
  const found = await store.database.selectFrom('events').select('id').execute()
  await store.close()
  return found.length
}
/** Sends events until one is refused. Returns the number that was accepted, and the refusal. */
const fill = async (url: string) => {
  for (let accepted = 0; ; accepted++) {
    const response = await send(url, 7_000)
    if (!response.ok) return { accepted, refusal: response }
    await response.body?.cancel()
  }
}
const reasonIn = async (response: Response) =>
  ((await response.json()) as { reasons: { field: string; description: string }[] }).reasons[0]

onBothDatabases('interrupted migrations', databases => {
  it('a migration that is interrupted leaves nothing behind, and the next start completes it', async () => {
    const database = await databases.create()
    let isInterrupted = true
    const guestbook = defineModule({
      name: 'guestbook',
      migrations: {
        'guestbook/0001': {
          async up({ schema }: Kysely<unknown>) {
            await schema.createTable('guestbook').addColumn('id', 'text').execute()
            if (isInterrupted) throw new DOMException('The power is gone.', 'AbortError')
            await schema.createTable('guestbook_more').addColumn('id', 'text').execute()
          },
        },
      },
      setup: () => ({}),
    })
    await expect(
      startBackend({ port: 0, database }, { modules: [guestbook] }),
    ).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' })
    isInterrupted = false
    const { url } = await start({ database }, { modules: [guestbook] })
    expect(await status(`${url}/ready`)).toBe(200)
    observe(
      `migration interrupted (${databases.kind})`,
      'the start is refused with its cause; the next start completes the migration',
    )
  })
})

describe('a full disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-full-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('a full SQLite file refuses writes with 503, still reads, and loses nothing it accepted', async () => {
    const database = `file:${join(folder, 'full.db')}`
    const { url } = await start({ database, maxDatabaseBytes: 1_000_000, rateLimit: false })
    const { accepted, refusal } = await fill(url)
    expect(refusal.status).toBe(503)
    expect(await reasonIn(refusal)).toMatchObject({ field: 'database' })
    expect(await status(`${url}/ready`)).toBe(200)
    expect(await status(`${url}/getAnalyticsConfig`)).toBe(200)
    expect(accepted).toBeGreaterThan(20)
    expect(await storedEvents(database)).toBe(accepted)
    observe(
      'disk full (SQLite max_page_count)',
      `503 after ${accepted} events, all of them stored; reads go on`,
    )
  }, 60_000)

  const bin = findPostgres()
  const mount = join(folder, 'tablespace')
  mkdirSync(mount)
  const canMount =
    bin !== undefined &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', mount]).status === 0
  afterAll(() => {
    if (canMount) spawnSync('umount', ['-l', mount])
  })
  it.skipIf(!canMount)(
    'a full tablespace of PostgreSQL refuses writes with 503, still reads, and loses nothing it accepted',
    async () => {
      const server = await startPostgres(bin ?? '')
      try {
        // PostgreSQL runs as another user.
        chmodSync(folder, 0o755)
        chmodSync(mount, 0o777)
        const own = join(mount, 'data')
        expect(spawnSync('install', ['-d', '-o', 'postgres', '-m', '700', own]).status).toBe(0)
        const url = await server.create()
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.query(`create tablespace small location '${own}'`)
        await client.query('create database full_disk tablespace small')
        await client.end()
        const database = url.replace(/[^/]*$/, 'full_disk')
        const backend = await start({ database, rateLimit: false })
        // Opened before: PostgreSQL writes a file for a new connection.
        const reader = new pg.Client({ connectionString: database })
        await reader.connect()
        const { accepted, refusal } = await fill(backend.url)
        expect(refusal.status).toBe(503)
        expect(await reasonIn(refusal)).toMatchObject({ field: 'database' })
        expect(await status(`${backend.url}/getAnalyticsConfig`)).toBe(200)
        await backend.stop()
        const { rows } = await reader.query('select count(*)::int as count from events')
        await reader.end()
        expect(rows).toEqual([{ count: accepted }])
        observe(
          'disk full (PostgreSQL tablespace of 16 MB)',
          `503 after ${accepted} events, all of them stored; reads go on`,
        )
      } finally {
        await server.stop()
      }
    },
    120_000,
  )
})

describe.skipIf(!findPostgres())('a database that goes away', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await startPostgres(findPostgres() ?? '')
  }, 60_000)
  afterAll(() => server.stop(), 60_000)

  it(
    'while PostgreSQL is away, writes get 503 and reads from memory go on; it recovers within 10 s',
    async () => {
      const direct = await server.create()
      const proxy = await startProxy(Number(new URL(direct).port))
      const node = await startNode()
      const { url } = await start({
        database: through(direct, proxy),
        chains: [{ id: 'eip155:1', rpc: [node.url], index: false }],
      })
      const balance = `${url}/v1/account/0x${'11'.repeat(20)}/balance?currency=usd`
      let accepted = 0
      const write = async () => {
        const response = await send(url)
        if (response.ok) accepted++
        return response
      }
      expect((await write()).status).toBe(200)
      expect(await status(`${url}/ready`)).toBe(200)
      await proxy.down()
      const refused = await write()
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('5')
      expect(await reasonIn(refused)).toMatchObject({ field: 'database' })
      const end = performance.now() + faultSeconds * 1_000
      do {
        expect(await status(`${url}/live`)).toBe(200)
        expect(await status(`${url}/ready`)).toBe(503)
        expect(await status(`${url}/v1/supported-chains`)).toBe(200)
        await sleep(500)
      } while (performance.now() < end)
      await proxy.up()
      const back = performance.now()
      await until(write, ({ status }) => status === 200)
      await until(
        () => status(`${url}/ready`),
        found => found === 200,
      )
      const recoveredMs = performance.now() - back
      expect(recoveredMs).toBeLessThan(10_000)
      expect(await status(balance)).toBe(200)
      expect(await storedEvents(direct)).toBe(accepted)
      observe(
        `PostgreSQL away for ${faultSeconds} s`,
        `/live 200, /ready 503, writes 503 with Retry-After, reads from memory 200; recovered in ${(recoveredMs / 1_000).toFixed(1)} s, every accepted event stored once`,
      )
      await running.splice(0)[0]?.stop()
      await proxy.down()
      await node.stop()
    },
    60_000 + faultSeconds * 1_000,
  )
})

// The quick ones are tests of the index, too (`base-like.test.ts`): a slow node takes a minute.
describe.runIf(process.env.PORTICO_FAULT_SECONDS)('a node that misbehaves', () => {
  const faults = {
    'other-chain': 'serves another chain',
    lie: 'lies about a block',
    cut: 'sends half of large responses',
    huge: 'sends 25 MB for a block',
    slow: 'responds after 12 s',
  } as const
  it.each(Object.entries(faults))(
    'beside a node that has the fault "%s", requests are answered, and afterwards each transaction is in once',
    async mode => {
      const [fault, says] = [mode as keyof typeof faults, faults[mode as keyof typeof faults]]
      const node = await startBaseLikeNode({ perBlock: 260 })
      const first = node.head
      const folder = mkdtempSync(join(tmpdir(), 'portico-node-'))
      const database = `file:${join(folder, 'backend.db')}`
      try {
        if (fault === 'other-chain') node.set(fault)
        const options: BackendOptions = {
          database,
          chains: [{ id: 'eip155:8453', rpc: [node.url], index: 'chain', startBlock: first }],
          rateLimit: false,
        }
        let backend = await start(options)
        const isFollowing = () =>
          until(
            () => backend.indexes[0],
            index => index?.phase === 'following' && index.block === node.head,
          )
        if (fault !== 'other-chain') await isFollowing()
        node.set(fault)
        node.mine(2)
        const reasons = new Set<string | undefined>()
        let most = 0
        const end = performance.now() + 20_000
        while (performance.now() < end) {
          const began = performance.now()
          expect(await status(`${backend.url}/v1/supported-chains`)).toBe(200)
          most = Math.max(most, performance.now() - began)
          reasons.add(backend.indexes[0]?.reason)
          await sleep(50)
        }
        node.set('ok')
        if (fault === 'other-chain') {
          // Such a node is not used again until the next start.
          expect(reasons).toContain('NODE_WRONG_NETWORK')
          expect(backend.indexes[0]?.block).toBeUndefined()
          await running.splice(0)[0]?.stop()
          backend = await start(options)
        }
        await isFollowing()
        await running.splice(0)[0]?.stop()
        const store = await openTestStore(database)
        const rows = await store.database.selectFrom('transactions').select('hash').execute()
        await store.close()
        const expected = (node.head - first + 1) * node.perBlock
        expect(rows).toHaveLength(expected)
        expect(new Set(rows.map(({ hash }) => hash)).size).toBe(expected)
        const said = [...reasons].filter(Boolean).join(', ') || 'smaller requests get through'
        observe(
          `a node that ${says}`,
          `${said}; the slowest other request took ${Math.round(most)} ms; afterwards each transaction is in once`,
        )
      } finally {
        await node.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
    120_000,
  )
})

describe('hostile clients', () => {
  const accounts = process.env.PORTICO_FAULT_SECONDS ? 10_000 : 1_000
  const slowest = async (url: string, isDone: () => boolean) => {
    let most = 0
    while (!isDone()) {
      const began = performance.now()
      await status(url)
      most = Math.max(most, performance.now() - began)
      await sleep(50)
    }
    return Math.round(most)
  }

  it('500 connections that send one byte per second are closed, and others are answered meanwhile', async () => {
    const { url } = await start({ database: ':memory:', rateLimit: false })
    const port = Number(new URL(url).port)
    const head = `GET /live HTTP/1.1\r\nhost: a\r\n${'x-slow: 1\r\n'.repeat(50)}`
    let closed = 0
    const sockets: Socket[] = []
    for (let count = 0; count < 500; count++) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('close', () => closed++)
      socket.resume()
      sockets.push(socket)
    }
    let at = 0
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(head[at] ?? 'x')
      at++
    }, 1_000)
    const most = await slowest(`${url}/live`, () => closed === 500)
    clearInterval(drip)
    expect(most).toBeLessThan(2_000)
    observe(
      '500 connections, one byte per second',
      `all closed after ${at} s; the slowest other request took ${most} ms`,
    )
  }, 60_000)

  it.each(['with its length', 'in chunks'])(
    'a body of 100 MB %s gets 413 before most of it is read',
    async kind => {
      const { url } = await start({ database: ':memory:', rateLimit: false })
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      const total = 100 * 2 ** 20
      const length =
        kind === 'in chunks' ? 'transfer-encoding: chunked' : `content-length: ${total}`
      socket.write(`POST /e HTTP/1.1\r\nhost: a\r\n${length}\r\n\r\n`)
      let answer = ''
      let isClosed = false
      socket.on('data', data => {
        answer += data
      })
      socket.on('close', () => {
        isClosed = true
      })
      const part = Buffer.alloc(2 ** 16, 'a')
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')])
      let sent = 0
      for (; sent < total && !isClosed; sent += part.length) {
        if (!socket.write(kind === 'in chunks' ? chunk : part))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
        await sleep(0)
      }
      await until(
        () => answer,
        text => text.includes('"FAILED"'),
      )
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      expect(sent).toBeLessThan(total / 2)
      socket.destroy()
      observe(
        `a body of 100 MB ${kind}`,
        `413; the connection was closed after ${(sent / 2 ** 20).toFixed(1)} MB`,
      )
    },
    30_000,
  )

  it(`${accounts} accounts in a minute from one address are refused beyond the limit, and others are answered`, async () => {
    const node = await startNode()
    const { url } = await start({
      database: ':memory:',
      trustedProxies: 1,
      chains: [{ id: 'eip155:1', rpc: [node.url], index: false }],
    })
    const ask = (client: string, account: number) =>
      fetch(`${url}/v1/account/0x${account.toString(16).padStart(40, '0')}/balance?currency=usd`, {
        headers: { 'x-forwarded-for': client },
      })
    const found = new Map<number, number>()
    let retryAfter: string | null = null
    const began = performance.now()
    for (let at = 0; at < accounts; at += 100)
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const response = await ask('10.0.0.1', at + index + 1)
          found.set(response.status, (found.get(response.status) ?? 0) + 1)
          retryAfter ??= response.headers.get('retry-after')
          await response.body?.cancel()
        }),
      )
    const seconds = (performance.now() - began) / 1_000
    const allowed = 100 * (1 + Math.ceil(seconds / 10))
    expect(found.get(200)).toBeGreaterThanOrEqual(100)
    expect(found.get(200)).toBeLessThanOrEqual(allowed)
    expect((found.get(200) ?? 0) + (found.get(429) ?? 0)).toBe(accounts)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    const other = performance.now()
    expect((await ask('10.0.0.2', 1)).status).toBe(200)
    observe(
      `${accounts} accounts from one address`,
      `${found.get(200)} answered, ${found.get(429)} refused with 429 and Retry-After in ${seconds.toFixed(0)} s; another client was answered in ${Math.round(performance.now() - other)} ms`,
    )
    await running.splice(0)[0]?.stop()
    await node.stop()
  }, 120_000)
})
