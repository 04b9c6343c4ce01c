import type { StorageDriver } from '@portico/kernel'
import { shellService } from '@portico/kernel/shell'
import { tallyTransfer } from '@portico/kernel/testing'
import { outboxRequests, outboxService } from '@portico/kernel/transactions'
import { describe, expect, it } from 'vitest'
import { connected, encoded, except, key, network, start, until } from '../test/bench.js'
import { entry, silent } from '../test/outbox-rig.js'

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
          for (const [other, listener] of listeners)
            if (other !== own) queueMicrotask(() => listener(name, text))
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
    const plugins = () => [
      except({
        compare: async () => ({ status: 'same' }),
        confirm: () => new Promise(resolve => settles.push(resolve)),
      }),
    ]
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
    expect(
      [...one.said(), ...two.said()].filter(id => id === 'transactions.notice.confirmed'),
    ).toHaveLength(1)
  })

  it('keeps an outcome when a tab that does not know the outcome writes last, unless a reorganization undid it', async () => {
    const { driver } = shared()
    const one = await connected({
      storage: driver(),
      plugins: [
        except({
          compare: async () => ({ status: 'same' }),
          confirm: async () => ({ status: 'confirmed' }),
        }),
      ],
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
    expect(one.events).toEqual([
      'tally:main#1 sent',
      'tally:main#1 confirmed',
      'tally:main#1 undone',
    ])
  })

  it('The outbox of one tab does not bring back a transaction that the person removed in another tab', async () => {
    const { driver, texts } = shared()
    const one = await connected({ storage: driver(), plugins: [silent] })
    await one.submit()
    const two = await connected({ storage: driver(), plugins: [silent], ledger: one.ledger })
    await until(() => two.entries().length === 1)
    const hash = 'tally:main#1'
    await one.kernel.use(outboxService).remove({ hash, network })
    await until(() => two.entries().length === 0)
    await two.submit({ beside: true })
    await settle()
    expect(one.entries().map(entry => entry.hash)).toEqual(['tally:main#2'])
    expect(two.entries().map(entry => entry.hash)).toEqual(['tally:main#2'])
    // A tab that wrote before it learned of the removal.
    const [entry] = two.entries()
    driver().set(key, encoded(2, [{ ...entry, hash }]))
    await settle()
    expect(one.entries().map(entry => entry.hash)).not.toContain(hash)
    expect(texts.get(key)).toContain('tally:main#2')
  })

  it('[S23] An open request still guards after a tab of an earlier version has written', async () => {
    const { driver } = shared()
    const one = await connected({ storage: driver() })
    one.wallet.misdeed = {
      writes: () => undefined,
      answers: () => Promise.reject({ code: -32603 }),
    }
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
    [
      'does not know the bundle any more',
      () => Promise.reject({ code: 5730, message: 'Unknown bundle id' }),
    ],
  ])(
    'A bundle whose transaction another tab has named and seen confirmed stays confirmed where the wallet %s',
    async (_, answer) => {
      let ask: () => void = () => undefined
      const requested = new Promise<void>(resolve => (ask = resolve))
      const plugin = except({
        confirm: async () => ({ status: 'confirmed' }),
        compare: async () => ({ status: 'same' }),
        describe: async () => 'described',
        async sendAll(_via, _from, _drafts, _signal, bundle) {
          bundle?.beforeRequest?.()
          bundle?.named?.('bundle-1')
          await requested
          return answer()
        },
      })
      const { driver } = shared()
      const { submit, entries, events, kernel } = await connected({
        plugins: [plugin],
        storage: driver(),
      })
      await submit({
        draft: [1n, 2n].map(marks => tallyTransfer().draft(network, { to: 't_bob', marks })),
      })
      const outcome = kernel.use(outboxService).outcome({ hash: 'bundle-1', network })
      const [mine] = entries()
      const named = {
        ...mine,
        hash: '#7',
        was: 'bundle-1',
        isBundle: undefined,
        status: 'confirmed',
        endedAt: Date.now(),
      }
      // As another tab writes it.
      driver().set(key, encoded(2, [named]))
      await until(() => entries()[0]?.hash === '#7')
      ask()
      await outcome
      expect(entries()).toMatchObject([{ hash: '#7', status: 'confirmed' }])
      expect(events).toEqual(['#7 confirmed'])
    },
  )

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
  ])(
    '[S2] An entry that %s keeps this result when a tab without the result writes last',
    async (_, finding) => {
      const { driver } = shared()
      const storage = driver()
      const plain = { ...entry, status: 'pending', seen: false }
      storage.set(key, encoded(2, [{ ...plain, ...finding }]))
      const { kernel, entries } = await start({ storage, plugins: [silent] })
      await kernel.use(outboxService).restore()
      driver().set(key, encoded(2, [{ ...plain, status: 'confirmed', description: 'd' }]))
      await until(() => entries()[0]?.status === 'confirmed')
      expect(entries()).toMatchObject([finding])
    },
  )

  it('A cancel that another tab has seen taken back by a reorganization differs no more', async () => {
    const { driver } = shared()
    const storage = driver()
    storage.set(
      key,
      encoded(2, [{ ...entry, status: 'replaced', endedAt: 1, differs: { isCancel: true } }]),
    )
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
    return {
      one,
      driver,
      submitted,
      request: outboxRequests(one.kernel)[0],
      fail: (error: unknown) => fail(error),
    }
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
    one.wallet.misdeed = {
      writes: () => undefined,
      answers: () => Promise.reject({ code: -32603 }),
    }
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

  it('[S23] A request with an unknown outcome still guards after a tab without the request has written', async () => {
    const { one, driver, submitted, fail } = await waiting()
    fail({ code: -32603 })
    expect(await submitted).toMatchObject({ status: 'open' })
    driver().set(key, encoded(2, [{ ...entry, hash: '#9' }]))
    await until(() => one.entries().length)
    expect(await one.submit()).toEqual({ status: 'guarded' })
  })
})
