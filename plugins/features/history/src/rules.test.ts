import type { ActivityEntry } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appendPage,
  arrange,
  counterpartOf,
  groupByMonth,
  isShown,
  joinPages,
  rowsOf,
  signOf,
  undoneBy,
} from './rules.js'

const main: NetworkId = 'tally:main'
type Metadata = ActivityEntry['metadata']
const entry = (
  id: string,
  metadata: Partial<Metadata> = {},
  transfers: ActivityEntry['transfers'] = [],
): ActivityEntry => ({
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

describe('the entries that are shown', () => {
  it.each([
    ['[S5.20] only spam', [nft(true), nft(true)], false],
    ['[S5.20] spam among others', [nft(true), coin], true],
    ['[S5.20] a transaction without transfers, a contract call', [], true],
    ['an NFT that is none', [nft(false)], true],
    ['a token', [coin], true],
  ] as const)('%s: isShown answers %s', (_, transfers, shown) => {
    expect(isShown(entry('1', {}, transfers), [main])).toBe(shown)
  })
  it.each([
    ['the active network', main, true],
    ['another one', 'tally:side', false],
    ['none that is named', null, true],
  ] as const)('[S5.21] an entry that happened on %s is shown: %s', (_, chain, shown) => {
    expect(isShown(entry('1', { chain }), [main])).toBe(shown)
  })
})

describe('the order of the entries', () => {
  it('[S3.51] arrange puts the newest entry first', () => {
    const list = [
      entry('old', { minedAt: '2024-01-01T00:00:00Z' }),
      entry('new', { minedAt: '2026-11-20T00:00:00Z' }),
      entry('mid', { minedAt: '2025-06-01T00:00:00Z' }),
    ]
    expect(ids(arrange(list, [], [main]))).toEqual(['new', 'mid', 'old'])
  })
  it('arrange puts pending entries on top, whenever they were sent', () => {
    const list = [entry('new', { minedAt: '2026-11-20T00:00:00Z' })]
    expect(
      ids(
        arrange(
          list,
          [entry('hp', { status: 'pending', minedAt: '2020-01-01T00:00:00Z' })],
          [main],
        ),
      ),
    ).toEqual(['hp', 'new'])
  })
  it('arrange lists a sent transaction until the list has it, and then only once', () => {
    const sent = entry('h1', { status: 'pending', hash: 'h1' })
    expect(arrange([entry('1')], [sent], [main])).toEqual([entry('1')])
    expect(ids(arrange([entry('2')], [sent], [main]))).toEqual(['h1', '2'])
  })

  it('arrange keeps the settled status of a transaction when the list or the sent entry still says pending', () => {
    const sent = entry('h1', { status: 'failed', hash: 'h1' })
    const listed = entry('1', { status: 'pending' })
    expect(
      arrange([listed], [sent], [main]).map(({ id, metadata }) => [id, metadata.status]),
    ).toEqual([['1', 'failed']])
    expect(
      arrange(
        [entry('1')],
        [{ ...sent, metadata: { ...sent.metadata, status: 'pending' } }],
        [main],
      )[0]?.metadata.status,
    ).toBe('confirmed')
  })
  it('[S3.50] groupByMonth groups entries by year, then by month index', () => {
    const list = [
      entry('a', { minedAt: '2026-11-15T12:00:00Z' }),
      entry('b', { minedAt: '2026-01-15T12:00:00Z' }),
      entry('c', { minedAt: '2025-11-15T12:00:00Z' }),
    ]
    expect(groupByMonth(list)).toEqual({
      2026: { 10: [list[0]], 0: [list[1]] },
      2025: { 10: [list[2]] },
    })
    const rows = rowsOf(list).map(row =>
      row.kind === 'month' ? `${row.year}/${row.month}` : row.entry.id,
    )
    expect(rows).toEqual(['2026/10', 'a', '2026/0', 'b', '2025/10', 'c'])
  })
  it('[R31] arranging and grouping ten thousand entries takes less than 50 ms of processor time', () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      entry(String(at), {
        minedAt: new Date(Date.UTC(2026, 10, 20) - at * 5_400_000).toISOString(),
      }),
    )
    // Time of the processor, in microseconds: others at work on the machine are none of it.
    const taken = Array.from({ length: 9 }, () => {
      const from = process.cpuUsage()
      rowsOf(arrange(many, [], [main]))
      return process.cpuUsage(from).user
    })
    expect(Math.min(...taken)).toBeLessThan(50_000)
  })
  it('rowsOf has every entry of any list once, and each month once with the newest first', () => {
    const times = fc.array(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(times, dates => {
        const list = arrange(
          dates.map((date, at) => entry(String(at), { minedAt: date.toISOString() })),
          [],
          [main],
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
  const types = [
    'send',
    'trade',
    'approve',
    'receive',
    'deposit',
    'borrow',
    'claim',
    'withdraw',
    'repay',
    'burn',
  ]
  it.each(types)(
    '[S9.41] [S9.42] %s carries the sign of the direction in which its transfer went',
    type => {
      expect([signOf(type, 'in'), signOf(type, 'out'), signOf(type, 'self')]).toEqual([
        '+',
        '−',
        '',
      ])
    },
  )
  it.each(['receive', 'deposit', 'borrow', 'claim'])(
    '[S9.41] %s carries a plus sign where its transfer has no direction',
    type => {
      expect(signOf(type)).toBe('+')
    },
  )
  it.each(['withdraw', 'repay', 'burn'])(
    '[S9.42] %s carries a minus sign where its transfer has no direction',
    type => {
      expect(signOf(type)).toBe('−')
    },
  )
  it.each([
    ['send', 'out', '−'],
    ['trade', 'in', '+'],
    ['trade', 'out', '−'],
    ['approve', undefined, ''],
    ['execute', 'self', ''],
  ] as const)(
    'the quantity of %s with the direction %s has the sign %j',
    (type, direction, sign) => {
      expect(signOf(type, direction)).toBe(sign)
    },
  )
})

describe('the counterpart of an entry', () => {
  it.each([
    ['send', 'b'],
    ['receive', 'a'],
    ['deposit', 'b'],
    ['trade', undefined],
    ['execute', undefined],
    ['approve', undefined],
    ['mint', undefined],
    ['burn', undefined],
  ])('the counterpart of %s is %s', (operationType, other) => {
    expect(counterpartOf(entry('1', { operationType }).metadata)).toBe(other)
  })
  it('the counterpart is undefined when the entry has an empty recipient', () => {
    expect(counterpartOf(entry('1', { sentTo: '' }).metadata)).toBeUndefined()
  })
})

describe('pages', () => {
  const page = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => entry(String(from + at)))
  it('joinPages joins pages that overlap, and keeps only the newer page when they do not', () => {
    expect(ids(joinPages([entry('new'), entry('0')], page(0, 3)))).toEqual(['new', '0', '1', '2'])
    expect(joinPages([entry('x')], page(0, 3))).toEqual([entry('x')])
  })
  it('appendPage adds an entry that both pages have only once', () => {
    expect(ids(appendPage(page(0, 3), page(2, 5)))).toEqual(['0', '1', '2', '3', '4'])
  })

  const statuses = (list: readonly ActivityEntry[]) =>
    list.map(({ id, metadata }) => `${id} ${metadata.status}`)
  it('pages have a transaction once within a page, settled when one of its entries is settled', () => {
    const entries = [
      entry('1', { status: 'pending', hash: '0xAB' }),
      entry('2'),
      entry('1 again', { hash: '0xab' }),
    ]
    expect(statuses(appendPage([], entries))).toEqual(['1 again confirmed', '2 confirmed'])
    expect(statuses(arrange(entries, [], [main]))).toEqual(['1 again confirmed', '2 confirmed'])
    expect(statuses(joinPages(entries, []))).toEqual(['1 again confirmed', '2 confirmed'])
  })
  it('pages have a transaction once across pages, with the status of the page that was answered last', () => {
    const before = [entry('1', { status: 'pending', hash: '0xab' }), entry('2')]
    expect(
      statuses(appendPage(before, [entry('other id', { status: 'failed', hash: '0xab' })])),
    ).toEqual(['other id failed', '2 confirmed'])
    expect(
      statuses(
        joinPages([entry('1', { status: 'pending' }), entry('2')], [entry('2'), entry('1')]),
      ),
    ).toEqual(['1 pending', '2 confirmed'])
  })
  it('[R19] pages show a transaction as pending again when a later page says that a reorganisation took it back', () => {
    expect(
      statuses(appendPage([entry('1'), entry('2')], [entry('1', { status: 'pending' })])),
    ).toEqual(['1 pending', '2 confirmed'])
  })
  it.each<[string, ActivityEntry[], ActivityEntry[], string[]]>([
    [
      'is pending in the newer page',
      [entry('2', { status: 'pending' }), entry('1')],
      page(1, 4),
      ['h2'],
    ],
    ['is missing among newer ones', [entry('0'), entry('2')], page(0, 4), ['h1']],
    [
      'is pending in a newer page that does not reach the older ones',
      [entry('1', { status: 'pending' }), entry('9')],
      page(0, 3),
      ['h1'],
    ],
    [
      'has another spelling of its hash',
      [entry('x', { status: 'pending', hash: '0xab' })],
      [entry('1', { hash: '0xAB' })],
      ['0xab'],
    ],
    ['is beyond the newer page', [entry('0'), entry('1')], page(0, 4), []],
    ['is not in a newer page that does not reach it', [entry('9')], page(0, 4), []],
    [
      'was pending before',
      [entry('0', { status: 'pending' }), entry('1')],
      [entry('0', { status: 'pending' }), entry('1')],
      [],
    ],
    [
      'is there twice, once settled',
      [entry('0', { status: 'pending' }), entry('0'), entry('1')],
      page(0, 2),
      [],
    ],
  ])(
    '[R19] pages detect that a reorganisation took back a settled transaction that %s',
    (_, fresh, before, undone) => {
      expect(undoneBy(fresh, before)).toEqual(undone)
    },
  )
  it('appendPage keeps every transaction once when pages repeat, go backwards or change under the cursor', () => {
    const all = page(0, 30)
    const slice = fc
      .tuple(fc.nat(29), fc.nat(10))
      .map(([from, count]) => all.slice(from, from + count))
    fc.assert(
      fc.property(fc.array(slice, { maxLength: 10 }), pages => {
        const shown = ids(pages.reduce<readonly ActivityEntry[]>(appendPage, []))
        expect(new Set(shown).size).toBe(shown.length)
        expect(new Set(shown)).toEqual(new Set(pages.flatMap(ids)))
      }),
    )
  })
})
