// @vitest-environment happy-dom
import { definePlugin, override } from '@portico/kernel'
import { accountActionsSlot } from '@portico/kernel/account'
import {
  type Holding,
  type PricePoint,
  priceHistoryEndpoint,
  tokenBalancesEndpoint,
} from '@portico/kernel/backend'
import { balancesCapability } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import { preferencesService } from '@portico/kernel/shell'
import { createTestKernel, type TestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { message } from '@portico/kernel/text'
import { KernelProvider } from '@portico/ui'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPreferences } from '../../test/bench.js'
import { balances, importTokenView, portfolioService, tokenView } from '../index.js'
import TokenView from './token-view.js'
import TokensTab from './tokens-tab.js'

// React reads this property.
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
react.IS_REACT_ACT_ENVIRONMENT = true

const network: NetworkId = 'tally:main'
const minute = 60_000
const mark: Holding = {
  token: { asset: 'native', network, name: 'Mark', symbol: 'MRK', decimals: 0 },
  amount: 7n,
  price: '3000',
  value: '21000',
}
const gold = (more: Partial<Token> = {}, rest: Partial<Holding> = {}): Holding => ({
  token: {
    asset: `${network}/coin:tgold`,
    network,
    name: 'Gold',
    symbol: 'GLD',
    decimals: 2,
    ...more,
  },
  amount: 12_345n,
  ...rest,
})
const history = (...prices: readonly string[]): readonly PricePoint[] =>
  prices.map((price, at) => ({ at: Date.now() - (prices.length - at) * minute, price }))

let root: Root | undefined
let place: HTMLElement
const kernels: TestKernel[] = []
beforeEach(() => {
  place = document.body.appendChild(document.createElement('main'))
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
  place.remove()
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.restoreAllMocks()
})

interface Scene {
  readonly holdings?: readonly Holding[]
  readonly shown?: Token
  readonly prices?: () => Promise<readonly PricePoint[]>
  readonly tokens?: readonly Token[]
  readonly tab?: boolean
  /** The page opens before the balances have loaded. */
  readonly isEarly?: boolean
}
async function show({
  holdings = [mark, gold({}, { price: '2.5', value: '308.62' })],
  shown = holdings[0]?.token ?? mark.token,
  prices,
  tokens = [],
  tab = false,
  isEarly = false,
}: Scene = {}) {
  const opened: Token[] = []
  const features = definePlugin({
    id: 'test/features',
    setup(context) {
      context.offer(balancesCapability, network, { native: async () => mark })
      const items = { view: importTokenView, icon: 'up' }
      context.contribute(accountActionsSlot, {
        ...items,
        id: 'send',
        label: message('test.send', 'Send'),
        openWith: token => void opened.push(token),
      })
      context.contribute(accountActionsSlot, {
        ...items,
        id: 'onramp',
        label: message('test.buy', 'Buy'),
      })
    },
  })
  const kernel = await createTestKernel({
    plugins: [
      tally({ wallets: [tallyWallet()] }),
      features,
      openPreferences,
      balances({ tokens, currencies: ['usd', 'eur'] }),
    ],
    endpoints: [
      override(tokenBalancesEndpoint, async ({ currency }) =>
        currency === 'usd' ? holdings : Promise.reject(new RangeError('down')),
      ),
      ...(prices ? [override(priceHistoryEndpoint, prices)] : []),
    ],
    connected: network,
  })
  kernels.push(kernel)
  if (!isEarly) await kernel.use(portfolioService).refresh()
  await act(async () => {
    root = createRoot(place)
    root.render(
      <KernelProvider kernel={kernel}>
        {tab ? <TokensTab /> : <TokenView params={{ token: shown }} />}
      </KernelProvider>,
    )
  })
  await settle()
  return { kernel, opened }
}
const settle = () =>
  act(async () => {
    await vi.dynamicImportSettled()
    await new Promise(resolve => setTimeout(resolve, 5))
  })
const said = () => place.textContent ?? ''
const button = (name: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const slider = () => place.querySelector('[role=slider]') as HTMLElement
const reading = () => slider().getAttribute('aria-valuetext') ?? ''
const key = (name: string) =>
  act(
    async () =>
      void slider().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })),
  )

