// @vitest-environment happy-dom
import { definePlugin, override } from '@portico/kernel'
import { type Http, nftPageEndpoint } from '@portico/kernel/backend'
import type { Nft, NftPage } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { preferencesSlice } from '@portico/kernel/shell'
import { createTestKernel, type TestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { KernelProvider, useViews } from '@portico/ui'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { nftGalleryService, nfts, nftsOf, nftView } from '../index.js'
import NftView from './nft-view.js'
import NftsTab from './nfts-tab.js'

// React reads this property.
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
react.IS_REACT_ACT_ENVIRONMENT = true

const main: NetworkId = 'tally:main'
const nft = (at: number, more: Partial<Nft> = {}): Nft => ({
  asset: `${main}/card:deck/${at}`,
  network: main,
  standard: 'erc721',
  tokenId: String(at),
  amount: 1n,
  collection: 'Deck',
  name: `Card ${at}`,
  ...more,
})
const png = 'data:image/png;base64,iVBORw=='

let root: Root | undefined
let place: HTMLElement
let requested: string[]
let hide: (hidesAmounts?: true) => void
const openPreferences = definePlugin({
  id: 'test/preferences',
  owns: [preferencesSlice],
  setup(context) {
    hide = hidesAmounts =>
      context.update(preferencesSlice, state => void Object.assign(state, { hidesAmounts }))
  },
})
const kernels: TestKernel[] = []
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  place = document.body.appendChild(document.createElement('main'))
  requested = []
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(352)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
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
/** Renders the current view like the outlet of the UI, without its frame. */
function Outlet() {
  const shown = useViews().at(-1)
  return shown?.id === nftView.id ? <NftView params={shown.params as { nft: Nft }} /> : <NftsTab />
}
async function show(answer: (cursor: string | undefined) => Promise<NftPage>) {
  const http: Partial<Http> = {
    async picture(url) {
      requested.push(url)
      return url.includes('refused') ? undefined : png
    },
    async get(url, { read }) {
      requested.push(url)
      return read({ name: 'Described', image: 'https://third-party.example/described.png' })
    },
  }
  const kernel = await createTestKernel({
    plugins: [tally({ wallets: [tallyWallet()] }), openPreferences, nfts()],
    endpoints: [override(nftPageEndpoint, ({ cursor }) => answer(cursor))],
    connected: main,
    http,
  })
  kernels.push(kernel)
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
const tiles = () => [...place.querySelectorAll<HTMLButtonElement>('li button')]
const button = (name: string) =>
  [...place.querySelectorAll('button')].find(one => one.textContent === name)
const press = async (name: string) => {
  await act(async () => button(name)?.click())
  await pass(1)
}
const sources = () => [...place.querySelectorAll('img')].map(one => one.getAttribute('src'))

describe('the tab', () => {
  it('[S2.24] the tab has a tile for each NFT with its name, collection and quantity', async () => {
    await show(async () => ({ items: [nft(1), nft(2, { amount: 12n }), { ...nft(3), name: '' }] }))
    expect(tiles().map(one => one.textContent)).toEqual(['Card 1Deck', 'Card 2Deck×12', '#3Deck'])
  })

  it('the tab requests no third-party host before the person allows it, then each once, and none after the consent is taken back', async () => {
    const items = [
      nft(1, { image: 'https://third-party.example/1.png' }),
      nft(2, { image: 'data:image/svg+xml,<svg/>' }),
      { ...nft(3, { metadata: 'https://third-party.example/3.json' }), name: '' },
      nft(4, { image: 'https://third-party.example/spam.png', isSpam: true }),
    ]
    await show(async () => ({ items }))
    expect(sources()).toEqual(['data:image/svg+xml,<svg/>'])
    expect(place.textContent).toContain('Pictures come from servers that anyone can run.')
    expect(requested).toEqual([])
    await press('Show pictures')
    await press('Show hidden NFTs (1)')
    expect(requested.sort()).toEqual([
      'https://third-party.example/1.png',
      'https://third-party.example/3.json',
      'https://third-party.example/described.png',
    ])
    expect(sources()).toEqual([
      'data:image/png;base64,iVBORw==',
      'data:image/svg+xml,<svg/>',
      'data:image/png;base64,iVBORw==',
    ])
    expect(tiles()[2]?.textContent).toBe('DescribedDeck')
    await press('Stop loading pictures')
    expect(sources()).toEqual(['data:image/svg+xml,<svg/>'])
  })

  it('the tab hides spam until the person wants to see it', async () => {
    await show(async () => ({ items: [nft(1), nft(2, { name: 'Claim at gift.xyz' })] }))
    expect(tiles()).toHaveLength(1)
    await press('Show hidden NFTs (1)')
    expect(tiles().map(one => one.textContent)).toEqual([
      'Card 1Deck',
      'Claim at gift.xyzDeckSuspicious',
    ])
    await press('Hide suspicious NFTs')
    expect(tiles()).toHaveLength(1)
  })

  it('the tab says that there is nothing, or that loading failed, and offers to try again', async () => {
    let isDown = true
    await show(async () => (isDown ? Promise.reject(new RangeError('down')) : { items: [] }))
    expect(place.textContent).toContain('The NFTs cannot be loaded right now. Nothing was lost.')
    isDown = false
    await press('Try again')
    expect(place.textContent).toContain('No NFTs on Tally main yet')
  })

  it('the tab shows skeletons only where nothing is known', async () => {
    await show(() => new Promise(() => undefined))
    expect(place.querySelector('[aria-busy]')?.textContent).toBe('Loading NFTs')
  })

  it('[R33] the tab has as many elements for five thousand NFTs as for twenty, and requests the next page at the end of the list', async () => {
    const cursors: (string | undefined)[] = []
    await show(async cursor => {
      cursors.push(cursor)
      const from = Number(cursor ?? 0)
      return {
        items: Array.from({ length: 1_000 }, (_, at) => nft(from + at)),
        ...(from < 4_000 && { next: String(from + 1_000) }),
      }
    })
    expect(tiles().length).toBeLessThan(24)
    const list = place.querySelector<HTMLElement>('.p-long')
    for (let page = 1; page < 5; page++) {
      await act(async () => {
        if (list) list.scrollTop = 188 * 500 * page
        list?.dispatchEvent(new Event('scroll'))
      })
      await pass(1)
    }
    expect(cursors).toEqual([undefined, '1000', '2000', '3000', '4000'])
    expect(tiles().length).toBeLessThan(24)
    expect(place.querySelector('li')?.getAttribute('aria-setsize')).toBe('5000')
  })

  it('the grid is one tab stop, with arrow keys inside, two tiles in a row', async () => {
    await show(async () => ({ items: Array.from({ length: 6 }, (_, at) => nft(at)) }))
    const focused = () => (document.activeElement as HTMLElement | null)?.textContent
    expect(tiles().filter(one => one.tabIndex === 0)).toHaveLength(1)
    tiles()[0]?.focus()
    for (const [key, to] of [
      ['ArrowRight', 'Card 1Deck'],
      ['ArrowDown', 'Card 3Deck'],
      ['End', 'Card 5Deck'],
      ['Home', 'Card 0Deck'],
    ] as const) {
      await act(
        async () =>
          void document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true }),
          ),
      )
      expect(focused()).toBe(to)
    }
  })
})

