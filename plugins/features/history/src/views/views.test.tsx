// @vitest-environment happy-dom
import { definePlugin, defineView, override, type Plugin, view } from '@portico/kernel'
import { historyPageEndpoint } from '@portico/kernel/backend'
import type { ActivityEntry, ActivityPage } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { createTestKernel, type TestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { imageIdsService } from '@portico/kernel/wallet'
import { KernelProvider, useViews } from '@portico/ui'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { activityNetworksView, history, transactionView } from '../index.js'
import ActivityNetworksView from './activity-networks-view.js'
import ActivityTab from './activity-tab.js'
import TransactionView from './transaction-view.js'

// React reads this global by name.
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
react.IS_REACT_ACT_ENVIRONMENT = true

const main: NetworkId = 'tally:main'
type Metadata = ActivityEntry['metadata']
const entry = (at: number, metadata: Partial<Metadata> = {}): ActivityEntry => ({
  id: `t${at}`,
  metadata: {
    minedAt: new Date(Date.UTC(2026, 10, 15) - at * 3_600_000).toISOString(),
    chain: main,
    operationType: 'send',
    status: 'confirmed',
    sentFrom: 't_ada',
    sentTo: 't_bob',
    hash: `t${at}`,
    ...metadata,
  },
  transfers: [
    { direction: 'out', fungible_info: { symbol: 'GLD' }, quantity: { numeric: '1.23456' } },
  ],
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
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(348)
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
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
  })
const accountView = defineView('Account')
const account = definePlugin({
  id: 'test/account',
  views: [view(accountView, async () => ({ default: ActivityTab }))],
  setup: () => undefined,
})
/** As the outlet of the interface does it, without its frame. */
function Outlet() {
  const shown = useViews().at(-1)
  if (shown?.id === activityNetworksView.id) return <ActivityNetworksView />
  return shown?.id === transactionView.id ? (
    <TransactionView params={shown.params as { entry: ActivityEntry }} />
  ) : (
    <ActivityTab />
  )
}
async function show(
  answer: (cursor: string | undefined) => Promise<ActivityPage>,
  plugins: readonly Plugin[] = [],
) {
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), account, history(), ...plugins],
    endpoints: [override(historyPageEndpoint, ({ cursor }) => answer(cursor))],
    connected: main,
  })
  kernels.push(kernel)
  kernel.views.push(accountView)
  await act(async () => {
    root = createRoot(place)
    root.render(
      <KernelProvider kernel={kernel}>
        <Outlet />
      </KernelProvider>,
    )
  })
  await pass(0)
  await pass(0)
  return kernel
}
const rows = () => [...place.querySelectorAll('li button')]
/** In any time zone. */
const plain = (text: string | null) => (text ?? '').replace(/(?:Oct|Nov)\s\d\d/, 'DAY')
const button = (name: string) =>
  [...place.querySelectorAll('button')].find(one => one.textContent === name)

