// @vitest-environment happy-dom
import { definePlugin, defineView, type Kernel, override, type Plugin, view } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import {
  allWalletsView,
  connectPartsSlot,
  connectView,
  selectChainView,
} from '@portico/kernel/connect-page'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { liveConnections } from '@portico/kernel/session'
import { headerActionsSlot, trackedEvent } from '@portico/kernel/shell'
import { createTestKernel, type TestKernel, tally, tallyWallet } from '@portico/kernel/testing'
import { type DirectoryWallet, walletFindersSlot, walletRoutesSlot } from '@portico/kernel/wallet'
import { useViews } from '@portico/ui'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually, render, unmount } from '../../../../../ui/test/render.js'
import {
  type DirectoryOptions,
  directory,
  getWalletsView,
  getWalletView,
  walletPagesEndpoint,
  whatIsAWalletView,
} from '../index.js'
import AllWalletsView from './all-wallets-view.js'
import GetWalletView from './get-wallet-view.js'
import GetWalletsView from './get-wallets-view.js'
import NoWallet from './no-wallet.js'
import WhatIsAWalletView from './what-is-a-wallet-view.js'

let place: HTMLElement
const kernels: Kernel[] = []
afterEach(async () => {
  await unmount()
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.restoreAllMocks()
})

const elsewhere = defineView<{ readonly wallet: DirectoryWallet }>('Elsewhere')
const blank = async () => ({ default: () => null })
const otherViews: Plugin = definePlugin({
  id: 'test/views',
  views: [view(elsewhere, blank), view(selectChainView, blank)],
})
const route = (leads: (wallet: DirectoryWallet) => boolean): Plugin =>
  definePlugin({
    id: 'test/route',
    setup: context =>
      void context.contribute(walletRoutesSlot, { id: 'test', view: elsewhere, leads }),
  })

const walletOf = (at: number, more: Partial<DirectoryWallet> = {}) => ({
  id: `w${at}`,
  name: `Wallet ${at}`,
  namespaces: ['tally'],
  homepage: `https://w${at}.example/`,
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, at) => walletOf(at + 1))

/** Renders the current view like the outlet of the UI, without its frame. */
function Outlet() {
  const shown = useViews().at(-1)
  if (shown?.id === allWalletsView.id) return <AllWalletsView />
  if (shown?.id === getWalletView.id)
    return <GetWalletView params={shown.params as { wallet: DirectoryWallet }} />
  if (shown?.id === whatIsAWalletView.id) return <WhatIsAWalletView />
  if (shown?.id === getWalletsView.id) return <GetWalletsView />
  return <p>{shown?.id}</p>
}
async function open(
  custom: readonly DirectoryWallet[],
  {
    plugins = [],
    endpoints = [],
    wallets = [tallyWallet()],
    ...options
  }: DirectoryOptions &
    Partial<Parameters<typeof createTestKernel>[0]> & {
      wallets?: ReturnType<typeof tallyWallet>[]
    } = {},
): Promise<TestKernel> {
  const kernel = await createTestKernel({
    plugins: [
      tally({ wallets }),
      otherViews,
      directory({
        custom,
        ...(options.remote ? { exclude: [] } : { include: custom.map(({ id }) => id) }),
        ...options,
      }),
      ...plugins,
    ],
    endpoints,
  })
  kernels.push(kernel)
  kernel.views.reset(allWalletsView)
  place = await render(kernel, <Outlet />)
  return kernel
}
const tiles = () => [...place.querySelectorAll<HTMLElement>('li button')]
const names = () => tiles().map(tile => tile.querySelector('.p-wallet-tile-name')?.textContent)
const tile = (name: string) => tiles().find(one => one.textContent?.includes(name)) as HTMLElement
const click = (element: Element | null | undefined) =>
  act(async () => (element as HTMLElement).click())
async function type(text: string) {
  const field = place.querySelector('input[type=search]') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const press = (key: string) =>
  act(async () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ),
  )

