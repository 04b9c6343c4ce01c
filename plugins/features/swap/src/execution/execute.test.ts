/** From the confirmation to the wallet’s answer, on Tally with scripted routes. */
import { definePlugin, memoryStorage } from '@portico/kernel'
import { type Account, accountView } from '@portico/kernel/account'
import type { SwapQuoteRequest, SwapStep } from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import { accountSwitchedEvent, activeAccount, connectionService } from '@portico/kernel/session'
import { outboxService } from '@portico/kernel/transactions'
import { describe, expect, it, vi } from 'vitest'
import {
  approveStep,
  chain,
  draft,
  gold,
  hold,
  kept,
  marks,
  network,
  type Quote,
  quoted,
  quoteOf,
  salt,
  start,
  swapStep,
} from '../../test/market.js'
import {
  keyOf,
  openRequests,
  readLog,
  type SwapPhase,
  swapPreviewView,
  swapView,
  unusedApprovals,
} from '../index.js'
import { minimumReceived } from '../quoting/slippage.js'

const quoteIn = (phase: SwapPhase) =>
  'quote' in phase ? phase.quote : expect.unreachable('no quote')

describe('a swap', () => {
  it('[S1.12] [S4.17] [S4.20] [S4.21] [S4.22] [S8.15] [S8.16] [S8.17] [S9.18] a swap is sent, the form is emptied, the account opens, and a toast reports the confirmed swap', async () => {
    const { kernel, form, state, ledger, said, announced, events } = await quoted()
    kernel.views.push(swapView, undefined)
    await form.confirm()
    expect(ledger).toMatchObject([{ from: 't_ada', to: 't_market' }])
    expect(state()).toMatchObject({ sourceAmount: '', phase: { name: 'idle' } })
    expect(kernel.views.current?.id).toBe('Account')
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(said()).toEqual(['swap.status.confirm', 'swap.status.swapping', 'swap.status.swapped'])
    expect(readLog(kernel)).toMatchObject([{ kind: 'swap', sold: '1 MRK', bought: '2 GLD' }])
    expect(announced).toMatchObject([
      {
        operationType: 'trade',
        transfers: [{ direction: 'out' }, { direction: 'in', quantity: { numeric: '2' } }],
      },
    ])
    await vi.waitUntil(() => events.includes('SWAP_SUCCESS'))
    expect(events).toEqual([
      'OPEN_SWAP',
      'CLICK_SELECT_TOKEN_TO_SWAP',
      'INITIATE_SWAP',
      'SWAP_SUCCESS',
    ])
  })

  it('[S4.16] [S4.18] [S4.19] [S8.14] a swap with an approval approves, waits for the network, quotes again and sends', async () => {
    const all = await quoted({}, '10')
    const { form, one, ledger, said, wallet, kernel } = all
    one.allowed.clear()
    wallet.policy = 'ask'
    const done = form.confirm()
    await vi.waitUntil(() => wallet.requests.filter(what => what === 'send').length === 1)
    expect(all.phase()).toMatchObject({ name: 'executing', step: 'approve', waitsFor: 'wallet' })
    one.allowed.add(gold.asset)
    const before = one.asks.length
    wallet.approve()
    await vi.waitUntil(() => wallet.requests.filter(what => what === 'send').length === 2)
    expect(all.phase()).toMatchObject({ name: 'executing', step: 'swap', waitsFor: 'wallet' })
    expect(unusedApprovals(kernel, network, 't_ada')).toMatchObject([
      { spender: 't_market', amount: '10 GLD' },
    ])
    wallet.approve()
    await done
    expect(one.asks.length).toBe(before + 1)
    expect(one.asks.at(-1)?.minimumReceived).toBe(minimumReceived(200_000n, 100))
    expect(ledger.map(({ to }) => to)).toEqual(['t_allow', 't_market'])
    await vi.waitUntil(() => unusedApprovals(kernel, network, 't_ada').length === 0)
    expect(said()).toEqual([
      'swap.status.approve',
      'swap.status.confirm',
      'swap.status.swapping',
      'swap.status.swapped',
    ])
  })

  it.each([
    ['gives less than the quote that the person saw', 190n, {}],
    ['is for another swap than the quote that the person saw', 200n, { key: 'another swap' }],
  ])(
    '[S23] a swap is not signed when the current quote %s, until the person confirms that quote',
    async (_, now, other) => {
      let units = 200n
      const { form, phase, wallet } = await quoted({
        routes: { one: async quoteRequest => quoteOf(quoteRequest, units) },
      })
      const seen = quoteIn(phase())
      units = now
      await form.refresh()
      await form.confirm({ seen: { ...seen, ...other } })
      expect(wallet.requests).toEqual(['connect'])
      expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.changed' } })
      await form.confirm({ seen: quoteIn(phase()) })
      await vi.waitUntil(() => wallet.requests.includes('send'))
    },
  )

  it.each([
    ['2 % less than before', 98n, true],
    ['less than the minimum that was shown', 94n, true],
    ['exactly the minimum that was shown', 99n, false],
    ['a little less', 995n, false],
    ['more', 103n, false],
  ])(
    '[S23] a swap whose quote after the approval gives %s is confirmed again only below the minimum shown',
    async (_, share, isConfirmedAgain) => {
      let quotes = 0
      const quote: Quote = async quoteRequest => {
        const full = quoteRequest.amount * 1_000n
        return quotes++ === 0
          ? quoteOf(quoteRequest, full, [approveStep(quoteRequest), swapStep])
          : quoteOf(quoteRequest, share > 500n ? (full * share) / 1_000n : (full * share) / 100n)
      }
      const { form, ledger, phase, kernel } = await quoted({ routes: { one: quote } }, '10')
      await form.confirm()
      expect(ledger.map(({ to }) => to)).toEqual(
        isConfirmedAgain ? ['t_allow'] : ['t_allow', 't_market'],
      )
      if (isConfirmedAgain) {
        expect(phase()).toMatchObject({
          name: 'quoted',
          problem: { id: 'swap.problem.changed' },
          quote: { steps: ['swap'] },
        })
        expect(unusedApprovals(kernel, network, 't_ada')).toHaveLength(1)
        await form.confirm()
        expect(ledger.map(({ to }) => to)).toEqual(['t_allow', 't_market'])
      }
    },
  )

  it('[S23] a swap is not sent after its approval while a request of another tab may have been sent', async () => {
    let all: Awaited<ReturnType<typeof quoted>> | undefined
    let quotes = 0
    const quote: Quote = async quoteRequest => {
      if (quotes++ === 0)
        return quoteOf(quoteRequest, quoteRequest.amount * 1_000n, [
          approveStep(quoteRequest),
          swapStep,
        ])
      if (all && quotes === 2) {
        all.wallet.misdeed = {
          writes: () => undefined,
          answers: () => Promise.reject({ code: -32603 }),
        }
        const data = { kind: 'swap', sold: '1 MRK', bought: '2 GLD' }
        await all.kernel
          .use(outboxService)
          .submit({ kind: 'swap', data, account: quoteRequest.account, draft: draft('t_market') })
        all.wallet.misdeed = undefined
      }
      return quoteOf(quoteRequest, quoteRequest.amount * 1_000n)
    }
    all = await quoted({ routes: { one: quote } }, '10')
    await all.form.confirm()
    expect(all.ledger.map(({ to }) => to)).toEqual(['t_allow'])
    expect(all.phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.unanswered' } })
    expect(openRequests(all.kernel)).toBe(1)
    // The person has read about the open request by now: only this confirmation acknowledges it.
    await all.form.confirm({ beside: true })
    expect(all.ledger.filter(({ to }) => to === 't_market')).toHaveLength(1)
    expect(openRequests(all.kernel)).toBe(0)
  })

  it('[S23] a swap stops after its approval when the route lowers the minimum that it promised', async () => {
    let quotes = 0
    const quote: Quote = async quoteRequest => {
      const made = quoteOf(
        { ...quoteRequest, minimumReceived: 0n },
        20_000n,
        quotes++ === 0 ? [approveStep(quoteRequest), swapStep] : [swapStep],
      )
      return quotes === 1 ? made : { ...made, toAmount: 19_900n, minimumReceived: 19_701n }
    }
    const { form, ledger, phase } = await quoted({ routes: { one: quote } }, '10')
    await form.confirm()
    expect(ledger.map(({ to }) => to)).toEqual(['t_allow'])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.changed' } })
  })

  it.each<[string, readonly ('approve' | 'reset' | 'permit')[], readonly string[]]>([
    ['a second approval', ['approve', 'approve'], ['t_allow']],
    ['a second reset', ['reset', 'reset'], ['t_reset']],
    ['a reset after the approval', ['reset', 'approve', 'reset'], ['t_reset', 't_allow']],
    ['a permit after reset and approval', ['reset', 'approve', 'permit'], ['t_reset', 't_allow']],
  ])('[S20] a route that wants %s is stopped before it is signed', async (_, wanted, signed) => {
    let quotes = 0
    const stepOf = (quoteRequest: SwapQuoteRequest): Exclude<SwapStep, { kind: 'swap' }> => {
      const kind = wanted[quotes++] ?? 'approve'
      const approval = {
        token: quoteRequest.from as `tally:main/coin:${string}`,
        spender: 't_market',
        amount: kind === 'reset' ? 0n : quoteRequest.amount,
      }
      if (kind === 'permit') return { kind, typed: {}, deadline: Date.now() + 60_000, approval }
      return { kind, draft: draft(kind === 'reset' ? 't_reset' : 't_allow', 0n), approval }
    }
    const quote: Quote = async quoteRequest =>
      quoteOf(quoteRequest, 20_000n, [stepOf(quoteRequest), swapStep])
    const { form, ledger, phase, said } = await quoted({ routes: { one: quote } }, '10')
    await form.confirm()
    expect(ledger.map(({ to }) => to)).toEqual(signed)
    expect(said().at(-1)).toBe('swap.error.refused')
    expect(phase().name).toBe('quoted')
  })

  it.each([
    ['swap', undefined, 'approve', ['t_market'], []],
    ['swap', undefined, 'decline', [], []],
    ['approval', '10', 'approve', ['t_allow'], ['10 GLD']],
    ['approval', '10', 'decline', [], []],
  ] as const)(
    'the late answer to a %s request that the person stopped waiting for still counts (amount %s, answer %s)',
    async (_, amount, answer, sent, left) => {
      const { form, wallet, phase, ledger, kernel, said } = await quoted({}, amount)
      wallet.policy = 'ask'
      const first = form.confirm()
      await vi.waitUntil(() => wallet.requests.includes('send'))
      const before = said().length
      await form.stop()
      expect(phase()).toMatchObject({ name: 'quoted', quote: { key: keyOf(kernel) } })
      expect(openRequests(kernel)).toBe(1)
      await form.confirm({ sure: true })
      expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.unanswered' } })
      wallet[answer]()
      await first
      expect(openRequests(kernel)).toBe(0)
      expect(ledger.map(({ to }) => to)).toEqual(sent)
      expect(wallet.requests.filter(what => what === 'send')).toHaveLength(1)
      expect(readLog(kernel)).toHaveLength(sent.length)
      expect(unusedApprovals(kernel, network, 't_ada').map(one => one.amount)).toEqual(left)
      if (answer === 'decline') expect(said()).toHaveLength(before)
      await form.stop()
      // What is sent must not stand there to be sent again.
      expect(phase().name).toBe(answer === 'approve' && !amount ? 'idle' : 'quoted')
    },
  )

  it('a swap that the wallet approves after the person stopped waiting leads to the account, without views behind it', async () => {
    const { form, wallet, kernel } = await quoted()
    kernel.views.push(accountView)
    kernel.views.push(swapView, undefined)
    kernel.views.push(swapPreviewView)
    wallet.policy = 'ask'
    const first = form.confirm()
    await vi.waitUntil(() => wallet.requests.includes('send'))
    await form.stop()
    expect(kernel.views.current?.id).toBe(swapPreviewView.id)
    wallet.approve()
    await first
    expect(kernel.views.history.map(({ id }) => id)).toEqual([accountView.id])
  })

  it('a second confirmation is not ended by the late answer to the first request', async () => {
    const answers: {
      resolve(sent: { readonly hash: string }): void
      reject(error: unknown): void
    }[] = []
    const asking = chain({
      send: () => new Promise((resolve, reject) => void answers.push({ resolve, reject })),
    })
    const { form, state } = await quoted({ plugins: [asking] })
    const first = form.confirm()
    await vi.waitUntil(() => answers.length === 1)
    await form.stop()
    const second = form.confirm({ beside: true })
    await vi.waitUntil(() => answers.length === 2)
    answers[0]?.reject(new TypeError('too late'))
    await first
    expect(state().phase).toMatchObject({ name: 'executing', waitsFor: 'wallet' })
    answers[1]?.resolve({ hash: 'tally:main#2' })
    await second
    expect(state().phase.name).toBe('idle')
  })

  it('[R23] twenty clicks on the swap button send one request to the wallet', async () => {
    const { form, wallet, ledger } = await quoted()
    await Promise.all(Array.from({ length: 20 }, () => form.confirm()))
    expect(wallet.requests.filter(what => what === 'send')).toHaveLength(1)
    expect(ledger).toHaveLength(1)
  })

  it('[S8.07] [S8.39] [S8.40] a swap declined after its approval names the approval that is left, which can be revoked', async () => {
    const { form, wallet, phase, one, kernel, ledger, said } = await quoted({}, '10')
    wallet.policy = 'decline'
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.declined' } })
    wallet.policy = 'ask'
    const done = form.confirm()
    await vi.waitUntil(() => wallet.requests.filter(what => what === 'send').length === 2)
    one.allowed.add(gold.asset)
    wallet.approve()
    await vi.waitUntil(() => wallet.requests.filter(what => what === 'send').length === 3)
    wallet.decline()
    await done
    expect(phase()).toMatchObject({
      name: 'quoted',
      problem: { id: 'swap.problem.left', values: { amount: '10 GLD' } },
    })
    wallet.policy = 'approve'
    const [left] = unusedApprovals(kernel, network, 't_ada')
    if (!left) expect.unreachable()
    await form.revoke(left)
    expect(ledger.map(({ to }) => to)).toEqual(['t_allow', 't_revoke'])
    expect(unusedApprovals(kernel, network, 't_ada')).toEqual([])
    expect(said()).not.toContain('swap.error.approval')
  })

  it('an unlimited approval of a token whose symbol has 10,000 letters is listed with a shortened symbol', async () => {
    const endless: Token = { ...gold, symbol: 'A'.repeat(10_000) }
    const { form, wallet, kernel, phase, one } = await start({
      balances: [hold(marks, 100n), hold(endless, 10_000n)],
    })
    await form.initialize()
    await form.selectSource(endless)
    await form.setAmount('10')
    await form.selectTarget(salt)
    await form.setUnlimited(true)
    wallet.policy = 'ask'
    const done = form.confirm({ sure: true })
    await vi.waitUntil(() => wallet.requests.includes('send'))
    one.allowed.add(gold.asset)
    wallet.approve()
    await vi.waitUntil(() => wallet.requests.filter(what => what === 'send').length === 2)
    wallet.decline()
    await done
    expect(unusedApprovals(kernel, network, 't_ada')).toMatchObject([
      { spender: 't_market', units: 'unlimited', amount: expect.stringMatching(/^∞ A{1,15}…$/) },
    ])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.left' } })
  })

  it.each([
    ['swap', undefined, 'SWAP_ERROR'],
    ['approval', '10', 'SWAP_APPROVAL_ERROR'],
  ])(
    '[S8.07] [S8.39] [S8.40] a %s that the wallet refuses shows the wallet’s reason',
    async (_, amount, event) => {
      const refusing = chain({
        send: async () =>
          Promise.reject(Object.assign(new TypeError('not for this page'), { code: 4100 })),
      })
      const { form, kernel, events, phase } = await quoted({ plugins: [refusing] }, amount)
      await form.confirm()
      expect(kernel.said.at(-1)).toMatchObject({
        kind: 'failure',
        id: 'swap.error.walletReason',
        error: { message: 'not for this page' },
      })
      expect(events).toContain(event)
      expect(phase().name).toBe('quoted')
    },
  )

  it.each(['network', 'account'] as const)(
    '[R23] [S24] an open request is still known after another %s was chosen and then the first one again',
    async which => {
      const switched = { account: () => undefined as unknown }
      const switcher = definePlugin({
        id: 'test/switcher',
        setup(context) {
          switched.account = () =>
            context.emit(accountSwitchedEvent, {
              connection: 'tally/other' as const,
              account: activeAccount(context) as Account,
            })
        },
      })
      const { form, wallet, kernel, phase } = await quoted({ plugins: [switcher] })
      wallet.policy = 'ask'
      const first = form.confirm()
      await vi.waitUntil(() => wallet.requests.includes('send'))
      wallet.policy = 'approve'
      if (which === 'account') switched.account()
      else
        for (const to of ['tally:side', network] as const)
          await kernel.use(connectionService).switchNetwork(to)
      expect(phase().name).toBe('idle')
      expect(openRequests(kernel)).toBe(1)
      await form.initialize()
      await form.selectTarget(gold)
      await form.confirm({ sure: true })
      expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.unanswered' } })
      wallet.decline()
      await first
      expect(openRequests(kernel)).toBe(0)
    },
  )

  it('[R23] an open request is known after a reload until the person confirms a swap beside it', async () => {
    const storage = memoryStorage()
    const before = await quoted({ storage })
    before.wallet.policy = 'ask'
    void before.form.confirm()
    await vi.waitUntil(() => before.wallet.requests.includes('send'))
    await kept(storage, 'asked')
    before.kernel.dispose()

    const { form, kernel, wallet, phase } = await quoted({ storage })
    expect(openRequests(kernel)).toBe(1)
    await form.confirm({ sure: true })
    expect(phase()).toMatchObject({ problem: { id: 'swap.unanswered' } })
    expect(wallet.requests).toEqual(['connect'])
    await form.confirm({ beside: true })
    expect(wallet.requests).toEqual(['connect', 'send'])
    expect(openRequests(kernel)).toBe(0)
  })
})
