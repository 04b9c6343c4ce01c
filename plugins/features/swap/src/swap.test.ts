import { accountView } from '@portico/kernel/account'
import type { GasPrice, Holding, TokenPrice } from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import { shellService } from '@portico/kernel/shell'
import { tallyNetwork } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  gold,
  hold,
  marks,
  type Quote,
  quoted,
  quoteOf,
  routesShown,
  salt,
  start,
  swapStep,
} from '../test/market.js'
import { keyOf, shortage, swapFacts, swapView } from './index.js'

describe('the start of the form', () => {
  it('[S4.12] [S4.13] the form loads tokens, prices and gas first, and starts with the native coin and the amount 1', async () => {
    const waiting: ((price: GasPrice) => void)[] = []
    const { form, state, events } = await start({
      prices: { native: '3' },
      gas: () => new Promise(resolve => void waiting.push(resolve)),
    })
    const done = form.initialize()
    await vi.waitUntil(() => waiting.length === 1, { timeout: 20_000 })
    expect(state().phase.name).toBe('initializing')
    await form.setAmount('7')
    await form.switchTokens()
    expect(state().sourceAmount).toBe('')
    for (const answer of waiting) answer({ standard: 1n, fast: 2n, instant: 3n })
    await done
    expect(state()).toMatchObject({
      source: { symbol: 'MRK' },
      sourceAmount: '1',
      gasPrice: 1n,
      prices: { native: '3' },
      phase: { name: 'editing' },
    })
    expect(state().tokens.map(({ symbol }) => symbol)).toEqual(['MRK', 'GLD', 'SLT'])
    expect(events).toEqual(['OPEN_SWAP'])
  })

  it('the form lists the tokens of the account in its own order, in whichever order the answer has them', async () => {
    const { form, state } = await start({
      balances: [
        hold(gold, 5n),
        { ...hold({ ...salt, name: 'Own salt' }, 1n), value: '9' },
        hold(marks, 100n),
      ],
    })
    await form.initialize()
    expect(state().balances.map(({ token }) => token.symbol)).toEqual(['MRK', 'SLT', 'GLD'])
    expect(
      state().tokens.map(({ name }) => name),
      'each once, as the account names it',
    ).toEqual(['Mark', 'Own salt', 'Gold'])
  })

  it('[S4.14] a failed start of the form shows an error, and the modal goes back to the account', async () => {
    const { kernel, form, phase, said } = await start({
      gas: async () => Promise.reject(new TypeError('down')),
    })
    kernel.views.push(accountView)
    kernel.views.push(swapView, undefined)
    await form.initialize()
    expect(said()).toEqual(['swap.error.initialize'])
    expect(phase().name).toBe('idle')
    expect(kernel.views.current?.id).toBe('Account')
  })

  it('[S8.03] the form starts without the price of the coin, and reports that it is missing', async () => {
    const { form, phase, said } = await start({
      prices: async () => Promise.reject(new TypeError('no prices today')),
    })
    await form.initialize()
    expect(said()).toEqual(['swap.error.price'])
    expect(phase().name).toBe('editing')
  })

  it('[S5.09] [S8.27] the form reports that it needs an account when none is connected', async () => {
    const { form, said } = await start({ connected: false })
    await form.initialize()
    expect(said()).toEqual(['swap.error.account'])
  })
})

describe('a token that can be swapped', () => {
  it('[S3.30] a token keeps the permits that a route reports, in the list and when chosen, also when the account has it', async () => {
    const permitted = { ...gold, eip2612: true }
    const { kernel, form, state } = await start({
      listed: [marks, permitted, { ...salt, eip2612: false }],
      balances: [hold(marks, 100n), hold(gold, 5n)],
    })
    await form.initialize()
    const listed = () => state().tokens.map(({ symbol, eip2612 = false }) => [symbol, eip2612])
    expect(listed()).toEqual([
      ['MRK', false],
      ['GLD', true],
      ['SLT', false],
    ])
    const [, chosen, other] = state().tokens
    await form.selectSource(chosen ?? expect.unreachable())
    await form.selectTarget(other ?? expect.unreachable())
    expect(swapFacts(kernel)).toMatchObject({
      sourceToken: { symbol: 'GLD', decimals: 2, eip2612: true },
      toToken: { symbol: 'SLT', eip2612: false },
    })
  })
})

