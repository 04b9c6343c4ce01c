import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../examples/acceptance/scripts/find-postgres.mjs'
import { type Backend, type BackendOptions, startBackend } from '../src/index.js'
import { startNode, startProxy } from './fault-tools.js'
import { type Postgres, startPostgres } from './postgres.js'
import { hasRedis, startRedis } from './redis.js'
import { until } from './world.js'

const balanceOf = (url: string, more = '') =>
  fetch(`${url}/v1/account/0x${'22'.repeat(20)}/balance?currency=usd${more}`)

describe.skipIf(!findPostgres())('several processes on one PostgreSQL', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await startPostgres(findPostgres() ?? '')
  }, 60_000)
  afterAll(() => server.stop(), 60_000)
  const running: Backend[] = []
  afterEach(async () => {
    await Promise.all(running.splice(0).map(backend => backend.stop()))
  })
  const startThree = async (options: BackendOptions) => {
    for (let count = 0; count < 3; count++)
      running.push(await startBackend({ port: 0, roles: ['api'], ...options }))
    return running.map(({ url }) => url)
  }
  /** Asks the processes in turn, as a load balancer does. */
  const askInTurn = async (urls: readonly string[], count: number) => {
    const statuses: number[] = []
    for (let at = 0; at < count; at++)
      statuses.push((await fetch(`${urls[at % urls.length]}/v1/supported-chains`)).status)
    return statuses
  }

  it('three processes that start at the same time on an empty database all answer, and run jobs', async () => {
    const database = await server.create()
    const roles: BackendOptions['roles'] = ['api', 'worker']
    const started = await Promise.all(
      [1, 2, 3].map(() => startBackend({ port: 0, database, roles, rateLimit: false })),
    )
    running.push(...started)
    // So many that each process uses every connection of its pool.
    const statuses = await Promise.all(
      started.flatMap(({ url }) =>
        Array.from({ length: 20 }, () => balanceOf(url).then(() => fetch(`${url}/ready`))),
      ),
    )
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
  }, 60_000)

  it('[R8] three api processes share the limit of a client in PostgreSQL', async () => {
    const urls = await startThree({
      database: await server.create(),
      rateLimit: { burst: 4, perSecond: 0.1 },
    })
    expect(await askInTurn(urls, 6)).toEqual([200, 200, 200, 200, 429, 429])
  }, 60_000)

  it.skipIf(!hasRedis())(
    'three api processes share limits and cached balances in Redis, and go on without it',
    async () => {
      const redis = await startRedis()
      const proxy = await startProxy(redis.port)
      const node = await startNode()
      try {
        const urls = await startThree({
          database: await server.create(),
          redis: `redis://127.0.0.1:${proxy.port}`,
          rateLimit: { burst: 4, perSecond: 0.1 },
          chains: [{ id: 'eip155:1', rpc: [node.url], index: false }],
        })
        const isShared = async () => {
          const states = await Promise.all(urls.map(url => fetch(`${url}/ready`)))
          const bodies = (await Promise.all(states.map(state => state.json()))) as {
            redis: boolean
          }[]
          return bodies.every(body => body.redis)
        }
        await until(isShared, found => found)
        const first = await balanceOf(urls[0] ?? '')
        const calls = node.calls()
        expect(await (await balanceOf(urls[1] ?? '')).text()).toBe(await first.text())
        expect(node.calls()).toBe(calls)
        expect(await askInTurn(urls, 6)).toEqual([200, 200, 200, 200, 429, 429])

        await proxy.down()
        // Each process counts alone while Redis is away.
        expect((await balanceOf(urls[2] ?? '')).status).toBe(200)
        expect(node.calls()).toBeGreaterThan(calls)
        expect((await fetch(`${urls[2]}/live`)).status).toBe(200)
      } finally {
        await Promise.all(running.splice(0).map(backend => backend.stop()))
        await Promise.all([redis.stop(), node.stop()])
      }
    },
    60_000,
  )

  it('without Redis, a balance that one process reads again is read again by the others', async () => {
    const node = await startNode()
    try {
      const urls = await startThree({
        database: await server.create(),
        rateLimit: false,
        chains: [{ id: 'eip155:1', rpc: [node.url], index: false }],
      })
      const ask = async (url = '', more = '') => (await balanceOf(url, more)).text()
      const isFresh = async () => {
        for (const url of urls) await ask(url)
        node.balance('0x2')
        const fresh = await ask(urls[0], `&forceUpdate=eip155:1:native`)
        const others = [await ask(urls[1]), await ask(urls[2])]
        node.balance('0x1')
        await ask(urls[0], `&forceUpdate=eip155:1:native`)
        return others.every(other => other === fresh)
      }
      // Processes connect to each other in the background.
      await until(isFresh, found => found)
      expect(await isFresh()).toBe(true)
    } finally {
      await Promise.all(running.splice(0).map(backend => backend.stop()))
      await node.stop()
    }
  }, 60_000)

  it('an api process has no routes of jobs, and a worker or indexer has no routes of modules', async () => {
    const database = await server.create()
    const worker = await startBackend({ port: 0, database, roles: ['worker', 'indexer'] })
    running.push(worker)
    expect((await fetch(`${worker.url}/v1/supported-chains`)).status).toBe(404)
    expect((await fetch(`${worker.url}/ready`)).status).toBe(200)
  })
})
