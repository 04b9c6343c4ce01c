// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import { balancesCapability } from '@portico/kernel/capabilities'
import { connectionService } from '@portico/kernel/session'
import { tallyNetwork } from '@portico/kernel/testing'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { eventually, render } from '../../../../../ui/test/render.js'
import {
  gold,
  hold,
  marks,
  network,
  type Quote,
  quoted,
  quoteOf,
  salt,
  start,
  swapStep,
} from '../../test/market.js'
import { market, never, prices, type World } from '../../test/views-rig.js'
import SwapSelectTokenView from './swap-select-token-view.js'
import SwapView from './swap-view.js'

let place: HTMLElement
async function show<Kernel extends Pick<World, 'kernel'>>(
  world: Kernel,
  view: React.ReactNode,
): Promise<Kernel> {
  place = await render(world.kernel, view)
  return world
}
const said = () => place.textContent?.replaceAll('\u00a0', ' ') ?? ''
const sees = (text: string) => eventually(() => said().includes(text))
const buttonOf = (name: string | RegExp) => {
  const found = [...place.querySelectorAll('button')].find(one => {
    const label = one.getAttribute('aria-label') ?? one.textContent ?? ''
    return typeof name === 'string' ? label === name : name.test(label)
  })
  if (!found) expect.unreachable(`no button ${name} in: ${said()}`)
  return found
}
const press = (name: string | RegExp) => act(async () => buttonOf(name).click())
const write = (input: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const field = (label: string): HTMLInputElement => {
  const own = [...place.querySelectorAll('input')].find(
    one => one.getAttribute('aria-label') === label || one.labels?.[0]?.textContent === label,
  )
  if (!own) expect.unreachable(`no field ${label}`)
  return own
}
/** What the line of this name says. */
const fact = (name: string) => {
  const term = [...place.querySelectorAll('dt')].find(one => one.textContent === name)
  return term?.nextElementSibling?.textContent
}

describe('the form', () => {
  it('[S1.12] [S4.13] the form loads the tokens and waits for a choice, and then shows the quote', async () => {
    const { form } = await show(await start(market(199n)), <SwapView params={undefined} />)
    await sees('Choose what you want to get')
    expect(field('You pay').value).toBe('1')
    await act(() => form.selectTarget(gold))
    await sees('Rate')
    expect(place.querySelector('output')?.textContent).toBe('1.99')
    expect(
      ['Rate', 'Price impact', 'At least', 'Network cost', 'Provider fee', 'Route'].map(fact),
    ).toEqual(['1 MRK = 1.99 GLD', '0.5 %', '1.98 GLD', '2 MRK ·\u00a0$4.00', 'None', 'one'])
    expect(buttonOf('Review').getAttribute('aria-disabled')).toBeNull()
  })

  it('the form keeps space for the quote from the first "Finding the best price" on, while prices load', async () => {
    let answer: () => void = () => undefined
    const late = new Promise<void>(resolve => (answer = resolve))
    const { form, state } = await show(
      await start(
        market(199n, {
          prices: assets =>
            assets.includes(gold.asset) ? late.then(() => []) : Promise.resolve([]),
        }),
      ),
      <SwapView params={undefined} />,
    )
    await sees('Choose what you want to get')
    await act(async () => void form.selectTarget(gold))
    await sees('Finding the best price')
    expect(state().pricing).toBe(true)
    const lines = ['Rate', 'Price impact', 'At least', 'Network cost', 'Provider fee', 'Route']
    expect(lines.map(fact)).toEqual(lines.map(() => '\u00a0'))
    await act(async () => answer())
    await sees('1 MRK = 1.99 GLD')
  })

  it('a token chosen before an amount is typed shows no space for a quote, and the button keeps its label', async () => {
    const { form, state } = await show(
      await start(
        market(199n, {
          prices: assets => (assets.includes(gold.asset) ? never() : Promise.resolve([])),
        }),
      ),
      <SwapView params={undefined} />,
    )
    await sees('Choose what you want to get')
    await act(() => form.setAmount(''))
    await act(async () => void form.selectTarget(gold))
    await eventually(() => state().pricing)
    expect(fact('Rate')).toBeUndefined()
    expect(said()).not.toContain('Finding the best price')
  })

  it('[S9.16] [S3.36] the fee of a provider has its own row, as an amount and a percentage', async () => {
    const fee: Quote = async quoteRequest =>
      quoteOf(quoteRequest, 199_000n, [swapStep], {
        providerFee: (quoteRequest.amount * 85n) / 10_000n,
      })
    await show(
      await quoted({ prices, routes: { one: fee } }, '20'),
      <SwapView params={undefined} />,
    )
    await sees('0.85 %')
    expect(fact('Provider fee')).toBe('0.17 GLD ·\u00a00.85 %')
  })

  it('[S9.17] the output is cut to six digits', async () => {
    const fine = { ...salt, asset: `${network}/coin:fine` as const, decimals: 18 }
    const world = await quoted({
      prices,
      routes: { one: async quoteRequest => quoteOf(quoteRequest, 1_999_999_999_999_999_999n) },
    })
    await world.form.selectTarget(fine)
    await show(world, <SwapView params={undefined} />)
    await sees('Rate')
    expect(place.querySelector('output')?.textContent).toBe('1.999999')
  })

  it('[S5.15] an amount above the balance is reported once, and cannot be reviewed', async () => {
    const { form } = await show(await quoted(market(199n)), <SwapView params={undefined} />)
    await act(() => form.setAmount('200'))
    await sees('Insufficient balance')
    expect(said().split('Insufficient balance')).toHaveLength(2)
    await eventually(() => buttonOf(/Review|Finding/).textContent === 'Review')
    expect(buttonOf('Review').getAttribute('aria-disabled')).toBe('true')
  })

  it('the button names the next step, and leads to it', async () => {
    const { kernel, form } = await show(await start(market(199n)), <SwapView params={undefined} />)
    await sees('Choose what you want to get')
    await write(field('You pay'), '0')
    await press('Enter an amount')
    expect(document.activeElement).toBe(field('You pay'))
    await write(field('You pay'), '1')
    await press('Choose what you want to get')
    expect(kernel.views.current).toMatchObject({
      id: 'SwapSelectToken',
      params: { side: 'target' },
    })
    await act(() => form.selectTarget(gold))
    await eventually(() => buttonOf(/Review|Finding/).textContent === 'Review')
    await press('Review')
    expect(kernel.views.current?.id).toBe('SwapPreview')
  })

  it('digits that the token does not have are left out and reported, and other text is ignored', async () => {
    const { state } = await show(await quoted(market(199n), '1'), <SwapView params={undefined} />)
    await write(field('You pay'), '1.123')
    await sees('has at most 2 decimals')
    expect(field('You pay').value).toBe('1.12')
    expect(state().sourceAmount).toBe('1.12')
    expect(field('You pay').getAttribute('aria-invalid')).toBeNull()
    await write(field('You pay'), 'many')
    expect(field('You pay').value).toBe('1.12')
    await write(field('You pay'), '1')
    expect(said()).not.toContain('has at most')
  })

  it('an invalid amount of a host is reported at its field, and no route is queried', async () => {
    const { form } = await show(await quoted(market(199n), '1'), <SwapView params={undefined} />)
    await act(() => form.setAmount('1.123'))
    await sees('has at most 2 decimals')
    expect(field('You pay').getAttribute('aria-invalid')).toBe('true')
    await act(() => form.setAmount('many'))
    await sees('Enter the amount in digits')
    expect(buttonOf('Review').getAttribute('aria-disabled')).toBe('true')
  })

  it('[S8.19] the form says why there is no price once all routes have answered, and Try again requests one', async () => {
    let answer: (error: unknown) => void = () => undefined
    const slow = () => new Promise<never>((_, reject) => (answer = reject))
    const refuses: Quote = () => Promise.reject(new TypeError('no liquidity'))
    const world = await start({ prices, routes: { quick: refuses, slow } })
    await world.form.initialize()
    void world.form.selectTarget(gold)
    await show(world, <SwapView params={undefined} />)
    await sees('Finding the best price')
    expect(said()).not.toContain('no liquidity')
    await act(async () => answer(new TypeError('no liquidity')))
    await sees('no liquidity')
    expect(place.querySelector('[role=alert]')?.textContent).toContain('no liquidity')
    await press('Try again')
    await sees('Finding the best price')
  })

  it('[S9.15] the slippage is 1 % until the person chooses another; above 5 % a warning names the risk', async () => {
    const { state } = await show(await quoted(market(199n)), <SwapView params={undefined} />)
    await press(/^Max slippage/)
    expect(buttonOf(/^Max slippage/).textContent).toContain('1 %')
    await sees('Custom, in percent')
    await write(field('Custom, in percent'), '6.5')
    expect(state().slippageBasisPoints).toBe(650)
    await sees('trade ahead of you')
    await write(field('Custom, in percent'), '51')
    expect(state().slippageBasisPoints).toBe(650)
    await sees('Enter a number from 0 to 50')
  })

  it('[S4.23] the switch button exchanges the two tokens, and Max takes the whole balance', async () => {
    const { state } = await show(await quoted(market(1_000n)), <SwapView params={undefined} />)
    await press('Switch the two tokens')
    expect(state()).toMatchObject({ source: gold, target: marks, sourceAmount: '10' })
    await press('Max: all the GLD you can swap')
    expect(state().sourceAmount).toBe('100')
  })

  it('[S9.22] the form names the networks with a route when the active one has none', async () => {
    const side = {
      ...tallyNetwork(),
      id: 'side',
      caipNetworkId: 'tally:side' as const,
      name: 'Tally Side',
    }
    const world = await start(
      market(199n, { networks: [{ ...tallyNetwork(), name: 'Tally Main' }, side] }),
    )
    await world.kernel.use(connectionService).switchNetwork('tally:side')
    await show(world, <SwapView params={undefined} />)
    await sees('Swapping is not available on this network. You can swap on Tally Main.')
  })

  it('the form asks to connect a wallet when none is connected', async () => {
    await show(await start({ connected: false }), <SwapView params={undefined} />)
    await sees('Connect a wallet to swap.')
  })

  it('[S4.14] a failed start shows its error when there is no view to go back to, and Try again loads the form', async () => {
    let fails = true
    const gas = async () =>
      fails ? Promise.reject(new TypeError('down')) : { standard: 1n, fast: 2n, instant: 3n }
    await show(await start(market(199n, { gas })), <SwapView params={undefined} />)
    await sees('could not be loaded')
    fails = false
    await press('Try again')
    await sees('Choose what you want to get')
  })
})

describe('the choice of a token', () => {
  it('a press on a token chooses that token for the side of the view', async () => {
    const { state } = await show(
      await quoted(market(199n)),
      <SwapSelectTokenView params={{ side: 'target' }} />,
    )
    expect(said()).toContain('Your tokens')
    await write(field('Search name or address'), 'salt')
    await press(/Salt/)
    expect(state().target).toMatchObject({ symbol: 'SLT' })
  })

  it('[S21] two tokens of one symbol are distinguished by their addresses', async () => {
    const twin = {
      ...gold,
      asset: `${network}/coin:abcdefghijklmnopqrstuvwxyz` as const,
      name: 'Gold, bridged',
      symbol: 'Gld',
    }
    await show(
      await quoted(market(199n, { tokens: [twin] })),
      <SwapSelectTokenView params={{ side: 'target' }} />,
    )
    await write(field('Search name or address'), 'bridged')
    await sees('Gold, bridged')
    expect(said()).toContain('abcd…uvwxyz')
    await write(field('Search name or address'), 'salt')
    await sees('Salt')
    expect(said()).not.toContain('…')
  })

  it('an address that no list contains is queried from the chain, and its token is unverified', async () => {
    const stray = {
      ...gold,
      asset: `${network}/coin:abcdefghijklmnopqrstuvwxyz` as const,
      name: 'Gold (new)',
    }
    const finds = vi.fn(async () => stray)
    const knows = definePlugin({
      id: 'test/knows',
      setup: context =>
        void context.offer(balancesCapability, network, {
          native: async () => hold(marks, 1n),
          token: finds,
          tokens: async () => [hold(stray, 5n)],
        }),
    })
    const { state } = await show(
      await quoted(market(199n, { plugins: [knows] })),
      <SwapSelectTokenView params={{ side: 'source' }} />,
    )
    await write(field('Search name or address'), 'zzz')
    await sees('No token here has this name.')
    expect(finds).not.toHaveBeenCalled()
    await write(field('Search name or address'), 'abcdefghijklmnopqrstuvwxyz')
    await sees('Gold (new)')
    expect(said()).toContain('Unverified')
    await press(/Gold \(new\)/)
    expect(state()).toMatchObject({ source: stray })
    expect(state().balances.at(-1)).toEqual(hold(stray, 5n))
  })
})
