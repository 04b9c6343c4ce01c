/** What becomes of what was sent, and what outlives the page, on Tally. */
import { definePlugin, memoryStorage } from '@portico/kernel'
import type { TransactionOutcome } from '@portico/kernel/capabilities'
import { preferencesSlice, shellService } from '@portico/kernel/shell'
import { outboxService, type StoredData } from '@portico/kernel/transactions'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  approval,
  approveStep,
  chain,
  draft,
  earlierKey,
  gold,
  hold,
  kept,
  market,
  marks,
  network,
  outboxKey,
  type Quote,
  quoted,
  quoteOf,
  start,
  swapStep,
} from '../../test/market.js'
import { readLog, swapSlice, unusedApprovals } from '../index.js'
import { swapKind, swapOf } from './sent-swaps.js'

describe('a swap that was sent', () => {
  it('[R19] a confirmed swap is pending again after a reorganisation, and is reported as failed when it then fails', async () => {
    const watched: { tell?: ((outcome: TransactionOutcome | undefined) => void) | undefined } = {}
    const shaky = chain({
      confirm: async (_hash, _network, { changed }) => {
        watched.tell = changed
        return { status: 'confirmed' }
      },
    })
    const { form, kernel, said } = await quoted({ plugins: [shaky] })
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    watched.tell?.(undefined)
    expect(readLog(kernel)[0]?.status).toBe('pending')
    expect(said().at(-1)).toBe('swap.status.swapping')
    watched.tell?.({ status: 'failed' })
    expect(said().at(-1)).toBe('swap.error.reverted')
  })

  it('a toast of a swap hides amounts for a person who hides them', async () => {
    const hides = definePlugin({
      id: 'test/hides',
      owns: [preferencesSlice],
      setup: context =>
        context.update(
          preferencesSlice,
          state => void Object.assign(state, { hidesAmounts: true }),
        ),
    })
    const { form, kernel } = await quoted({
      plugins: [hides, chain({ confirm: async () => ({ status: 'confirmed' }) })],
    })
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    const watched = kernel.said.filter(({ id }) => id.startsWith('swap.status.swap'))
    expect(watched.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['swap.status.swapping', 'swap.status.swapped']),
    )
    for (const { message } of watched)
      expect(message?.values).toEqual({
        from: expect.stringMatching(/^•••• [A-Z]+$/),
        to: expect.stringMatching(/^•••• [A-Z]+$/),
      })
  })

  it.each([
    ['a minute ago', 60_000, [{ status: 'confirmed' }]],
    ['three hours ago', 3 * 60 * 60_000, []],
  ])(
    '[R19] an acknowledged swap that ended %s is watched after a reload for as long as its chain may undo it',
    async (_, ago, asks) => {
      const storage = memoryStorage()
      const first = await quoted({ storage, plugins: [chain({})] })
      const { now } = Date
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - ago)
      await first.form.confirm()
      await vi.waitUntil(() => readLog(first.kernel)[0]?.status === 'confirmed')
      clock.mockRestore()
      const [sent] = readLog(first.kernel)
      if (!sent) expect.unreachable()
      await first.kernel.use(outboxService).acknowledge(sent)
      await vi.waitUntil(async () =>
        /"endedAt":\d+,"seen":true/.test(String(await storage.get(outboxKey))),
      )
      first.kernel.dispose()

      const received: unknown[] = []
      let tell: ((outcome: TransactionOutcome | undefined) => void) | undefined
      const watching = chain({
        confirm: async (_hash, _network, { changed, said: watched }) => {
          received.push(watched)
          tell = changed
          return watched ?? { status: 'confirmed' }
        },
      })
      const { kernel, said } = await start({ storage, plugins: [watching] })
      // Each time it is read, but once in total.
      for (let times = 0; times < 3; times++) {
        kernel.use(shellService).open()
        await new Promise(resolve => setTimeout(resolve, 10))
        kernel.use(shellService).close()
      }
      expect(received).toEqual(asks)
      expect(said()).toEqual([])
      if (!asks.length) return
      tell?.(undefined)
      expect(readLog(kernel)).toMatchObject([{ status: 'pending', seen: false }])
      tell?.({ status: 'confirmed' })
      expect(readLog(kernel)).toMatchObject([{ status: 'confirmed', seen: false }])
      expect(said()).toEqual(['swap.status.swapping', 'swap.status.swapped'])
    },
  )

  it('[S9.10] a swap is not polled while the modal is closed, and its outcome is reported when the modal opens', async () => {
    let looks = 0
    const patient = chain({
      // The modal is closed while the wallet prompt is open.
      send: async () => {
        kernel.use(shellService).close()
        return { hash: 'tally:main#1' }
      },
      confirm: async (_hash, _network, { signal, whenVisible }) => {
        for (; looks < 3; looks++) await whenVisible?.(signal)
        return { status: 'confirmed' }
      },
    })
    const { form, kernel, said } = await quoted({ plugins: [patient] })
    kernel.use(shellService).open()
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'pending')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(looks).toBe(0)
    kernel.use(shellService).open()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(said().at(-1)).toBe('swap.status.swapped')
  })

  it.each<[TransactionOutcome, string]>([
    [{ status: 'failed' }, 'swap.error.reverted'],
    [{ status: 'expired' }, 'swap.error.dropped'],
    [{ status: 'replaced', by: 'tally:main#9' }, 'swap.error.replaced'],
  ])(
    '[R19] a swap is never reported as swapped when its outcome is %o',
    async (outcome, sentence) => {
      const { form, kernel, said } = await quoted({
        plugins: [chain({ confirm: async () => outcome })],
      })
      await form.confirm()
      await vi.waitUntil(() => readLog(kernel)[0]?.status === outcome.status)
      expect(said().at(-1)).toBe(sentence)
      expect(said()).not.toContain('swap.status.swapped')
    },
  )

  it('a pending swap is followed to its end after a reload', async () => {
    const storage = memoryStorage()
    const silent = chain({ confirm: () => new Promise(() => undefined) })
    const first = await quoted({ storage, plugins: [silent] })
    await first.form.confirm()
    expect(readLog(first.kernel)).toMatchObject([{ status: 'pending' }])
    await kept(storage, 'pending')
    first.kernel.dispose()

    const again = await start({ storage, plugins: [chain({})] })
    await vi.waitUntil(() => readLog(again.kernel)[0]?.status === 'confirmed')
    expect(again.said()).toEqual(['swap.status.swapped'])
  })

  it.each([
    ['1000', 'of as much', 0],
    ['1001', 'of a base unit more', 1],
    ['unlimited', 'without a limit', 1],
  ])(
    'an approval of %s, %s, is used up by the swap of 1000 after a reload, or stays listed',
    async (units, _, count) => {
      const storage = memoryStorage()
      const silent = chain({ confirm: () => new Promise(() => undefined) })
      const one = market()
      one.allowed.add(gold.asset)
      const first = await quoted({ storage, plugins: [silent], routes: { one: one.quote } }, '10')
      await first.form.confirm()
      const of = approval({ units })
      const others = [approval({ owner: 't_bob' }), approval({ route: 'two', spender: 't_bazaar' })]
      await kept(storage, 'pending')
      first.kernel.dispose()
      storage.set(earlierKey, JSON.stringify({ version: 1, saved: [of, ...others] }))

      const again = await start({ storage, plugins: [chain({})] })
      await vi.waitUntil(() => readLog(again.kernel)[0]?.status === 'confirmed')
      expect(unusedApprovals(again.kernel, network, 't_ada').map(({ route }) => route)).toEqual([
        ...(count ? ['one'] : []),
        'two',
      ])
      expect(unusedApprovals(again.kernel, network, 't_bob')).toHaveLength(1)
    },
  )

  it('[R19] an approval is listed again when a reorganisation undoes the swap that used it, or its revocation', async () => {
    const watched = new Map<string, (outcome: TransactionOutcome | undefined) => void>()
    let sent = 0
    const shaky = chain({
      send: async () => ({ hash: `tally:main#${++sent}` }),
      confirm: async (hash, _network, { changed }) => {
        if (changed) watched.set(hash, changed)
        return { status: 'confirmed' }
      },
    })
    let quotes = 0
    const quote: Quote = async quoteRequest =>
      quoteOf(
        quoteRequest,
        20_000n,
        quotes++ === 0 ? [approveStep(quoteRequest), swapStep] : [swapStep],
      )
    const { form, kernel } = await quoted({ plugins: [shaky], routes: { one: quote } }, '10')
    const left = () => unusedApprovals(kernel, network, 't_ada')
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(left()).toEqual([])
    watched.get('tally:main#2')?.(undefined)
    expect(left()).toMatchObject([{ spender: 't_market', amount: '10 GLD', revoking: false }])
    watched.get('tally:main#2')?.({ status: 'failed' })
    const [one] = left()
    if (!one) expect.unreachable()
    await form.revoke(one)
    expect(left()).toEqual([])
    watched.get('tally:main#3')?.(undefined)
    expect(left()).toMatchObject([{ spender: 't_market', revoking: true }])
    watched.get('tally:main#3')?.({ status: 'confirmed' })
    expect(left()).toEqual([])
  })

  it('an approval stays listed until the network has confirmed its revocation', async () => {
    const waiting: (() => void)[] = []
    const slow = chain({
      send: async (_via, _from, { body }) => ({
        hash: `tally:main#${(body as { to: string }).to}`,
      }),
      confirm: async hash => {
        if (hash.endsWith('t_revoke'))
          await new Promise<void>(resolve => void waiting.push(resolve))
        return { status: hash.endsWith('t_market') ? 'failed' : 'confirmed' }
      },
    })
    let quotes = 0
    const quote: Quote = async quoteRequest =>
      quoteOf(
        quoteRequest,
        20_000n,
        quotes++ === 0 ? [approveStep(quoteRequest), swapStep] : [swapStep],
      )
    const { form, kernel, announced } = await quoted(
      { plugins: [slow], routes: { one: quote } },
      '10',
    )
    await form.confirm()
    const left = () => unusedApprovals(kernel, network, 't_ada')
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'failed')
    const [one] = left()
    if (!one) expect.unreachable()
    const done = form.revoke(one)
    await vi.waitUntil(() => waiting.length === 1)
    expect(left()).toMatchObject([{ revoking: true }])
    for (const answer of waiting) answer()
    await done
    expect(left()).toEqual([])
    expect(announced.map(({ operationType }) => operationType)).toEqual([
      'approve',
      'trade',
      'revoke',
    ])
  })

  it('an approval stays listed after 70 later swaps', async () => {
    let sent = 0
    const counting = chain({ send: async () => ({ hash: `tally:main#${++sent}` }) })
    let quotes = 0
    const quote: Quote = async quoteRequest => {
      if (quoteRequest.from === 'native') return quoteOf(quoteRequest, 200n)
      return quotes++ === 0
        ? quoteOf(quoteRequest, 20_000n, [approveStep(quoteRequest), swapStep])
        : quoteOf(quoteRequest, 100n)
    }
    const { form, kernel } = await quoted(
      {
        plugins: [counting],
        routes: { one: quote },
        balances: [hold(marks, 1_000n), hold(gold, 10_000n)],
      },
      '10',
    )
    await form.confirm()
    expect(sent).toBe(1)
    for (let swaps = 0; swaps < 70; swaps++) {
      await form.initialize()
      await form.selectTarget(gold)
      await form.confirm()
    }
    expect(sent).toBe(71)
    expect(readLog(kernel).length).toBe(61)
    expect(unusedApprovals(kernel, network, 't_ada')).toMatchObject([{ amount: '10 GLD' }])
  })

  it('an approval that the network did not carry out is not listed, and the swap stops', async () => {
    const { form, kernel, phase } = await quoted(
      { plugins: [chain({ confirm: async () => ({ status: 'failed' }) })] },
      '10',
    )
    await form.confirm()
    expect(unusedApprovals(kernel, network, 't_ada')).toEqual([])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.error.approval' } })
  })

  it('[S13] swapOf accepts no malformed swap or approval from storage', () => {
    const entry = {
      hash: '0x1',
      network,
      from: 't_ada',
      at: 1,
      status: 'pending',
      seen: false,
    } as const
    const read = (data: unknown) => {
      const swap = swapOf({ ...entry, kind: swapKind, data: data as StoredData })
      return (
        swap && {
          kind: swap.kind,
          sold: swap.sold,
          bought: swap.bought,
          ...(swap.approval && { approval: swap.approval }),
        }
      )
    }
    const sent = { kind: 'swap', sold: '1 MRK', bought: '2 GLD' }
    const { approval: of } = approval({})
    expect([read(sent), read({ ...sent, approval: of })]).toEqual([sent, { ...sent, approval: of }])
    const unsoundApprovals = [
      null,
      { owner: '' },
      { token: 'gold' },
      { token: 'tally:side/coin:gold' },
      { route: 'a b' },
      { units: 7 },
    ]
    for (const change of unsoundApprovals)
      expect(read({ ...sent, approval: change && { ...of, ...Object(change) } })).toEqual(sent)
    expect(
      [{ kind: 'steal' }, { kind: 'permit' }, { kind: undefined }].map(change =>
        read({ ...sent, ...change }),
      ),
    ).toEqual([undefined, undefined, undefined])
    fc.assert(fc.property(fc.anything(), found => void expect(read(found)).toBeUndefined()))
  })

  it.each(['pending', 'confirmed'] as const)(
    'an approval that was %s is followed after a reload, and stays listed until it is used',
    async status => {
      const storage = memoryStorage()
      const hangs = chain({
        confirm: () =>
          status === 'pending' ? new Promise(() => undefined) : Promise.resolve({ status }),
      })
      const stuck: Quote = async quoteRequest =>
        quoteRequest.minimumReceived
          ? new Promise(() => undefined)
          : quoteOf(quoteRequest, 20_000n, [approveStep(quoteRequest), swapStep])
      const first = await quoted({ storage, plugins: [hangs], routes: { one: stuck } }, '10')
      void first.form.confirm()
      await vi.waitUntil(() => readLog(first.kernel)[0]?.status === status)
      await kept(storage, status)
      first.kernel.dispose()

      const again = await start({ storage, plugins: [chain({})] })
      await vi.waitUntil(() => readLog(again.kernel)[0]?.status === 'confirmed')
      expect(unusedApprovals(again.kernel, network, 't_ada')).toMatchObject([
        { amount: '10 GLD', revoking: false },
      ])
      expect(again.kernel.state(swapSlice).phase.name).toBe('idle')
    },
  )
})

