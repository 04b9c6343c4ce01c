import { readFileSync } from 'node:fs'
import { memoryStorage } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import {
  earlierSwapsSlice,
  outboxEntries,
  outboxRequests,
  outboxService,
  outboxSlice,
} from '@portico/kernel/transactions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connected, encoded, key, network, start, until } from '../test/bench.js'
import { entry, request, saved, silent } from '../test/outbox-rig.js'

/** A page that has parsed what storage has. */
async function restored(entries: unknown, version?: number) {
  const all = await start({ storage: saved(entries, version), plugins: [silent] })
  await all.kernel.use(outboxService).restore()
  return all
}

describe('the log of earlier versions of Send', () => {
  it('A log of Send that a browser recorded is read: the pending transfer is followed, and none is lost', async () => {
    const file = new URL(
      '../../../../examples/acceptance/fixtures/recorded-storage/chains.json',
      import.meta.url,
    )
    const text: string = JSON.parse(readFileSync(file, 'utf8')).local[key]
    const storage = memoryStorage()
    storage.set(key, text)
    const { kernel } = await start({ storage })
    await kernel.use(outboxService).restore()
    const before: readonly { readonly hash: string; readonly status: string }[] =
      JSON.parse(text).saved
    expect(before.length).toBeGreaterThan(0)
    expect(outboxEntries(kernel, 'send').map(({ hash, status }) => [hash, status])).toEqual(
      before.map(({ hash, status }) => [hash, status]),
    )
  })
  const payment = { to: 't_bob', symbol: 'MRK', decimals: 0, amount: 5n }
  const { kind: _, data: __, ...sent } = entry
  it('A log of Send is read: each payment becomes the data of an entry, and open payments guard', async () => {
    const { kernel } = await restored(
      [
        { ...request, subject: payment },
        { ...sent, ...payment, name: 'Bob', status: 'pending', seen: false },
      ],
      1,
    )
    expect(outboxEntries(kernel, 'send')).toMatchObject([
      { hash: '#1', status: 'pending', seen: false, data: { ...payment, name: 'Bob' } },
    ])
    expect(outboxRequests(kernel, 'send')).toMatchObject([
      { open: '1', guards: true, subject: { kind: 'send', data: payment } },
    ])
  })
  it('A log of Send keeps its valid entries where others are damaged', async () => {
    const half = [
      null,
      'x',
      [],
      { hash: '#2' },
      { ...sent, ...payment, amount: 5 },
      { ...sent, ...payment, to: undefined },
      { ...request, subject: null },
    ]
    const { kernel } = await restored([...half, { ...sent, ...payment }], 1)
    expect(outboxEntries(kernel)).toHaveLength(1)
    expect(outboxRequests(kernel)).toEqual([])
  })
  it('A log of Send is written as version 2 with the next change', async () => {
    const storage = saved([{ ...sent, ...payment, seen: false }], 1)
    const { kernel } = await start({ storage, plugins: [silent] })
    await kernel.use(outboxService).acknowledge(entry as never)
    await until(() => String(storage.get(key)).startsWith('{"version":2'))
    expect(String(storage.get(key))).toContain('"kind":"send"')
  })
  it('[R17] A page with a pending transfer of an earlier version shows its notice before the outbox has loaded', async () => {
    const { kernel } = await start({
      storage: saved([{ ...sent, ...payment, status: 'pending', seen: false }], 1),
    })
    expect(kernel.state(outboxSlice).phase).toBe('unread')
    expect(kernel.items(accountPartsSlot).map(({ id }) => id)).toEqual(['transactions'])
  })
})

