/** Swap on Tally, a chain that nobody has heard of, over scripted routes. */
import { memoryStorage, type Read, type StorageDriver } from '@portico/kernel'
import {
  accountView,
  connection,
  type GasPrice,
  type Holding,
  type SwapAsk,
  type SwapQuote,
  type SwapStep,
  shell,
  type TokenPrice,
  type TransactionOutcome,
} from '@portico/kernel/contracts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  approval,
  approveStep,
  chain,
  dialect,
  draft,
  gold,
  hold,
  market,
  marks,
  network,
  type Quote,
  quoted,
  quoteOf,
  routesShown,
  salt,
  start,
  swapStep,
} from '../test/market.js'
import { keyOf, leftApprovals, readLog, shortage, swapFacts, swapPreviewView, swapSlice, swapView } from './index.js'
import { minimumReceived } from './swap-math.js'

describe('to begin with', () => {
  it('[S4.12] [S4.13] everything is found out first, and the native coin stands as source with amount 1', async () => {
    const waiting: ((price: GasPrice) => void)[] = []
    const { form, state, events } = await start({ prices: { native: '3' }, gas: () => new Promise(resolve => void waiting.push(resolve)) })
    const done = form.initialize()
    await vi.waitUntil(() => waiting.length === 1, { timeout: 20_000 })
    expect(state().phase.name).toBe('initializing')
    await form.setAmount('7')
    await form.switchTokens()
    expect(state().sourceAmount).toBe('')
    for (const answer of waiting) answer({ standard: 1n, fast: 2n, instant: 3n })
    await done
    expect(state()).toMatchObject({ source: { symbol: 'MRK' }, sourceAmount: '1', gasPrice: 1n, prices: { native: '3' }, phase: { name: 'editing' } })
    expect(state().tokens.map(({ symbol }) => symbol)).toEqual(['MRK', 'GLD', 'SLT'])
    expect(events).toEqual(['OPEN_SWAP'])
  })

  it('[S4.14] where that fails the person reads it, and the modal goes back', async () => {
    const { kernel, form, phase, said } = await start({ gas: async () => Promise.reject(new TypeError('down')) })
    kernel.views.push(accountView)
    kernel.views.push(swapView)
    await form.initialize()
    expect(said()).toEqual(['swap.error.initialize'])
    expect(phase().name).toBe('idle')
    expect(kernel.views.current?.id).toBe('Account')
  })

  it('[S8.03] without the price of the coin it goes on, and says so', async () => {
    const { form, phase, said } = await start({ prices: async () => Promise.reject(new TypeError('no prices today')) })
    await form.initialize()
    expect(said()).toEqual(['swap.error.price'])
    expect(phase().name).toBe('editing')
  })

  it('[S5.09] [S8.27] without an account there is nothing to swap from', async () => {
    const { form, said } = await start({ connected: false })
    await form.initialize()
    expect(said()).toEqual(['swap.error.account'])
  })
})

