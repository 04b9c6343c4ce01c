import { readFileSync } from 'node:fs'
import { memoryStorage, type StorageDriver } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import { shellService } from '@portico/kernel/shell'
import { tallyTransfer } from '@portico/kernel/testing'
import { earlierSwapsSlice, outboxEntries, outboxRequests, outboxService, outboxSlice } from '@portico/kernel/transactions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connected, encoded, except, key, network, start, until } from '../test/bench.js'

const never = () => new Promise<never>(() => undefined)
const silent = except({ confirm: never, compare: never, find: never })
const entry = { hash: '#1', network, from: 't_ada', kind: 'order', data: { id: 7n }, at: 1, status: 'confirmed', seen: true }
const request = {
  open: '1',
  status: 'unknown',
  network,
  from: 't_ada',
  wallet: 'W',
  at: Date.now(),
  subject: { kind: 'order', data: null },
  guards: true,
  seen: false,
}
function saved(entries: unknown, version = 2): StorageDriver {
  const storage = memoryStorage()
  storage.set(key, encoded(version, entries))
  return storage
}
/** A page that has parsed what storage has. */
async function restored(entries: unknown, version?: number) {
  const all = await start({ storage: saved(entries, version), plugins: [silent] })
  await all.kernel.use(outboxService).restore()
  return all
}

describe('the log of earlier versions of Send', () => {
  it('A log of Send that a browser recorded is read: the pending transfer is followed, and none is lost', async () => {
    const file = new URL('../../../../examples/acceptance/fixtures/recorded-storage/chains.json', import.meta.url)
    const text: string = JSON.parse(readFileSync(file, 'utf8')).local[key]
    const storage = memoryStorage()
    storage.set(key, text)
    const { kernel } = await start({ storage })
    await kernel.use(outboxService).restore()
    const before: readonly { readonly hash: string; readonly status: string }[] = JSON.parse(text).saved
    expect(before.length).toBeGreaterThan(0)
    expect(outboxEntries(kernel, 'send').map(({ hash, status }) => [hash, status])).toEqual(before.map(({ hash, status }) => [hash, status]))
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
    expect(outboxEntries(kernel, 'send')).toMatchObject([{ hash: '#1', status: 'pending', seen: false, data: { ...payment, name: 'Bob' } }])
    expect(outboxRequests(kernel, 'send')).toMatchObject([{ open: '1', guards: true, subject: { kind: 'send', data: payment } }])
  })
  it('keeps its sound entries where others are half-written', async () => {
    const half = [null, 'x', [], { hash: '#2' }, { ...sent, ...payment, amount: 5 }, { ...sent, ...payment, to: undefined }, { ...request, subject: null }]
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
    const { kernel } = await start({ storage: saved([{ ...sent, ...payment, status: 'pending', seen: false }], 1) })
    expect(kernel.state(outboxSlice).phase).toBe('unread')
    expect(kernel.items(accountPartsSlot).map(({ id }) => id)).toEqual(['transactions'])
  })
})