describe('AllWallets', () => {
  it('[S2.05] AllWallets shows the wallets of the page and those of the directory, each once', async () => {
    await open([walletOf(1), walletOf(2)])
    await eventually(() => tiles().length)
    expect(names()).toEqual(['Tally Wallet', 'Wallet 1', 'Wallet 2'])
    expect(tile('Tally Wallet').textContent).toContain('Installed')
    expect(tile('Wallet 1').textContent).not.toContain('Installed')
  })

  it('AllWallets filters as the person types, says how many are left, and says what to do when there is none', async () => {
    await open([walletOf(1, { name: 'Über Fuchs' }), walletOf(2)])
    await eventually(() => tiles().length)
    await type('uber')
    await eventually(() => names().join() === 'Über Fuchs')
    expect(place.querySelector('[role=status]')?.textContent).toBe('Wallets found: 1')
    await type('nothing of it')
    await eventually(() => place.textContent?.includes('No wallet has this name.'))
    await click(
      [...place.querySelectorAll('button')].find(one => one.textContent === 'Show all wallets'),
    )
    await eventually(() => tiles().length === 3)
  })

  it('the search is cleared only by its button, which keeps the caret in the field', async () => {
    await open([walletOf(1), walletOf(2)])
    await eventually(() => tiles().length)
    const field = place.querySelector('input') as HTMLInputElement
    const clear = () => place.querySelector('.p-field button')
    expect(clear()).toBeNull()
    await type('wallet 2')
    await eventually(() => names().join() === 'Wallet 2')
    expect(field.value).toBe('wallet 2')
    await click(clear())
    expect([field.value, clear(), document.activeElement]).toEqual(['', null, field])
    await eventually(() => tiles().length === 3)
  })

  it('AllWallets leaves out wallets of other chains, and those without a link', async () => {
    await open([
      walletOf(1),
      walletOf(2, { namespaces: ['elsewhere'] }),
      { id: 'w3', name: 'Nowhere', namespaces: ['tally'] },
    ])
    await eventually(() => tiles().length)
    expect(names()).toEqual(['Tally Wallet', 'Wallet 1'])
  })

  it('AllWallets says so where no wallet works', async () => {
    await open([], { include: [], wallets: [] })
    await eventually(() => place.textContent?.includes('None of these wallets works here.'))
  })

  it('AllWallets can load the list again after a failure', async () => {
    let isBroken = true
    const kernel = await open([walletOf(1)], {
      blockedHosts: async () => {
        if (isBroken) throw new TypeError('no list')
        return []
      },
    })
    await eventually(() => place.textContent?.includes('could not be loaded'))
    expect(kernel.reported).toMatchObject([{ plugin: 'connector/directory' }])
    isBroken = false
    await click(place.querySelector('button'))
    await eventually(() => tiles().length === 2)
  })

  it('AllWallets has as many elements for five thousand wallets as for fifty', async () => {
    await open(many(5_000))
    await eventually(() => tiles().length)
    expect(tiles().length).toBeLessThan(40)
    expect(place.querySelector('li')?.getAttribute('aria-setsize')).toBe('5001')
  })

  it('the grid is one tab stop, and the arrow keys move between wallets', async () => {
    await open(many(50))
    await eventually(() => tiles().length)
    expect(tiles().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    tiles()[0]?.focus()
    const at = () => (document.activeElement as HTMLElement | null)?.dataset.at
    for (const [key, expected] of [
      ['ArrowRight', '1'],
      ['ArrowDown', '5'],
      ['ArrowLeft', '4'],
      ['End', '50'],
      ['Home', '0'],
    ] as const) {
      await press(key)
      await eventually(() => at() === expected)
    }
    expect(tiles().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  it('[S1.01] AllWallets connects a wallet that is in the page', async () => {
    const kernel = await open([])
    await eventually(() => tiles().length)
    await click(tile('Tally Wallet'))
    await eventually(() => liveConnections(kernel).length === 1)
  })

  it('AllWallets asks for the chain of a wallet that approves each chain on its own', async () => {
    const connector = (chain: string): Connector => ({
      id: chain,
      name: 'Two Chains',
      type: 'ANNOUNCED',
      chain,
      connect: () => Promise.reject(new TypeError('nobody asks it')),
      restore: async () => undefined,
    })
    const both = definePlugin({
      id: 'test/both',
      setup: context => {
        for (const chain of ['tally', 'other']) context.contribute(connectorsSlot, connector(chain))
      },
    })
    const kernel = await open([], { plugins: [both] })
    await eventually(() => tiles().length)
    await click(tile('Two Chains'))
    expect(kernel.views.current).toMatchObject({ id: selectChainView.id })
  })

  it('AllWallets follows a route that a plugin provides, and otherwise says where to get the wallet', async () => {
    const kernel = await open([walletOf(1), walletOf(2)], {
      plugins: [route(({ id }) => id === 'w1')],
    })
    await eventually(() => tiles().length)
    await click(tile('Wallet 1'))
    expect(kernel.views.current).toMatchObject({
      id: 'Elsewhere',
      params: { wallet: { id: 'w1' } },
    })
    await act(async () => void kernel.views.back())
    await eventually(() => tiles().length)
    await click(tile('Wallet 2'))
    expect(kernel.views.current).toMatchObject({
      id: getWalletView.id,
      params: { wallet: { id: 'w2' } },
    })
  })

  it('AllWallets shows a wallet that only a route can reach', async () => {
    await open([{ id: 'w1', name: 'By code', namespaces: ['tally'] }], {
      plugins: [route(() => true)],
    })
    await eventually(() => tiles().length)
    expect(names()).toEqual(['Tally Wallet', 'By code'])
  })
})

describe('AllWallets over a remote directory', () => {
  const remote = { url: 'https://directory.example' }
  const only = { remote, exclude: [] as string[] }

  it('AllWallets requests more pages near the end of the list, until there is no more', async () => {
    const asked: number[] = []
    const answer = override(walletPagesEndpoint, async ({ page, search }) => {
      if (!search) asked.push(page)
      return {
        wallets: [walletOf(1_000 + page, { name: `Zz Remote ${page}` })],
        count: 3,
        entries: 1,
      }
    })
    await open([walletOf(1)], {
      ...only,
      include: ['w1', 'w1001', 'w1002', 'w1003'],
      endpoints: [answer],
    })
    await eventually(() => names().includes('Zz Remote 3'))
    expect(asked).toEqual([1, 2, 3])
  })

  it('AllWallets requests a search after a pause, and ignores what cannot be answered', async () => {
    const asked: string[] = []
    const answer = override(walletPagesEndpoint, async ({ search }) => {
      asked.push(search)
      if (search === 'bad') throw new TypeError('away')
      return { wallets: search ? [walletOf(7, { name: 'Found There' })] : [], count: 1, entries: 1 }
    })
    const kernel = await open([walletOf(1)], { ...only, endpoints: [answer] })
    await eventually(() => tiles().length)
    for (const text of ['f', 'fo', 'found']) await type(text)
    await eventually(() => names().includes('Found There'))
    expect(asked.filter(Boolean)).toEqual(['found'])
    await type('bad')
    await eventually(() => kernel.reported.length)
    await eventually(() => place.textContent?.includes('More wallets could not be loaded.'))
    expect(place.textContent).not.toContain('No wallet has this name.')
    await type('')
    await eventually(() => names().includes('Wallet 1'))
    expect(place.textContent).not.toContain('More wallets could not be loaded.')
  })

  it('[S27] AllWallets emits an event after a search pauses, without the text', async () => {
    const kernel = await open([walletOf(1)])
    const heard: unknown[] = []
    kernel.on(trackedEvent, event => void heard.push(event))
    await eventually(() => tiles().length)
    for (const text of ['m', 'my', 'my secret']) await type(text)
    await eventually(() => heard.length)
    expect(heard).toEqual([{ name: 'SEARCH_WALLET' }])
  })

  it('AllWallets requests a failed page again only when the person asks for it', async () => {
    let asked = 0
    const answer = override(walletPagesEndpoint, async () => {
      asked++
      if (asked < 3) throw new TypeError('away')
      return { wallets: [walletOf(7, { name: 'Zz Remote' })], count: 1, entries: 1 }
    })
    const again = () =>
      [...place.querySelectorAll('button')].find(one => one.textContent === 'Try again')
    await open([walletOf(1)], { remote, include: ['w1', 'w7'], endpoints: [answer] })
    await eventually(again)
    expect([asked, names()]).toEqual([1, ['Tally Wallet', 'Wallet 1']])
    await click(again())
    await eventually(() => asked === 2 && again())
    await click(again())
    await eventually(() => names().includes('Zz Remote'))
    expect([asked, again()]).toEqual([3, undefined])
  })
})

/** A second chain, whose wallets are only in the directory. */
const abacus: Plugin = definePlugin({
  id: 'test/abacus',
  setup: context => {
    const nativeCurrency = { name: 'Bead', symbol: 'BEAD', decimals: 0 }
    context.contribute(chainsSlot, {
      id: 'abacus',
      name: 'Abacus',
      networks: [
        {
          id: 'main',
          caipNetworkId: 'abacus:main',
          chainNamespace: 'abacus',
          name: 'Abacus',
          nativeCurrency,
          rpcUrls: [],
        },
      ],
    })
  },
})
const choose = (label: string) =>
  click(
    [...place.querySelectorAll('.p-wallet-chains label')]
      .find(one => one.textContent === label)
      ?.querySelector('input'),
  )

describe('AllWallets over a remote directory, of several chains', () => {
  const remote = { url: 'https://directory.example' }

  it('AllWallets requests the wallets of all chains, also after those of one chain were read to the end', async () => {
    const asked: string[] = []
    const answer = override(walletPagesEndpoint, async ({ networks, page }) => {
      asked.push(`${networks} ${page}`)
      const id = networks.includes('abacus:main') ? 'abacus' : 'tally'
      return {
        wallets: [walletOf(9, { id, name: `Remote of ${id}`, namespaces: [id] })],
        count: 1,
        entries: 1,
      }
    })
    const shows = {
      remote,
      include: ['w1', 'tally', 'abacus'],
      endpoints: [answer],
      plugins: [abacus],
    }
    const kernel = await open([walletOf(1)], shows)
    await eventually(() => names().includes('Remote of abacus'))
    await choose(kernel.items(chainsSlot)[0]?.name ?? '')
    await eventually(() => names().includes('Remote of tally'))
    expect(names()).not.toContain('Remote of abacus')
    await choose('All')
    await eventually(() => names().includes('Remote of abacus'))
    expect(asked.every(one => one.endsWith(' 1'))).toBe(true)
  })

  it('AllWallets requests the wallets of a chain that has none here', async () => {
    const answer = override(walletPagesEndpoint, async () => ({
      wallets: [walletOf(9, { name: 'Remote', namespaces: ['abacus'] })],
      count: 1,
      entries: 1,
    }))
    await open([walletOf(1)], {
      remote,
      include: ['w1', 'w9'],
      endpoints: [answer],
      plugins: [abacus],
    })
    await eventually(() => tiles().length)
    await choose('Abacus')
    await eventually(() => names().join() === 'Remote')
  })

  it('AllWallets says that there is no such wallet when the search is over, not while it runs', async () => {
    const waiting: (() => void)[] = []
    const answer = override(walletPagesEndpoint, async ({ search }) => {
      if (search) await new Promise<void>(resolve => waiting.push(resolve))
      return { wallets: [], count: 0, entries: 0 }
    })
    await open([walletOf(1)], { remote, exclude: [], endpoints: [answer] })
    await eventually(() => tiles().length)
    await type('nothing of it')
    await eventually(() => tiles().length === 0)
    await eventually(() => place.textContent?.includes('Loading wallets'))
    expect(place.textContent).not.toContain('No wallet has this name.')
    expect(place.querySelector('p[role=status]')?.textContent).toBe('')
    await eventually(() => waiting.length)
    expect(place.textContent).not.toContain('No wallet has this name.')
    waiting[0]?.()
    await eventually(() => place.textContent?.includes('No wallet has this name.'))
    expect(place.querySelector('p[role=status]')?.textContent).toBe('Wallets found: 0')
  })
})

describe('where to get a wallet', () => {
  it('the view names the places of a wallet, and opens them within the tap without a handle to this page', async () => {
    const opened: unknown[][] = []
    vi.spyOn(globalThis, 'open').mockImplementation((...what) => {
      opened.push(what)
      return null
    })
    await open([
      walletOf(1, {
        web: 'https://web.w1.example/',
        stores: {
          chrome: 'https://chromewebstore.google.com/detail/abcdefghijklmnopabcdefghijklmnop',
        },
      }),
    ])
    await eventually(() => tiles().length)
    await click(tile('Wallet 1'))
    const rows = [...place.querySelectorAll('li')]
    expect(rows.map(row => row.textContent)).toEqual([
      'Open Wallet 1 in a new tab',
      'Chrome Web Store',
      'Website of Wallet 1',
    ])
    const row = rows[1]?.querySelector('button')
    act(() => row?.click())
    expect(opened).toEqual([
      [
        'https://chromewebstore.google.com/detail/abcdefghijklmnopabcdefghijklmnop',
        '_blank',
        'noopener,noreferrer',
      ],
    ])
    expect(place.textContent).toContain('reload this page')
  })
})

describe('a recently used wallet', () => {
  it('[S9.23] a recent wallet is found by its identity, and its route is shown; not for a chain that is not offered', async () => {
    const wallets = [
      walletOf(1, { rdns: 'me.rainbow' }),
      walletOf(2),
      walletOf(3, { namespaces: ['elsewhere'] }),
    ]
    const kernel = await open(wallets, { plugins: [route(({ id }) => id === 'w1')] })
    const find = async (id: string) => kernel.items(walletFindersSlot)[0]?.find(id)
    expect(await find('rdns:me.rainbow')).toMatchObject({ name: 'Wallet 1' })
    for (const id of ['rdns:nobody', 'name:wallet3', 'name:wallet1'])
      expect(await find(id)).toBeUndefined()
    await act(async () => (await find('rdns:me.rainbow'))?.open())
    expect(kernel.views.current).toMatchObject({
      id: elsewhere.id,
      params: { wallet: { id: 'w1' } },
    })
    await act(async () => (await find('name:wallet2'))?.open())
    expect(kernel.views.current?.id).toBe(getWalletView.id)
  })
})

describe('for people who have no wallet', () => {
  const stores = {
    chrome: 'https://chromewebstore.google.com/detail/abcdefghijklmnopabcdefghijklmnop',
  }
  const words = () => place.textContent ?? ''

  it('the Connect view links to what a wallet is, in its header, and to suggested wallets, at its foot', async () => {
    const kernel = await open([walletOf(1, { stores })])
    expect(kernel.items(headerActionsSlot)).toMatchObject([
      { view: connectView.id, target: whatIsAWalletView },
    ])
    expect((await kernel.items(connectPartsSlot)[0]?.load())?.default).toBe(NoWallet)
    await unmount()
    place = await render(kernel, <NoWallet />)
    expect(words()).toBe('I don’t have a wallet')
    await click(place.querySelector('button'))
    expect(kernel.views.current?.id).toBe(getWalletsView.id)
  })
  it('the view says what a wallet is, with a picture for each sentence, and links to suggested wallets', async () => {
    const kernel = await open([walletOf(1, { stores })])
    await act(async () => kernel.views.reset(whatIsAWalletView))
    expect(place.querySelectorAll('li svg[aria-hidden=true]')).toHaveLength(3)
    expect([...place.querySelectorAll('h3')].map(one => one.textContent)).toEqual([
      'One sign-in for many apps',
      'Everything you own, in one place',
      'Only you hold the keys',
    ])
    await click(place.querySelector('button'))
    await eventually(() => words().includes('Wallet 1'))
    await click(tile('Wallet 1'))
    expect(kernel.views.history.map(({ id }) => id)).toEqual([
      whatIsAWalletView.id,
      getWalletsView.id,
      getWalletView.id,
    ])
    expect(words()).toContain('Chrome Web Store')
  })
  it('the view suggests six wallets for this device, and links to all of them', async () => {
    const kernel = await open([
      walletOf(1),
      walletOf(2, { namespaces: ['abacus'], stores }),
      ...many(9).map(one => ({ ...one, id: `s${one.id}`, stores })),
    ])
    await act(async () => kernel.views.reset(getWalletsView))
    await eventually(() => tiles().length)
    expect(tiles().map(one => one.querySelector('.p-row-title')?.textContent)).toEqual([
      ...many(6).map(({ name }) => name),
      'All wallets',
    ])
    await click(tiles().at(-1))
    expect(kernel.views.current?.id).toBe(allWalletsView.id)
  })
  it('the view says so where there is no wallet for this device, and where the list did not load, and offers to try again', async () => {
    const kernel = await open([walletOf(1)])
    await act(async () => kernel.views.reset(getWalletsView))
    await eventually(() => words().includes('None of these wallets works here.'))
    expect(tiles()).toHaveLength(1)
    await unmount()

    let isDown = true
    const blockedHosts = async () => {
      if (isDown) throw new TypeError('down')
      return []
    }
    const other = await open([walletOf(1, { stores })], { blockedHosts })
    await act(async () => other.views.reset(getWalletsView))
    await eventually(() => words().includes('could not be loaded'))
    isDown = false
    await click(place.querySelector('button'))
    await eventually(() => words().includes('Wallet 1'))
  })
})