describe('a quote', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  it('[S4.15] [S3.31] [S3.32] [S3.33] [S3.34] [S3.35] [S3.37] [S9.15] [S9.17] is asked for once there is a source, a target and an amount, and says what arrives', async () => {
    const { kernel, one } = await quoted({ prices: { native: '3', [gold.asset]: '1.5' } })
    expect(one.asks).toMatchObject([{ from: 'native', to: gold.asset, amount: 1n, slippageBasisPoints: 100 }])
    expect(swapFacts(kernel)).toMatchObject({
      sourceTokenAmount: '1',
      sourceTokenPriceInUSD: '3',
      toTokenAmount: '2.000000',
      toTokenPriceInUSD: '1.5',
      slippage: '1',
      maxSlippage: '0.02',
      gasFee: 2n,
      gasPriceInUSD: '6',
      priceImpact: '0',
      networkPrice: '3',
      networkBalanceInUSD: '300',
    })
  })

  it.each([
    ['no amount', ''],
    ['zero', '0'],
    ['less than nothing', '-1'],
    ['no number', 'much'],
    ['more decimals than the token has', '1.5'],
    ['an exponent', '1e3'],
  ])('[S5.10] [S5.11] [S5.12] [S5.13] is not asked for: %s', async (_, amount) => {
    const { form, one, phase } = await quoted()
    await form.setAmount(amount)
    await vi.advanceTimersByTimeAsync(600)
    expect(one.asks).toHaveLength(1)
    expect(phase().name).toBe('editing')
  })

  it('[S5.14] is not asked for while prices are on their way, but right after', async () => {
    const waiting: ((prices: readonly TokenPrice[]) => void)[] = []
    const prices = async (assets: readonly string[]) =>
      assets.includes(gold.asset) ? new Promise<readonly TokenPrice[]>(resolve => void waiting.push(resolve)) : []
    const { form, one, state, phase } = await start({ prices })
    await form.initialize()
    const done = form.selectTarget(gold)
    await vi.waitUntil(() => state().pricing && waiting.length === 1)
    await form.refresh()
    expect(one.asks).toHaveLength(0)
    for (const answer of waiting) answer([])
    await done
    expect(one.asks).toHaveLength(1)
    expect(phase().name).toBe('quoted')
  })

  it('waits until the person pauses for half a second, then asks once for the last amount', async () => {
    const { form, one, kernel, phase, state } = await quoted()
    for (const amount of ['1', '12', '13']) {
      await form.setAmount(amount)
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(phase().name).toBe('quoting')
    expect(one.asks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    await vi.waitUntil(() => phase().name === 'quoted')
    expect(one.asks.map(({ amount }) => amount)).toEqual([1n, 13n])
    expect((state().phase as { quote?: { key: string } }).quote?.key).toBe(keyOf(kernel))
  })

  it('[D26b] is taken again every 10 s while somebody looks at it, and no more after', async () => {
    const { kernel, one, phase } = await quoted()
    kernel.use(shell).open()
    kernel.views.push(swapView)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitUntil(() => one.asks.length === 2)
    await vi.advanceTimersByTimeAsync(10_100)
    await vi.waitUntil(() => one.asks.length === 3)
    expect(phase().name).toBe('quoted')
    kernel.use(shell).close()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(one.asks).toHaveLength(3)
  })

  it('[S4.23] [S4.24] switching exchanges the tokens, sells what would have arrived, and takes a new quote', async () => {
    const { form, state, one } = await quoted()
    await form.switchTokens()
    expect(state()).toMatchObject({ source: { symbol: 'GLD' }, target: { symbol: 'MRK' }, sourceAmount: '2' })
    expect(one.asks.at(-1)).toMatchObject({ from: gold.asset, to: 'native', amount: 200n })
  })
  it('[S4.25] switching is ignored before anything is known', async () => {
    const { form, state } = await start()
    await form.switchTokens()
    expect(state()).toMatchObject({ phase: { name: 'idle' }, sourceAmount: '' })
  })
  it('[S4.26] clearing a token clears its amount and its price', async () => {
    const { form, state, kernel } = await quoted()
    await form.clear('target')
    expect(swapFacts(kernel)).toMatchObject({ toToken: undefined, toTokenAmount: '', toTokenPriceInUSD: undefined })
    await form.clear('source')
    expect(state()).toMatchObject({ sourceAmount: '', phase: { name: 'editing' } })
    expect(state().source).toBeUndefined()
  })
  it('the same token twice changes places instead', async () => {
    const { form, state } = await quoted()
    await form.selectTarget(marks)
    expect(state()).toMatchObject({ source: { symbol: 'GLD' }, target: { symbol: 'MRK' } })
  })

  it('[S5.19] without an amount is an alert', async () => {
    const { form, phase, said } = await start({ routes: { liar: async ask => quoteOf(ask, 0n) } })
    await form.initialize()
    await form.selectTarget(gold)
    expect(said()).toEqual(['swap.alert.amount'])
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'swap.error.refused' } })
  })

  it('[S8.19] that fails says why; that the balance is short only where it is', async () => {
    const fails: Quote = async () => Promise.reject(Object.assign(new TypeError('no liquidity'), {}))
    const { form, phase } = await start({ routes: { one: fails } })
    await form.initialize()
    await form.selectTarget(gold)
    expect(phase()).toMatchObject({ name: 'editing', problem: { en: '{reason}', values: { reason: 'no liquidity' } } })
    await form.setAmount('101')
    await vi.advanceTimersByTimeAsync(500)
    await vi.waitUntil(() => phase().name === 'editing')
    expect(phase()).toMatchObject({ problem: { id: 'swap.problem.balance' } })
  })

  it('of several routes the best once gas is paid wins, the person sees the others, and one that fails or hangs blocks nobody', async () => {
    const prices = { native: '1', [gold.asset]: '1' }
    const { form, phase, kernel } = await start({
      prices,
      routes: {
        dear: async ask => quoteOf(ask, 1_000n, [swapStep], { cost: { kind: 'native', amount: 9n } }),
        cheap: async ask => quoteOf(ask, 900n, [swapStep], { cost: { kind: 'native', amount: 1n } }),
        broken: async () => Promise.reject(new TypeError('out of order')),
        hanging: () => new Promise(() => undefined),
      },
    })
    await form.initialize()
    void form.selectTarget(gold)
    await vi.waitUntil(() => phase().name === 'quoted')
    await vi.advanceTimersByTimeAsync(9_000)
    await vi.waitUntil(() => routesShown(phase()) === 4)
    expect(phase()).toMatchObject({
      quote: {
        route: { id: 'cheap' },
        toAmount: 900n,
        routes: [{ id: 'cheap', net: 800n }, { id: 'dear', net: 100n }, { id: 'broken', problem: { values: { reason: 'out of order' } } }, { id: 'hanging' }],
      },
    })
    expect(swapFacts(kernel).toTokenAmount).toBe('9.000000')
  })

  const lies: readonly (readonly [string, (ask: SwapAsk) => SwapQuote])[] = [
    ['a minimum that is lower than the slippage allows', ask => quoteOf(ask, 200n, [swapStep], { minimumReceived: 197n })],
    ['a minimum above the output', ask => quoteOf(ask, 200n, [swapStep], { minimumReceived: 201n })],
    ['another network', ask => quoteOf(ask, 200n, [{ kind: 'swap', draft: dialect.draft('tally:side', { to: 't_market', marks: 1n }) }])],
    ['another dialect', ask => quoteOf(ask, 200n, [{ kind: 'swap', draft: { ...draft('t_market'), dialect: 'other/transfer' } }])],
    [
      'an approval of more',
      ask => quoteOf(ask, 200n, [{ ...approveStep(ask), approval: { token: ask.from, spender: 't_market', amount: ask.amount + 1n } } as SwapStep, swapStep]),
    ],
    [
      'an approval without limit',
      ask => quoteOf(ask, 200n, [{ ...approveStep(ask), approval: { token: ask.from, spender: 't_market', amount: 'unlimited' } } as SwapStep, swapStep]),
    ],
    [
      'an approval of another token',
      ask => quoteOf(ask, 200n, [{ ...approveStep(ask), approval: { token: salt.asset, spender: 't_market', amount: ask.amount } } as SwapStep, swapStep]),
    ],
    ['no swap at the end', ask => quoteOf(ask, 200n, [approveStep(ask)])],
    ['too many steps', ask => quoteOf(ask, 200n, [approveStep(ask), approveStep(ask), approveStep(ask), swapStep])],
    ['two approvals', ask => quoteOf(ask, 200n, [approveStep(ask), approveStep(ask), swapStep])],
    ['two swaps', ask => quoteOf(ask, 200n, [swapStep, swapStep])],
    ['an amount that is no number', ask => quoteOf(ask, 200n, [swapStep], { toAmount: 200 as unknown as bigint })],
    ['a quote that is over already', ask => quoteOf(ask, 200n, [swapStep], { expiresAt: Date.now() })],
  ]
  it.each(lies)('[S20] [S21] [S24] of a route that lies is refused by name: %s', async (_, lie) => {
    const { form, phase, wallet } = await start({ routes: { liar: async ask => lie(ask) } })
    await form.initialize()
    await form.selectTarget(gold)
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'swap.error.refused', values: { route: 'liar' } } })
    await form.confirm({ sure: true })
    expect(wallet.requests).toEqual(['connect'])
  })

  it.each([40])('[D26a] [R22] [S22] never comes from an older wish, however late answers come: %s random lives', neverStale)
  it.each([1_000])('[D26a] [R22] never comes from an older wish in 10,000 interleavings: %s random lives', { tags: ['thorough'] }, neverStale)

  async function neverStale(numRuns: number) {
    vi.useRealTimers()
    const waiting: (() => void)[] = []
    const slow: Quote = ask => new Promise(resolve => void waiting.push(() => resolve(quoteOf(ask, ask.amount * 1_000n + BigInt(ask.slippageBasisPoints)))))
    const { form, state, kernel } = await start({ routes: { slow } })
    await form.initialize()
    void form.selectTarget(gold)
    let shown = 0
    const check = () => {
      const { phase, sourceAmount, slippageBasisPoints } = state()
      if (phase.name !== 'quoted') return false
      shown++
      expect(phase.quote.key).toBe(keyOf(kernel))
      expect(phase.quote.toAmount).toBe(BigInt(sourceAmount) * 1_000n + BigInt(slippageBasisPoints))
      expect(phase.quote.minimumReceived).toBe(minimumReceived(phase.quote.toAmount, slippageBasisPoints))
      return true
    }
    const wish = fc.record({
      amount: fc.integer({ min: 1, max: 9 }),
      which: fc.nat(6),
      pauses: fc.nat(30),
      by: fc.constantFrom('amount', 'slippage', 'refresh', 'answer'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 20 }), async wishes => {
        for (const { amount, which, pauses, by } of wishes) {
          if (by === 'amount') void form.setAmount(String(amount)).then(() => void form.refresh())
          if (by === 'slippage') void form.setSlippage(amount * 50)
          if (by === 'refresh') void form.refresh()
          // One of those that wait, whichever: answers come out of their order.
          waiting.splice(which % Math.max(waiting.length, 1), 1)[0]?.()
          for (let turn = 0; turn < pauses; turn++) await Promise.resolve()
          check()
        }
      }),
      { numRuns },
    )
    await vi.waitUntil(() => {
      for (const answer of waiting.splice(0).reverse()) answer()
      return check()
    })
    expect(shown).toBeGreaterThan(numRuns / 10)
  }
})