describe('the log of earlier versions of Swap', () => {
  const earlierKey = `portico.${earlierSwapsSlice.id}`
  const token = `${network}/coin:gold`
  const swapped = { hash: '#s', network, kind: 'swap', sold: '1 MRK', bought: '2 GLD', at: 5, status: 'pending', seen: false, got: { owner: 't_ada', token } }
  async function moved(found: unknown, more: unknown = []) {
    const storage = saved(more)
    storage.set(earlierKey, encoded(1, found))
    const page = await start({ storage, plugins: [silent] })
    await page.kernel.use(outboxService).restore()
    return { ...page, storage }
  }

  it('A log of Swap that a browser recorded is moved into the outbox: the pending swap is followed', async () => {
    const file = new URL('../../../../examples/acceptance/fixtures/recorded-storage/chains.json', import.meta.url)
    const text: string = JSON.parse(readFileSync(file, 'utf8')).local[earlierKey]
    const [before] = JSON.parse(text).saved
    const { kernel } = await moved(JSON.parse(text).saved)
    expect(outboxEntries(kernel, 'swap')).toMatchObject([
      { hash: before.hash, status: 'pending', seen: false, from: before.got.owner, data: { kind: 'swap', sold: before.sold, got: before.got } },
    ])
  })

  it('A log of Swap is read with its open requests and bundles, beside what the outbox has, and the next page empties its key', async () => {
    const bundle = { ...swapped, hash: 'bundle', together: { spender: 't_market' } }
    const late = { ...swapped, hash: '#late', status: 'failed', deadline: 10, isLate: true, until: 7_200_005 }
    const { kernel, entries, storage } = await moved([{ ...request, subject: { kind: 'approve', sold: '1 GLD', bought: '' } }, bundle, late, swapped], [entry])
    expect(entries()).toMatchObject([
      { hash: 'bundle', isBundle: true, data: { spender: 't_market' } },
      { hash: '#late', blockAt: 11, endedAt: 5 },
      { hash: '#s' },
      { hash: '#1', kind: 'order' },
    ])
    expect(outboxRequests(kernel, 'swap')).toMatchObject([{ open: '1', guards: true, subject: { isAllowance: true, data: { kind: 'approve' } } }])
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

  it('[S13] A log of Swap that is unsound is left out', async () => {
    const { entries, kernel } = await moved([null, 7, { ...swapped, hash: '' }, { ...swapped, status: 'lost' }, { open: '1' }, swapped])
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
  it('The outbox is read by its shape: unsound entries are left out', async () => {
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
  it('has at most 60 entries of 10,000, with all that are pending', async () => {
    const many = Array.from({ length: 3_000 }, () => 0)
    const pending = { ...entry, hash: '#old', status: 'pending', seen: false }
    const { entries } = await restored([...many, ...Array.from({ length: 200 }, (_, at) => ({ ...entry, hash: `#${at}` })), pending])
    expect(entries()).toHaveLength(60)
    expect(entries().at(-1)).toMatchObject({ hash: '#old' })
  })
  it('[S20] keeps an allowance before 60 newer transactions while the feature that knows whether it is unused has not loaded', async () => {
    const allowance = { ...entry, hash: '#allowed', at: 0, isAllowance: true }
    const { kernel, entries } = await restored([...Array.from({ length: 60 }, (_, at) => ({ ...entry, hash: `#${at}`, seen: at > 0 })), allowance])
    await kernel.use(outboxService).acknowledge({ hash: '#0', network })
    await until(() => entries().every(({ seen }) => seen))
    expect(entries()).toHaveLength(61)
    expect(entries().at(-1)).toMatchObject({ hash: '#allowed' })
  })
  it('The outbox is empty where 10,000 stored entries are too long for storage', async () => {
    const { entries, kernel } = await restored(Array.from({ length: 10_000 }, (_, at) => ({ ...entry, hash: `#${at}` })))
    expect(entries()).toEqual([])
    expect(kernel.state(outboxSlice)).toEqual({ phase: 'ready', log: [] })
  })
  it('keeps an entry of a kind that no plugin describes, such as one of a plugin that is no longer included, and shows it in general words', async () => {
    const { kernel, entries } = await restored([{ ...entry, kind: 'gone', seen: false }])
    expect(entries()).toMatchObject([{ kind: 'gone' }])
    expect(kernel.items(accountPartsSlot).map(({ id }) => id)).toEqual(['transactions'])
  })
  it('keeps a transaction across two networks, which is reserved', async () => {
    const across = { ...entry, status: 'bridged', arrival: { network: 'tally:side', hash: '#9' } }
    const { entries } = await restored([across, { ...entry, hash: '#2', arrival: { network: 'no' } }])
    expect(entries()).toEqual([across, { ...entry, hash: '#2' }])
  })
  it('never throws, whatever it is, and what was read is read again unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.anything(),
            fc.record({ ...Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, fc.oneof(fc.constant(value), fc.anything())])) }),
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

it('[S23] An outbox that storage answers only after the page has started is joined with what was submitted meanwhile, and is not overwritten before', async () => {
  const storage = saved([
    { ...request, subject: { kind: 'other', data: null } },
    { ...entry, hash: '#9' },
  ])
  let answer: () => void = () => undefined
  const get = (name: string) => (name === key ? new Promise<string>(resolve => (answer = () => resolve(storage.get(key) as string))) : storage.get(name))
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

describe('an outbox in two tabs', () => {
  const settle = () => new Promise(resolve => setTimeout(resolve, 30))
  /** Storage that two pages share, each of which hears what the other writes. */
  function shared() {
    const texts = new Map<string, string>()
    const listeners = new Map<object, (key: string, text: string) => void>()
    const driver = (): StorageDriver => {
      const own = {}
      return {
        get: name => texts.get(name),
        set(name, text) {
          texts.set(name, text)
          for (const [other, listener] of listeners) if (other !== own) queueMicrotask(() => listener(name, text))
        },
        remove: name => texts.delete(name),
        subscribe(listener) {
          listeners.set(own, listener)
          return () => void listeners.delete(own)
        },
      }
    }
    return { driver, texts }
  }

  it('reports an outcome once in each page, although both follow the same hash', async () => {
    const { driver } = shared()
    const settles: ((outcome: { readonly status: 'confirmed' }) => void)[] = []
    const plugins = () => [except({ compare: async () => ({ status: 'same' }), confirm: () => new Promise(resolve => settles.push(resolve)) })]
    const one = await connected({ storage: driver(), plugins: plugins() })
    await one.submit()
    const two = await connected({ storage: driver(), plugins: plugins(), ledger: one.ledger })
    await until(() => settles.length === 2)
    settles[0]?.({ status: 'confirmed' })
    await until(() => two.entries()[0]?.status === 'confirmed')
    settles[1]?.({ status: 'confirmed' })
    await until(() => one.entries()[0]?.status === 'confirmed')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(one.events).toEqual(['tally:main#1 sent', 'tally:main#1 confirmed'])
    expect(two.events).toEqual(['tally:main#1 confirmed'])
    // Only the tab that found it out shows a toast.
    expect([...one.said(), ...two.said()].filter(id => id === 'transactions.notice.confirmed')).toHaveLength(1)
  })

  it('keeps an outcome where a tab that does not know it writes last, and takes it back where that tab has seen a reorganization', async () => {
    const { driver } = shared()
    const one = await connected({
      storage: driver(),
      plugins: [except({ compare: async () => ({ status: 'same' }), confirm: async () => ({ status: 'confirmed' }) })],
    })
    await one.submit()
    await until(() => one.entries()[0]?.status === 'confirmed')
    const other = driver()
    const stale = { ...one.entries()[0], status: 'pending', endedAt: undefined }
    other.set(key, encoded(2, [stale]))
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(one.entries()).toMatchObject([{ status: 'confirmed' }])
    other.set(key, encoded(2, [{ ...stale, endedAt: 1 }]))
    await until(() => one.entries()[0]?.status === 'pending')
    expect(one.events).toEqual(['tally:main#1 sent', 'tally:main#1 confirmed', 'tally:main#1 undone'])
  })

  it('[S23] An open request still guards after a tab of an earlier version, which never learns of it, has written', async () => {
    const { driver } = shared()
    const one = await connected({ storage: driver() })
    one.wallet.misdeed = { writes: () => undefined, answers: () => Promise.reject({ code: -32603 }) }
    expect(await one.submit()).toMatchObject({ status: 'open' })
    driver().set(key, encoded(1, []))
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(await one.submit()).toEqual({ status: 'guarded' })
  })

  it('The outbox loses no transaction where a tab that does not know the transaction writes, also one of an earlier version', async () => {
    const { driver, texts } = shared()
    const one = await connected({ storage: driver(), plugins: [silent] })
    await one.submit()
    const other = driver()
    for (const [version, saved] of [
      [2, [{ ...entry, hash: '#9' }]],
      [1, []],
    ] as const) {
      other.set(key, encoded(version, saved))
      await new Promise(resolve => setTimeout(resolve, 5))
      expect(one.entries().map(({ hash }) => hash)).toContain('tally:main#1')
    }
    expect(one.entries().map(({ hash }) => hash)).toEqual(['tally:main#1', '#9'])
    await one.kernel.use(outboxService).acknowledge({ hash: '#9', network })
    await one.submit({ data: 2 })
    expect(texts.get(key)).toContain('tally:main#1')
  })

  it.each([
    ['names the transaction again', async () => ({ hash: '#7' })],
    ['does not know the bundle any more', () => Promise.reject({ code: 5730, message: 'Unknown bundle id' })],
  ])('A bundle whose transaction another tab has named and seen confirmed stays confirmed where the wallet %s', async (_, answer) => {
    let ask: () => void = () => undefined
    const asked = new Promise<void>(resolve => (ask = resolve))
    const plugin = except({
      confirm: async () => ({ status: 'confirmed' }),
      compare: async () => ({ status: 'same' }),
      describe: async () => 'described',
      async sendAll(_via, _from, _drafts, _signal, bundle) {
        bundle?.asking?.()
        bundle?.named?.('bundle-1')
        await asked
        return answer()
      },
    })
    const { driver } = shared()
    const { submit, entries, events, kernel } = await connected({ plugins: [plugin], storage: driver() })
    await submit({ draft: [1n, 2n].map(marks => tallyTransfer().draft(network, { to: 't_bob', marks })) })
    const outcome = kernel.use(outboxService).outcome({ hash: 'bundle-1', network })
    const [mine] = entries()
    const named = { ...mine, hash: '#7', was: 'bundle-1', isBundle: undefined, status: 'confirmed', endedAt: Date.now() }
    // As another tab writes it.
    driver().set(key, encoded(2, [named]))
    await until(() => entries()[0]?.hash === '#7')
    ask()
    await outcome
    expect(entries()).toMatchObject([{ hash: '#7', status: 'confirmed' }])
    expect(events).toEqual(['#7 confirmed'])
  })

  it('What one tab adds to the outbox of another is written back, so that the last write in storage has the transactions of both', async () => {
    const { driver, texts } = shared()
    const one = await connected({ storage: driver(), plugins: [silent] })
    await one.submit()
    await settle()
    let writes = 0
    const other = driver()
    other.subscribe?.(() => void writes++)
    other.set(key, encoded(2, [{ ...entry, hash: '#9' }]))
    await until(() => texts.get(key)?.includes('tally:main#1') && texts.get(key)?.includes('#9'))
    expect(writes).toBe(1)
  })

  it('Two tabs that submit at once agree, and do not answer each other forever', async () => {
    const { driver, texts } = shared()
    const one = await connected({ storage: driver(), plugins: [silent] })
    const two = await connected({ storage: driver(), plugins: [silent], ledger: one.ledger })
    await Promise.all([one, two].map(({ kernel }) => kernel.use(outboxService).restore()))
    let writes = 0
    driver().subscribe?.(() => void writes++)
    await Promise.all([one.submit(), two.submit({ data: 2 })])
    await settle()
    const before = writes
    await settle()
    expect(writes).toBe(before)
    const hashes = ['tally:main#1', 'tally:main#2']
    expect(
      [one, two].map(({ entries }) =>
        entries()
          .map(({ hash }) => hash)
          .sort(),
      ),
    ).toEqual([hashes, hashes])
    expect(hashes.every(hash => texts.get(key)?.includes(hash))).toBe(true)
  })

  it.each([
    ['differs from what was shown', { differs: { to: 't_eve' } }],
    ['could not be compared', { isUnread: true }],
  ])('[S2] An entry that %s stays so where a tab that does not know that writes last', async (_, finding) => {
    const { driver } = shared()
    const storage = driver()
    const plain = { ...entry, status: 'pending', seen: false }
    storage.set(key, encoded(2, [{ ...plain, ...finding }]))
    const { kernel, entries } = await start({ storage, plugins: [silent] })
    await kernel.use(outboxService).restore()
    driver().set(key, encoded(2, [{ ...plain, status: 'confirmed', description: 'd' }]))
    await until(() => entries()[0]?.status === 'confirmed')
    expect(entries()).toMatchObject([finding])
  })

  it('A cancel that another tab has seen taken back by a reorganization differs no more', async () => {
    const { driver } = shared()
    const storage = driver()
    storage.set(key, encoded(2, [{ ...entry, status: 'replaced', endedAt: 1, differs: { isCancel: true } }]))
    const { kernel, entries } = await start({ storage, plugins: [silent] })
    await kernel.use(outboxService).restore()
    driver().set(key, encoded(2, [{ ...entry, status: 'pending', endedAt: 1, seen: false }]))
    await until(() => entries()[0]?.status === 'pending')
    expect(entries()[0]).not.toHaveProperty('differs')
  })

  it('A transaction that an equal one has replaced keeps its new hash where a tab that knows the old one writes last', async () => {
    const { driver } = shared()
    const storage = driver()
    storage.set(key, encoded(2, [{ ...entry, hash: '#2', was: '#1', status: 'pending' }]))
    const { kernel, entries } = await start({ storage, plugins: [silent] })
    await kernel.use(outboxService).restore()
    driver().set(
      key,
      encoded(2, [
        { ...entry, status: 'pending' },
        { ...entry, hash: '#9' },
      ]),
    )
    await until(() => entries().length === 2)
    expect(entries().map(({ hash }) => hash)).toEqual(['#2', '#9'])
  })

  /** A page whose wallet does not answer, with its open request, and what answers the wallet. */
  async function waiting() {
    const { driver } = shared()
    const one = await connected({ storage: driver() })
    let fail: (error: unknown) => void = () => undefined
    one.wallet.misdeed = {
      writes: () => undefined,
      answers: () =>
        new Promise((_, reject) => {
          fail = reject
        }),
    }
    const submitted = one.submit()
    await until(() => outboxRequests(one.kernel)[0])
    return { one, driver, submitted, request: outboxRequests(one.kernel)[0], fail: (error: unknown) => fail(error) }
  }

  it('[S23] A request whose transaction another tab has found is not opened again, not even when its wallet fails later', async () => {
    const { one, driver, submitted, fail, request } = await waiting()
    const closed = { closed: request?.open, at: Date.now(), seen: true }
    driver().set(key, encoded(2, [{ ...entry, hash: 'tally:main#1' }, closed]))
    await until(() => one.entries().length)
    expect(outboxRequests(one.kernel)).toEqual([])
    fail({ code: -32603 })
    await submitted
    expect(outboxRequests(one.kernel)).toEqual([])
    one.wallet.misdeed = undefined
    expect(await one.submit()).toMatchObject({ status: 'sent' })
  })

  it('[S23] A tab says which request it has settled, and a tab that has read the request before does not open it again', async () => {
    const { driver, texts } = shared()
    const one = await connected({ storage: driver() })
    one.wallet.misdeed = { writes: () => undefined, answers: () => Promise.reject({ code: -32603 }) }
    await one.submit()
    const two = await connected({ storage: driver(), ledger: one.ledger })
    await two.kernel.use(outboxService).restore()
    expect(outboxRequests(two.kernel)).toHaveLength(1)
    one.ledger.push({ from: 't_ada', to: 't_bob', marks: 5n })
    one.kernel.use(shellService).open()
    await until(() => one.entries().length)
    expect(texts.get(key)).toContain('"closed"')
    await until(() => two.entries().length)
    expect(outboxRequests(two.kernel)).toEqual([])
  })

  it('[S23] A request with an unknown outcome guards on after a tab that does not know the request has written', async () => {
    const { one, driver, submitted, fail } = await waiting()
    fail({ code: -32603 })
    expect(await submitted).toMatchObject({ status: 'open' })
    driver().set(key, encoded(2, [{ ...entry, hash: '#9' }]))
    await until(() => one.entries().length)
    expect(await one.submit()).toEqual({ status: 'guarded' })
  })
})