describe('a quote', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

  afterEach(() => void vi.useRealTimers())

  it('[S4.15] [S3.31] [S3.32] [S3.33] [S3.34] [S3.35] [S3.37] [S9.15] [S9.17] a quote is requested once there is a source, a target and an amount, and says what arrives', async () => {
    const { kernel, one } = await quoted({ prices: { native: '3', [gold.asset]: '1.5' } })
    expect(one.asks).toMatchObject([
      { from: 'native', to: gold.asset, amount: 1n, slippageBasisPoints: 100 },
    ])
    expect(swapFacts(kernel)).toMatchObject({
      sourceTokenAmount: '1',
      sourceTokenPriceInUSD: '3',
      toTokenAmount: '2',
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
    [1_234_567_890_123_456_789_012n, '1234.56789'],
    [123_456_789_012_345_678n, '0.1234'],
    [12_345_678_901_234n, '0.00001234'],
    [1n, '<0.00000001'],
  ])(
    '[S3.32] [S9.17] toTokenAmount is formatted like every amount on screen: %s base units as %s',
    async (units, shown) => {
      const native = { ...tallyNetwork().nativeCurrency, decimals: 18 }
      const coin: Token = { asset: 'native', network: 'tally:main', ...native }
      const { kernel, form, state } = await start({
        networks: [{ ...tallyNetwork(), nativeCurrency: native }],
        balances: [hold(gold, 10_000n), hold(coin, 10n ** 18n)],
        routes: { one: async quoteRequest => quoteOf(quoteRequest, units) },
      })
      await form.initialize()
      await form.selectSource(gold)
      await form.setAmount('1.5')
      await form.selectTarget(coin)
      await vi.waitUntil(() => state().phase.name === 'quoted', { timeout: 20_000 })
      expect(swapFacts(kernel).toTokenAmount).toBe(shown)
    },
  )

  it('[S3.31] [S3.32] [S3.34] [S3.37] a quote is valued at exact prices with the decimals of each coin, and at new prices once they load', async () => {
    const native = { ...tallyNetwork().nativeCurrency, decimals: 9 }
    const coin: Token = { asset: 'native', network: 'tally:main', ...native }
    const cost = 1_234_567n
    const prices: Record<string, string> = {
      native: '1234.56789',
      [gold.asset]: '0.333',
      [salt.asset]: '7.0001',
    }
    const gas = vi.fn(async (): Promise<GasPrice> => ({ standard: 41n, fast: 42n, instant: 43n }))
    const { kernel, form, state } = await start({
      networks: [{ ...tallyNetwork(), nativeCurrency: native }],
      balances: [hold(gold, 10_000n), hold(coin, 98_765_432_101n)],
      routes: {
        one: async quoteRequest =>
          quoteOf(quoteRequest, 123n, [swapStep], { cost: { kind: 'native', amount: cost } }),
      },
      prices: async assets =>
        assets.map(asset => ({
          asset: asset as Token['asset'],
          symbol: '',
          price: prices[asset] ?? '0',
        })),
      gas,
    })
    const worthOf = () => {
      const {
        gasFee,
        gasPriceInUSD,
        networkPrice,
        networkBalanceInUSD,
        sourceTokenPriceInUSD,
        toTokenPriceInUSD,
      } = swapFacts(kernel)
      return {
        gasFee,
        gasPriceInUSD,
        networkPrice,
        networkBalanceInUSD,
        sourceTokenPriceInUSD,
        toTokenPriceInUSD,
      }
    }
    await form.initialize()
    expect(worthOf()).toMatchObject({ gasFee: undefined, gasPriceInUSD: undefined })
    await form.selectSource(gold)
    await form.setAmount('1.5')
    await form.selectTarget(salt)
    await vi.waitUntil(() => state().phase.name === 'quoted', { timeout: 20_000 })
    // 0.001234567 and 98.765432101 coins at 1234.56789 each.
    expect(worthOf()).toEqual({
      gasFee: cost,
      gasPriceInUSD: '1.52415677625363',
      networkPrice: '1234.56789',
      networkBalanceInUSD: '121932.63111386983689',
      sourceTokenPriceInUSD: '0.333',
      toTokenPriceInUSD: '7.0001',
    })
    expect(swapFacts(kernel).swapTransaction).toMatchObject({ gasPrice: 41n })

    Object.assign(prices, { native: '2000.5' })
    gas.mockResolvedValue({ standard: 71n, fast: 72n, instant: 73n })
    await vi.advanceTimersByTimeAsync(61_000)
    await form.initialize()
    await form.selectSource(gold)
    await form.setAmount('1.5')
    await form.selectTarget(salt)
    await vi.waitUntil(() => state().phase.name === 'quoted', { timeout: 20_000 })
    expect(worthOf()).toMatchObject({
      gasPriceInUSD: '2.4697512835',
      networkPrice: '2000.5',
      networkBalanceInUSD: '197580.2469180505',
    })
    expect(swapFacts(kernel).swapTransaction).toMatchObject({ gasPrice: 71n })
  })

  it.each([
    ['no amount', ''],
    ['zero', '0'],
    ['less than nothing', '-1'],
    ['no number', 'much'],
    ['more decimals than the token has', '1.5'],
    ['an exponent', '1e3'],
  ])(
    '[S5.10] [S5.11] [S5.12] [S5.13] no quote is requested for an amount of this kind: %s',
    async (_, amount) => {
      const { form, one, phase } = await quoted()
      await form.setAmount(amount)
      await vi.advanceTimersByTimeAsync(600)
      expect(one.asks).toHaveLength(1)
      expect(phase().name).toBe('editing')
    },
  )

  it('[S5.14] a quote is not requested while prices load, but right after', async () => {
    const waiting: ((prices: readonly TokenPrice[]) => void)[] = []
    const prices = async (assets: readonly string[]) =>
      assets.includes(gold.asset)
        ? new Promise<readonly TokenPrice[]>(resolve => void waiting.push(resolve))
        : []
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

  it('a quote is requested half a second after the last keystroke, once for the last amount', async () => {
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

  it('[D26b] a quote is refreshed every 10 s while the form is visible, and not after the modal is closed', async () => {
    const { kernel, one, phase } = await quoted()
    kernel.use(shellService).open()
    kernel.views.push(swapView, undefined)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitUntil(() => one.asks.length === 2)
    await vi.advanceTimersByTimeAsync(10_100)
    await vi.waitUntil(() => one.asks.length === 3)
    expect(phase().name).toBe('quoted')
    kernel.use(shellService).close()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(one.asks).toHaveLength(3)
  })

  it('[S4.23] [S4.24] switching exchanges the tokens, sells the previous output, and requests a new quote', async () => {
    const { form, state, one } = await quoted()
    await form.switchTokens()
    expect(state()).toMatchObject({
      source: { symbol: 'GLD' },
      target: { symbol: 'MRK' },
      sourceAmount: '2',
    })
    expect(one.asks.at(-1)).toMatchObject({ from: gold.asset, to: 'native', amount: 200n })
  })

  it('[S4.25] switching is ignored before the form has started', async () => {
    const { form, state } = await start()
    await form.switchTokens()
    expect(state()).toMatchObject({ phase: { name: 'idle' }, sourceAmount: '' })
  })

  it('[S4.26] clearing a token clears the amount, and clearing the target clears its price', async () => {
    const { form, state, kernel } = await quoted()
    await form.clear('target')
    expect(swapFacts(kernel)).toMatchObject({
      toToken: undefined,
      toTokenAmount: '',
      toTokenPriceInUSD: undefined,
    })
    await form.clear('source')
    expect(state()).toMatchObject({ sourceAmount: '', phase: { name: 'editing' } })
    expect(state().source).toBeUndefined()
  })

  it('choosing the source token as the target exchanges the tokens', async () => {
    const { form, state } = await quoted()
    await form.selectTarget(marks)
    expect(state()).toMatchObject({ source: { symbol: 'GLD' }, target: { symbol: 'MRK' } })
  })

  it('[S5.19] a quote with an output of zero shows an alert, and the form refuses it', async () => {
    const { form, phase, said } = await start({
      routes: { liar: async quoteRequest => quoteOf(quoteRequest, 0n) },
    })
    await form.initialize()
    await form.selectTarget(gold)
    expect(said()).toEqual(['swap.alert.amount'])
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'swap.error.refused' } })
  })

  it('[S8.19] a failed quote shows its reason, and says that the balance is too low only when it is', async () => {
    const fails: Quote = async () =>
      Promise.reject(Object.assign(new TypeError('no liquidity'), {}))
    const { form, phase } = await start({ routes: { one: fails } })
    await form.initialize()
    await form.selectTarget(gold)
    expect(phase()).toMatchObject({
      name: 'editing',
      problem: { en: '{reason}', values: { reason: 'no liquidity' } },
    })
    await form.setAmount('101')
    await vi.advanceTimersByTimeAsync(500)
    await vi.waitUntil(() => phase().name === 'editing')
    expect(phase()).toMatchObject({ problem: { id: 'swap.problem.balance' } })
  })

  it('the route with the best output after gas wins, all routes are listed, and one that fails or hangs blocks none', async () => {
    const prices = { native: '1', [gold.asset]: '1' }
    const { form, phase, kernel } = await start({
      prices,
      routes: {
        dear: async quoteRequest =>
          quoteOf(quoteRequest, 1_000n, [swapStep], { cost: { kind: 'native', amount: 9n } }),
        cheap: async quoteRequest =>
          quoteOf(quoteRequest, 900n, [swapStep], { cost: { kind: 'native', amount: 1n } }),
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
        routes: [
          { id: 'cheap', net: 800n },
          { id: 'dear', net: 100n },
          { id: 'broken', problem: { values: { reason: 'out of order' } } },
          { id: 'hanging' },
        ],
      },
    })
    expect(swapFacts(kernel).toTokenAmount).toBe('9')
  })
})

describe('the shortage of an account', () => {
  const cases: readonly (readonly [string, readonly Holding[], string, string | undefined])[] = [
    ['enough', [hold(marks, 100n), hold(gold, 10_000n)], '1', undefined],
    ['exactly enough, gas and all', [hold(marks, 2n), hold(gold, 100n)], '1', undefined],
    [
      'too little of what is sold',
      [hold(marks, 100n), hold(gold, 99n)],
      '1',
      'swap.problem.balance',
    ],
    ['no native coin', [hold(marks, 0n), hold(gold, 100n)], '1', 'swap.problem.gas'],
    ['too little native coin', [hold(marks, 1n), hold(gold, 100n)], '1', 'swap.problem.gas'],
  ]
  it.each(cases)(
    '[S5.15] [S5.16] [S5.17] [S3.38] shortage tells whether the account can pay when it has %s',
    async (_, balances, amount, problem) => {
      const { kernel, form, wallet } = await quoted({ balances }, amount)
      expect(shortage(kernel)?.id).toBe(problem)
      expect(swapFacts(kernel).inputError?.id).toBe(problem)
      if (problem) {
        await form.confirm()
        expect(wallet.requests).toEqual(['connect'])
      }
    },
  )
  it('shortage says how much of which token is missing', async () => {
    const { kernel } = await quoted({ balances: [hold(marks, 1n), hold(gold, 100n)] }, '1')
    expect(shortage(kernel)?.values).toEqual({ missing: '1', symbol: 'MRK' })
  })
})