describe('what the account can pay', () => {
  const cases: readonly (readonly [string, readonly Holding[], string, string | undefined])[] = [
    ['enough', [hold(marks, 100n), hold(gold, 10_000n)], '1', undefined],
    ['exactly enough, gas and all', [hold(marks, 2n), hold(gold, 100n)], '1', undefined],
    ['too little of what is sold', [hold(marks, 100n), hold(gold, 99n)], '1', 'swap.problem.balance'],
    ['no native coin', [hold(marks, 0n), hold(gold, 100n)], '1', 'swap.problem.gas'],
    ['too little native coin', [hold(marks, 1n), hold(gold, 100n)], '1', 'swap.problem.gas'],
  ]
  it.each(cases)('[S5.15] [S5.16] [S5.17] [S3.38] %s', async (_, balances, amount, problem) => {
    const { kernel, form, wallet } = await quoted({ balances }, amount)
    expect(shortage(kernel)?.id).toBe(problem)
    expect(swapFacts(kernel).inputError?.id).toBe(problem)
    if (problem) {
      await form.confirm()
      expect(wallet.requests).toEqual(['connect'])
    }
  })
  it('says how much is missing', async () => {
    const { kernel } = await quoted({ balances: [hold(marks, 1n), hold(gold, 100n)] }, '1')
    expect(shortage(kernel)?.values).toEqual({ missing: '1', symbol: 'MRK' })
  })
})