describe('the page of a token', () => {
  it('the page shows balance, value, price and its source, and a contract only where there is one', async () => {
    await show()
    for (const text of ['Mark', '7 MRK', '$21,000.00', '$3,000.00', 'This app'])
      expect(said()).toContain(text)
    expect(said()).not.toContain('Contract')
    expect(said()).not.toContain('Unverified')
  })

  it('a token has its contract in full, with a button that copies it', async () => {
    const { token } = gold()
    await show({ shown: token, tokens: [token] })
    expect(said()).toContain('Contract')
    expect(place.querySelector('.p-address')?.textContent).toBe('tgold')
    expect(place.querySelector('[aria-label="Copy address"]')).not.toBeNull()
  })

  it('a row of the tokens opens its page', async () => {
    const { kernel } = await show({ tab: true })
    const row = [...place.querySelectorAll('button')].find(one => one.textContent?.includes('Gold'))
    await act(async () => row?.click())
    expect(kernel.views.current).toEqual({ id: tokenView.id, params: { token: gold().token } })
  })

  it('only actions that can be opened with a token are offered, and they get this token', async () => {
    const { opened } = await show({ shown: gold().token })
    expect(button('Buy')).toBeUndefined()
    await act(async () => button('Send')?.click())
    expect(opened).toEqual([gold().token])
  })

  it('a token without a price says so, and has neither a value nor a chart', async () => {
    await show({ holdings: [mark, gold()], shown: gold().token })
    expect(said()).toContain('Not known')
    expect(said()).not.toContain('Price from')
    expect(place.querySelector('.p-chart')).toBeNull()
  })

  it('a page that opens before the balances are loaded has the chart', async () => {
    await show({ isEarly: true, prices: async () => history('1', '2') })
    expect(place.querySelector('.p-chart-line')).not.toBeNull()
  })

  it('prices from a source that are zero, negative or nonsense are shown as not known', async () => {
    for (const price of ['0', '0.00', '-1', 'NaN', '1e5', '']) {
      await show({ holdings: [mark, gold({}, { price })], shown: gold().token })
      expect(said(), price).toContain('Not known')
      await act(async () => root?.unmount())
    }
  })

  it('a price below a cent has digits that count', async () => {
    await show({
      holdings: [mark, gold({}, { price: '0.0000123456' })],
      shown: gold().token,
      prices: async () => [],
    })
    expect(said()).toContain('$0.00001234')
  })

  it('a token that no list contains is unverified', async () => {
    await show({ shown: gold().token })
    expect(said()).toContain('Unverified')
    expect(said()).not.toContain('another address')
  })

  it('a token with the name of a listed token at another address is unverified, with a warning, and its row too', async () => {
    const copy = gold({ asset: `${network}/coin:tcopy` })
    const scene = { holdings: [mark, gold(), copy], tokens: [gold().token] }
    await show({ ...scene, shown: copy.token })
    expect(said()).toContain('Unverified')
    expect(said()).toContain('This token uses the name of a known token, but has another address.')
    await act(async () => root?.unmount())
    await show({ ...scene, tab: true })
    const tags = [...place.querySelectorAll('.p-tag')].map(({ textContent }) => textContent)
    expect(tags).toEqual(['Unverified'])
  })

  it('long symbols, bidi marks and emoji neither break the page nor reorder its text', async () => {
    const symbol = `${'LONG'.repeat(25)}`
    for (const hostile of [symbol, '\u202eDSU', '🚀🚀', '\u200b']) {
      const one = gold({ symbol: hostile, name: hostile }, { price: '1' })
      await show({ holdings: [mark, one], shown: one.token, prices: async () => history('1', '2') })
      expect(said(), hostile).not.toMatch(/[\u200b\u202e]/)
      expect(said()).not.toContain(symbol)
      expect(slider().getAttribute('aria-label')?.length).toBeLessThan(50)
      await act(async () => root?.unmount())
    }
  })

  it('a token with the name of a listed token is unverified with a warning also after the person added it', async () => {
    const copy = gold({ asset: `${network}/coin:tcopy` })
    const scene = { holdings: [mark, gold(), copy], tokens: [gold().token], shown: copy.token }
    const { kernel } = await show(scene)
    await act(() => kernel.use(portfolioService).addToken(copy.token))
    await act(() => kernel.use(portfolioService).refresh())
    await settle()
    expect(said()).toContain('Unverified')
    expect(said()).toContain('This token uses the name of a known token, but has another address.')
  })

  it('hidden, the balance of the page keeps the size of a main figure', async () => {
    const { kernel } = await show()
    await act(async () => kernel.use(preferencesService).choose({ hidesAmounts: true }))
    expect(said()).not.toContain('7 MRK')
    const dots = place.querySelector<HTMLElement>('.p-token-head .p-amount')
    expect(dots?.textContent).toContain('••••')
    expect(dots?.style.getPropertyValue('--figures')).toBe('4')
  })

  it('a token that the account no longer has stays on its page without a balance', async () => {
    await show({ holdings: [mark], shown: gold().token })
    expect(said()).toContain('Balance unavailable')
  })
})

