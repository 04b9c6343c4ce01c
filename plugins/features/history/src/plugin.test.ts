import { override } from '@portico/kernel'
import { accountTabsSlot } from '@portico/kernel/account'
import { type HistoryQuery, historyPageEndpoint } from '@portico/kernel/backend'
import type { ActivityEntry, ActivityPage } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import { testFeaturePlugin } from '@portico/kernel/testing'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  asker,
  backend,
  bench,
  byHand,
  chain,
  entry,
  ids,
  type Pages,
  run,
  settle,
  setUpBench,
  spam,
} from '../test/bench.js'
import { history, historyService, historySlice, pastOf } from './index.js'

setUpBench()

describe('the past of an account', () => {
  it('[S1.10] [S9.33] the activity of an account comes from the chain when the chain offers a list', async () => {
    const kernel = await bench({ plugins: [chain(async () => ({ entries: [entry('1')] }))] })
    expect(pastOf(kernel)).toMatchObject({ phase: 'loading', empty: false })
    await run(kernel.use(historyService).refresh())
    expect(ids(kernel)).toEqual(['1'])
    expect(pastOf(kernel)).toMatchObject({ phase: 'known', loading: false, empty: false })
  })

  it('[S3.52] the activity has a next cursor, and requesting it appends the following page until there is none', async () => {
    const requested: (string | undefined)[] = []
    const pages: Pages = async cursor => {
      requested.push(cursor)
      const at = Number(cursor ?? 0)
      return { entries: [entry(String(at))], ...(at < 2 && { next: String(at + 1) }) }
    }
    const kernel = await bench({ plugins: [chain(pages)] })
    await run(kernel.use(historyService).refresh())
    await run(kernel.use(historyService).more())
    await run(kernel.use(historyService).more())
    await run(kernel.use(historyService).more())
    expect(requested).toEqual([undefined, '1', '2'])
    expect(ids(kernel)).toEqual(['0', '1', '2'])
    expect(pastOf(kernel).next).toBeUndefined()
  })

  it('the activity stops paging when a cursor repeats, and skips a page that brings no new entry', async () => {
    const requested: (string | undefined)[] = []
    const pages: Readonly<Record<string, ActivityPage>> = {
      first: { entries: [entry('1'), entry('2')], next: 'a' },
      a: { entries: [entry('2'), entry('1')], next: 'b' },
      b: { entries: [entry('2'), entry('3')], next: 'a' },
    }
    const kernel = await bench({
      endpoints: [
        override(historyPageEndpoint, async ({ cursor }) => {
          requested.push(cursor)
          return pages[cursor ?? 'first'] ?? { entries: [] }
        }),
      ],
    })
    await run(kernel.use(historyService).refresh())
    for (let count = 0; count < 3; count++) await run(kernel.use(historyService).more())
    expect(requested).toEqual([undefined, 'a', 'b'])
    expect(ids(kernel)).toEqual(['1', '2', '3'])
    expect(pastOf(kernel)).toMatchObject({ phase: 'known', loading: false })
  })

  it('[S3.53] the activity has a loading flag while a page is pending, and an empty flag when the page has no entry', async () => {
    const page = byHand<ActivityPage>()
    const kernel = await bench({ endpoints: [override(historyPageEndpoint, () => page.promise)] })
    const done = kernel.use(historyService).refresh()
    await settle()
    expect(pastOf(kernel)).toMatchObject({ loading: true, empty: false })
    page.resolve({ entries: [] })
    await run(done)
    expect(pastOf(kernel)).toMatchObject({ loading: false, empty: true })
  })

  it('the activity requests the next page when a page has only spam and other networks, six times at most', async () => {
    const requested = vi.fn(async ({ cursor = '0' }: HistoryQuery) => {
      const at = Number(cursor)
      return {
        entries: [at === 3 ? entry('seen') : at % 2 ? spam(cursor) : entry(cursor, 'tally:side')],
        next: String(at + 1),
      }
    })
    const kernel = await bench({ endpoints: [override(historyPageEndpoint, requested)] })
    await run(kernel.use(historyService).refresh())
    expect(ids(kernel)).toEqual(['seen'])
    expect(requested).toHaveBeenCalledTimes(4)
    const endless = vi.fn(async ({ cursor = '0' }: HistoryQuery) => ({
      entries: [spam(cursor)],
      next: `${cursor}0`,
    }))
    const other = await bench({ endpoints: [override(historyPageEndpoint, endless)] })
    await run(other.use(historyService).refresh())
    expect(endless).toHaveBeenCalledTimes(6)
  })

  it('[S8.02] [S8.43] a failed request for the activity shows one message, and each failure is tracked', async () => {
    const seen: string[] = []
    const kernel = await bench({ plugins: [chain(() => Promise.reject(new RangeError('down')))] })
    kernel.on(trackedEvent, ({ name }) => void seen.push(name))
    await run(kernel.use(historyService).refresh())
    await run(kernel.use(historyService).refresh())
    expect(pastOf(kernel)).toMatchObject({ phase: 'unavailable', loading: false, empty: false })
    expect(kernel.said).toMatchObject([
      { kind: 'failure', error: { code: 'HISTORY', message: 'Failed to fetch transactions' } },
    ])
    expect(seen).toEqual(['ERROR_FETCH_TRANSACTIONS', 'ERROR_FETCH_TRANSACTIONS'])
  })

  it('[R7] the activity drops malformed entries, and a malformed page makes it unavailable with its previous entries', async () => {
    const odd = (change: object) => ({ ...entry('odd'), ...change }) as unknown as ActivityEntry
    const wrong = (change: object) => odd({ metadata: { ...entry('odd').metadata, ...change } })
    const entries = [
      null as unknown as ActivityEntry,
      odd({ id: 5 }),
      odd({ metadata: null }),
      odd({ transfers: null }),
      odd({ transfers: [{ quantity: null }] }),
      odd({ transfers: [{ quantity: { numeric: 1 } }] }),
      odd({ transfers: [{ quantity: { numeric: '1' }, nft_info: {} }] }),
      wrong({ minedAt: 'yesterday' }),
      wrong({ status: 'lost' }),
      wrong({ sentTo: {} }),
      wrong({ hash: '0x5e\ud800' }),
      entry('sound'),
    ]
    let page: unknown = { entries }
    const kernel = await bench({
      endpoints: [override(historyPageEndpoint, async () => page as ActivityPage)],
    })
    await run(kernel.use(historyService).refresh())
    expect(ids(kernel)).toEqual(['sound'])
    page = 'down for maintenance'
    asker.invalidate(historyPageEndpoint)
    await run(kernel.use(historyService).refresh())
    expect(pastOf(kernel)).toMatchObject({ phase: 'unavailable', entries: [{ id: 'sound' }] })
  })

  it('the chain provides the activity when the backend is down, and the next page comes from the chain, too', async () => {
    let isDown = true
    const requested: string[] = []
    const kernel = await bench({
      plugins: [
        backend(async ({ cursor }) => {
          requested.push(`backend ${cursor}`)
          if (isDown) throw new RangeError('down')
          return { entries: [entry('from backend')], next: 'backend 2' }
        }),
        chain(async cursor => {
          requested.push(`chain ${cursor}`)
          return { entries: [entry(`chain${cursor}`)], next: '7' }
        }),
      ],
    })
    await run(kernel.use(historyService).refresh())
    isDown = false
    await run(kernel.use(historyService).more())
    expect(requested).toEqual(['backend undefined', 'chain undefined', 'chain 7'])
  })

  const interleavings = async (numRuns: number, length: number) => {
    const waiting = new Map<string, ((page: ActivityPage) => void)[]>()
    const kernel = await bench({
      endpoints: [
        override(
          historyPageEndpoint,
          ({ network }) =>
            new Promise<ActivityPage>(
              resolve => void waiting.set(network, [...(waiting.get(network) ?? []), resolve]),
            ),
        ),
      ],
    })
    void kernel.use(historyService).refresh()
    await settle()
    const step = fc.constantFrom('main', 'side', 'answer main', 'answer side', 'ask', 'more')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), async steps => {
        for (const one of steps) {
          if (one === 'main' || one === 'side')
            await kernel.use(connectionService).switchNetwork(`tally:${one}`)
          else if (one === 'ask') void kernel.use(historyService).refresh()
          else if (one === 'more') void kernel.use(historyService).more()
          else {
            const network: NetworkId = `tally:${one.slice(7)}`
            for (const resolve of waiting.get(network)?.splice(0) ?? [])
              resolve({ entries: [entry(network, network)], next: 'x' })
          }
          await vi.advanceTimersByTimeAsync(0)
          const { subject, entries } = kernel.state(historySlice)
          for (const { id } of entries) expect(subject).toContain(id)
          asker.invalidate(historyPageEndpoint)
        }
      }),
      { numRuns },
    )
  }
  it('[R22] [S24] the activity shows no entry of another network than the active one, whichever answer comes first', () =>
    interleavings(50, 12))
  it(
    '[R22] [S24] the activity shows no entry of another network than the active one over 10,000 random sequences',
    { tags: 'thorough' },
    () => interleavings(10_000, 4),
  )
})

describe('the place of the activity', () => {
  it('the activity is the last tab of the account', async () => {
    const kernel = await bench()
    expect(kernel.items(accountTabsSlot).map(({ id, rank }) => [id, rank])).toEqual([
      ['activity', 'late'],
    ])
  })
})

describe('the history plugin as a feature', () => {
  beforeEach(() => void vi.useRealTimers())
  testFeaturePlugin('history', {
    plugin: () => history(),
    items: ['activity'],
    use: kernel => kernel.use(historyService).refresh(),
  })
})
