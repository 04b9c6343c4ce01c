import { memoryStorage } from '@portico/kernel'
import { activeAccount } from '@portico/kernel/session'
import { outboxService, outboxSlice } from '@portico/kernel/transactions'
import { describe, expect, it, vi } from 'vitest'
import { transactions as outbox } from '../../../base/transactions/src/index.js'
import { bench, chain, confirming, entry, ids, main, setUpBench } from '../test/bench.js'
import { historyService, pastOf } from './index.js'
import { arrange } from './rules.js'

setUpBench()
const description = 'Minted ticket 7'

describe("transactions of the host's app in the activity", () => {
  it('the activity lists a transaction that the host adds as pending, with its description', async () => {
    vi.useRealTimers()
    const kernel = await bench({
      plugins: [outbox(), confirming(() => new Promise(() => undefined))],
    })
    const account = activeAccount(kernel)
    if (!account) return expect.unreachable()
    await kernel.use(outboxService).add({ hash: '#9', network: main, account, description })
    await vi.waitUntil(() => ids(kernel).length === 1)
    expect(pastOf(kernel).entries).toMatchObject([
      { id: '#9', description, metadata: { status: 'pending', sentFrom: 't_ada' } },
    ])
  })

  it('after a reload the activity lists what the host added with its description, also what is settled, but nothing that was replaced', async () => {
    vi.useRealTimers()
    const storage = memoryStorage()
    const added = {
      hash: '#1',
      network: main,
      from: 't_ada',
      kind: 'app',
      data: { description },
      at: 1_000,
      status: 'confirmed',
      seen: true,
      isAdded: true,
    }
    const saved = [
      added,
      { ...added, hash: '#2', status: 'failed' },
      { ...added, hash: '#3', status: 'replaced', by: '#4' },
      { ...added, hash: '#5', data: { order: 7 } },
    ]
    storage.set(`portico.${outboxSlice.id}`, JSON.stringify({ version: 2, saved }))
    const kernel = await bench({
      storage,
      plugins: [outbox(), chain(async () => ({ entries: [entry('old')] }))],
    })
    await kernel.use(historyService).refresh()
    await vi.waitUntil(() => ids(kernel).length === 3)
    expect(
      pastOf(kernel).entries.map(one => [one.id, one.description, one.metadata.status]),
    ).toEqual([
      ['old', undefined, 'confirmed'],
      ['#1', description, 'confirmed'],
      ['#2', description, 'failed'],
    ])
  })

  it('an entry of the list keeps the description that the host gave to the same hash', () => {
    const listed = entry('1')
    const { hash = listed.id } = listed.metadata
    const sent = { ...listed, id: hash, description }
    expect(arrange([listed], [sent], [main])).toEqual([{ ...listed, description }])
    const { description: _, ...plain } = sent
    const approved = '12.5 PUSD'
    expect(arrange([listed], [{ ...plain, approved }], [main])).toEqual([{ ...listed, approved }])
  })
})
