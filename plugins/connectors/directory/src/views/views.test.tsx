// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import {
  allWalletsView,
  connectPartsSlot,
  connectView,
  selectChainView,
} from '@portico/kernel/connect-page'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { liveConnections } from '@portico/kernel/session'
import { headerActionsSlot } from '@portico/kernel/shell'
import { walletFindersSlot } from '@portico/kernel/wallet'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { eventually, unmount } from '../../../../../ui/test/render.js'
import {
  click,
  many,
  names,
  open,
  place,
  press,
  route,
  routeView,
  setUpViews,
  show,
  tile,
  tiles,
  type,
  walletOf,
} from '../../test/views-bench.js'
import { getWalletsView, getWalletView, whatIsAWalletView } from '../index.js'
import NoWallet from './no-wallet.js'

setUpViews()

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

  it('AllWallets says that there is no wallet where none works in this environment', async () => {
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

  it('AllWallets whose code is refused again after Try again says that the page was updated', async () => {
    const kernel = await open([walletOf(1)], {
      blockedHosts: async () => {
        throw new TypeError('Failed to fetch dynamically imported module: /directory-1.js')
      },
    })
    await eventually(() => place.textContent?.includes('This part could not be loaded.'))
    expect(place.textContent).not.toContain('connection')
    await click(place.querySelector('button'))
    await eventually(() =>
      place.textContent?.includes('This page was updated. Reload to continue.'),
    )
    expect(place.querySelector('button')?.textContent).toBe('Reload')
    expect(kernel.reported).toMatchObject([
      { error: { code: 'PART_UNLOADED' } },
      { error: { code: 'PAGE_UPDATED' } },
    ])
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
      namespace: chain,
      connect: () => Promise.reject(new TypeError('not called')),
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

describe('where to get a wallet', () => {
  it('the view of a wallet opens each place of the wallet within the tap, without a handle to this page', async () => {
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
  it('[S9.23] a recent wallet of an offered chain is found by its identity, and its route is shown', async () => {
    const wallets = [
      walletOf(1, { rdns: 'me.rainbow' }),
      walletOf(2),
      walletOf(3, { namespaces: ['elsewhere'] }),
    ]
    const kernel = await open(wallets, { plugins: [route(({ id }) => id === 'w1')] })
    const find = async (id: string) => kernel.items(walletFindersSlot)[0]?.find(id)
    expect(await find('rdns:me.rainbow')).toMatchObject({ name: 'Wallet 1' })
    for (const id of ['rdns:unknown', 'name:wallet3', 'name:wallet1'])
      expect(await find(id)).toBeUndefined()
    await act(async () => (await find('rdns:me.rainbow'))?.open())
    expect(kernel.views.current).toMatchObject({
      id: routeView.id,
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
    await show(kernel, <NoWallet />)
    expect(words()).toBe('I don’t have a wallet')
    await click(place.querySelector('button'))
    expect(kernel.views.current?.id).toBe(getWalletsView.id)
  })
  it('the view for newcomers says what a wallet is, with a picture for each sentence, and links to suggestions', async () => {
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
  it('the suggestions are six wallets for this device, with a link to all wallets', async () => {
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
  it('the suggestions say when there is no wallet for this device or the list did not load, and offer to try again', async () => {
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
