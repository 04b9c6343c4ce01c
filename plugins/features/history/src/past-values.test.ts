import { override } from '@portico/kernel'
import { currencySlice, type PricePoint, priceHistoryEndpoint } from '@portico/kernel/backend'
import type { ActivityEntry, ActivityTransfer } from '@portico/kernel/capabilities'
import { type AssetId, ChainError } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { bench, entry, main, settle, setUpBench } from '../test/bench.js'
import { historyService } from './index.js'
import { priceAt } from './past-values.js'

setUpBench()

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const gold: AssetId = `${main}/coin:tgold`
const move = (
  numeric: string,
  direction: 'in' | 'out' = 'out',
  asset: AssetId | 'native' | undefined = 'native',
): ActivityTransfer => ({
  direction,
  fungible_info: { symbol: 'X', ...(asset && { asset }) },
  quantity: { numeric },
})
const ago = (
  ms: number,
  transfers: readonly ActivityTransfer[],
  more: Partial<ActivityEntry['metadata']> = {},
): ActivityEntry => {
  const { metadata, ...rest } = entry('1', main, transfers)
  return {
    ...rest,
    metadata: { ...metadata, minedAt: new Date(Date.now() - ms).toISOString(), ...more },
  }
}
type Answer = (ask: { asset: string; period: string; currency: string }) => readonly PricePoint[]
async function asking(answer: Answer) {
  const requested: string[] = []
  const kernel = await bench({
    endpoints: [
      override(priceHistoryEndpoint, async ask => {
        requested.push(`${ask.asset} ${ask.period} ${ask.currency}`)
        return answer(ask)
      }),
    ],
  })
  const { pastValue } = kernel.use(historyService)
  return {
    kernel,
    requested,
    worthOf: async (found: ActivityEntry) => {
      const value = pastValue(found)
      await settle()
      return value
    },
  }
}
const point = (ms: number, price: string): PricePoint => ({ at: Date.now() - ms, price })

describe('the value of a transaction when it happened', () => {
  it.each([
    [3 * hour, '1d'],
    [3 * day, '1w'],
    [20 * day, '1m'],
    [200 * day, '1y'],
  ])('is taken from the finest history that has its time: %d ms ago, %s', async (ms, period) => {
    const { requested, worthOf } = await asking(() => [
      point(ms, '2000.5'),
      point(0, '9999'),
      point(ms + 2 * day, '1'),
    ])
    expect(await worthOf(ago(ms, [move('1.5')]))).toBe('3000.75')
    expect(requested).toEqual([`native ${period} usd`])
  })

  it('The value of an entry is unknown where the nearest price is of another time, and never uses the price of today', async () => {
    const { worthOf } = await asking(() => [point(0, '2000'), point(5 * day, '1900')])
    expect(await worthOf(ago(2 * day, [move('1')]))).toBeUndefined()
  })

  it('The value of an entry is unknown when the entry is pending, failed, in the future, older than a year, or from 1970', async () => {
    const { requested, worthOf } = await asking(() => [point(0, '2000')])
    for (const found of [
      ago(minute, [move('1')], { status: 'pending' }),
      ago(minute, [move('1')], { status: 'failed' }),
      ago(-3 * day, [move('1')]),
      ago(400 * day, [move('1')]),
      ago(minute, [move('1')], { minedAt: '1970-01-01T00:00:00Z' }),
      ago(minute, [move('1')], { chain: null }),
    ])
      expect(await worthOf(found)).toBeUndefined()
    expect(requested).toEqual([])
  })

  it('The value of an entry is unknown where one of its transfers has no asset or no price', async () => {
    const { worthOf } = await asking(({ asset }) => (asset === 'native' ? [point(hour, '2')] : []))
    expect(await worthOf(ago(hour, [move('1'), move('2')]))).toBe('6')
    expect(await worthOf(ago(hour, [move('1'), move('2', 'out', gold)]))).toBeUndefined()
    const { fungible_info: _, ...bare } = move('1')
    expect(await worthOf(ago(hour, [move('1'), bare]))).toBeUndefined()
    expect(await worthOf(ago(hour, []))).toBeUndefined()
  })

  it('of a swap is what came in return, else what was given', async () => {
    const { worthOf } = await asking(({ asset }) =>
      asset === 'native' ? [point(hour, '2000')] : [point(hour, '1.01')],
    )
    const trade = { operationType: 'trade' }
    const both = [move('1'), move('1990', 'in', gold)]
    expect(await worthOf(ago(hour, both, trade))).toBe('2009.9')
    const { worthOf: other } = await asking(({ asset }) =>
      asset === 'native' ? [point(hour, '2000')] : [],
    )
    expect(await other(ago(hour, both, trade))).toBe('2000')
  })

  it('[R7] leaves out prices that are zero, negative, no number or without a time', async () => {
    const odd = ['0', '-5', 'NaN', '', '1e3', 7].map(price => ({
      at: Date.now() - hour,
      price,
    })) as PricePoint[]
    const { worthOf } = await asking(() => [
      ...odd,
      { at: Number.NaN, price: '8' },
      point(hour + 5 * minute, '3'),
    ])
    expect(await worthOf(ago(hour, [move('2')]))).toBe('6')
  })

  it('requests each history once, and again in another currency', async () => {
    const { kernel, requested, worthOf } = await asking(() => [point(2 * day, '2')])
    for (let count = 0; count < 3; count++)
      expect(await worthOf(ago(2 * day, [move('1')]))).toBe('2')
    expect(requested).toEqual(['native 1w usd'])
    expect(kernel.state(currencySlice).code).toBe('usd')
  })

  it('The value of an entry is unknown without a price history and while its source fails, without an error', async () => {
    const { kernel, worthOf } = await asking(() => {
      throw new ChainError('CHAIN_UNAVAILABLE')
    })
    expect(await worthOf(ago(hour, [move('1')]))).toBeUndefined()
    expect(kernel.reported).toEqual([])
    const bare = await bench()
    const value = bare.use(historyService).pastValue(ago(hour, [move('1')]))
    await settle()
    expect(await value).toBeUndefined()
  })
})

it('priceAt takes the nearest price on either side', () => {
  const points = [
    { at: 100, price: '1' },
    { at: 130, price: '2' },
  ]
  expect([priceAt(points, 114, 20), priceAt(points, 116, 20), priceAt(points, 160, 20)]).toEqual([
    '1',
    '2',
    undefined,
  ])
})