describe('the tab', () => {
  it('an export says that the file holds only what was loaded, while there is more', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test')
    const exported = async (more: boolean) => {
      const kernel = await show(async cursor => ({
        entries: [entry(1)],
        ...(more && !cursor && { next: 'older' }),
      }))
      await act(async () => button('Export as CSV')?.click())
      await pass(0)
      await act(async () => root?.unmount())
      return kernel.said
    }
    expect(JSON.stringify(await exported(true))).toContain('history.exportLoaded')
    expect(await exported(false)).toEqual([])
  })

  it('the person reads that the export failed', async () => {
    const kernel = await show(async () => ({ entries: [entry(1)] }))
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      throw new TypeError('Failed to fetch')
    })
    await act(async () => button('Export as CSV')?.click())
    await pass(0)
    expect(kernel.said).toHaveLength(1)
    expect(kernel.reported).toHaveLength(1)
  })

  it('[S1.10] [S9.39] the activity tab has a row for each transaction with its kind, counterpart and quantity, grouped by month', async () => {
    await show(async () => ({
      entries: [
        entry(0, { status: 'pending' }),
        entry(1),
        entry(24 * 20, { operationType: 'receive', status: 'failed' }),
      ],
    }))
    expect([...place.querySelectorAll('h3')].map(one => one.textContent)).toEqual([
      'November 2026',
      'October 2026',
    ])
    expect(
      [...place.querySelectorAll('li')]
        .map(one => plain(one.textContent))
        .filter(text => text?.includes('GLD'))
        .sort(),
    ).toEqual([
      'Received 1.234 GLD from t_adaFailed · DAY',
      'Sending 1.234 GLD to t_bobPending · DAY−1.234 GLD',
      'Sent 1.234 GLD to t_bobDAY−1.234 GLD',
    ])
  })

  it('the activity tab has the heading of a month before its first entry in document order, also after scrolling', async () => {
    const kernel = await show(async () => ({
      entries: [entry(0), entry(1), ...Array.from({ length: 200 }, (_, at) => entry(24 * 20 + at))],
    }))
    const words = () =>
      [...place.querySelectorAll('li')].map(one =>
        one.querySelector('h3') ? one.textContent : 'entry',
      )
    expect(words().slice(0, 5)).toEqual([
      'November 2026',
      'entry',
      'entry',
      'October 2026',
      'entry',
    ])
    const places = () =>
      [...place.querySelectorAll('li')].map(one => Number(one.getAttribute('aria-posinset')))
    const list = place.querySelector<HTMLElement>('.p-long')
    for (const top of [60 * 100, 60 * 40, 60 * 150, 0]) {
      const focused = place.querySelector<HTMLElement>('[tabindex="0"]')
      focused?.focus()
      await act(async () => {
        if (list) list.scrollTop = top
        list?.dispatchEvent(new Event('scroll'))
      })
      expect(places()).toEqual([...places()].sort((a, b) => a - b))
      expect(document.activeElement).toBe(focused)
    }
    expect(kernel.reported).toEqual([])
  })

  it('the icons of a row are those of its tokens, by their asset ids', async () => {
    const requested: string[] = []
    const images = definePlugin({
      id: 'test/images',
      provides: [imageIdsService],
      setup: context =>
        context.provide(imageIdsService, { urlOf: id => void requested.push(id) as undefined }),
    })
    const silver = `${main}/token:silver` as const
    const quantity = { numeric: '1' }
    const transfers: ActivityEntry['transfers'] = [
      { direction: 'out', fungible_info: { symbol: 'GLD', asset: 'native' }, quantity },
      { direction: 'in', fungible_info: { symbol: 'SLV', asset: silver }, quantity },
      { direction: 'in', fungible_info: { symbol: 'OLD' }, quantity },
    ]
    await show(
      async () => ({ entries: transfers.map((one, at) => ({ ...entry(at), transfers: [one] })) }),
      [images],
    )
    await pass(0)
    expect(new Set(requested.filter(id => !id.startsWith('network/')))).toEqual(
      new Set(['coin/MRK', `token/${silver}`]),
    )
  })

  it('a row of a swap or of a contract call names no recipient', async () => {
    await show(async () => ({
      entries: [entry(0, { operationType: 'trade' }), entry(1, { operationType: 'execute' })],
    }))
    const words = [...place.querySelectorAll('li')]
      .map(one => plain(one.textContent))
      .filter(text => text?.includes('GLD'))
    expect(words).toEqual(['SwappedDAY−1.234 GLD', 'Contract call: gave 1.234 GLDDAY−1.234 GLD'])
  })

  it('the activity tab offers the other networks, and shows of which network each entry is (decision 76)', async () => {
    const kernel = await show(async () => ({ entries: [entry(0)] }))
    await act(async () => button('Tally main')?.click())
    expect(kernel.views.current?.id).toBe('ActivityNetworks')
    expect([...place.querySelectorAll('li')].map(one => one.textContent)).toEqual([
      'Tally main',
      'Tally side',
      'All networks',
    ])
    expect(place.querySelector('[aria-current]')?.textContent).toBe('Tally main')
    await act(async () => button('All networks')?.click())
    await pass(1)
    expect(kernel.views.current?.id).toBe('Account')
    expect(place.textContent).toMatch(/^All networks/)
    expect(rows().map(one => plain(one.textContent))).toEqual([
      'Sent 1.234 GLD to t_bobDAY · Tally main−1.234 GLD',
    ])
  })

  it('the activity tab creates no image for a received NFT, so its host learns nothing', async () => {
    const sent = (at: number, url: string): ActivityEntry => ({
      ...entry(at),
      transfers: [
        {
          direction: 'in',
          nft_info: { name: 'Harbor', flags: { is_spam: false }, content: { preview: { url } } },
          quantity: { numeric: '1' },
        },
      ],
    })
    const made = vi.spyOn(document, 'createElement')
    await show(async () => ({
      entries: [
        sent(0, 'https://third-party.example/1.png'),
        sent(1, 'https://third-party.example/2.png'),
      ],
    }))
    expect(place.textContent).toContain('Harbor')
    expect(made.mock.calls.filter(([tag]) => tag === 'img')).toEqual([])
  })

  it.skipIf(!hasVectors)(
    '[S6] the activity renders hostile names, symbols and picture addresses as text, and creates no elements from them',
    async () => {
      const strings = vectors<{ input: string }>('hostile-strings')
        .cases.map(({ input }) => input)
        .filter((name, at) => at % 24 === 0 || name in {})
      const entries = strings.map((name, at): ActivityEntry => {
        const { metadata, ...rest } = entry(at, {
          operationType: name,
          sentFrom: name,
          sentTo: name,
          hash: name,
        })
        const quantity = { numeric: name }
        return {
          ...rest,
          metadata,
          transfers: [
            {
              direction: 'out',
              fungible_info: { name, symbol: name, icon: { url: name } },
              quantity,
            },
            {
              direction: 'in',
              nft_info: { name, flags: { is_spam: false }, content: { preview: { url: name } } },
              quantity,
            },
          ],
        }
      })
      expect(entries.length).toBeGreaterThan(20)
      const kernel = await show(async () => ({ entries }))
      const made = () =>
        place.querySelectorAll(
          'script,iframe,object,embed,link,base,form,[onload],[onerror],[onclick],img:not([alt=""])',
        )
      const list = place.querySelector<HTMLElement>('.p-long')
      for (const one of entries.keys()) {
        if (one % 8) continue
        await act(async () => {
          if (list) list.scrollTop = one * 60
          list?.dispatchEvent(new Event('scroll'))
        })
        expect([...made()]).toEqual([])
        expect(rows().length).toBeGreaterThan(0)
      }
      for (const one of entries) {
        await act(async () => void kernel.views.reset(transactionView, { entry: one }))
        expect([...made()]).toEqual([])
        expect(place.querySelector('dl')).not.toBeNull()
      }
      expect([
        kernel.reported.filter(
          ({ error }) => (error as { code?: string }).code !== 'IMAGE_REFUSED',
        ),
        '__pwn' in globalThis,
      ]).toEqual([[], false])
    },
  )

  it('a click on a row opens the transaction with its outcome and five facts', async () => {
    const kernel = await show(async () => ({ entries: [entry(0, { status: 'failed' })] }))
    await act(async () => (rows()[0] as HTMLElement).click())
    expect(kernel.views.current?.id).toBe('Transaction')
    expect(place.textContent).toContain('This transaction failed. Only its fee was spent.')
    expect(place.querySelectorAll('dt')).toHaveLength(5)
  })

  it('[S3.53] the activity tab says that loading failed, loads again on Try again, and says when there is no activity', async () => {
    let isDown = true
    await show(async () => (isDown ? Promise.reject(new RangeError('down')) : { entries: [] }))
    expect(place.textContent).toContain(
      'The activity cannot be loaded right now. Nothing was lost.',
    )
    isDown = false
    await act(async () => button('Try again')?.click())
    await pass(1)
    expect(place.textContent).toContain('No activity on Tally main yet')
  })

  it('the activity tab shows a skeleton while nothing is known', async () => {
    await show(() => new Promise(() => undefined))
    expect(place.querySelector('[aria-busy]')?.textContent).toBe('Loading activity')
  })

  it('[R31] the activity tab renders under 30 rows of ten thousand entries, and requests the next page at its end', async () => {
    const requested: (string | undefined)[] = []
    await show(async cursor => {
      requested.push(cursor)
      const from = Number(cursor ?? 0)
      return {
        entries: Array.from({ length: 5_000 }, (_, at) => entry(from + at)),
        ...(from < 5_000 && { next: String(from + 5_000) }),
      }
    })
    expect(place.querySelectorAll('li').length).toBeLessThan(30)
    expect(requested).toEqual([undefined])
    const list = place.querySelector<HTMLElement>('.p-long')
    await act(async () => {
      if (list) list.scrollTop = 60 * 5_010
      list?.dispatchEvent(new Event('scroll'))
    })
    await pass(1)
    expect(requested).toEqual([undefined, '5000'])
    expect(place.querySelectorAll('li').length).toBeLessThan(30)
    expect(Number(place.querySelector('li')?.getAttribute('aria-setsize'))).toBeGreaterThan(10_000)
  })

  it('the activity tab requests its page once while it is shown, and nothing while the document is hidden', async () => {
    const requested = vi.fn(async () => ({ entries: [entry(0)] }))
    await show(requested)
    await pass(300_000)
    expect(requested).toHaveBeenCalledTimes(1)
    await act(async () => {
      visibility = 'hidden'
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await pass(60_000)
    expect(requested).toHaveBeenCalledTimes(1)
  })
})
