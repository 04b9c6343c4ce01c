import type { ActivityEntry, NetworkId } from '@portico/kernel/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendPage, arrange, counterpartOf, groupByMonth, isShown, joinPages, rowsOf, signOf } from './rules.js'

const main: NetworkId = 'tally:main'
type Metadata = ActivityEntry['metadata']
const entry = (id: string, metadata: Partial<Metadata> = {}, transfers: ActivityEntry['transfers'] = []): ActivityEntry => ({
  id,
  metadata: {
    minedAt: '2026-11-15T12:00:00.000Z',
    chain: main,
    operationType: 'send',
    status: 'confirmed',
    sentFrom: 'a',
    sentTo: 'b',
    hash: `h${id}`,
    ...metadata,
  },
  transfers,
})
const nft = (is_spam: boolean) => ({ nft_info: { flags: { is_spam } }, quantity: { numeric: '1' } })
const coin = { fungible_info: { symbol: 'GLD' }, quantity: { numeric: '1' } }
const ids = (list: readonly ActivityEntry[]) => list.map(({ id }) => id)

describe('what is shown', () => {
  it.each([
    ['[S5.20] only spam', [nft(true), nft(true)], false],
    ['[S5.20] spam among others', [nft(true), coin], true],
    ['[S5.20] a transaction without transfers, a contract call', [], true],
    ['an NFT that is none', [nft(false)], true],
    ['a token', [coin], true],
  ] as const)('%s: %s', (_, transfers, shown) => {
    expect(isShown(entry('1', {}, transfers), main)).toBe(shown)
  })
  it.each([
    ['the active network', main, true],
    ['another one', 'tally:side', false],
    ['none that is named', null, true],
  ] as const)('[S5.21] what happened on %s: %s', (_, chain, shown) => {
    expect(isShown(entry('1', { chain }), main)).toBe(shown)
  })
})

describe('the order', () => {
  it('[S3.51] is newest first', () => {
    const list = [
      entry('old', { minedAt: '2024-01-01T00:00:00Z' }),
      entry('new', { minedAt: '2026-11-20T00:00:00Z' }),
      entry('mid', { minedAt: '2025-06-01T00:00:00Z' }),
    ]
    expect(ids(arrange(list, [], main))).toEqual(['new', 'mid', 'old'])
  })
  it('has what is pending on top, whenever it was sent', () => {
    const list = [entry('new', { minedAt: '2026-11-20T00:00:00Z' })]
    expect(ids(arrange(list, [entry('hp', { status: 'pending', minedAt: '2020-01-01T00:00:00Z' })], main))).toEqual(['hp', 'new'])
  })
  it('has each transaction once: what was sent from here stands there until the list has it', () => {
    const sent = entry('h1', { status: 'pending', hash: 'h1' })
    expect(arrange([entry('1')], [sent], main)).toEqual([entry('1')])
    expect(ids(arrange([entry('2')], [sent], main))).toEqual(['h1', '2'])
  })
  it('[S3.50] groups by year, then by month index', () => {
    const list = [
      entry('a', { minedAt: '2026-11-15T12:00:00Z' }),
      entry('b', { minedAt: '2026-01-15T12:00:00Z' }),
      entry('c', { minedAt: '2025-11-15T12:00:00Z' }),
    ]
    expect(groupByMonth(list)).toEqual({ 2026: { 10: [list[0]], 0: [list[1]] }, 2025: { 10: [list[2]] } })
    const rows = rowsOf(list).map(row => (row.kind === 'month' ? `${row.year}/${row.month}` : row.entry.id))
    expect(rows).toEqual(['2026/10', 'a', '2026/0', 'b', '2025/10', 'c'])
  })
  it('[R31] of ten thousand takes less than 50 ms', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => entry(String(at), { minedAt: new Date(Date.UTC(2026, 10, 20) - at * 5_400_000).toISOString() }))
    // Time of the processor, in microseconds: others at work on the machine are none of it.
    const taken = Array.from({ length: 9 }, () => {
      const from = process.cpuUsage()
      rowsOf(arrange(many, [], main))
      return process.cpuUsage(from).user
    })
    expect(Math.min(...taken)).toBeLessThan(50_000)
  })
  it('of any list has every entry once, under its month, newest first', () => {
    const times = fc.array(fc.date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), { maxLength: 60 })
    fc.assert(
      fc.property(times, dates => {
        const list = arrange(
          dates.map((date, at) => entry(String(at), { minedAt: date.toISOString() })),
          [],
          main,
        )
        const rows = rowsOf(list)
        expect(rows.flatMap(row => (row.kind === 'entry' ? row.entry.id : []))).toEqual(ids(list))
        const months = rows.flatMap(row => (row.kind === 'month' ? row.year * 12 + row.month : []))
        expect(months).toEqual([...new Set(months)].sort((a, b) => b - a))
      }),
    )
  })
})

describe('signs and quantities', () => {
  it.each(['receive', 'deposit', 'borrow', 'claim'])('[S9.41] %s carries a plus sign', type => {
    for (const direction of ['in', 'out', 'self', undefined] as const) expect(signOf(type, direction)).toBe('+')
  })
  it.each(['withdraw', 'repay', 'burn'])('[S9.42] %s carries a minus sign', type => {
    for (const direction of ['in', 'out', 'self', undefined] as const) expect(signOf(type, direction)).toBe('−')
  })
  it.each([
    ['send', 'out', '−'],
    ['trade', 'in', '+'],
    ['trade', 'out', '−'],
    ['approve', undefined, ''],
    ['execute', 'self', ''],
  ] as const)('%s that goes %s carries %j', (type, direction, sign) => {
    expect(signOf(type, direction)).toBe(sign)
  })
})

describe('who is at the other end', () => {
  it.each([
    ['send', 'b'],
    ['receive', 'a'],
    ['deposit', 'b'],
    ['trade', undefined],
    ['execute', undefined],
    ['approve', undefined],
    ['mint', undefined],
    ['burn', undefined],
  ])('of %s is %s', (operationType, other) => {
    expect(counterpartOf(entry('1', { operationType }).metadata)).toBe(other)
  })
  it('is nobody where the entry names nobody', () => {
    expect(counterpartOf(entry('1', { sentTo: '' }).metadata)).toBeUndefined()
  })
})

describe('pages', () => {
  const page = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => entry(String(from + at)))
  it('join where they overlap, and begin anew where they do not', () => {
    expect(ids(joinPages([entry('new'), entry('0')], page(0, 3)))).toEqual(['new', '0', '1', '2'])
    expect(joinPages([entry('x')], page(0, 3))).toEqual([entry('x')])
  })
  it('follow each other without saying anything twice', () => {
    expect(ids(appendPage(page(0, 3), page(2, 5)))).toEqual(['0', '1', '2', '3', '4'])
  })
})
