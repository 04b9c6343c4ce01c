import {
  definePlugin,
  memoryStorage,
  override,
  type Plugin,
  type PluginContext,
  type StorageDriver,
} from '@portico/kernel'
import { accountTabsSlot } from '@portico/kernel/account'
import { type HistoryAsk, historyPageEndpoint } from '@portico/kernel/backend'
import {
  type ActivityEntry,
  type ActivityPage,
  activityCapability,
  type OutcomeChanged,
  type TransactionOutcome,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import {
  activeAccount,
  connectionService,
  disconnectedEvent,
  transactionSentEvent,
  transactionSettledEvent,
} from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import {
  createTestKernel,
  type TestKernel,
  type TestKernelOptions,
  tally,
  tallyTransfer,
  tallyWallet,
  testFeaturePlugin,
} from '@portico/kernel/testing'
import {
  outboxEntries,
  outboxService,
  outboxSlice,
  type TransactionWording,
  transactionKindsSlot,
} from '@portico/kernel/transactions'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { transactions as outbox } from '../../../base/transactions/src/index.js'
import { history, historyService, historySlice, pastOf, sentSlice } from './index.js'

const main: NetworkId = 'tally:main'
const entry = (
  id: string,
  chain: NetworkId = main,
  transfers: ActivityEntry['transfers'] = [],
): ActivityEntry => ({
  id,
  metadata: {
    minedAt: '2026-11-15T12:00:00.000Z',
    chain,
    operationType: 'send',
    status: 'confirmed',
    sentFrom: 'a',
    sentTo: 'b',
    hash: id,
  },
  transfers,
})
const spam = (id: string) =>
  entry(id, main, [{ nft_info: { flags: { is_spam: true } }, quantity: { numeric: '1' } }])

let asker: PluginContext
const curious = definePlugin({
  id: 'test/curious',
  setup(context) {
    asker = context
  },
})
type Pages = (cursor: string | undefined) => Promise<ActivityPage>
const chain = (page: Pages): Plugin =>
  definePlugin({
    id: 'test/chain',
    setup: context =>
      void context.offer(activityCapability, main, {
        page: (_account, _network, cursor) => page(cursor),
      }),
  })
const backend = (answer: (ask: HistoryAsk) => Promise<ActivityPage>): Plugin =>
  definePlugin({
    id: 'test/backend',
    setup: context =>
      context.handle(historyPageEndpoint, answer, {
        id: 'backend',
        when: ({ cursor }) => !cursor || cursor.startsWith('backend '),
      }),
  })
const confirming = (
  confirm: (
    hash: string,
    signal: AbortSignal,
    changed?: OutcomeChanged,
  ) => Promise<TransactionOutcome>,
): Plugin =>
  definePlugin({
    id: 'test/confirming',
    setup: context =>
      void context.offer(transactionsCapability, main, {
        dialects: [],
        estimate: () => Promise.reject(new RangeError('not asked')),
        send: () => Promise.reject(new RangeError('not asked')),
        confirm: (hash, _network, { signal, changed }) => confirm(hash, signal, changed),
      }),
  })

/** A promise that is settled by hand. */
function byHand<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>(settle => {
    resolve = settle
  })
  return { promise, resolve: (value: Value) => resolve(value) }
}

const kernels: TestKernel[] = []
async function bench({ plugins = [], ...rest }: Partial<TestKernelOptions> = {}) {
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), curious, ...plugins, history()],
    connected: main,
    ...rest,
  })
  kernels.push(kernel)
  return kernel
}
const settle = async () => {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}
const run = async (work: Promise<void>) => {
  await settle()
  await work
}
const ids = (kernel: TestKernel) => pastOf(kernel).entries.map(({ id }) => id)
const send = (kernel: TestKernel, hash: string) => {
  const account = activeAccount(kernel)
  if (account)
    asker.emit(transactionSentEvent, {
      hash,
      network: main,
      account,
      operationType: 'send',
      to: 't_bob',
    })
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.useRealTimers()
})

