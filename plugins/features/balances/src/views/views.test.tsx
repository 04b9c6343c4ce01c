// @vitest-environment happy-dom
import { definePlugin, memoryStorage, override, type PluginContext } from '@portico/kernel'
import { accountPartsSlot } from '@portico/kernel/account'
import {
  currencySlice,
  type Holding,
  nativeBalanceEndpoint,
  tokenBalancesEndpoint,
} from '@portico/kernel/backend'
import { type Balance, type Balances, balancesCapability } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { preferencesService, preferencesSlice } from '@portico/kernel/shell'
import { createTestKernel, type TestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { textSlice } from '@portico/kernel/text'
import { KernelProvider } from '@portico/ui'
import { act } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  balances,
  currencyView as currencyRef,
  importTokenView,
  portfolioService,
} from '../index.js'
import BalancePart from './balance-part.js'
import { currencyView } from './currency-view.js'
import ImportTokenView from './import-token-view.js'
import TokensTab from './tokens-tab.js'

// React reads this property.
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
react.IS_REACT_ACT_ENVIRONMENT = true

const main: NetworkId = 'tally:main'
const mark = (amount: bigint): Holding => ({
  token: { asset: 'native', network: main, name: 'Mark', symbol: 'MRK', decimals: 0 },
  amount,
})
const coin = (symbol: string, value?: string): Holding => ({
  token: {
    asset: `${main}/coin:${symbol}`,
    network: main,
    name: `The ${symbol}`,
    symbol,
    decimals: 2,
  },
  amount: 12_345n,
  ...(value && { value }),
})

let root: Root | undefined
let place: HTMLElement
let visibility: 'visible' | 'hidden' = 'visible'
const kernels: TestKernel[] = []
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  place = document.body.appendChild(document.createElement('main'))
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
  place.remove()
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    // Code that was loaded late sends its request a moment later.
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
  })
/** A plugin that stores the person's choices, like the shell. */
const openPreferences = definePlugin({
  id: 'test/preferences',
  owns: [preferencesSlice],
  provides: [preferencesService],
  setup: context =>
    context.provide(preferencesService, {
      choose: change =>
        context.update(preferencesSlice, state => void Object.assign(state, change)),
    }),
})
interface Else {
  readonly chain?: Partial<Balances>
  readonly language?: string
}
async function show(
  answer: () => Promise<readonly Holding[]>,
  shown = <BalancePart />,
  { chain, language }: Else = {},
) {
  const plugin = definePlugin({
    id: 'test/chain',
    owns: [textSlice],
    setup(context) {
      context.offer(balancesCapability, main, {
        native: async (): Promise<Balance> => mark(1n),
        ...chain,
      })
      context.update(textSlice, state => void Object.assign(state, language && { language }))
    },
  })
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), plugin, openPreferences, balances()],
    endpoints: [
      override(tokenBalancesEndpoint, answer),
      override(nativeBalanceEndpoint, async () => mark(1n)),
    ],
    connected: main,
  })
  kernels.push(kernel)
  await kernel.use(portfolioService).showHidden(false)
  await act(async () => {
    root = createRoot(place)
    root.render(<KernelProvider kernel={kernel}>{shown}</KernelProvider>)
  })
  await pass(0)
  await pass(0)
  return kernel
}
const button = (name: string) =>
  [...place.querySelectorAll('button')].find(
    one => (one.getAttribute('aria-label') ?? one.textContent) === name,
  )
const press = (name: string) => act(async () => button(name)?.click())

