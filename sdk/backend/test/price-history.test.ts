import { afterEach, expect, it } from 'vitest'
import { startBackend } from '../src/index.js'
import { createPriceHistory, type Period } from '../src/modules/prices/price-history.js'
import type { Currency } from '../src/option-schemas.js'
import { onBothDatabases } from './databases.js'
import { openTestStore, type TestStore } from './store.js'
import { json, native } from './world.js'

const [second, hour, day] = [1_000, 3_600_000, 86_400_000]
const begin = Date.UTC(2026, 0, 1)
const asset = `eip155:1:${native}`
const ether = { chain: 'eip155:1', asset: 'native', currency: 'usd' as Currency }

onBothDatabases('the price history', databases => {
  const opened: TestStore[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(store => store.close()))
  })
  const open = async ({ url = '', everySeconds = 300, keepDays = 400 } = {}) => {
    const store = await openTestStore(url || (await databases.create()))
    opened.push(store)
    const clock = { now: begin, price: '3000' as string | undefined }
    const history = createPriceHistory(
      store.database,
      { of: async () => clock.price },
      {
        prices: [{ asset, currency: 'usd', from: { fixed: '1' } }],
        priceHistory: { everySeconds, keepDays },
      },
      () => clock.now,
    )
    const read = (period: Period) => history.read({ ...ether, period })
    const count = async () =>
      (await store.database.selectFrom('price_samples').selectAll().execute()).length
    return { store, clock, history, read, count }
  }

  it('samples are read oldest first, with their exact price, for the requested period only', async () => {
    const { clock, history, read } = await open()
    for (const [after, price] of [
      [0, '3000.000000000000000001'],
      [8 * day, '2990'],
      [8 * day + hour, '3010.5'],
    ] as const) {
      Object.assign(clock, { now: begin + after, price })
      await history.sample()
    }
    expect(await read('1d')).toEqual([
      { time: (begin + 8 * day) / second, price: '2990' },
      { time: (begin + 8 * day + hour) / second, price: '3010.5' },
    ])
    expect(await read('1m')).toHaveLength(3)
    expect(await history.read({ ...ether, currency: 'eur', period: '1m' })).toEqual([])
  })

  it('a price that is missing or zero leaves a gap instead of a sample', async () => {
    const { clock, history, read } = await open()
    for (const [at, price] of ['3000', undefined, '0', '0.00', '3001'].entries()) {
      Object.assign(clock, { now: begin + at * 300 * second, price })
      await history.sample()
    }
    expect((await read('1d')).map(({ price }) => price)).toEqual(['3000', '3001'])
  })

  it('two servers of one database store one sample for each slot', async () => {
    const url = await databases.create()
    const [one, other] = [await open({ url }), await open({ url })]
    one.clock.now = begin + 10 * second
    other.clock.now = begin + 20 * second
    await Promise.all([one.history.sample(), other.history.sample()])
    expect(await one.count()).toBe(1)
  })

  it('older samples are thinned out, and too old ones deleted, so that the table stays bounded', async () => {
    const { store, clock, history, read, count } = await open({ keepDays: 60 })
    const rows = Array.from({ length: (90 * day) / (300 * second) }, (_, at) => ({
      asset: 'eip155:1:native',
      currency: 'usd',
      time: begin / second + at * 300,
      price: String(3_000 + at),
    }))
    for (let at = 0; at < rows.length; at += 5_000)
      await store.database
        .insertInto('price_samples')
        .values(rows.slice(at, at + 5_000))
        .execute()
    clock.now = begin + 90 * day
    await history.forget()
    const kept = await count()
    // 2 days of 5 minutes, 38 days of hours, 20 days of half days.
    expect(kept).toBeGreaterThan(576 + 38 * 24)
    expect(kept).toBeLessThan(600 + 39 * 24 + 45)
    await history.forget()
    expect(await count()).toBe(kept)
    const [first] = await read('1y')
    expect(first?.time).toBeGreaterThanOrEqual((clock.now - 60 * day) / second)
    const month = await read('1m')
    expect(month.length).toBeLessThanOrEqual(300)
    expect(month.at(-1)?.price).toBe(String(3_000 + rows.length - 1))
  })

  it('the server stores samples from its start, keeps them over a restart, and answers them', async () => {
    const database = await databases.create()
    const options = {
      port: 0,
      database,
      logLevel: 'error' as const,
      chains: [{ id: 'eip155:1', rpc: ['http://127.0.0.1:9'], index: false }],
      prices: [{ asset, currency: 'usd' as const, from: { fixed: '3150.25' } }],
      priceHistory: { everySeconds: 1 },
    }
    const ask = async (url: string, query: string) =>
      (await json(`${url}/v1/fungible/price-history?${query}`)) as {
        status: number
        body: { points: readonly { time: number; price: string }[] }
      }
    const query = `address=${asset}&currency=usd&period=1d`
    const first = await startBackend(options)
    await expect
      .poll(async () => (await ask(first.url, query)).body.points.length, { timeout: 15_000 })
      .toBeGreaterThan(1)
    await first.stop()
    const second = await startBackend({ ...options, priceHistory: { everySeconds: 86_400 } })
    try {
      const { status, body } = await ask(second.url, query)
      expect(status).toBe(200)
      expect(body.points.length).toBeGreaterThan(1)
      expect(body.points[0]).toEqual({ time: expect.any(Number), price: '3150.25' })
      for (const [wrong, field] of [
        ['address=nonsense&currency=usd&period=1d', 'address'],
        [`address=${asset}&currency=doge&period=1d`, 'currency'],
        [`address=${asset}&currency=usd&period=2d`, 'period'],
        [`address=${asset}&currency=usd`, 'period'],
      ] as const) {
        const { status, body } = await json(`${second.url}/v1/fungible/price-history?${wrong}`)
        expect([status, body]).toEqual([
          400,
          expect.objectContaining({ reasons: [expect.objectContaining({ field })] }),
        ])
      }
      const unknown = `address=eip155:1:0x${'77'.repeat(20)}&currency=usd&period=1y`
      expect((await ask(second.url, unknown)).body.points).toEqual([])
    } finally {
      await second.stop()
    }
  })
})
