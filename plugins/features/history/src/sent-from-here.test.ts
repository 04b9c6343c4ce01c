import { definePlugin, memoryStorage, type StorageDriver } from '@portico/kernel'
import { historyPageEndpoint } from '@portico/kernel/backend'
import {
  type ActivityEntry,
  type OutcomeChanged,
  type TransactionOutcome,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import {
  activeAccount,
  connectionService,
  disconnectedEvent,
  transactionSettledEvent,
} from '@portico/kernel/session'
import { type TestKernel, tallyTransfer } from '@portico/kernel/testing'
import {
  outboxEntries,
  outboxService,
  outboxSlice,
  type TransactionWording,
  transactionKindsSlot,
} from '@portico/kernel/transactions'
import { describe, expect, it, vi } from 'vitest'
import { transactions as outbox } from '../../../base/transactions/src/index.js'
import {
  asker,
  bench,
  byHand,
  chain,
  confirming,
  entry,
  ids,
  main,
  run,
  send,
  settle,
  setUpBench,
} from '../test/bench.js'
import { historyService, pastOf, sentSlice } from './index.js'

setUpBench()

describe('transactions sent from this page', () => {
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
