import { priceHistoryEndpoint } from '@portico/kernel/backend'
import { expect, it } from 'vitest'
import {
  asker,
  bench,
  main,
  origin,
  paths,
  type RecordedRequest,
  requests,
  routes,
  setUpBackend,
} from '../test/backend-bench.js'

setUpBackend()

const route = '/v1/fungible/price-history'
const gold = `${main}/coin:tgold` as const
const ask = async (more: object = {}) =>
  (
    await asker.call(priceHistoryEndpoint, {
      network: main,
      asset: gold,
      currency: 'eur',
      period: '1w',
      ...more,
    })
  ).value

it('the past prices of a token are requested by its address, currency and period', async () => {
  await bench({ projectId: 'p1' })
  routes[route] = { points: [{ time: 1_800_000_000, price: '3150.250000000000000001' }] }
  expect(await ask()).toEqual([{ at: 1_800_000_000_000, price: '3150.250000000000000001' }])
  const { url } = requests.at(-1) as RecordedRequest
  expect(url.origin).toBe(origin)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    projectId: 'p1',
    address: `${main}:tgold`,
    currency: 'eur',
    period: '1w',
  })
  await ask({ asset: 'native' })
  expect(requests.at(-1)?.url.searchParams.get('address')).toBe(`${main}:tnative`)
})

it('points whose price is missing, zero or negative, or whose time is invalid, are left out', async () => {
  await bench()
  routes[route] = {
    points: [
      { time: 10, price: '1' },
      ...[null, '', 'NaN', '-1', -1, 0, '0.00', '1e5', {}].map(price => ({ time: 20, price })),
      { time: 30 },
      ...[null, '40', 0, -5, 'now'].map(time => ({ time, price: '2' })),
      null,
      'nonsense',
      { time: 50, price: 2.5 },
    ],
  }
  expect(await ask()).toEqual([
    { at: 10_000, price: '1' },
    { at: 50_000, price: '2.5' },
  ])
})

it('a backend without this route has no price history, and is not requested for it again', async () => {
  await bench()
  expect(await ask()).toEqual([])
  expect(await ask({ period: '1d' })).toEqual([])
  expect(paths()).toEqual([route])
})

it('an answer of another shape is rejected as a whole', async () => {
  await bench()
  routes[route] = { points: 'none' }
  await expect(ask()).rejects.toMatchObject({ code: 'HTTP_ANSWER' })
})