describe('how a swap ended', () => {
  it.each([
    ['before', 999, 'swap.error.reverted'],
    ['at', 1_000, 'swap.error.reverted'],
    ['after', 1_001, 'swap.error.late'],
  ])(
    '[S22] a swap that failed %s its deadline reports whether it was late',
    async (_, at, sentence) => {
      const quote: Quote = async quoteRequest =>
        quoteOf(quoteRequest, 20_000n, [
          { kind: 'swap', draft: draft('t_market'), deadline: 1_000 },
        ])
      const { form, kernel, said } = await quoted({
        routes: { one: quote },
        plugins: [chain({ confirm: async () => ({ status: 'failed', at }) })],
      })
      await form.confirm()
      await vi.waitUntil(() => readLog(kernel)[0]?.status === 'failed')
      expect(said().at(-1)).toBe(sentence)
    },
  )

  it.each([
    ['execution reverted: STF', 'swap.error.held'],
    ['ERC20Pausable: token transfer while paused', 'swap.error.held'],
    ['execution reverted: Too little received', 'swap.error.reverted'],
    ['TRANSFER_FROM', 'swap.error.reverted'],
  ])(
    'a failed swap with the reason %j reports whether a token transfer was refused or the price moved',
    async (reason, sentence) => {
      const { form, kernel, said } = await quoted({
        plugins: [chain({ confirm: async () => ({ status: 'failed', reason }) })],
      })
      await form.confirm()
      await vi.waitUntil(() => readLog(kernel)[0]?.status === 'failed')
      expect(said().at(-1)).toBe(sentence)
    },
  )

  it('a swap is not marked as seen before it has ended, also after a reload', async () => {
    const storage = memoryStorage()
    const silent = chain({ confirm: () => new Promise(() => undefined) })
    const first = await quoted({ storage, plugins: [silent] })
    await first.form.confirm()
    const [sent] = readLog(first.kernel)
    if (!sent) expect.unreachable()
    await first.kernel.use(outboxService).acknowledge(sent)
    expect(readLog(first.kernel)[0]?.seen).toBe(false)
    await kept(storage, 'pending')
    first.kernel.dispose()

    const { kernel } = await start({ storage, plugins: [chain({})] })
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(readLog(kernel)[0]?.seen).toBe(false)
    await kernel.use(outboxService).acknowledge(sent)
    expect(readLog(kernel)[0]).toMatchObject({ status: 'confirmed', seen: true })
  })

  it('a sent swap announces the bought token, so that its balance can be requested', async () => {
    const { form, announced } = await quoted()
    await form.confirm()
    expect(announced[0]?.tokens).toEqual([gold])
  })
})