describe('the view of an NFT', () => {
  it('the view shows all facts as plain text, and buttons to copy some of them', async () => {
    const one = nft(7, {
      amount: 3n,
      address: 't_deck',
      description: '<b onclick="alert(1)">Two</b>\nlines',
      traits: [{ name: 'Suit', value: 'Hearts' }],
    })
    const kernel = await show(async () => ({ items: [one] }))
    await act(async () => tiles()[0]?.click())
    await pass(0)
    expect(kernel.views.current?.id).toBe('Nft')
    expect(place.querySelector('h3')?.textContent).toBe('Card 7')
    expect(place.querySelector('.p-nft-text')?.textContent).toBe(
      '<b onclick="alert(1)">Two</b>\nlines',
    )
    expect([...place.querySelectorAll('dt')].map(term => term.textContent)).toEqual([
      'You have',
      'Standard',
      'Address',
      'Token id',
      'Traits',
      'Suit',
    ])
    expect(place.textContent).toContain('ERC-721')
    expect(
      [...place.querySelectorAll('button')].map(found => found.getAttribute('aria-label')),
    ).toEqual(['Copy address', 'Copy token id'])
  })

  it('the view hides the quantity of an NFT, also from screen readers, while amounts are hidden', async () => {
    await show(async () => ({ items: [nft(7, { amount: 37n })] }))
    expect(place.textContent).toContain('37')
    await act(async () => hide(true))
    expect(place.textContent).not.toContain('37')
    await act(async () => tiles()[0]?.click())
    await pass(0)
    expect(place.querySelector('dl')?.textContent).toContain('Amount hidden')
    expect(place.innerHTML).not.toContain('37')
  })

  it.skipIf(!hasVectors)('[S6] the view shows any name as text', async () => {
    const strings = vectors<{ input: string }>('hostile-strings')
      .cases.map(({ input }) => input)
      .filter((name, at) => at % 24 === 0 || name in {})
    expect(strings.length).toBeGreaterThan(20)
    const items = strings.map((name, at) =>
      nft(at, {
        name,
        collection: name,
        description: name,
        standard: name,
        address: name,
        image: name,
        metadata: name,
        traits: [{ name, value: name }],
      }),
    )
    const made = () =>
      place.querySelectorAll(
        'script,iframe,object,embed,link,base,form,[onload],[onerror],[onclick],img:not([alt=""])',
      )
    const kernel = await show(async () => ({ items }))
    expect([...made()]).toEqual([])
    for (const one of nftsOf(kernel).shown) {
      await act(async () => void kernel.views.reset(nftView, { nft: one }))
      expect([...made()]).toEqual([])
      expect(place.querySelector('h3')?.textContent).toBeTruthy()
    }
    expect([requested, kernel.reported, '__pwn' in globalThis]).toEqual([[], [], false])
  })

  it('the view says why a picture is missing, once it was requested', async () => {
    const why = 'The picture is not shown'
    const kernel = await show(async () => ({
      items: [nft(1, { image: 'https://third-party.example/refused.png' })],
    }))
    await act(async () => tiles()[0]?.click())
    await pass(0)
    expect(place.textContent).not.toContain(why)
    await act(async () => void kernel.use(nftGalleryService).allowOutside(true))
    await pass(1)
    expect(requested).toEqual(['https://third-party.example/refused.png'])
    expect(place.textContent).toContain(why)
    expect(sources()).toEqual([])
  })

  it('the view warns of spam', async () => {
    const kernel = await show(async () => ({ items: [] }))
    await act(
      async () =>
        void kernel.views.push(nftView, {
          nft: nft(1, { isSpam: true, image: 'data:image/svg+xml,<svg/>' }),
        }),
    )
    await pass(0)
    expect(place.textContent).toContain('You probably did not ask for this.')
    expect(sources()).toEqual([])
  })
})