describe('a swap', () => {
  it('[S1.12] [S4.17] [S4.20] [S4.21] [S4.22] [S8.15] [S8.16] [S8.17] [S9.18] is sent, the form is empty, the account is shown, and it is told when the network has it', async () => {
    const { kernel, form, state, ledger, said, announced, events } = await quoted()
    kernel.views.push(swapView)
    await form.confirm()
    expect(ledger).toMatchObject([{ from: 't_ada', to: 't_market' }])
    expect(state()).toMatchObject({ sourceAmount: '', phase: { name: 'idle' } })
    expect(kernel.views.current?.id).toBe('Account')
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(said()).toEqual(['swap.status.confirm', 'swap.status.swapping', 'swap.status.swapped'])
    expect(readLog(kernel)).toMatchObject([{ kind: 'swap', sold: '1 MRK', bought: '2 GLD' }])
    expect(announced).toMatchObject([{ operationType: 'trade', transfers: [{ direction: 'out' }, { direction: 'in', quantity: { numeric: '2' } }] }])
    await vi.waitUntil(() => events.includes('SWAP_SUCCESS'))
    expect(events).toEqual(['OPEN_SWAP', 'CLICK_SELECT_TOKEN_TO_SWAP', 'INITIATE_SWAP', 'SWAP_SUCCESS'])
  })

  it('[S4.16] [S4.18] [S4.19] [S8.14] with an approval: approve, wait for the network, quote again, send', async () => {
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
    expect(leftApprovals(kernel, network, 't_ada')).toMatchObject([{ spender: 't_market', amount: '10 GLD' }])
    wallet.approve()
    await done
    expect(one.asks.length).toBe(before + 1)
    expect(one.asks.at(-1)?.minimumReceived).toBe(minimumReceived(200_000n, 100))
    expect(ledger.map(({ to }) => to)).toEqual(['t_allow', 't_market'])
    await vi.waitUntil(() => leftApprovals(kernel, network, 't_ada').length === 0)
    expect(said()).toEqual(['swap.status.approve', 'swap.status.confirm', 'swap.status.swapping', 'swap.status.swapped'])
  })

  it.each([
    ['2 % less than before', 98n, true],
    ['less than the minimum that was shown', 94n, true],
    ['exactly the minimum that was shown', 99n, false],
    ['a little less', 995n, false],
    ['more', 103n, false],
  ])('[S23] after the approval the exchange gives %s', async (_, share, isAsked) => {
    let turn = 0
    const quote: Quote = async ask => {
      const full = ask.amount * 1_000n
      return turn++ === 0 ? quoteOf(ask, full, [approveStep(ask), swapStep]) : quoteOf(ask, share > 500n ? (full * share) / 1_000n : (full * share) / 100n)
    }
    const { form, ledger, phase, kernel } = await quoted({ routes: { one: quote } }, '10')
    await form.confirm()
    expect(ledger.map(({ to }) => to)).toEqual(isAsked ? ['t_allow'] : ['t_allow', 't_market'])
    if (isAsked) {
      expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.changed' }, quote: { steps: ['swap'] } })
      expect(leftApprovals(kernel, network, 't_ada')).toHaveLength(1)
      await form.confirm()
      expect(ledger.map(({ to }) => to)).toEqual(['t_allow', 't_market'])
    }
  })

  it('[S23] a route that lowers what it had promised is refused', async () => {
    let turn = 0
    const quote: Quote = async ask => {
      const made = quoteOf({ ...ask, minimumReceived: 0n }, 20_000n, turn++ === 0 ? [approveStep(ask), swapStep] : [swapStep])
      return turn === 1 ? made : { ...made, toAmount: 19_900n, minimumReceived: 19_701n }
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
  ])('[S20] [D25] a route that wants %s is stopped before it is signed', async (_, wanted, signed) => {
    let turn = 0
    const stepOf = (ask: SwapAsk): Exclude<SwapStep, { kind: 'swap' }> => {
      const kind = wanted[turn++] ?? 'approve'
      const approval = { token: ask.from as `tally:main/coin:${string}`, spender: 't_market', amount: kind === 'reset' ? 0n : ask.amount }
      if (kind === 'permit') return { kind, typed: {}, deadline: Date.now() + 60_000, approval }
      return { kind, draft: draft(kind === 'reset' ? 't_reset' : 't_allow', 0n), approval }
    }
    const quote: Quote = async ask => quoteOf(ask, 20_000n, [stepOf(ask), swapStep])
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
  ] as const)('nobody waits for the wallet’s %s any more, but what it does all the same counts (%s, %s)', async (_, amount, answer, sent, left) => {
    const { form, wallet, phase, ledger, kernel, said } = await quoted({}, amount)
    wallet.policy = 'ask'
    const first = form.confirm()
    await vi.waitUntil(() => wallet.requests.includes('send'))
    const before = said().length
    await form.stop()
    expect(phase()).toMatchObject({ name: 'quoted', quote: { key: keyOf(kernel) } })
    expect(kernel.state(swapSlice).unanswered).toBe(1)
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.unanswered' } })
    wallet[answer]()
    await first
    expect(kernel.state(swapSlice).unanswered ?? 0).toBe(0)
    expect(ledger.map(({ to }) => to)).toEqual(sent)
    expect(wallet.requests.filter(what => what === 'send')).toHaveLength(1)
    expect(readLog(kernel)).toHaveLength(sent.length)
    expect(leftApprovals(kernel, network, 't_ada').map(one => one.amount)).toEqual(left)
    if (answer === 'decline') expect(said()).toHaveLength(before)
    await form.stop()
    // What is sent must not stand there to be sent again.
    expect(phase().name).toBe(answer === 'approve' && !amount ? 'idle' : 'quoted')
  })
  it('a swap that is approved after nobody waited any more leads to the account, with nothing behind it', async () => {
    const { form, wallet, kernel } = await quoted()
    for (const view of [accountView, swapView, swapPreviewView]) kernel.views.push(view)
    wallet.policy = 'ask'
    const first = form.confirm()
    await vi.waitUntil(() => wallet.requests.includes('send'))
    await form.stop()
    expect(kernel.views.current?.id).toBe(swapPreviewView.id)
    wallet.approve()
    await first
    expect(kernel.views.history.map(({ id }) => id)).toEqual([accountView.id])
  })
  it('what is confirmed anew waits for its own answer only', async () => {
    const answers: { resolve(sent: { readonly hash: string }): void; reject(error: unknown): void }[] = []
    const asking = chain({ send: () => new Promise((resolve, reject) => void answers.push({ resolve, reject })) })
    const { form, state } = await quoted({ plugins: [asking] })
    const first = form.confirm()
    await vi.waitUntil(() => answers.length === 1)
    await form.stop()
    const second = form.confirm({ sure: true })
    await vi.waitUntil(() => answers.length === 2)
    answers[0]?.reject(new TypeError('too late'))
    await first
    expect(state().phase).toMatchObject({ name: 'executing', waitsFor: 'wallet' })
    answers[1]?.resolve({ hash: 'tally:main#2' })
    await second
    expect(state().phase.name).toBe('idle')
  })

  it('[R23] twenty clicks are one request', async () => {
    const { form, wallet, ledger } = await quoted()
    await Promise.all(Array.from({ length: 20 }, () => form.confirm()))
    expect(wallet.requests.filter(what => what === 'send')).toHaveLength(1)
    expect(ledger).toHaveLength(1)
  })

  it('[S8.07] [S8.39] [S8.40] declined or refused in the wallet nothing is lost, and the approval left behind is said and can be taken back', async () => {
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
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.left', values: { amount: '10 GLD' } } })
    wallet.policy = 'approve'
    const [left] = leftApprovals(kernel, network, 't_ada')
    if (!left) expect.unreachable()
    await form.revoke(left)
    expect(ledger.map(({ to }) => to)).toEqual(['t_allow', 't_revoke'])
    expect(leftApprovals(kernel, network, 't_ada')).toEqual([])
    expect(said()).not.toContain('swap.error.approval')
  })

  it.each([
    ['swap', undefined, 'SWAP_ERROR'],
    ['approval', '10', 'SWAP_APPROVAL_ERROR'],
  ])('[S8.07] [S8.39] [S8.40] a %s that the wallet refuses says the wallet’s short words', async (_, amount, event) => {
    const refusing = chain({ send: async () => Promise.reject(new TypeError('nonce too low')) })
    const { form, kernel, events, phase } = await quoted({ plugins: [refusing] }, amount)
    await form.confirm()
    expect(kernel.said.at(-1)).toMatchObject({ kind: 'failure', id: 'swap.error.walletReason', error: { message: 'nonce too low' } })
    expect(events).toContain(event)
    expect(phase().name).toBe('quoted')
  })

  it('[D26c] an expired quote is not signed: a new one is taken and shown', async () => {
    let life = 20
    const quote: Quote = async ask => quoteOf(ask, 20_000n, [swapStep], { expiresAt: Date.now() + life })
    const { form, phase, wallet } = await quoted({ routes: { one: quote } })
    await new Promise(resolve => setTimeout(resolve, 30))
    life = 30_000
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.error.expired' } })
    expect(wallet.requests).toEqual(['connect'])
    await form.confirm()
    expect(wallet.requests).toEqual(['connect', 'send'])
  })

  it('[S22] [D26e] a tolerance above 5 %, or a loss from 10 % on, wants a second yes; a loss of half is not signed at all', async () => {
    const { form, phase, wallet } = await quoted({ prices: { native: '1', [gold.asset]: '0.5' } })
    await form.setSlippage(600)
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.sure' } })
    await form.setSlippage(10_001)
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.sure' } })
    await form.confirm({ sure: true })
    expect(wallet.requests).toEqual(['connect', 'send'])

    const half = await quoted({ prices: { native: '1', [gold.asset]: '0.2' } })
    await half.form.confirm({ sure: true })
    expect(half.phase()).toMatchObject({ problem: { id: 'swap.problem.refused' } })
    expect(half.wallet.requests).toEqual(['connect'])
  })

  it('[S24] the network switched while the approval is waited for: nothing more is asked, and the approval is kept in sight', async () => {
    const { form, wallet, kernel, ledger, state, one } = await quoted({}, '10')
    wallet.policy = 'ask'
    const done = form.confirm()
    await vi.waitUntil(() => wallet.requests.includes('send'))
    wallet.policy = 'approve'
    one.allowed.add(gold.asset)
    await kernel.use(connection).switchNetwork('tally:side')
    wallet.approve()
    await done
    expect(state().phase.name).toBe('idle')
    expect(ledger.map(({ to }) => to)).toEqual(['t_allow'])
    expect(leftApprovals(kernel, network, 't_ada')).toHaveLength(1)
  })

  it('[R19] a reorganisation takes "swapped" back until the network has it again', async () => {
    const told: { tell?: ((outcome: TransactionOutcome | undefined) => void) | undefined } = {}
    const shaky = chain({
      confirm: async (_hash, _network, _signal, changed) => {
        told.tell = changed
        return { status: 'confirmed' }
      },
    })
    const { form, kernel, said } = await quoted({ plugins: [shaky] })
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    told.tell?.(undefined)
    expect(readLog(kernel)[0]?.status).toBe('pending')
    expect(said().at(-1)).toBe('swap.status.swapping')
    told.tell?.({ status: 'failed' })
    expect(said().at(-1)).toBe('swap.error.reverted')
  })

  it('[S9.10] is not asked about while the modal is closed, at once when it is opened; what became of it meanwhile is said then', async () => {
    let looks = 0
    const patient = chain({
      // The modal is closed while the wallet is asked.
      send: async () => {
        kernel.use(shell).close()
        return { hash: 'tally:main#1' }
      },
      confirm: async (_hash, _network, signal, _changed, turn) => {
        for (; looks < 3; looks++) await turn?.(signal)
        return { status: 'confirmed' }
      },
    })
    const { form, kernel, said } = await quoted({ plugins: [patient] })
    kernel.use(shell).open()
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'pending')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(looks).toBe(0)
    kernel.use(shell).open()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(said().at(-1)).toBe('swap.status.swapped')
  })

  it.each<[TransactionOutcome, string]>([
    [{ status: 'failed' }, 'swap.error.reverted'],
    [{ status: 'expired' }, 'swap.error.dropped'],
    [{ status: 'replaced', by: 'tally:main#9' }, 'swap.error.replaced'],
  ])('[R19] that came to nothing is never told as swapped: %o', async (outcome, sentence) => {
    const { form, kernel, said } = await quoted({ plugins: [chain({ confirm: async () => outcome })] })
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === outcome.status)
    expect(said().at(-1)).toBe(sentence)
    expect(said()).not.toContain('swap.status.swapped')
  })

  it('after a reload it is followed to its end, and approvals that were left are still known', async () => {
    const storage = memoryStorage()
    const silent = chain({ confirm: () => new Promise(() => undefined) })
    const first = await quoted({ storage, plugins: [silent] })
    await first.form.confirm()
    expect(readLog(first.kernel)).toMatchObject([{ status: 'pending' }])
    first.kernel.dispose()

    const again = await start({ storage, plugins: [chain({})] })
    await vi.waitUntil(() => readLog(again.kernel)[0]?.status === 'confirmed')
    expect(again.said()).toEqual(['swap.status.swapped'])
  })

  it.each([
    ['1000', 'of as much', 0],
    ['1001', 'of a base unit more', 1],
    ['unlimited', 'without a limit', 1],
  ])('after a reload an approval of %s, %s, is used up by the swap of 1000 or stays in sight', async (units, _, count) => {
    const texts = new Map<string, string>()
    const storage: StorageDriver = { get: key => texts.get(key), set: (key, text) => texts.set(key, text), remove: key => texts.delete(key) }
    const silent = chain({ confirm: () => new Promise(() => undefined) })
    const one = market()
    one.allowed.add(gold.asset)
    const first = await quoted({ storage, plugins: [silent], routes: { one: one.quote } }, '10')
    await first.form.confirm()
    const of = approval({ units })
    const others = [approval({ owner: 't_bob' }), approval({ route: 'two', spender: 't_bazaar' })]
    first.kernel.dispose()
    for (const [key, text] of texts) texts.set(key, text.replace(/\}\]/, `},${JSON.stringify([of, ...others]).slice(1)}`))
    expect([...texts.values()].join()).toContain('t_bazaar')

    const again = await start({ storage, plugins: [chain({})] })
    await vi.waitUntil(() => readLog(again.kernel)[0]?.status === 'confirmed')
    expect(leftApprovals(again.kernel, network, 't_ada').map(({ route }) => route)).toEqual([...(count ? ['one'] : []), 'two'])
    expect(leftApprovals(again.kernel, network, 't_bob')).toHaveLength(1)
  })

  it('[R19] a swap that a reorganisation undid leaves its approval in sight again, and so does a revocation', async () => {
    const told = new Map<string, (outcome: TransactionOutcome | undefined) => void>()
    let sent = 0
    const shaky = chain({
      send: async () => ({ hash: `tally:main#${++sent}` }),
      confirm: async (hash, _network, _signal, changed) => {
        if (changed) told.set(hash, changed)
        return { status: 'confirmed' }
      },
    })
    let turn = 0
    const quote: Quote = async ask => quoteOf(ask, 20_000n, turn++ === 0 ? [approveStep(ask), swapStep] : [swapStep])
    const { form, kernel } = await quoted({ plugins: [shaky], routes: { one: quote } }, '10')
    const left = () => leftApprovals(kernel, network, 't_ada')
    await form.confirm()
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed')
    expect(left()).toEqual([])
    told.get('tally:main#2')?.(undefined)
    expect(left()).toMatchObject([{ spender: 't_market', amount: '10 GLD', revoking: false }])
    told.get('tally:main#2')?.({ status: 'failed' })
    const [one] = left()
    if (!one) expect.unreachable()
    await form.revoke(one)
    expect(left()).toEqual([])
    told.get('tally:main#3')?.(undefined)
    expect(left()).toMatchObject([{ spender: 't_market', revoking: true }])
    told.get('tally:main#3')?.({ status: 'confirmed' })
    expect(left()).toEqual([])
  })

  it('an approval that is being taken back stays in sight until the network has that', async () => {
    const waiting: (() => void)[] = []
    const slow = chain({
      send: async (_via, _from, { body }) => ({ hash: `tally:main#${(body as { to: string }).to}` }),
      confirm: async hash => {
        if (hash.endsWith('t_revoke')) await new Promise<void>(resolve => void waiting.push(resolve))
        return { status: hash.endsWith('t_market') ? 'failed' : 'confirmed' }
      },
    })
    let turn = 0
    const quote: Quote = async ask => quoteOf(ask, 20_000n, turn++ === 0 ? [approveStep(ask), swapStep] : [swapStep])
    const { form, kernel, announced } = await quoted({ plugins: [slow], routes: { one: quote } }, '10')
    await form.confirm()
    const left = () => leftApprovals(kernel, network, 't_ada')
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'failed')
    const [one] = left()
    if (!one) expect.unreachable()
    const done = form.revoke(one)
    await vi.waitUntil(() => waiting.length === 1)
    expect(left()).toMatchObject([{ revoking: true }])
    for (const answer of waiting) answer()
    await done
    expect(left()).toEqual([])
    expect(announced.map(({ operationType }) => operationType)).toEqual(['approve', 'trade', 'revoke'])
  })

  it('an approval stays in sight however many swaps come after it', async () => {
    let sent = 0
    const counting = chain({ send: async () => ({ hash: `tally:main#${++sent}` }) })
    let turn = 0
    const quote: Quote = async ask => {
      if (ask.from === 'native') return quoteOf(ask, 200n)
      return turn++ === 0 ? quoteOf(ask, 20_000n, [approveStep(ask), swapStep]) : quoteOf(ask, 100n)
    }
    const { form, kernel } = await quoted({ plugins: [counting], routes: { one: quote }, balances: [hold(marks, 1_000n), hold(gold, 10_000n)] }, '10')
    await form.confirm()
    expect(sent).toBe(1)
    for (let swaps = 0; swaps < 30; swaps++) {
      await form.initialize()
      await form.selectTarget(gold)
      await form.confirm()
    }
    expect(sent).toBe(31)
    expect(readLog(kernel).length).toBe(21)
    expect(leftApprovals(kernel, network, 't_ada')).toMatchObject([{ amount: '10 GLD' }])
  })

  it('an approval that the network did not carry out is none', async () => {
    const { form, kernel, phase } = await quoted({ plugins: [chain({ confirm: async () => ({ status: 'failed' }) })] }, '10')
    await form.confirm()
    expect(leftApprovals(kernel, network, 't_ada')).toEqual([])
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.error.approval' } })
  })

  it('[S13] takes nothing unsound from storage', () => {
    const logOf = (found: unknown) => readLog({ state: () => ({ found }) } as unknown as Read)
    const sent = { hash: '0x1', network, kind: 'swap', sold: '1 MRK', bought: '2 GLD', at: 1, status: 'pending' }
    const { approval: of } = approval({})
    expect(logOf([sent, { ...sent, approval: of }])).toEqual([sent, { ...sent, approval: of }])
    const unsoundApprovals = [null, { owner: '' }, { token: 'gold' }, { token: 'tally:side/coin:gold' }, { route: 'a b' }, { units: 7 }]
    for (const change of unsoundApprovals) expect(logOf([{ ...sent, approval: change && { ...of, ...Object(change) } }])).toEqual([sent])
    const unsound = [{ hash: '' }, { hash: 7 }, { network: 'x' }, { kind: 'steal' }, { at: Number.NaN }, { status: 'swapped' }]
    expect(logOf(unsound.map(change => ({ ...sent, ...change })))).toEqual([])
    fc.assert(fc.property(fc.anything(), found => void expect(logOf([found])).toEqual([])))
  })
})