describe('the log of earlier versions of Swap', () => {
  const earlierKey = `portico.${earlierSwapsSlice.id}`
  const token = `${network}/coin:gold`
  const swapped = {
    hash: '#s',
    network,
    kind: 'swap',
    sold: '1 MRK',
    bought: '2 GLD',
    at: 5,
    status: 'pending',
    seen: false,
    got: { owner: 't_ada', token },
  }
  async function moved(found: unknown, more: unknown = []) {
    const storage = saved(more)
    storage.set(earlierKey, encoded(1, found))
    const page = await start({ storage, plugins: [silent] })
    await page.kernel.use(outboxService).restore()
    return { ...page, storage }
  }

  it('A log of Swap that a browser recorded is moved into the outbox: the pending swap is followed', async () => {
    const file = new URL(
      '../../../../examples/acceptance/fixtures/recorded-storage/chains.json',
      import.meta.url,
    )
    const text: string = JSON.parse(readFileSync(file, 'utf8')).local[earlierKey]
    const [before] = JSON.parse(text).saved
    const { kernel } = await moved(JSON.parse(text).saved)
    expect(outboxEntries(kernel, 'swap')).toMatchObject([
      {
        hash: before.hash,
        status: 'pending',
        seen: false,
        from: before.got.owner,
        data: { kind: 'swap', sold: before.sold, got: before.got },
      },
    ])
  })

  it('A log of Swap is read with its open requests and bundles, beside what the outbox has, and the next page empties its key', async () => {
    const bundle = { ...swapped, hash: 'bundle', together: { spender: 't_market' } }
    const late = {
      ...swapped,
      hash: '#late',
      status: 'failed',
      deadline: 10,
      isLate: true,
      until: 7_200_005,
    }
    const { kernel, entries, storage } = await moved(
      [
        { ...request, subject: { kind: 'approve', sold: '1 GLD', bought: '' } },
        bundle,
        late,
        swapped,
      ],
      [entry],
    )
    expect(entries()).toMatchObject([
      { hash: 'bundle', isBundle: true, data: { spender: 't_market' } },
      { hash: '#late', blockAt: 11, endedAt: 5 },
      { hash: '#s' },
      { hash: '#1', kind: 'order' },
    ])
    expect(outboxRequests(kernel, 'swap')).toMatchObject([
      { open: '1', guards: true, subject: { isAllowance: true, data: { kind: 'approve' } } },
    ])
    await until(() => String(storage.get(key)).includes('#late'))
    expect(String(storage.get(earlierKey))).toContain('#late')
    const again = await start({ storage, plugins: [silent] })
    await again.kernel.use(outboxService).restore()
    expect(again.entries()).toHaveLength(4)
    // A tab that still runs an earlier version refuses version 2, and keeps what it knows.
    await until(() => storage.get(earlierKey) === encoded(2, []))
    const third = await start({ storage, plugins: [silent] })
    await third.kernel.use(outboxService).restore()
    expect(third.entries()).toHaveLength(4)
  })

  it('A log of Swap with a request that is too old to guard is emptied by the next page', async () => {
    const old = {
      ...request,
      at: Date.now() - 2 * 24 * 60 * 60_000,
      subject: { kind: 'approve', sold: '1 GLD', bought: '' },
    }
    const { storage } = await moved([old, swapped])
    await until(() => String(storage.get(key)).includes('#s'))
    const again = await start({ storage, plugins: [silent] })
    await again.kernel.use(outboxService).restore()
    await until(() => storage.get(earlierKey) === encoded(2, []))
    expect([again.entries().length, outboxRequests(again.kernel).length]).toEqual([1, 0])
  })

  it('[S13] A log of Swap that is invalid is left out', async () => {
    const { entries, kernel } = await moved([
      null,
      7,
      { ...swapped, hash: '' },
      { ...swapped, status: 'lost' },
      { open: '1' },
      swapped,
    ])
    expect(entries()).toHaveLength(1)
    expect(outboxRequests(kernel)).toEqual([])
    expect(kernel.reported).toEqual([])
  })

  it('[R17] A page with a pending swap of an earlier version shows its notice before the outbox has loaded', async () => {
    const storage = memoryStorage()
    storage.set(earlierKey, encoded(1, [swapped]))
    const { kernel } = await start({ storage })
    expect(kernel.items(accountPartsSlot).map(({ id }) => id)).toEqual(['transactions'])
  })
})