describe('the head of the account', () => {
  it('the head polls at most six times a minute while it is visible, and never while the page is hidden or the account is not on screen', async () => {
    const handler = vi.fn(async () => [mark(5n)])
    await show(handler)
    expect(handler).toHaveBeenCalledTimes(1)
    await pass(60_001)
    const firstMinute = handler.mock.calls.length
    expect(firstMinute).toBeLessThanOrEqual(6)
    expect(firstMinute).toBeGreaterThan(1)
    await act(async () => {
      visibility = 'hidden'
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await pass(300_000)
    expect(handler).toHaveBeenCalledTimes(firstMinute)
    await act(async () => {
      visibility = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await pass(0)
    expect(handler).toHaveBeenCalledTimes(firstMinute + 1)
    await act(async () => root?.unmount())
    root = undefined
    await pass(300_000)
    expect(handler).toHaveBeenCalledTimes(firstMinute + 1)
  })

  it('[R34] the head requests again as soon as the page is back online', async () => {
    let isDown = true
    const handler = vi.fn(async () =>
      isDown ? Promise.reject(new RangeError('offline')) : [mark(5n)],
    )
    await show(handler)
    expect(place.textContent).toContain('Token Balance Unavailable')
    isDown = false
    await pass(30_000)
    await act(async () => void globalThis.dispatchEvent(new Event('online')))
    await pass(0)
    expect(place.textContent).toContain('5 MRK')
  })

  it('the head paints the stored figure in the first frame, while the request is in flight', async () => {
    const storage = memoryStorage()
    const bench = (answer: () => Promise<readonly Holding[]>) =>
      createTestKernel({
        plugins: [
          tally({ wallets: [tallyWallet()] }),
          definePlugin({ id: 'test/chain', setup }),
          balances(),
        ],
        endpoints: [
          override(tokenBalancesEndpoint, answer),
          override(nativeBalanceEndpoint, async () => mark(1n)),
        ],
        connected: main,
        storage,
      })
    const setup = (context: PluginContext) =>
      void context.offer(balancesCapability, main, {
        native: async (): Promise<Balance> => mark(1n),
      })
    const before = await bench(async () => [{ ...mark(5n), value: '10' }, coin('GLD', '2')])
    kernels.push(before)
    const done = before.use(portfolioService).refresh()
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    await done
    before.dispose()

    const kernel = await bench(() => new Promise(() => undefined))
    kernels.push(kernel)
    await kernel
      .items(accountPartsSlot)
      .find(({ id }) => id === 'balances')
      ?.load()
    react.IS_REACT_ACT_ENVIRONMENT = false
    root = createRoot(place)
    flushSync(() =>
      root?.render(
        <KernelProvider kernel={kernel}>
          <BalancePart />
          <TokensTab />
        </KernelProvider>,
      ),
    )
    const painted = place.textContent
    react.IS_REACT_ACT_ENVIRONMENT = true
    expect(painted).toContain('$12.00')
    expect(painted).toContain('The GLD')
    expect(place.querySelector('.p-skeleton, .p-skeletons')).toBeNull()
  })

  it('the head shows dots while amounts are hidden: no figure in the text or in a title, and always the same length', async () => {
    const kernel = await show(
      async () => [{ ...mark(512_345n), value: '1024.69' }, coin('GLD', '2.999')],
      <>
        <BalancePart />
        <TokensTab />
      </>,
    )
    expect(place.textContent).toContain('$1,027.68')
    await act(async () => kernel.use(preferencesService).choose({ hidesAmounts: true }))
    expect(place.textContent?.match(/\d/g)).toBeNull()
    expect(place.innerHTML).not.toMatch(/512,?345|123[.]?45|1,?02[47]|2[.]99/)
    expect(place.querySelector('.p-worth-total')?.textContent).toBe('••••Amount hidden')
    expect(place.textContent).toContain('The GLD')
  })

  it('[S9.38] the head shows the total in the currency of the host, floored, and the native coin below', async () => {
    await show(async () => [{ ...mark(5n), value: '10.009' }, coin('GLD', '2.999')])
    expect(place.querySelector('.p-worth-total')?.textContent).toBe('$13.00')
    expect(place.textContent).toContain('5 MRK')
  })

  it('[R5] the head shows the known figure with its age when every source fails, and counts down to the next try', async () => {
    let isDown = false
    await show(async () => (isDown ? Promise.reject(new RangeError('down')) : [mark(5n)]))
    isDown = true
    await pass(60_001)
    expect(place.textContent).toContain('5 MRK')
    expect(place.textContent).toMatch(/Token Balance Unavailable · as of .*Try again in 30 s/)
    isDown = false
    await pass(30_000)
    await press('Try again')
    await pass(0)
    expect(place.textContent).toBe('5 MRKBalances by network')
  })
})

describe('the tab', () => {
  const both = (
    <>
      <BalancePart />
      <TokensTab />
    </>
  )
  it('[S9.38] the tab has a row for each token: its amount to two decimals, and its value', async () => {
    await show(async () => [mark(5n), coin('GLD', '2.999')], both)
    expect(
      [...place.querySelectorAll('li')].map(one => one.querySelector('.p-row-words')?.textContent),
    ).toEqual(['Mark5 MRK', 'The GLD123.45 GLD'])
    expect(place.querySelector('li:last-child .p-row-value')?.textContent).toBe('$2.99')
  })

  it('the tab formats money like the rest of the modal, in Arabic from left to right inside the text', async () => {
    await show(async () => [mark(5n), coin('GLD', '2.999')], both, { language: 'ar' })
    for (const one of ['.p-worth-total', 'li:last-child .p-row-value'])
      expect(place.querySelector(one)?.textContent).toMatch(
        /^\u2066[^\u200e\u200f\u061c]+US\$\u2069$/,
      )
  })

  it('the figures above the tabs show the native coin', async () => {
    const ether: Holding = {
      ...mark(0n),
      token: { ...mark(0n).token, decimals: 18 },
      amount: 9_998_499_960_000_000_000_000n,
      value: '29995499.88',
    }
    await show(async () => [ether], both)
    expect(place.querySelector('li .p-row-words')?.textContent).toBe('Mark9,998.499 MRK')
    expect(place.textContent?.match(/9,998\.4\d*/g)).toEqual(['9,998.499', '9,998.499'])
  })

  it('the tab hides small and suspicious tokens until the person shows them', async () => {
    await show(async () => [mark(5n), coin('DUST', '0.001'), coin('claim', '9')], both)
    expect(place.querySelectorAll('li')).toHaveLength(1)
    await press('Show hidden tokens (2)')
    await pass(0)
    expect(place.querySelectorAll('li')).toHaveLength(3)
    expect(place.textContent).toContain('Suspicious')
    await press('Hide small and suspicious tokens')
    await pass(0)
    expect(place.querySelectorAll('li')).toHaveLength(1)
  })

  it('[R33] the tab has as many rows for five hundred tokens as for fifty, and more on request', async () => {
    await show(
      async () => [mark(5n), ...Array.from({ length: 500 }, (_, at) => coin(`T${at}`, '1'))],
      both,
    )
    expect(place.querySelectorAll('li')).toHaveLength(50)
    await press('Show 50 more')
    expect(place.querySelectorAll('li')).toHaveLength(100)
  })

  it('the tab shows skeletons only where nothing is known', async () => {
    await show(() => new Promise(() => undefined), both)
    expect(place.querySelectorAll('[aria-busy] .p-skeletons')).toHaveLength(2)
    expect(place.textContent).toContain('Loading tokens')
  })
})

describe('adding a token', () => {
  const token = { ...coin('SLV').token, name: 'Silver' }
  const type = (text: string) =>
    act(async () => {
      const field = place.querySelector('input') as HTMLInputElement
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const submit = async () => {
    await act(
      async () =>
        void place
          .querySelector('form')
          ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    )
    await pass(0)
  }
  it('the view shows the token’s own name with a warning, adds the token, and removes it again', async () => {
    const kernel = await show(async () => [mark(1n)], <ImportTokenView />, {
      chain: { token: async () => token },
    })
    kernel.views.push(importTokenView)
    await type('slv')
    await submit()
    expect(place.textContent).toContain('This token calls itself SLV')
    expect(place.textContent).toContain('Anyone can create a token with any name.')
    await submit()
    expect(kernel.said).toMatchObject([{ kind: 'success' }])
    expect(button('Remove SLV')).toBeDefined()
    // The button appeared under the pointer just now, so this press does not count as a click.
    await press('Remove SLV')
    await pass(0)
    expect(button('Remove SLV')).toBeDefined()
    await pass(400)
    await press('Remove SLV')
    await pass(0)
    expect(button('Remove SLV')).toBeUndefined()
  })
  it('the view says what is wrong with the typed address', async () => {
    await show(async () => [mark(1n)], <ImportTokenView />)
    await type('slv')
    await submit()
    expect(place.querySelector('[role=alert]')?.textContent).toBe(
      'Tokens cannot be added on this network.',
    )
  })
})

describe('the currencies', () => {
  it('the currencies are listed by name, and a tap chooses one and goes back', async () => {
    const Currencies = currencyView(['usd', 'eur', 'xyz'])
    const kernel = await show(async () => [mark(1n)], <Currencies />)
    const rows = [...place.querySelectorAll('li button')]
    expect(rows.map(one => one.textContent)).toEqual(['US DollarUSD', 'EuroEUR', 'XYZXYZ'])
    kernel.views.push(importTokenView)
    kernel.views.push(currencyRef)
    await act(async () => (rows[1] as HTMLElement).click())
    expect(kernel.state(preferencesSlice).currency).toBe('eur')
    expect(kernel.state(currencySlice).code).toBe('eur')
    expect(kernel.views.current?.id).toBe(importTokenView.id)
  })
})
