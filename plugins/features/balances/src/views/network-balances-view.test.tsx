// @vitest-environment happy-dom
import { override } from '@portico/kernel'
import { type Holding, type HoldingsQuery, tokenBalancesEndpoint } from '@portico/kernel/backend'
import type { NetworkId } from '@portico/kernel/chain'
import { tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import { KernelProvider } from '@portico/ui'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bench, goldOf, main, mark, refresh, setUpBench } from '../../test/bench.js'
import { networkBalancesService } from '../index.js'
import BalancePart from './balance-part.js'
import NetworkBalancesView from './network-balances-view.js'

setUpBench()
let root: Root | undefined
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.body.appendChild(document.createElement('main'))
})
afterEach(async () => {
  await act(async () => root?.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const names = ['main', 'one', 'two'] as const
type Answer = (ask: HoldingsQuery) => Promise<readonly Holding[]>
/** Shows a view with three networks; `later` answers from the second request of each on. */
async function show(shown: React.ReactElement, answer: Answer, later = answer) {
  const requested = new Set<NetworkId>()
  const kernel = await bench({
    tally: tally({
      wallets: [tallyWallet()],
      networks: names.map(name => tallyNetwork(name)) as never,
    }),
    endpoints: [
      override(tokenBalancesEndpoint, (ask: HoldingsQuery) => {
        const isFirst = !requested.has(ask.network)
        requested.add(ask.network)
        return isFirst ? answer(ask) : later(ask)
      }),
    ],
  })
  await refresh(kernel)
  await kernel.use(networkBalancesService).showAll()
  await vi.advanceTimersByTimeAsync(31_000)
  await act(async () => {
    root = createRoot(place)
    root.render(<KernelProvider kernel={kernel}>{shown}</KernelProvider>)
  })
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
  })
}
const worth =
  (value = '10'): Answer =>
  async ({ network }) => [{ ...mark(1n, network), value }]
const failing =
  (...silent: readonly string[]): Answer =>
  ask =>
    silent.includes(ask.network) ? Promise.reject(new RangeError('down')) : worth()(ask)
const rows = () => [...place.querySelectorAll('li')].map(row => row.textContent)

describe('the total of the account', () => {
  it('The total names one network that it leaves out, and counts several', async () => {
    await show(<BalancePart />, failing('tally:one'))
    expect(place.textContent).toContain('$20.00')
    expect(place.textContent).toMatch(/Without \S.*, which does not answer/)
    await act(async () => root?.unmount())
    await show(<BalancePart />, failing('tally:one', 'tally:two'))
    expect(place.textContent).toContain('$10.00')
    expect(place.textContent).toContain('Without 2 networks, which do not answer')
  })

  it('The total says that it contains an earlier value of a network that does not answer any more', async () => {
    await show(<BalancePart />, worth(), failing('tally:one'))
    expect(place.textContent).toContain('$30.00')
    expect(place.textContent).toContain('With earlier values of networks that do not answer')
    expect(place.textContent).not.toContain('Without')
  })
})

describe('the balances by network', () => {
  it('a network whose source leaves out the empty native coin has its value, and is not called unavailable', async () => {
    await show(<NetworkBalancesView />, ask =>
      ask.network === main ? worth()(ask) : Promise.resolve([goldOf(1_000_000n)]),
    )
    expect(rows()[1]).toContain('$2.00')
    expect(rows()[1]).not.toContain('Unavailable')
  })

  it('a screen reader announces once that a network does not answer, and no countdown', async () => {
    await show(<NetworkBalancesView />, failing('tally:one'))
    expect(rows()[1]).toMatch(/Does not answer · .*30/)
    expect([...place.querySelectorAll('[role=status]')].map(one => one.textContent)).toEqual([
      'Does not answer',
    ])
  })

  it('values and the total are written from left to right in every language, and a long one is smaller instead of two numbers', async () => {
    await show(<NetworkBalancesView />, worth(`${10n ** 20n}`))
    const figures = [...place.querySelectorAll<HTMLElement>('bdi[dir=ltr]')].filter(one =>
      one.textContent?.startsWith('$'),
    )
    expect(figures.map(one => one.textContent)).toEqual([
      ...Array.from({ length: 3 }, () => '$100,000,000,000,000,000,000.00'),
      '$300,000,000,000,000,000,000.00',
    ])
    for (const one of figures) expect(one.style.getPropertyValue('--figures')).toBe('31')
  })

  it('the total says that it leaves out a coin without a known price', async () => {
    const sentence = 'The total leaves out coins without a known price.'
    await show(<NetworkBalancesView />, worth())
    expect(place.textContent).not.toContain(sentence)
    await act(async () => root?.unmount())
    await show(<NetworkBalancesView />, async ask =>
      ask.network === 'tally:two' ? [mark(5n, ask.network)] : worth()(ask),
    )
    expect(place.textContent).toContain('$20.00')
    expect(place.textContent).toContain(sentence)
  })
})