describe('the past of an account', () => {
  it('[S1.10] [S9.33] the activity of an account comes from the chain when the chain offers a list', async () => {
    const kernel = await bench({ plugins: [chain(async () => ({ entries: [entry('1')] }))] })
    expect(pastOf(kernel)).toMatchObject({ phase: 'asking', empty: false })
    await run(kernel.use(historyService).refresh())
    expect(ids(kernel)).toEqual(['1'])
    expect(pastOf(kernel)).toMatchObject({ phase: 'known', loading: false, empty: false })
  })

  it('[S3.52] the activity has a next cursor, and requesting it appends the following page until there is none', async () => {
    const asked: (string | undefined)[] = []
    const pages: Pages = async cursor => {
      asked.push(cursor)
      const at = Number(cursor ?? 0)
      return { entries: [entry(String(at))], ...(at < 2 && { next: String(at + 1) }) }
    }
    const kernel = await bench({ plugins: [chain(pages)] })
    await run(kernel.use(historyService).refresh())
    await run(kernel.use(historyService).more())
    await run(kernel.use(historyService).more())
    await run(kernel.use(historyService).more())
    expect(asked).toEqual([undefined, '1', '2'])
    expect(ids(kernel)).toEqual(['0', '1', '2'])
    expect(pastOf(kernel).next).toBeUndefined()
  })

  it('the activity stops paging when a cursor repeats, and skips a page that brings no new entry', async () => {
    const asked: (string | undefined)[] = []
    const pages: Readonly<Record<string, ActivityPage>> = {
      first: { entries: [entry('1'), entry('2')], next: 'a' },
      a: { entries: [entry('2'), entry('1')], next: 'b' },
      b: { entries: [entry('2'), entry('3')], next: 'a' },
    }
    const kernel = await bench({
      endpoints: [
        override(historyPageEndpoint, async ({ cursor }) => {
          asked.push(cursor)
          return pages[cursor ?? 'first'] ?? { entries: [] }
        }),
      ],
    })
    await run(kernel.use(historyService).refresh())
    for (let count = 0; count < 3; count++) await run(kernel.use(historyService).more())
    expect(asked).toEqual([undefined, 'a', 'b'])
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
    const asked = vi.fn(async ({ cursor = '0' }: HistoryAsk) => {
      const at = Number(cursor)
      return {
        entries: [at === 3 ? entry('seen') : at % 2 ? spam(cursor) : entry(cursor, 'tally:side')],
        next: String(at + 1),
      }
    })
    const kernel = await bench({ endpoints: [override(historyPageEndpoint, asked)] })
    await run(kernel.use(historyService).refresh())
    expect(ids(kernel)).toEqual(['seen'])
    expect(asked).toHaveBeenCalledTimes(4)
    const endless = vi.fn(async ({ cursor = '0' }: HistoryAsk) => ({
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
    const asked: string[] = []
    const kernel = await bench({
      plugins: [
        backend(async ({ cursor }) => {
          asked.push(`backend ${cursor}`)
          if (isDown) throw new RangeError('down')
          return { entries: [entry('from backend')], next: 'backend 2' }
        }),
        chain(async cursor => {
          asked.push(`chain ${cursor}`)
          return { entries: [entry(`chain${cursor}`)], next: '7' }
        }),
      ],
    })
    await run(kernel.use(historyService).refresh())
    isDown = false
    await run(kernel.use(historyService).more())
    expect(asked).toEqual(['backend undefined', 'chain undefined', 'chain 7'])
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

describe('what was sent from here', () => {
  it.each([
    ['confirmed', { status: 'confirmed' }, ['confirmed']],
    ['failed', { status: 'failed' }, ['failed']],
    ['dropped', { status: 'expired' }, ['failed']],
    ['replaced', { status: 'replaced', by: 'h2' }, []],
  ] as const)(
    'a sent transaction is listed first as pending until it is %s',
    async (_, outcome, after) => {
      const known = byHand<TransactionOutcome>()
      const kernel = await bench({
        plugins: [
          chain(async () => ({ entries: [entry('old')] })),
          confirming(() => known.promise),
        ],
      })
      const settled: string[] = []
      kernel.on(transactionSettledEvent, ({ hash }) => void settled.push(hash))
      await run(kernel.use(historyService).refresh())
      send(kernel, 'h1')
      await settle()
      expect(ids(kernel)).toEqual(['h1', 'old'])
      expect(pastOf(kernel).entries[0]?.metadata).toMatchObject({
        status: 'pending',
        operationType: 'send',
        sentTo: 't_bob',
        sentFrom: 't_ada',
      })
      known.resolve(outcome)
      await settle()
      expect(settled).toEqual(['h1'])
      expect(kernel.state(sentSlice).list.map(({ entry }) => entry.metadata.status)).toEqual(after)
    },
  )

  it('the activity stops following a sent transaction when another plugin reports its outcome', async () => {
    const signals: AbortSignal[] = []
    const confirm = (_hash: string, signal: AbortSignal) => {
      signals.push(signal)
      return new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    }
    const kernel = await bench({
      plugins: [confirming(confirm)],
    })
    send(kernel, 'h1')
    await settle()
    asker.emit(transactionSettledEvent, {
      hash: 'h1',
      network: main,
      outcome: { status: 'confirmed' },
    })
    await settle()
    expect(signals[0]?.aborted).toBe(true)
    expect(kernel.state(sentSlice).list[0]?.entry.metadata.status).toBe('confirmed')
    expect(kernel.reported).toEqual([])
  })

  it('[R19] a sent transaction is pending again when a reorganisation takes it out of its block', async () => {
    let changed: OutcomeChanged = () => undefined
    const kernel = await bench({
      plugins: [
        confirming(async (_hash, _signal, listener) => {
          changed = listener ?? changed
          return { status: 'confirmed' }
        }),
      ],
    })
    const statuses = () => kernel.state(sentSlice).list.map(({ entry }) => entry.metadata.status)
    send(kernel, 'h1')
    await settle()
    expect(statuses()).toEqual(['confirmed'])
    changed(undefined)
    await settle()
    expect(statuses()).toEqual(['pending'])
    changed({ status: 'failed' })
    await settle()
    expect(statuses()).toEqual(['failed'])
    await kernel.use(connectionService).disconnect()
    await settle()
    changed(undefined)
    expect(statuses()).toEqual([])
  })

  it('[R19] a confirmed transaction is pending again when a newer page says so or lacks it, and confirmed when the page says so', async () => {
    let page: readonly ActivityEntry[] = [entry('h1'), entry('old')]
    const kernel = await bench({
      plugins: [
        chain(async () => ({ entries: page })),
        confirming(async () => ({ status: 'confirmed' })),
      ],
    })
    const statuses = () =>
      pastOf(kernel).entries.map(({ id, metadata }) => `${id} ${metadata.status}`)
    const pending = {
      ...entry('h1'),
      metadata: { ...entry('h1').metadata, status: 'pending' as const },
    }
    const ask = (entries: readonly ActivityEntry[]) => {
      page = entries
      asker.invalidate(historyPageEndpoint)
      return run(kernel.use(historyService).refresh())
    }
    send(kernel, 'h1')
    await settle()
    await ask([entry('h1'), entry('old')])
    expect(statuses()).toEqual(['h1 confirmed', 'old confirmed'])
    await ask([pending, entry('old')])
    expect(statuses()).toEqual(['h1 pending', 'old confirmed'])
    await ask([entry('h1'), entry('old')])
    expect(statuses()).toEqual(['h1 confirmed', 'old confirmed'])
    await ask([entry('old')])
    expect(statuses()).toEqual(['h1 pending', 'old confirmed'])
  })

  it('[R16] a sent transaction is listed and settles when the storage of the page is full', async () => {
    const full: StorageDriver = {
      get: () => undefined,
      set() {
        throw new DOMException('full', 'QuotaExceededError')
      },
      remove: () => undefined,
      subscribe: () => () => undefined,
    }
    const known = byHand<TransactionOutcome>()
    const kernel = await bench({
      storage: full,
      plugins: [chain(async () => ({ entries: [entry('old')] })), confirming(() => known.promise)],
    })
    await run(kernel.use(historyService).refresh())
    send(kernel, 'h1')
    await settle()
    expect(ids(kernel)).toEqual(['h1', 'old'])
    known.resolve({ status: 'confirmed' })
    await settle()
    expect(pastOf(kernel).entries.map(({ metadata }) => metadata.status)).toEqual([
      'confirmed',
      'confirmed',
    ])
  })

  it('the activity of a chain without a list contains only the sent transactions', async () => {
    const kernel = await bench()
    await run(kernel.use(historyService).refresh())
    expect(pastOf(kernel)).toMatchObject({ phase: 'none', empty: true })
    send(kernel, `${main}#1`)
    await settle()
    expect(ids(kernel)).toEqual([`${main}#1`])
  })

  it('sent transactions are forgotten when the last wallet disconnects', async () => {
    const kernel = await bench({ plugins: [confirming(() => new Promise(() => undefined))] })
    send(kernel, 'h1')
    await settle()
    asker.emit(disconnectedEvent)
    expect(kernel.state(sentSlice).list).toEqual([])
  })
})

describe('its place', () => {
  it('the activity is the last tab of the account', async () => {
    const kernel = await bench()
    expect(kernel.items(accountTabsSlot).map(({ id, rank }) => [id, rank])).toEqual([
      ['activity', 'late'],
    ])
  })
})

describe('as every feature', () => {
  beforeEach(() => void vi.useRealTimers())
  testFeaturePlugin('history', {
    plugin: () => history(),
    items: ['activity'],
    use: kernel => kernel.use(historyService).refresh(),
  })
})

describe('the outbox', () => {
  const polling = (poll: (hash: string) => Promise<TransactionOutcome>) =>
    definePlugin({
      id: 'test/polling',
      setup(context) {
        const side = context.capability(transactionsCapability, 'tally:side')
        if (side)
          context.offer(transactionsCapability, main, {
            ...side,
            confirm: poll,
            compare: async () => ({ status: 'same' }),
          })
      },
    })
  const submit = (kernel: TestKernel) => {
    const account = activeAccount(kernel)
    if (!account) return expect.unreachable()
    const draft = tallyTransfer().draft(main, { to: 't_bob', marks: 5n })
    return kernel.use(outboxService).submit({
      kind: 'order',
      data: null,
      account,
      draft,
      activity: { operationType: 'send', to: 't_bob' },
    })
  }

  it('the outbox polls what it submitted, and the activity does not poll the same hash', async () => {
    vi.useRealTimers()
    const outcome = byHand<TransactionOutcome>()
    const polls: string[] = []
    const poll = (hash: string) => {
      polls.push(hash)
      return outcome.promise
    }
    const kernel = await bench({ plugins: [outbox(), polling(poll)] })
    await submit(kernel)
    await vi.waitUntil(() => ids(kernel).length === 1)
    await vi.dynamicImportSettled()
    expect(pastOf(kernel).entries).toMatchObject([
      { id: 'tally:main#1', metadata: { status: 'pending', sentTo: 't_bob' } },
    ])
    outcome.resolve({ status: 'confirmed' })
    await vi.waitUntil(() => pastOf(kernel).entries[0]?.metadata.status === 'confirmed')
    expect(polls).toEqual(['tally:main#1'])
  })

  it('the activity does not list a transaction of an earlier page as pending when it confirms while its wording loads', async () => {
    vi.useRealTimers()
    const storage = memoryStorage()
    const pending = {
      hash: '#1',
      network: main,
      from: 't_ada',
      kind: 'order',
      data: null,
      at: 1_000,
      status: 'pending',
      seen: false,
    }
    storage.set(
      `portico.${outboxSlice.id}`,
      JSON.stringify({ version: 2, saved: [pending, { ...pending, hash: '#2' }] }),
    )
    const outcome = byHand<TransactionOutcome>()
    const words = byHand<TransactionWording>()
    const general = {
      isSound: () => true,
      activity: () => ({}),
      toast: () => undefined,
      alert: vi.fn(),
      title: vi.fn(),
      detail: vi.fn(),
    }
    let loads = 0
    const order = definePlugin({
      id: 'test/order',
      setup(context) {
        // The outbox loads the words first, and the activity then.
        const wording = () => (++loads > 1 ? words.promise : Promise.resolve(general))
        context.contribute(transactionKindsSlot, {
          id: 'order',
          wording,
          parts: () => new Promise(() => undefined),
        })
      },
    })
    const kernel = await bench({
      storage,
      plugins: [
        outbox(),
        order,
        polling(hash => (hash === '#2' ? outcome.promise : new Promise(() => undefined))),
      ],
    })
    void kernel.use(historyService).refresh()
    await vi.waitUntil(() => loads > 1)
    outcome.resolve({ status: 'confirmed' })
    await vi.waitUntil(() => outboxEntries(kernel)[1]?.status === 'confirmed')
    words.resolve(general)
    await vi.waitUntil(() => ids(kernel).includes('#1'))
    expect(ids(kernel)).toEqual(['#1'])
  })

  it('the activity lists a pending transaction of an earlier page first', async () => {
    vi.useRealTimers()
    const storage = memoryStorage()
    const pending = {
      hash: '#1',
      network: main,
      from: 't_ada',
      kind: 'order',
      data: null,
      at: 1_000,
      status: 'pending',
      seen: false,
    }
    storage.set(
      `portico.${outboxSlice.id}`,
      JSON.stringify({
        version: 2,
        saved: [pending, { ...pending, hash: '#2', status: 'confirmed' }],
      }),
    )
    const kernel = await bench({
      storage,
      plugins: [
        outbox(),
        polling(() => new Promise(() => undefined)),
        chain(async () => ({ entries: [entry('1')] })),
      ],
    })
    await kernel.use(historyService).refresh()
    await vi.waitUntil(() => ids(kernel).length === 2)
    expect(ids(kernel)).toEqual(['#1', '1'])
    expect(pastOf(kernel).entries[0]).toMatchObject({
      metadata: {
        operationType: 'execute',
        status: 'pending',
        sentFrom: 't_ada',
        minedAt: '1970-01-01T00:00:01.000Z',
      },
    })
  })
})
