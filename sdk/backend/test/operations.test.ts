import { afterEach, expect, it } from 'vitest'
import { check } from '../src/check.js'
import { type Backend, type BackendOptions, startBackend } from '../src/index.js'
import { onBothDatabases } from './databases.js'
import { startNode } from './fault-tools.js'
import { json, until } from './world.js'

const unreachable = 'http://127.0.0.1:9'
const polygon = { id: 'eip155:137', rpc: [unreachable], index: false }

onBothDatabases('operations', databases => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const start = async (options: BackendOptions): Promise<Backend> => {
    const backend = await startBackend({ port: 0, database: await databases.create(), ...options })
    ends.push(() => backend.stop())
    return backend
  }
  const node = async () => {
    const started = await startNode()
    ends.push(() => started.stop())
    return { id: 'eip155:1', rpc: [started.url], index: false }
  }

  it('/ready names the network whose nodes do not respond, and is 503 when no network is ready', async () => {
    const { url } = await start({ chains: [await node(), polygon] })
    expect(await json(`${url}/ready`)).toMatchObject({
      status: 200,
      body: {
        ready: true,
        database: true,
        networks: [
          { chain: 'eip155:1', ready: true, provider: 'ok' },
          { chain: 'eip155:137', ready: false, provider: 'failing', reason: expect.any(String) },
        ],
      },
    })
    expect((await fetch(`${url}/ready?network=eip155:137`)).status).toBe(503)
    expect((await fetch(`${url}/ready?network=eip155:1`)).status).toBe(200)
    const alone = await start({ chains: [polygon] })
    expect((await fetch(`${alone.url}/ready`)).status).toBe(503)
    expect((await fetch(`${alone.url}/live`)).status).toBe(200)
  })

  it('/ready is 503 while an index is further behind than the limit', async () => {
    const chain = await node()
    const { url } = await start({ chains: [{ ...chain, index: 'chain', startBlock: 0 }] })
    const ready = await until(
      () => json(`${url}/ready`),
      ({ status }) => status === 200,
    )
    expect(ready.body).toMatchObject({ networks: [{ lag: expect.any(Number) }] })
    const strict = await start({
      chains: [{ ...chain, index: 'chain', startBlock: 0 }],
      maxLagBlocks: 3,
    })
    const late = await until(
      () => json(`${strict.url}/ready`),
      ({ body }) => JSON.stringify(body).includes('blocks behind'),
    )
    expect(late).toMatchObject({ status: 503, body: { networks: [{ ready: false }] } })
  })

  it('Prometheus reads requests, calls to nodes, caches and jobs at a port of its own', async () => {
    const { url, metricsUrl = '' } = await start({
      chains: [await node()],
      metrics: { port: 0 },
    })
    const balance = `${url}/v1/account/0x${'33'.repeat(20)}/balance?currency=usd`
    await json(balance)
    await json(balance)
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    const read = async () => (await fetch(metricsUrl)).text()
    const found = await until(read, text => /portico_job_seconds_count\{/.test(text))
    expect(found).toMatch(
      /portico_request_seconds_count\{route="\/v1\/account\/:address\/balance",method="GET",status="200"\} 2/,
    )
    expect(found).toMatch(/portico_provider_calls_total\{chain="eip155:1",result="ok"\} \d/)
    expect(found).toMatch(/portico_cache_reads_total\{cache="balances",result="miss"\} 1/)
    expect(found).toMatch(/portico_cache_reads_total\{cache="balances",result="hit"\} 1/)
    expect(found).toContain('nodejs_eventloop_lag_seconds')
    expect(found).not.toContain('3'.repeat(40))
  })

  it('a request keeps the id of a trusted proxy, and gets one of its own from anybody else', async () => {
    const ask = async (options: BackendOptions) => {
      const { url } = await start(options)
      const headers = { 'x-request-id': 'proxy-gave-this-1' }
      return (await fetch(`${url}/live`, { headers })).headers.get('x-request-id')
    }
    expect(await ask({ trustedProxies: 1 })).toBe('proxy-gave-this-1')
    expect(await ask({})).toMatch(/^[-\da-f]{36}$/)
  })

  it('check names each part of a configuration that is good, and each that fails with its reason', async () => {
    const good = await check({ database: await databases.create(), chains: [await node()] })
    expect(good).toEqual({
      isGood: true,
      lines: ['ok     configuration', 'ok     database', 'ok     eip155:1 at block 16'],
    })
    const bad = await check({
      database: await databases.create(),
      chains: [polygon],
      redis: unreachable.replace('http', 'redis'),
    })
    expect(bad.isGood).toBe(false)
    expect(bad.lines).toEqual([
      'ok     configuration',
      'ok     database',
      expect.stringMatching(/^failed redis: .*does not respond/),
      expect.stringMatching(/^failed eip155:137: no node responds/),
    ])
    const invalid = await check({ prot: 1 })
    expect(invalid.lines).toEqual([expect.stringMatching(/^failed configuration: .*prot/s)])
  })
})

it('several roles need PostgreSQL, and the error says so', async () => {
  await expect(startBackend({ roles: ['api'], database: ':memory:' })).rejects.toMatchObject({
    code: 'BAD_CONFIGURATION',
    message: expect.stringContaining('postgres://'),
  })
})
