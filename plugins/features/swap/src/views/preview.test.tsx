// @vitest-environment happy-dom
import type { SwapQuoteRequest, TransactionOutcome } from '@portico/kernel/capabilities'
import { tallyNetwork } from '@portico/kernel/testing'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../../../ui/test/render.js'
import {
  approveStep,
  chain,
  gold,
  hold,
  marks,
  type Quote,
  quoteOf,
  type Start,
  start,
  swapStep,
} from '../../test/market.js'
import {
  buttonOf,
  confirm,
  fact,
  isOff,
  pearl,
  place,
  press,
  preview,
  said,
  sees,
  show,
} from '../../test/preview-bench.js'
import { market, never, prices } from '../../test/views-rig.js'
import SwapPreviewView from './swap-preview-view.js'

describe('the preview', () => {
  it('the preview shows the paid and received amounts and the changes, and its button sends the request to the wallet', async () => {
    const { ledger } = await preview(market(199n))
    expect(said()).toContain('You pay1 MRK')
    expect(said()).toContain('You get1.99 GLD')
    await eventually(() => fact('Mark'))
    expect([fact('Mark'), fact('Gold')]).toEqual(['−3 MRK', '+1.99 GLD'])
    expect(said()).toContain('The network has just simulated')
    await confirm('Swap 1 MRK')
    await eventually(() => ledger.length === 1)
  })

  it('the preview shows a sold amount to its last digit, and rounds up a figure that includes a cost', async () => {
    const fine = tallyNetwork()
    const networks = [
      { ...fine, nativeCurrency: { ...fine.nativeCurrency, decimals: 18 } },
    ] as const
    const costly: Quote = async quoteRequest =>
      quoteOf(quoteRequest, 199n, [swapStep], {
        cost: { kind: 'native', amount: 21_000_000_000_001n },
      })
    const world = await start({
      ...market(199n, { routes: { one: costly } }),
      networks,
      balances: [hold({ ...marks, decimals: 18 }, 10n ** 18n), hold(pearl, 10n ** 18n)],
    })
    await world.form.initialize()
    await world.form.setAmount('0.1234567891')
    await world.form.selectTarget(gold)
    await show(world, <SwapPreviewView />)
    await eventually(() => fact('Mark'))
    expect([fact('Network cost'), fact('Mark')]).toEqual([
      '0.00002101 MRK ·\u00a0$0.01',
      '−0.1235 MRK',
    ])
    await act(() => world.form.selectSource(pearl))
    await act(() => world.form.setAmount('0.1234567891'))
    await eventually(() => fact('Pearl') === '−0.1234567891 PRL')
    expect(buttonOf('Swap 0.1234567891 PRL')).toBeDefined()
    expect(fact('Mark')).toBe('−0.00002101 MRK')
  })

  it('the preview says why it chose this route, and lists the quotes of the others', async () => {
    const routes: Start['routes'] = {
      less: async quoteRequest => quoteOf(quoteRequest, 190n),
      best: async quoteRequest => quoteOf(quoteRequest, 199n),
      broken: () => Promise.reject(new TypeError('no liquidity')),
    }
    await preview({ routes })
    await press(/^Route/)
    await sees('Best of 2 offers')
    expect([fact('best'), fact('less')]).toEqual(['1.99 GLD', '1.9 GLD'])
    expect(fact('broken')).toContain('no liquidity')
  })

  it.each([
    ['[D26e] the preview warns of a loss of 3 %', 194n, 'You lose 3 % of the value'],
    [
      '[S21] the preview doubts the prices when the output is worth more than the input',
      260n,
      'one of the prices is wrong',
    ],
  ])('%s', async (_, units, sentence) => {
    await preview(market(units))
    expect(said()).toContain(sentence)
    expect(isOff('Swap 1 MRK')).toBe(false)
  })

  it.each<[what: string, more: Start, isSaid: boolean]>([
    [
      'is said when only the route knows the price',
      { prices: {}, routes: { one: async quoteRequest => quoteOf(quoteRequest, 199n) } },
      true,
    ],
    [
      'is said when the price of one token alone is known',
      {
        prices: { native: '2' },
        routes: { one: async quoteRequest => quoteOf(quoteRequest, 199n) },
      },
      true,
    ],
    ['is not said when a price service knows both tokens', market(199n), false],
    [
      'is not said when a second endpoint knows the price',
      {
        prices: {},
        routes: {
          one: async quoteRequest => quoteOf(quoteRequest, 199n, [swapStep], { priceSources: 2 }),
        },
      },
      false,
    ],
    [
      'is not said when two routes give a price',
      {
        prices: {},
        routes: {
          one: async quoteRequest => quoteOf(quoteRequest, 199n),
          two: async quoteRequest => quoteOf(quoteRequest, 198n),
        },
      },
      false,
    ],
    [
      'is shown when the second route gives no price',
      {
        prices: {},
        routes: {
          one: async quoteRequest => quoteOf(quoteRequest, 199n),
          two: () => Promise.reject(new TypeError('no')),
        },
      },
      true,
    ],
  ])('[S21] the notice that the price comes from one source %s', async (_, more, isSaid) => {
    await preview(more)
    expect(
      said().includes('This price comes from one source only. Compare it before you swap.'),
    ).toBe(isSaid)
  })

  it('[S21] a swap of unknown worth shows a notice, and needs a second confirmation at another button', async () => {
    const { ledger } = await preview({
      routes: {
        one: async quoteRequest => quoteOf(quoteRequest, 199n, [swapStep], { impact: undefined }),
      },
    })
    expect(said()).toContain('The value of one of these is unknown')
    await confirm('Swap 1 MRK')
    await sees('How much of the value you lose is unknown.')
    expect(ledger).toEqual([])
    await confirm('Swap anyway')
    await eventually(() => ledger.length === 1)
  })

  it('[D26e] [S21] a loss of half by the market disables the swap button when prices are unknown', async () => {
    const half = 50n * 10n ** 12n
    await preview({
      routes: {
        one: async quoteRequest => quoteOf(quoteRequest, 199n, [swapStep], { impact: half }),
      },
    })
    expect(fact('Price impact')).toBe('50 %')
    expect(isOff('Swap 1 MRK')).toBe(true)
  })

  it('[D26e] a loss above 10 % needs a second confirmation at another button', async () => {
    const { ledger } = await preview(market(178n))
    await confirm('Swap 1 MRK')
    await sees('Press once more')
    expect(ledger).toEqual([])
    await confirm('Swap anyway')
    await eventually(() => ledger.length === 1)
  })

  it('[S21] a loss above half disables the swap button', async () => {
    await preview(market(90n))
    expect(isOff('Swap 1 MRK')).toBe(true)
  })

  it('[D25b] an approval is exact, and unlimited only by choice, with a warning of what that means', async () => {
    const asks: SwapQuoteRequest[] = []
    const approving: Quote = async quoteRequest => {
      asks.push(quoteRequest)
      return quoteOf(quoteRequest, quoteRequest.amount * 100n, [
        approveStep(quoteRequest),
        swapStep,
      ])
    }
    await preview({ prices, routes: { one: approving } }, '10')
    expect(said()).toContain('Allow one to take 10 GLD')
    await sees('one may take')
    // Before all that has to be scrolled to.
    expect(place.querySelector('dt')?.textContent).toBe('one may take')
    await press('one may take 10 GLD')
    expect(asks.some(quoteRequest => quoteRequest.unlimited)).toBe(false)
    await act(async () =>
      [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')].at(-1)?.click(),
    )
    await sees('could take all of your GLD, now or later')
    expect(asks.at(-1)?.unlimited).toBe(true)
    expect(said()).toContain('∞ GLD')
  })

  describe('a refresh of the price', () => {
    beforeEach(
      () =>
        void vi.useFakeTimers({
          toFake: [
            'setTimeout',
            'clearTimeout',
            'Date',
            'performance',
            'requestAnimationFrame',
            'cancelAnimationFrame',
          ],
        }),
    )
    afterEach(() => void vi.useRealTimers())
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const button = () => buttonOf(/^Swap 1 MRK/)
    /** A market whose price the test sets, with the review on screen for long enough to be read. */
    async function review(units: bigint) {
      const price = { units }
      const world = await preview({
        prices,
        routes: { one: async quoteRequest => quoteOf(quoteRequest, price.units) },
      })
      await pass(500)
      expect(button().getAttribute('aria-disabled')).toBeNull()
      return { ...world, price, refresh: () => act(() => world.form.refresh()) }
    }

    it('[S11] [S22] [S23] a refresh that lowers the minimum during a click signs nothing, marks the figure and blocks clicks for 400 ms', async () => {
      const { price, refresh, wallet } = await review(199n)
      button().dispatchEvent(new Event('pointerdown', { bubbles: true }))
      price.units = 197n
      await refresh()
      await act(async () => button().click())
      await pass(300)
      await act(async () => button().click())
      expect(wallet.requests).toEqual(['connect'])
      expect(button().getAttribute('aria-disabled')).toBe('true')
      expect(fact('At least')).toBe('1.96 GLD ↓ (lower than before)')
      expect(place.querySelector('.swap-hero .swap-changed')?.textContent).toBe(
        '1.97 GLD ↓ (lower than before)',
      )
      expect(place.querySelector('[role=status]')?.textContent).toBe(
        'The price has changed. You get at least 1.96 GLD now.',
      )
      await pass(200)
      await act(async () => button().click())
      await vi.waitUntil(() => wallet.requests.includes('send'))
    })

    it('[S11] a refresh that changes any other figure blocks a click, too, and one that changes nothing does not', async () => {
      const { price, refresh, wallet } = await review(199n)
      await refresh()
      expect(button().getAttribute('aria-disabled')).toBeNull()
      expect(place.querySelector('.swap-changed')).toBeNull()
      price.units = 210n
      await refresh()
      await act(async () => button().click())
      expect(wallet.requests).toEqual(['connect'])
      expect(fact('At least')).toBe('2.08 GLD ↑ (higher than before)')
      expect(place.querySelector('[role=status]')?.textContent).toBe('')
    })

    it('[S11] the mark of a changed figure disappears when the swap is edited', async () => {
      const { form, price, refresh } = await review(199n)
      price.units = 197n
      await refresh()
      expect(place.querySelector('.swap-changed')).not.toBeNull()
      await act(() => form.setSlippage(50))
      expect(place.querySelector('.swap-changed')).toBeNull()
    })
  })

  it('the preview says that there is nothing to preview when there is no quote', async () => {
    await show(await start(market(199n)), <SwapPreviewView />)
    expect(said()).toContain('nothing left to preview')
  })
})

describe('View progress', () => {
  const approving: Quote = async quoteRequest =>
    quoteOf(quoteRequest, quoteRequest.amount * 100n, [approveStep(quoteRequest), swapStep])
  const stepNow = () => place.querySelector('[aria-current=step]')?.textContent

  it('[S8.14] [S8.15] the progress names the step and the wallet it waits for, and Stop waiting returns to the quote', async () => {
    const send = vi.fn(never)
    const { phase } = await preview(
      { prices, routes: { one: approving }, plugins: [chain({ send })] },
      '10',
    )
    await confirm('Swap 10 GLD')
    await sees('Open Tally Wallet to approve')
    expect(stepNow()).toContain('Allow one to take 10 GLD')
    await eventually(() => send.mock.calls.length)
    await press('Stop waiting')
    expect(phase().name).toBe('quoted')
    await sees(
      'Tally Wallet may still ask you for an approval of 10 GLD. Decline it there before you swap again.',
    )
    expect(said()).not.toContain('Swap 10 GLD')
    expect(buttonOf('Swap anyway')).toBeTruthy()
  })

  it('the progress of a sent approval offers Back, and no Stop waiting', async () => {
    await preview(
      { prices, routes: { one: approving }, plugins: [chain({ confirm: never })] },
      '10',
    )
    await confirm('Swap 10 GLD')
    await sees('Waiting for the network')
    expect(said()).not.toContain('Stop waiting')
    expect(buttonOf('Back')).toBeTruthy()
  })

  it('a decline after the approval shows the unused approval, and Revoke revokes it', async () => {
    let count = 0
    const send = async () => {
      if (count++ === 1) throw Object.assign(new TypeError('User rejected'), { code: 4001 })
      return { hash: `tally:main#${count}` }
    }
    const known = { allowed: false }
    const route: Quote = async quoteRequest =>
      quoteOf(
        quoteRequest,
        quoteRequest.amount * 100n,
        known.allowed ? [swapStep] : [approveStep(quoteRequest), swapStep],
      )
    const confirmed = async (): Promise<TransactionOutcome> => {
      known.allowed = true
      return { status: 'confirmed' }
    }
    await preview(
      { prices, routes: { one: route }, plugins: [chain({ send, confirm: confirmed })] },
      '10',
    )
    await confirm('Swap 10 GLD')
    await sees('You allowed one to take 10 GLD, but you have not swapped it.')
    expect(place.querySelector('[role=alert]')?.textContent).toContain('10 GLD')
    await press('Revoke')
    await eventually(() => !said().includes('You allowed'))
  })
})