describe('[S13] what storage has', () => {
  it('Of four hundred pending allowances in storage the newest hundred are followed', async () => {
    const many = Array.from({ length: 400 }, (_, at) => ({
      hash: `#${at}`,
      network,
      from: 'a',
      kind: 'order',
      data: 1,
      at,
      status: 'pending',
      isAllowance: true,
      seen: false,
    }))
    const { entries } = await restored(many.toReversed())
    expect(entries()).toHaveLength(100)
    expect(entries()[0]).toMatchObject({ hash: '#399' })
  })

  it('Invalid entries of the stored outbox are left out', async () => {
    const { kernel, entries } = await restored([
      entry,
      { ...entry, hash: '' },
      { ...entry, hash: 'a b' },
      { ...entry, network: 'no' },
      { ...entry, from: 7 },
      { ...entry, kind: undefined },
      { ...entry, kind: 'x'.repeat(41) },
      { ...entry, data: undefined },
      { ...entry, data: 'x'.repeat(2_001) },
      { ...entry, data: [[[[[[1]]]]]] },
      { ...entry, at: '1' },
      { ...entry, status: 'lost' },
      { ...request, subject: { kind: 'order' } },
      { ...request, subject: { kind: '', data: 1 } },
    ])
    expect(entries()).toEqual([entry])
    expect(outboxRequests(kernel)).toEqual([])
    expect(kernel.reported).toEqual([])
  })
  it('of 10,000 stored entries the outbox keeps 60, among them all pending ones', async () => {
    const many = Array.from({ length: 3_000 }, () => 0)
    const pending = { ...entry, hash: '#old', status: 'pending', seen: false }
    const { entries } = await restored([
      ...many,
      ...Array.from({ length: 200 }, (_, at) => ({ ...entry, hash: `#${at}` })),
      pending,
    ])
    expect(entries()).toHaveLength(60)
    expect(entries().at(-1)).toMatchObject({ hash: '#old' })
  })
  it('[S20] the outbox keeps an allowance beyond its limit of 60 while the feature that owns it has not loaded', async () => {
    const allowance = { ...entry, hash: '#allowed', at: 0, isAllowance: true }
    const { kernel, entries } = await restored([
      ...Array.from({ length: 60 }, (_, at) => ({ ...entry, hash: `#${at}`, seen: at > 0 })),
      allowance,
    ])
    await kernel.use(outboxService).acknowledge({ hash: '#0', network })
    await until(() => entries().every(({ seen }) => seen))
    expect(entries()).toHaveLength(61)
    expect(entries().at(-1)).toMatchObject({ hash: '#allowed' })
  })
  it('The outbox is empty where 10,000 stored entries are too long for storage', async () => {
    const { entries, kernel } = await restored(
      Array.from({ length: 10_000 }, (_, at) => ({ ...entry, hash: `#${at}` })),
    )
    expect(entries()).toEqual([])
    expect(kernel.state(outboxSlice)).toEqual({ phase: 'ready', log: [] })
  })
  it('the outbox keeps an entry whose plugin is no longer included, and shows it in general words', async () => {
    const { kernel, entries } = await restored([{ ...entry, kind: 'gone', seen: false }])
    expect(entries()).toMatchObject([{ kind: 'gone' }])
    expect(kernel.items(accountPartsSlot).map(({ id }) => id)).toEqual(['transactions'])
  })
  it('the outbox keeps the reserved fields of a transaction across two networks', async () => {
    const across = { ...entry, status: 'bridged', arrival: { network: 'tally:side', hash: '#9' } }
    const { entries } = await restored([
      across,
      { ...entry, hash: '#2', arrival: { network: 'no' } },
    ])
    expect(entries()).toEqual([across, { ...entry, hash: '#2' }])
  })
  it('reading any stored outbox throws nothing, and reading the result again changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.anything(),
            fc.record({
              ...Object.fromEntries(
                Object.entries(entry).map(([name, value]) => [
                  name,
                  fc.oneof(fc.constant(value), fc.anything()),
                ]),
              ),
            }),
          ),
        ),
        async found => {
          let text: string
          try {
            text = encoded(2, found)
          } catch {
            return
          }
          const storage = memoryStorage()
          storage.set(key, text)
          const { kernel, entries } = await start({ storage, plugins: [silent] })
          await kernel.use(outboxService).restore()
          const first = entries()
          storage.set(key, encoded(2, first))
          const again = await start({ storage, plugins: [silent] })
          await again.kernel.use(outboxService).restore()
          expect(again.entries()).toEqual(first)
          kernel.dispose()
          again.kernel.dispose()
        },
      ),
      { numRuns: 40 },
    )
  })
})

it('[S23] An outbox that slow storage answers after the start is joined with what was submitted in between', async () => {
  const storage = saved([
    { ...request, subject: { kind: 'other', data: null } },
    { ...entry, hash: '#9' },
  ])
  let answer: () => void = () => undefined
  const get = (name: string) =>
    name === key
      ? new Promise<string>(resolve => (answer = () => resolve(storage.get(key) as string)))
      : storage.get(name)
  const page = await connected({ storage: { ...storage, get }, plugins: [silent] })
  await page.submit()
  page.wallet.misdeed = { writes: () => undefined, answers: () => Promise.reject({ code: -32603 }) }
  await page.submit({ kind: 'third' })
  expect(storage.get(key)).not.toContain('tally:main#1')
  answer()
  await until(() => page.entries().length === 2)
  expect(outboxRequests(page.kernel).map(({ subject }) => subject.kind)).toEqual(['third', 'other'])
  await until(() => String(storage.get(key)).includes('tally:main#1'))
  expect(String(storage.get(key))).toContain('#9')
})