describe('the price chart', () => {
  it('the place of the chart is there while the history loads, with the choice of a period', async () => {
    await show({ prices: () => new Promise(() => undefined) })
    expect(place.querySelector('.p-chart-place[aria-busy]')).not.toBeNull()
    expect(said()).toContain('Loading price history')
    expect([...place.querySelectorAll('.p-choice')].map(one => one.textContent)).toEqual([
      '1D',
      '1W',
      '1M',
      '1Y',
    ])
  })

  it('without a source, with an empty history, and with one point there is a sentence', async () => {
    for (const prices of [undefined, async () => [], async () => history('1')]) {
      await show({ ...(prices && { prices }) })
      expect(said()).toContain('No price history for this period')
      expect(slider()).toBeNull()
      await act(async () => root?.unmount())
    }
  })

  it('a failed history says so, and Try again requests it once more', async () => {
    let isDown = true
    const prices = vi.fn(async () => {
      if (isDown) throw new RangeError('down')
      return history('1', '2')
    })
    await show({ prices })
    expect(said()).toContain('The price history cannot be loaded right now.')
    isDown = false
    await act(async () => button('Try again')?.click())
    await settle()
    expect(prices).toHaveBeenCalledTimes(2)
    expect(slider()).not.toBeNull()
  })

  it('the answer for a period that was left is not shown for another one', async () => {
    let answer: (points: readonly PricePoint[]) => void = () => undefined
    const prices = vi
      .fn<() => Promise<readonly PricePoint[]>>()
      .mockImplementationOnce(
        () =>
          new Promise(resolve => {
            answer = resolve
          }),
      )
      .mockImplementation(async () => [])
    await show({ prices })
    await act(async () => place.querySelectorAll<HTMLInputElement>('[type=radio]')[1]?.click())
    await act(async () => answer(history('1', '2')))
    await settle()
    expect(slider()).toBeNull()
    expect(said()).toContain('No price history for this period')
  })

  it('past prices show the sign of the currency they were requested in, while the balances are still in another one', async () => {
    const { kernel } = await show({ prices: async () => history('1', '2') })
    expect(reading()).toContain('$2.00')
    await act(async () => kernel.use(preferencesService).choose({ currency: 'eur' }))
    await settle()
    expect(reading()).toContain('€2.00')
    expect(said()).toContain('$21,000.00')
  })

  it('the points of one period are not shown while another one loads', async () => {
    const prices = vi
      .fn<() => Promise<readonly PricePoint[]>>()
      .mockImplementationOnce(async () => history('1', '2'))
      .mockImplementation(() => new Promise(() => undefined))
    await show({ prices })
    expect(slider()).not.toBeNull()
    await act(async () => place.querySelectorAll<HTMLInputElement>('[type=radio]')[1]?.click())
    await settle()
    expect(slider()).toBeNull()
    expect(said()).toContain('Loading price history')
  })

  it('arrow keys, Page Up, Page Down, Home and End read the points, and stop at both ends', async () => {
    const prices = Array.from({ length: 30 }, (_, at) => String(100 + at))
    await show({ prices: async () => history(...prices) })
    const read = async (...keys: readonly string[]) => {
      for (const each of keys) await key(each)
      return reading().split(',')[0]
    }
    expect(reading()).toContain('$129.00')
    expect(await read('ArrowRight')).toBe('$129.00')
    expect(await read('ArrowLeft', 'ArrowDown')).toBe('$127.00')
    expect(await read('PageDown')).toBe('$124.00')
    expect(await read('Home', 'ArrowLeft')).toBe('$100.00')
    expect(await read('ArrowUp', 'PageUp')).toBe('$104.00')
    expect(await read('End')).toBe('$129.00')
    expect(slider().getAttribute('aria-valuemax')).toBe('29')
    expect(place.querySelector('.p-chart-read')?.textContent).toContain('$129.00')
  })

  it('a table for screen readers has at most twelve prices, and the change', async () => {
    const prices = Array.from({ length: 300 }, (_, at) => String(1_000 + at))
    await show({ prices: async () => history(...prices) })
    const rows = [...place.querySelectorAll('tbody tr')]
    expect(rows).toHaveLength(12)
    expect(rows[0]?.textContent).toContain('$1,000.00')
    expect(rows.at(-1)?.textContent).toContain('$1,299.00')
    expect(place.querySelector('caption')?.textContent).toBe('Prices of MRK, change +29.9%')
  })

  it('a history of zero, negative and 1970 prices draws only what is sound', async () => {
    const bad = [
      { at: 0, price: '1' },
      { at: Date.now(), price: '0' },
      { at: Date.now(), price: '-3' },
    ]
    await show({ prices: async () => [...bad, ...history('5', '6')] })
    expect(slider().getAttribute('aria-valuemax')).toBe('1')
    expect(place.querySelector('.p-chart-line')?.getAttribute('d')).not.toMatch(/NaN/)
  })
})
