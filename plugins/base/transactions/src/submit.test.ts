import { definePlugin, memoryStorage } from '@portico/kernel'
import type { TransactionOutcome, Transactions } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { shellService } from '@portico/kernel/shell'
import { tallyTransfer } from '@portico/kernel/testing'
import { ModalError } from '@portico/kernel/text'
import {
  outboxRequests,
  outboxService,
  transactionKindsSlot,
  transactionState,
} from '@portico/kernel/transactions'
import { describe, expect, it, vi } from 'vitest'
import { connected, except, key, network, start, until } from '../test/bench.js'

const throws = (error: unknown) => () => Promise.reject(error)

describe('a submission', () => {
  it('A submission is sent once, stored, announced and followed until it is confirmed', async () => {
    const { submit, entries, events, said, ledger } = await connected()
    expect(await submit()).toEqual({ status: 'sent', hash: 'tally:main#1' })
    await until(() => entries()[0]?.status === 'confirmed')
    expect(entries()).toMatchObject([
      { hash: 'tally:main#1', network, from: 't_ada', kind: 'order', data: { id: 7 }, seen: false },
    ])
    expect(events).toEqual(['tally:main#1 sent', 'tally:main#1 confirmed'])
    expect(said()).toEqual(['transactions.toast.started', 'transactions.notice.confirmed'])
    expect(ledger).toHaveLength(1)
  })

  it('A submission is refused where the person declines, and leaves nothing behind', async () => {
    const { submit, wallet, kernel, entries } = await connected()
    wallet.misdeed = { writes: () => undefined, answers: throws({ code: 4001 }) }
    expect(await submit()).toMatchObject({ status: 'refused', error: { code: 'DECLINED' } })
    expect([...entries(), ...outboxRequests(kernel)]).toEqual([])
  })

  it.each([
    [
      'of a dialect that the chain does not speak',
      { draft: { dialect: 'other', network, body: {} } as never },
      'WALLET_UNSUPPORTED',
    ],
    ['with data that cannot be stored', { data: 'x'.repeat(2_001) }, 'CHAIN_ANSWER'],
    ['without a kind', { kind: '' }, 'CHAIN_ANSWER'],
  ])('A submission %s is refused without a wallet request', async (_, more, code) => {
    const { submit, wallet } = await connected()
    expect(await submit(more)).toMatchObject({ status: 'refused', error: { code } })
    expect(wallet.requests).toEqual(['connect'])
  })

  it('A submission is dropped when the person stops waiting before the wallet request', async () => {
    const { submit, wallet } = await connected()
    expect(await submit({ isWanted: () => false })).toEqual({ status: 'dropped' })
    expect(wallet.requests).toEqual(['connect'])
  })

  it('[S23] A submission is guarded while an equal request of this account and network may have been sent', async () => {
    const { submit, wallet, kernel, ledger } = await connected()
    wallet.misdeed = { writes: () => undefined, answers: throws({ code: -32603 }) }
    expect(await submit()).toMatchObject({ status: 'open' })
    wallet.misdeed = undefined
    expect(await submit({ data: { id: 8 } })).toEqual({ status: 'guarded' })
    expect(ledger).toEqual([])
    expect(await submit({ kind: 'other' })).toMatchObject({ status: 'sent' })
    expect(await submit({ beside: true })).toMatchObject({ status: 'sent' })
    // The choice was made: the earlier request guards no more.
    expect(outboxRequests(kernel, 'order').filter(({ guards }) => guards)).toEqual([])
    expect(await submit()).toMatchObject({ status: 'sent' })
  })

  it('[S23] Of two concurrent submissions of one kind one reaches the wallet, and the other is guarded', async () => {
    const { submit, ledger } = await connected()
    const both = await Promise.all([submit(), submit({ data: { id: 8 } })])
    expect(both).toEqual([{ status: 'sent', hash: 'tally:main#1' }, { status: 'guarded' }])
    expect(ledger).toHaveLength(1)
  })

  it('[S23] a wallet that never answers guards over three reloads, and the transaction that it sends after all is found', async () => {
    const storage = memoryStorage()
    const first = await connected({ storage })
    first.wallet.misdeed = { writes: () => undefined, answers: () => new Promise(() => undefined) }
    void first.submit()
    await until(() => String(storage.get(key)).includes('"guards":true'))
    first.kernel.dispose()
    for (let reload = 0; reload < 3; reload++) {
      const again = await connected({ storage, ledger: first.ledger })
      expect(await again.submit(), `after reload ${reload + 1}`).toEqual({ status: 'guarded' })
      again.kernel.dispose()
    }
    first.ledger.push({ from: 't_ada', to: 't_bob', marks: 5n })
    const last = await connected({ storage, ledger: first.ledger })
    last.kernel.use(shellService).open()
    await until(() => last.entries()[0]?.status === 'confirmed')
    expect(last.events).toEqual(['tally:main#1 sent', 'tally:main#1 confirmed'])
    expect(outboxRequests(last.kernel)).toEqual([])
    expect(await last.submit()).toMatchObject({ status: 'sent' })
  })

  it('A hash that two plugins submit is stored, announced and polled once', async () => {
    let polls = 0
    const confirm = async (): Promise<TransactionOutcome> => {
      polls += 1
      await new Promise(resolve => setTimeout(resolve, 20))
      return { status: 'confirmed' }
    }
    const { submit, entries, events } = await connected({
      plugins: [
        except({
          confirm,
          compare: async () => ({ status: 'same' }),
          send: async () => ({ hash: '#same' }),
        }),
      ],
    })
    expect(await Promise.all([submit({ kind: 'one' }), submit({ kind: 'two' })])).toEqual([
      { status: 'sent', hash: '#same' },
      { status: 'sent', hash: '#same' },
    ])
    await until(() => entries()[0]?.status === 'confirmed')
    expect(entries()).toHaveLength(1)
    expect(polls).toBe(1)
    expect(events).toEqual(['#same sent', '#same confirmed'])
  })
})

