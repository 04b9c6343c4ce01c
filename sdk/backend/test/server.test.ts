import { type Devnet, startDevnet } from '@portico/devnet'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Backend, type BackendOptions, startBackend } from '../src/index.js'
import { onBothDatabases } from './databases.js'
import { describeSignIn } from './sign-in.js'
import { openTestStore } from './store.js'
import { ada, evmChains, json, until } from './world.js'

onBothDatabases('the server', databases => {
  let devnet: Devnet
  const running: Backend[] = []
  const lines: string[] = []
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1] })
  }, 60_000)
  afterAll(() => devnet.stop())
  afterEach(async () => {
    await Promise.all(running.splice(0).map(backend => backend.stop()))
    lines.length = 0
  })
  const start = async (options: Partial<BackendOptions> = {}) => {
    const database = options.database ?? (await databases.create())
    const backend = await startBackend(
      { port: 0, database, chains: evmChains(devnet), ...options },
      { log: line => lines.push(line) },
    )
    running.push(backend)
    return { ...backend, database, url: backend.url }
  }
  describeSignIn(start, () => devnet, lines)

  const event = (more: object = {}) => ({
    eventId: crypto.randomUUID(),
    url: 'https://app.example/a',
    domain: 'app.example',
    timestamp: 1,
    props: { type: 'track', event: 'CONNECT_SUCCESS', ...more },
  })
  const sendEvent = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/batch?projectId=one`, { method: 'POST', body: JSON.stringify(body), headers })
  const eventsIn = async (database: string) => {
    const store = await openTestStore(database)
    const rows = await store.database.selectFrom('events').selectAll().execute()
    await store.close()
    return rows
  }

  it('the server answers pages of its list, and refuses other pages with 403', async () => {
    const { url } = await start({ origins: ['https://app.example', 'https://*.preview.example'] })
    const ask = (origin: string, method = 'GET') =>
      fetch(`${url}/v1/supported-chains`, { method, headers: { origin } })
    for (const origin of ['https://app.example', 'https://one.preview.example']) {
      const answer = await ask(origin)
      expect([
        answer.status,
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('vary'),
      ]).toEqual([200, origin, 'origin'])
    }
    const outsider = await ask('https://evil.test')
    expect([outsider.status, outsider.headers.get('access-control-allow-origin')]).toEqual([
      403,
      null,
    ])
    const preflight = await ask('https://app.example', 'OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('content-type'),
    ])
    expect((await sendEvent(url, [event()], { origin: 'https://evil.test' })).status).toBe(403)
    expect(
      (await fetch(`${url}/health`, { headers: { origin: 'https://evil.test' } })).status,
    ).toBe(200)
  })

  it('the server answers any page when no list is configured', async () => {
    const { url } = await start()
    const answer = await fetch(`${url}/v1/supported-chains`, { headers: { origin: 'null' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('[R8] the server refuses a client that asks too often, says for how long, and serves the others', async () => {
    const { url } = await start({ rateLimit: { burst: 3, perSecond: 0.1 }, trustedProxies: 1 })
    const ask = async (client: string, path = '/v1/supported-chains') =>
      fetch(`${url}${path}`, { headers: { 'x-forwarded-for': `1.1.1.1, ${client}` } })
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await ask('10.0.0.1')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await ask('10.0.0.1')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      status: 'FAILED',
      reasons: [{ field: 'rate_limited' }],
    })
    expect((await ask('10.0.0.2')).status).toBe(200)
    expect((await ask('10.0.0.1', '/getAnalyticsConfig')).status).toBe(200)
    expect((await ask('10.0.0.1', '/health')).status).toBe(200)
    const { paths } = (await json(`${url}/openapi.json`)).body as {
      paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>
    }
    const limited = Object.entries(paths).flatMap(([path, operations]) =>
      Object.values(operations).map(({ responses }) => ({ path, limit: responses[429] })),
    )
    expect(
      limited
        .filter(({ limit }) => !limit?.headers || !('Retry-After' in limit.headers))
        .map(({ path }) => path),
    ).toEqual(['/live', '/health'])
  })

  it('[R8] the server limits requests of /ready and of the description, and not of /health', async () => {
    const { url } = await start({ rateLimit: { burst: 2, perSecond: 0.1 } })
    const statuses = async (path: string) => {
      const found = []
      for (let count = 0; count < 3; count++) found.push((await fetch(`${url}${path}`)).status)
      return found
    }
    // 503 until the networks have answered once.
    const ready = await statuses('/ready')
    expect(ready.map(status => status === 429)).toEqual([false, false, true])
    expect(await statuses('/openapi.json')).toEqual([200, 200, 429])
    expect(await statuses('/health')).toEqual([200, 200, 200])
  })

  it('[R8] the server counts the addresses of one IPv6 network (/64) as one client', async () => {
    const { url } = await start({ rateLimit: { burst: 2, perSecond: 0.1 }, trustedProxies: 1 })
    const status = async (client: string) =>
      (await fetch(`${url}/v1/supported-chains`, { headers: { 'x-forwarded-for': client } })).status
    expect([
      await status('2001:db8:1:2::1'),
      await status('2001:db8:1:2:ffff::2'),
      await status('2001:db8:1:2:3:4:5:6'),
    ]).toEqual([200, 200, 429])
    expect(await status('2001:db8:1:3::1')).toBe(200)
  })

  it('[R8] the server limits analytics more strictly than other requests of one client', async () => {
    const { url } = await start()
    const answers = await Promise.all(Array.from({ length: 40 }, () => sendEvent(url, [event()])))
    const taken = answers.filter(({ status }) => status === 200).length
    expect(taken).toBeGreaterThanOrEqual(30)
    expect(taken).toBeLessThan(35)
    expect((await fetch(`${url}/v1/supported-chains`)).status).toBe(200)
  })

  it('[R36] the server answers other clients at once while twenty anonymous bodies of a megabyte arrive', async () => {
    const { url, database } = await start({ rateLimit: false })
    const hostile = {
      url: `https://app.example/${'a'.repeat(8_000)}`,
      properties: { long: 'x.'.repeat(4_000) },
    }
    const events = Array.from({ length: 60 }, () => ({
      ...event({ properties: hostile.properties }),
      url: hostile.url,
    }))
    const body = JSON.stringify(events)
    expect(body.length).toBeGreaterThan(900_000)
    const began = performance.now()
    const sent = Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${url}/batch`, { method: 'POST', body }).then(({ status }) => status),
      ),
    )
    let slowest = 0
    let isDone = false
    void sent.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const requested = performance.now()
      await fetch(`${url}/health`)
      slowest = Math.max(slowest, performance.now() - requested)
    }
    expect(new Set(await sent)).toEqual(new Set([413]))
    // Far from what a busy machine takes, and far below the 10 s and more for which a filter that
    // backtracks stops the server.
    expect(performance.now() - began).toBeLessThan(7_000)
    expect(slowest).toBeLessThan(4_000)
    expect(await eventsIn(database)).toEqual([])
  }, 60_000)

  it('[R36] a request has at most twenty events and a few kilobytes', async () => {
    const { url, database } = await start({ rateLimit: false })
    const status = async (body: unknown) => (await sendEvent(url, body)).status
    expect(await status(Array.from({ length: 20 }, () => event()))).toBe(200)
    expect(await status(Array.from({ length: 21 }, () => event()))).toBe(422)
    expect(await status([event({ properties: { long: 'x'.repeat(8_192) } })])).toBe(413)
    expect(await eventsIn(database)).toHaveLength(20)
  })

  it('[R36] the server keeps the newest events up to the configured bytes, also after a restart', async () => {
    const analytics = { keepBytes: 1_000_000 }
    const { url, database, stop } = await start({ rateLimit: false, analytics })
    const fill = async (to: string, bodies: number) => {
      for (let count = 0; count < bodies; count++)
        await sendEvent(to, [event({ properties: { count, long: 'x'.repeat(7_000) } })])
    }
    const bytesIn = async () =>
      (await eventsIn(database)).reduce(
        (sum, row) => sum + row.url.length + row.properties.length + 200,
        0,
      )
    await fill(url, 150)
    expect(await bytesIn()).toBeLessThanOrEqual(1_000_000)
    await stop()
    const again = await start({ rateLimit: false, analytics, database })
    await fill(again.url, 150)
    expect(await bytesIn()).toBeLessThanOrEqual(1_000_000)
    const counts = (await eventsIn(database)).map(
      ({ properties }) => (JSON.parse(properties) as { count: number }).count,
    )
    expect(counts).toContain(149)
  }, 60_000)

  it('the server accepts the projects of its list, by header or by query', async () => {
    const { url } = await start({ projects: ['one'] })
    const price = (projectId: string) =>
      fetch(`${url}/v1/fungible/price`, {
        method: 'POST',
        body: JSON.stringify({ projectId, currency: 'usd', addresses: ['eip155:1:native'] }),
      })
    expect((await json(`${url}/v1/supported-chains?projectId=one`)).status).toBe(200)
    expect(
      (await json(`${url}/v1/supported-chains`, { headers: { 'x-project-id': 'one' } })).status,
    ).toBe(200)
    expect(await json(`${url}/v1/supported-chains?projectId=two`)).toMatchObject({
      status: 401,
      body: { reasons: [{ field: 'authentication' }] },
    })
    expect([(await price('one')).status, (await price('two')).status]).toEqual([200, 401])
  })

  it('[S27] the server stores events without queries, mail addresses and accounts, and each event once', async () => {
    const { url, database } = await start()
    const sent = event({
      address: ada.address,
      properties: {
        mail: 'ada@example.org',
        said: `${ada.address} and bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`,
        method: 'qr',
      },
    })
    const answer = await sendEvent(url, [
      { ...sent, url: `https://app.example/a?email=ada@example.org#${ada.address}` },
      sent,
    ])
    expect(await answer.json()).toEqual({ received: 2 })
    await sendEvent(url, [sent])
    const kept = await eventsIn(database)
    expect(kept).toMatchObject([
      {
        id: sent.eventId,
        url: 'https://app.example/a',
        event: 'CONNECT_SUCCESS',
        project: 'one',
        address: null,
      },
    ])
    expect(JSON.parse(kept[0]?.properties ?? '')).toEqual({
      mail: '[mail]',
      said: '[address] and [address]',
      method: 'qr',
    })
  })

  it('[S27] the server stores accounts in events, or no events, when the configuration says so', async () => {
    const keeping = await start({ analytics: { keepAddresses: true } })
    await sendEvent(keeping.url, [event({ address: ada.address })])
    expect(await eventsIn(keeping.database)).toMatchObject([{ address: ada.address }])
    const off = await start({ analytics: { store: false } })
    expect((await sendEvent(off.url, [event()])).status).toBe(200)
    expect(await eventsIn(off.database)).toEqual([])
  })

  it('[S7.06] the server answers any malformed request with 4xx, and stores nothing of it', async () => {
    const { url, database } = await start({ rateLimit: false })
    const zero = String.fromCharCode(0)
    const wrong = [
      event({ event: '' }),
      event({ event: `A${zero}` }),
      event({ event: 'x'.repeat(65) }),
      event({ event: 7 }),
      event({ address: zero }),
      { ...event(), domain: zero },
      { ...event(), eventId: 'short' },
      { ...event(), timestamp: -1 },
      { ...event(), timestamp: 2 ** 60 },
      { ...event(), props: null },
      null,
      7,
      'text',
      {},
      [[]],
      Array.from({ length: 21 }, () => event()),
    ]
    const bodies = [
      ...wrong.map(one => JSON.stringify(one)),
      '',
      '{',
      zero,
      '\ud800',
      '['.repeat(8_000),
    ]
    for (const path of ['/e', '/batch?projectId=%00']) {
      const statuses = await Promise.all(
        bodies.map(async body => (await fetch(`${url}${path}`, { method: 'POST', body })).status),
      )
      expect(new Set(statuses)).toEqual(new Set([422]))
    }
    expect(await eventsIn(database)).toEqual([])
    const strange = [
      event({ properties: { zero } }),
      event({ properties: null }),
      { ...event(), url: zero },
    ]
    for (const one of strange)
      expect(
        (await fetch(`${url}/e?projectId=%00`, { method: 'POST', body: JSON.stringify(one) }))
          .status,
      ).toBe(200)
    const kept = await eventsIn(database)
    expect(kept.map(({ project, url, properties }) => [project, url, properties]).sort()).toEqual([
      [null, '', '{}'],
      [null, 'https://app.example/a', '{"zero":"\\u0000"}'],
      [null, 'https://app.example/a', '{}'],
    ])
    // What else may carry a zero to a database that refuses it.
    const cursor = Buffer.from(JSON.stringify([1, `eip155:1${zero}`, 1, 1])).toString('base64url')
    expect((await fetch(`${url}/v1/account/${ada.address}/history?cursor=${cursor}`)).status).toBe(
      400,
    )
  })

  it('[S27] the server keeps the newest events up to the configured number', async () => {
    const { url, database, stop } = await start({ analytics: { keepEvents: 2 } })
    for (let count = 0; count < 4; count++) {
      await sendEvent(url, [event({ properties: { count } })])
      const now = Date.now()
      await until(Date.now, later => later > now)
    }
    await stop()
    await startBackend({ port: 0, database, analytics: { keepEvents: 2 } }).then(backend =>
      running.push(backend),
    )
    const counts = async () =>
      (await eventsIn(database))
        .map(({ properties }) => (JSON.parse(properties) as { count: number }).count)
        .sort()
    expect(await until(counts, kept => kept.length < 4)).toEqual([2, 3])
  })

  it('[S33] the server logs one line of JSON for each event, without addresses, queries and endpoints', async () => {
    const { url } = await start({ logLevel: 'debug' })
    await json(`${url}/v1/account/${ada.address}/balance?currency=usd&projectId=secret`)
    await json(`${url}/v1/account/nonsense/balance?currency=usd`)
    const read = lines.map(line => JSON.parse(line) as Record<string, unknown>)
    expect(read).toContainEqual(
      expect.objectContaining({
        event: 'request',
        method: 'GET',
        route: '/v1/account/:address/balance',
        status: 200,
        id: expect.any(String),
      }),
    )
    expect(read).toContainEqual(expect.objectContaining({ event: 'request', status: 400 }))
    expect(lines.every(line => line.endsWith('\n'))).toBe(true)
    expect(lines.join('').toLowerCase()).not.toMatch(
      new RegExp(
        `${ada.address.toLowerCase()}|secret|nonsense|${new URL(devnet.chain(1).url).port}`,
      ),
    )
  })

  it('the server answers 503 while a chain is unreachable, never with a part of the balances, and 200 after', async () => {
    const proxy = await devnet.proxy(1)
    const { url } = await start({
      chains: evmChains(devnet).map(chain => ({ ...chain, rpc: [proxy.url] })),
      rateLimit: false,
    })
    proxy.set('down')
    const path = `${url}/v1/account/${ada.address}/balance?currency=usd`
    expect(await json(path)).toMatchObject({
      status: 503,
      body: { status: 'FAILED', reasons: [{ field: 'provider' }] },
    })
    // what is indexed is there
    expect((await json(`${url}/v1/account/${ada.address}/history`)).status).toBe(200)
    proxy.set('ok')
    expect((await json(path)).status).toBe(200)
  })

  it('the server answers open requests before it stops, and accepts no request after', async () => {
    const proxy = await devnet.proxy(1)
    const backend = await start({
      chains: evmChains(devnet).map(chain => ({ ...chain, rpc: [proxy.url], index: false })),
    })
    proxy.set('slow', { delayMs: 300 })
    const before = proxy.requests
    const requested = json(`${backend.url}/v1/account/${ada.address}/balance?currency=usd`)
    await until(
      () => proxy.requests,
      now => now > before,
    )
    const stopped = backend.stop()
    expect((await requested).status).toBe(200)
    await stopped
    await backend.stop()
    await expect(fetch(`${backend.url}/health`)).rejects.toThrow('fetch failed')
    expect(lines.map(line => (JSON.parse(line) as { event: string }).event).slice(-2)).toEqual([
      'stopping',
      'stopped',
    ])
  })

  it('the server names the wrong part of its environment when it cannot start', async () => {
    const { url } = await start()
    const database = await databases.create()
    await expect(startBackend({ port: Number(new URL(url).port), database })).rejects.toMatchObject(
      { code: 'CANNOT_LISTEN' },
    )
    const lost =
      databases.kind === 'sqlite'
        ? 'file:/nowhere/at/all/backend.db'
        : 'postgres://portico@127.0.0.1:9/none'
    await expect(startBackend({ port: 0, database: lost })).rejects.toMatchObject({
      code: 'DATABASE_UNREACHABLE',
    })
    await expect(
      startBackend({
        port: 0,
        database,
        chains: [{ id: 'eip155:424242', rpc: ['https://node.example'] }],
      }),
    ).rejects.toMatchObject({
      code: 'BAD_CONFIGURATION',
    })
  })

  it('the server opens a migrated database again, with its data', async () => {
    const { url, database, stop } = await start()
    await sendEvent(url, [event()])
    await stop()
    const again = await startBackend({ port: 0, database })
    running.push(again)
    expect(await eventsIn(database)).toHaveLength(1)
  })
})