describe('a pending transaction', () => {
  it('A pending transaction is not polled before its wallet is connected again, and is followed then', async () => {
    const storage = memoryStorage()
    const first = await connected({
      storage,
      plugins: [except({ confirm: () => new Promise(() => undefined) })],
    })
    await first.submit()
    await until(() => String(storage.get(key)).includes('pending'))
    first.kernel.dispose()
    let polls = 0
    const confirm = async () => {
      polls += 1
      return { status: 'confirmed' } as const
    }
    const again = await start({ storage, ledger: first.ledger, plugins: [except({ confirm })] })
    await again.kernel.use(outboxService).restore()
    expect(polls).toBe(0)
    await again.connect()
    await until(() => again.entries()[0]?.status === 'confirmed')
    expect(polls).toBe(1)
    expect(again.events).toEqual(['tally:main#1 confirmed'])
  })

  it('[R5] a pending transaction stays pending while the network gives no answer, and is polled again when the modal is opened', async () => {
    let isDown = true
    const confirm = async (): Promise<TransactionOutcome> => {
      if (isDown) throw new ChainError('CHAIN_UNAVAILABLE')
      return { status: 'failed' }
    }
    const { submit, kernel, entries, said } = await connected({ plugins: [except({ confirm })] })
    await submit()
    await until(() => entries()[0]?.status === 'unknown')
    isDown = false
    kernel.use(shellService).open()
    await until(() => entries()[0]?.status === 'failed')
    expect(said()).toEqual(['transactions.toast.started', 'transactions.error.failed'])
    await kernel.use(outboxService).acknowledge({ hash: 'tally:main#1', network })
    expect(entries()).toMatchObject([{ seen: true }])
  })

  it('[S2] Each of many pending transactions is compared after a reload, where its description was stored', async () => {
    const storage = memoryStorage()
    const first = await connected({
      storage,
      plugins: [
        except({
          confirm: () => new Promise(() => undefined),
          compare: () => new Promise(() => undefined),
        }),
      ],
    })
    for (let id = 0; id < 6; id++) await first.submit({ data: id, kind: `k${id}` })
    await until(() => String(storage.get(key)).includes('"k5"'))
    first.kernel.dispose()
    const known = JSON.parse(String(storage.get(key)))
    expect(
      known.saved.filter((one: { description?: string }) => one.description !== undefined),
    ).toHaveLength(6)
    delete known.saved[5].description
    storage.set(key, JSON.stringify(known))
    const again = await connected({
      storage,
      ledger: first.ledger,
      plugins: [
        except({
          confirm: async () => ({ status: 'confirmed' }),
          compare: async () => ({ status: 'same' }),
        }),
      ],
    })
    await until(
      () =>
        again.entries().length === 6 &&
        again.entries().every(({ status }) => status === 'confirmed'),
    )
    expect(again.entries().map(transactionState)).toEqual([
      ...Array.from({ length: 5 }, () => 'confirmed'),
      'unread',
    ])
    expect(again.said()).toContain('transactions.toast.unread')
  })

  it('A pending transaction without an answer is not announced as undone where the chain finds no block with it', async () => {
    let changed: ((outcome: TransactionOutcome | undefined) => void) | undefined
    let isDown = true
    const confirm: Transactions['confirm'] = async (_, __, options) => {
      changed = options?.changed
      if (isDown) throw new ChainError('CHAIN_UNAVAILABLE')
      return new Promise(() => undefined)
    }
    const { submit, kernel, entries, events } = await connected({ plugins: [except({ confirm })] })
    await submit()
    await until(() => entries()[0]?.status === 'unknown')
    isDown = false
    kernel.use(shellService).open()
    await new Promise(resolve => setTimeout(resolve, 20))
    changed?.(undefined)
    expect(entries()).toMatchObject([{ status: 'unknown' }])
    expect(events).toEqual(['tally:main#1 sent'])
  })

  it('[R19] A transaction that a reorganization takes back is polled by one poll only, also after the modal was opened again', async () => {
    const polls: {
      readonly changed: (outcome: TransactionOutcome | undefined) => void
      readonly signal: AbortSignal
    }[] = []
    const confirm: Transactions['confirm'] = async (
      _,
      __,
      { changed = () => undefined, signal },
    ) => {
      polls.push({ changed, signal })
      return polls.length === 1 ? { status: 'confirmed' } : new Promise(() => undefined)
    }
    const { submit, kernel, entries, events } = await connected({ plugins: [except({ confirm })] })
    await submit()
    await until(() => entries()[0]?.status === 'confirmed')
    polls[0]?.changed(undefined)
    expect(entries()).toMatchObject([{ status: 'pending' }])
    kernel.use(shellService).open()
    await until(() => polls.length === 2)
    expect(polls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    polls[0]?.changed({ status: 'failed' })
    polls[1]?.changed({ status: 'confirmed' })
    expect(entries()).toMatchObject([{ status: 'confirmed' }])
    expect(events).toEqual([
      'tally:main#1 sent',
      'tally:main#1 confirmed',
      'tally:main#1 undone',
      'tally:main#1 confirmed',
    ])
  })

  it('[R19] A transaction that is confirmed again after a reorganization is not polled a second time', async () => {
    const polls: ((outcome: TransactionOutcome | undefined) => void)[] = []
    const confirm: Transactions['confirm'] = async (_, __, { changed = () => undefined }) => {
      polls.push(changed)
      return { status: 'confirmed' }
    }
    const { submit, kernel, entries } = await connected({ plugins: [except({ confirm })] })
    await submit()
    await until(() => entries()[0]?.status === 'confirmed')
    polls[0]?.(undefined)
    polls[0]?.({ status: 'failed' })
    kernel.use(shellService).open()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(entries()).toMatchObject([{ status: 'failed' }])
    expect(polls).toHaveLength(1)
  })

  it('A pending transaction is not acknowledged: the account shows it until it has ended', async () => {
    const { submit, kernel, entries } = await connected({
      plugins: [except({ confirm: () => new Promise(() => undefined) })],
    })
    await submit()
    await kernel.use(outboxService).acknowledge({ hash: 'tally:main#1', network })
    expect(entries()).toMatchObject([{ status: 'pending', seen: false }])
  })
})

it('A transaction is stored and followed although the wording of its kind throws', async () => {
  const wrong = () => {
    throw new TypeError('wrong words')
  }
  const broken = definePlugin({
    id: 'test/broken',
    setup(context) {
      const wording = async () => ({
        isSound: () => true,
        activity: wrong,
        toast: wrong,
        alert: wrong,
        title: wrong,
        detail: wrong,
      })
      context.contribute(transactionKindsSlot, {
        id: 'order',
        wording,
        parts: throws(new TypeError('gone')),
      })
    },
  })
  const { submit, entries, kernel } = await connected({ plugins: [broken] })
  expect(await submit()).toMatchObject({ status: 'sent' })
  await until(() => entries()[0]?.status === 'confirmed')
  expect(outboxRequests(kernel)).toEqual([])
})

it('A transaction whose wording does not load is followed and shown in general words, with one report', async () => {
  const broken = definePlugin({
    id: 'test/broken',
    setup(context) {
      context.contribute(transactionKindsSlot, {
        id: 'order',
        wording: throws(new TypeError('gone')),
        parts: throws(new TypeError('gone')),
      })
    },
  })
  const { submit, entries, said, kernel } = await connected({ plugins: [broken] })
  await submit()
  await until(() => entries()[0]?.status === 'confirmed')
  expect(said()).toEqual(['transactions.toast.started', 'transactions.notice.confirmed'])
  expect(kernel.reported).toMatchObject([{ plugin: 'base/transactions' }])
})

describe('several drafts as one bundle', () => {
  const drafts = () => [1n, 2n].map(marks => tallyTransfer().draft(network, { to: 't_bob', marks }))
  const sendAll = (more: Partial<Transactions>) =>
    except({
      describe: async () => 'described',
      compare: async () => ({ status: 'same' }),
      confirm: async () => ({ status: 'confirmed' }),
      ...more,
    })

  it('A bundle is stored under the id of the wallet until the wallet names its transaction, which is announced and followed then', async () => {
    let name: (sent: { readonly hash: string }) => void = () => undefined
    const plugin = sendAll({
      sendAll: (_, __, ___, ____, bundle) => {
        bundle?.beforeRequest?.()
        bundle?.named?.('bundle-1')
        return new Promise(resolve => (name = resolve))
      },
    })
    const { submit, entries, events, kernel } = await connected({ plugins: [plugin] })
    expect(await submit({ draft: drafts() })).toEqual({ status: 'sent', hash: 'bundle-1' })
    expect([entries(), events]).toMatchObject([
      [{ hash: 'bundle-1', isBundle: true, status: 'pending' }],
      [],
    ])
    const outcome = kernel.use(outboxService).outcome({ hash: 'bundle-1', network })
    name({ hash: '#7' })
    expect(await outcome).toEqual({ status: 'confirmed' })
    expect(entries()).toMatchObject([{ hash: '#7', was: 'bundle-1', status: 'confirmed' }])
    expect(events).toEqual(['#7 sent', '#7 confirmed'])
  })

  it.each([
    ['cannot', new ChainError('WALLET_UNSUPPORTED')],
    ['is not all or nothing', { code: 5760, message: 'Atomicity not supported' }],
    ['was not allowed to change the account', { code: 5750, message: 'EIP-7702 upgrade rejected' }],
    [
      'was not allowed to change the account, which its chain reports as a decline',
      new ModalError('DECLINED', {
        userMessage: { id: 'test.declined', en: 'Declined.' },
        cause: { code: 5750, message: 'EIP-7702 upgrade rejected' },
      }),
    ],
  ])(
    'A bundle is answered with "unable" where the wallet %s, and no request stays open',
    async (_, thrown) => {
      const { submit, kernel } = await connected({
        plugins: [sendAll({ sendAll: throws(thrown) })],
      })
      expect(await submit({ draft: drafts() })).toMatchObject({ status: 'unable' })
      expect(outboxRequests(kernel)).toEqual([])
    },
  )

  it('[S23] A bundle whose transaction was found before the wallet answered is one entry, announced once', async () => {
    let ask: () => void = () => undefined
    const isFound = new Promise<void>(resolve => (ask = resolve))
    const plugin = sendAll({
      find: async () => ({ status: 'found', hash: '#7' }),
      async sendAll(_via, _from, _drafts, _signal, bundle) {
        bundle?.beforeRequest?.()
        await isFound
        bundle?.named?.('bundle-1')
        return { hash: '#7' }
      },
    })
    const { submit, entries, events, kernel } = await connected({ plugins: [plugin] })
    const submitted = submit({ draft: drafts() })
    await until(() => outboxRequests(kernel).length === 1)
    kernel.use(shellService).open()
    await until(() => entries()[0]?.hash === '#7')
    ask()
    await submitted
    await until(() => entries().length === 1 && entries()[0]?.was === 'bundle-1')
    expect(entries()).toMatchObject([{ hash: '#7', status: 'confirmed' }])
    expect(events).toEqual(['#7 sent', '#7 confirmed'])
  })

  it('[S13] A wallet that uses the id of an ended bundle again has both bundles stored and followed', async () => {
    let sent = 0
    const plugin = sendAll({
      async sendAll(_via, _from, _drafts, _signal, bundle) {
        bundle?.beforeRequest?.()
        bundle?.named?.('bundle-1')
        sent += 1
        return { hash: `#${sent}` }
      },
    })
    const { submit, entries, events } = await connected({ plugins: [plugin] })
    for (const hash of ['#1', '#2']) {
      await submit({ draft: drafts() })
      await until(() => entries()[0]?.hash === hash && entries()[0]?.status === 'confirmed')
    }
    expect(entries()).toMatchObject([{ hash: '#2' }, { hash: '#1' }])
    expect(events).toEqual(['#1 sent', '#1 confirmed', '#2 sent', '#2 confirmed'])
  })

  it('A bundle is refused where the person declines', async () => {
    const { submit } = await connected({
      plugins: [sendAll({ sendAll: throws({ code: 4001, message: 'User rejected' }) })],
    })
    expect(await submit({ draft: drafts() })).toMatchObject({
      status: 'refused',
      error: { code: 4001 },
    })
  })

  it('A bundle with drafts of two networks is not sent', async () => {
    const requested = vi.fn(throws(new TypeError('asked')))
    const { submit } = await connected({ plugins: [sendAll({ sendAll: requested })] })
    const elsewhere = tallyTransfer().draft('tally:side', { to: 't_bob', marks: 1n })
    expect(await submit({ draft: [...drafts(), elsewhere] })).toMatchObject({ status: 'unable' })
    expect(requested).not.toHaveBeenCalled()
  })
})

it('An allowance is not listed in the account, and is seen once it is confirmed', async () => {
  const { submit, entries } = await connected()
  await submit({ isAllowance: true })
  expect(entries()).toMatchObject([{ isAllowance: true, seen: false }])
  await until(() => entries()[0]?.status === 'confirmed')
  expect(entries()).toMatchObject([{ seen: true }])
})

it('[S23] A step that does not acknowledge leaves earlier requests guarding after it was sent', async () => {
  const { submit, wallet } = await connected()
  wallet.misdeed = { writes: () => undefined, answers: throws({ code: -32603 }) }
  await submit()
  wallet.misdeed = undefined
  expect(await submit({ beside: true, acknowledges: false })).toMatchObject({ status: 'sent' })
  expect(await submit()).toEqual({ status: 'guarded' })
})

it('[S23] A request for a signature guards until it is closed, and is not searched for', async () => {
  const { submit, kernel, account } = await connected()
  const close = await kernel
    .use(outboxService)
    .open({ kind: 'order', data: null, account: account(), network })
  expect(await submit()).toEqual({ status: 'guarded' })
  close()
  expect(await submit()).toMatchObject({ status: 'sent' })
})

it('A caller that awaits the outcome has the network polled while the modal is closed', async () => {
  const visibilities: unknown[] = []
  const confirm: Transactions['confirm'] = async (_, __, { whenVisible }) => {
    visibilities.push(whenVisible)
    return { status: 'confirmed' }
  }
  const { submit, kernel } = await connected({
    plugins: [except({ confirm, compare: async () => ({ status: 'same' }) })],
  })
  await submit({ awaitsOutcome: true })
  expect(await kernel.use(outboxService).outcome({ hash: 'tally:main#1', network })).toEqual({
    status: 'confirmed',
  })
  expect(visibilities).toEqual([undefined])
})
