// @vitest-environment happy-dom
import {
  definePlugin,
  type Kernel,
  memoryStorage,
  type Plugin,
  type StorageDriver,
} from '@portico/kernel'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { type Connections, connectionService, sessionSlice } from '@portico/kernel/session'
import { openingRulesSlot, type Shell, shellService, shellSlice } from '@portico/kernel/shell'
import { createTestKernel, tally } from '@portico/kernel/testing'
import {
  type DirectoryWallet,
  type Environment,
  environmentSlice,
  walletRoutesSlot,
} from '@portico/kernel/wallet'
import { loadQr } from '@portico/ui'
import { act, createElement, StrictMode } from 'react'
import { encode } from 'uqr'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually, outsideAct, render, unmount } from '../../../../ui/test/render.js'
import {
  connectingWalletConnectBasicView,
  connectingWalletConnectView,
  pairingLifeMs,
  pairingSlice,
  walletconnect,
} from '../src/index.js'
import { savedSessionsSlice } from '../src/persisted.js'
import ConnectingWalletConnectBasicView from '../src/views/connecting-walletconnect-basic-view.js'
import ConnectingWalletConnectView from '../src/views/connecting-walletconnect-view.js'
import { Scan } from '../src/views/scan.js'
import type { PairingView } from '../src/views/use-pairing.js'
import { scriptedLibrary } from './scripted-library.js'

const { drawQr } = await loadQr()

// Tests with fake timers cannot wait for code to load.
beforeAll(() =>
  Promise.all([
    import('../src/pairing/pairing-controller.js'),
    import('../src/relay/socket-owner.js'),
    import('../src/discovery.js'),
  ]),
)
let place: HTMLElement
let kernel: Kernel
afterEach(async () => {
  await unmount()
  kernel?.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Creates a plugin that sets the environment, as its owner. */
const surroundings = (here: Partial<Environment>): Plugin =>
  definePlugin({
    id: 'test/environment',
    owns: [environmentSlice],
    setup: context =>
      context.onStart(() =>
        context.update(environmentSlice, draft => void Object.assign(draft, here)),
      ),
  })
const phone: Partial<Environment> = { kind: 'mobile', system: 'ios', iosSafari: true }

async function boot(
  options: {
    here?: Partial<Environment>
    plugins?: readonly Plugin[]
    storage?: StorageDriver
  } = {},
) {
  const { here = {}, plugins = [tally()], storage = memoryStorage() } = options
  const library = scriptedLibrary()
  const test = await createTestKernel({
    plugins: [
      ...plugins,
      surroundings(here),
      walletconnect({ relayUrl: 'ws://127.0.0.1:1', load: library.load }),
    ],
    storage,
  })
  kernel = test
  await kernel.use(connectionService).discover()
  await expect.poll(() => kernel.state(environmentSlice)).toMatchObject(here)
  return { library, storage, reported: () => test.reported.map(({ error }) => error) }
}
const show = async (view: ReturnType<typeof createElement>) => {
  place = await render(kernel, createElement(StrictMode, null, view))
}
const basic = () =>
  show(
    createElement(ConnectingWalletConnectBasicView, {
      params: { connector: 'tally:walletConnect' },
    }),
  )
const withWallet = (wallet: DirectoryWallet) =>
  show(createElement(ConnectingWalletConnectView, { params: { wallet } }))
const button = (words: string) =>
  [...place.querySelectorAll('button')].find(one => one.textContent?.includes(words))
const click = (words: string) => act(async () => button(words)?.click())
/** Returns the visible text: some heights are reserved with hidden text. */
const text = () => {
  const seen = place.cloneNode(true) as HTMLElement
  for (const hidden of seen.querySelectorAll('[style*=hidden]')) hidden.remove()
  return seen.textContent ?? ''
}
const qr = () => place.querySelector('svg[role=img] path')?.getAttribute('d')
const session = (accounts: readonly string[]) => ({
  topic: 'a'.repeat(64),
  expiry: Math.floor(Date.now() / 1_000) + 3_600,
  namespaces: { tally: { accounts, methods: ['tally_sign'], events: [] } },
  peer: { metadata: { name: 'Pocket', icons: [] } },
})
const rainbow: DirectoryWallet = {
  id: 'rainbow',
  name: 'Rainbow',
  namespaces: ['tally'],
  mobile: { universal: 'https://rnbwapp.com', native: 'rainbow://' },
  web: 'https://rainbow.example',
}

describe('the QR code', () => {
  it('[D55] the QR code draws every module of its text, as `uqr` has them, and nothing else, with the quiet zone that scanners need', () => {
    const text = `wc:${'a'.repeat(64)}@2?symKey=${'b'.repeat(64)}`
    const { size, path, eyes } = drawQr(text, false)
    const { data } = encode(text, { ecc: 'M', border: 4, maskPattern: 0 })
    const drawn = data.map(row => row.map(() => false))
    for (const [, x = '', y = '', length = ''] of path.matchAll(/M([\d.]+) ([\d.]+)h(\d+)/g))
      for (let i = 0; i <= Number(length); i++)
        (drawn[Number(y) - 0.5] ?? [])[Number(x) - 0.5 + i] = true
    // A finder pattern is a ring around a square, each with a gap of one between.
    for (const [left, top] of eyes)
      for (let y = 0; y < 7; y++)
        for (let x = 0; x < 7; x++) {
          const fromMiddle = Math.max(Math.abs(x - 3), Math.abs(y - 3))
          ;(drawn[top + y] ?? [])[left + x] = fromMiddle !== 2
        }
    expect(drawn).toEqual(data)
    expect(eyes).toHaveLength(3)
    expect(size).toBe(data.length)
    expect(data.slice(0, 4).flat().some(Boolean)).toBe(false)
  })
})

describe('ConnectingWalletConnectBasic', () => {
  it('[S2.06] the view shows the code of a link, which can be copied, and moves on when the wallet approves', async () => {
    const { library } = await boot()
    await basic()
    await eventually(() => qr() !== undefined)
    expect(library.links).toHaveLength(1)
    expect(qr()).toBe(drawQr(library.links[0]?.uri ?? '', false).path)
    expect(text()).toContain('Scan with your phone')
    expect(button('Copy link')).toBeDefined()
    library.links[0]?.approve(session(['tally:main:t_ada']))
    await eventually(() => text().includes('Your wallet is connected') === true)
  })
  it('[R12] the view says that the person declined, and pairs again on request', async () => {
    const { library } = await boot()
    await basic()
    await eventually(() => library.links.length === 1)
    library.links[0]?.refuse({ code: 5000, message: 'User rejected.' })
    await eventually(
      () => text().includes('You declined in your wallet. Nothing was sent.') === true,
    )
    expect(button('Copy link')).toBeUndefined()
    await click('Try again')
    await eventually(() => library.links.length === 2 && qr() !== undefined)
  })
  it('[R1] the view says that the relay is slow, then that it cannot be reached, and offers to try again', async () => {
    const { library } = await boot()
    library.isSilent = true
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    await basic()
    await act(async () => vi.advanceTimersByTimeAsync(4_000))
    expect(text()).toContain('The relay that carries messages to your wallet is slow')
    await act(async () => vi.advanceTimersByTimeAsync(6_000))
    expect(text()).toContain('cannot be reached')
    vi.useRealTimers()
    library.isSilent = false
    await click('Try again')
    await eventually(() => qr() !== undefined)
  })
  it('[R1] the view shows the code without a click when a relay that answered nothing is back, and shows the failure until then', async () => {
    const { library } = await boot()
    library.isSilent = true
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    await basic()
    const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
    await pass(10_000)
    expect(text()).toContain('cannot be reached')
    await pass(4_000)
    expect(kernel.state(pairingSlice).phase.name).toBe('preparing')
    expect(text()).toContain('cannot be reached')
    expect(button('Try again')).toBeDefined()
    await pass(8_000)
    library.isSilent = false
    await pass(5_000)
    vi.useRealTimers()
    await eventually(() => qr() !== undefined)
    expect(library.links).toHaveLength(1)
    expect(text()).not.toContain('cannot be reached')
    library.links[0]?.approve(session(['tally:main:t_ada']))
    await eventually(() => text().includes('Your wallet is connected') === true)
  })
  it('[R1] [R10] a view that is left while it waits to try the relay again tries no more', async () => {
    const { library } = await boot()
    library.isSilent = true
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    await basic()
    await act(async () => vi.advanceTimersByTimeAsync(10_000))
    expect(text()).toContain('cannot be reached')
    await unmount()
    library.isSilent = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(library.links).toHaveLength(0)
  })
  it('[R2] the view says when the relay is lost while the code is on screen, and when it is back', async () => {
    const { library } = await boot()
    await basic()
    await eventually(() => qr() !== undefined)
    await act(async () => library.tellRelay('relayer_disconnect'))
    expect(text()).toContain('Trying again')
    await act(async () => library.tellRelay('relayer_connect'))
    expect(text()).not.toContain('Trying again')
  })
  it('[D17a] the view says in the last minute when a new code comes, and shows it', async () => {
    const { library } = await boot()
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    await basic()
    const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
    await pass(1_000)
    const [first] = library.links
    expect(qr()).toBe(drawQr(first?.uri ?? '', false).path)
    await pass(150_000)
    expect(text()).not.toContain('New code in')
    await pass(20_000)
    expect(text()).toMatch(/New code in \d\d s/)
    await pass(pairingLifeMs - 171_000 - 15_000)
    expect(library.links).toHaveLength(2)
    expect(qr()).toBe(drawQr(library.links[1]?.uri ?? '', false).path)
    expect(text()).not.toContain('New code in')
    expect(kernel.state(pairingSlice).phase.name).toBe('offered')
  })
  it('the view says that the link can be copied where the code that draws the QR code did not load', async () => {
    const { reported } = await boot()
    const problem = new TypeError('Failed to fetch dynamically imported module')
    const offered: PairingView = {
      phase: { name: 'offered', uri: 'wc:1@2', expiresAt: Date.now() + pairingLifeMs },
      isRelayLost: false,
      failure: undefined,
      ask: () => undefined,
    }
    const load = async () => {
      throw problem
    }
    await show(createElement(Scan, { pairing: offered, load }))
    await eventually(() => text().includes('Copy the link instead'))
    expect(text()).not.toContain('Scan with your phone')
    expect(qr()).toBeUndefined()
    expect(reported()).toContain(problem)
  })
  it('the view of an app without a chain says that there is nothing to pair with', async () => {
    await boot({ plugins: [] })
    await show(createElement(ConnectingWalletConnectBasicView, { params: { connector: '' } }))
    expect(text()).toContain('no chain that works with a wallet on another device')
  })
})

describe('a view that has nothing to pair with', () => {
  /** Boots without one file of the base, until the test delivers it. */
  async function bootWithout(part: 'connect' | 'discover') {
    const code = { isThere: false }
    const away = async () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    }
    const base = definePlugin({
      id: 'test/base',
      owns: [sessionSlice, shellSlice],
      provides: [connectionService, shellService],
      setup: context => {
        const connections = {
          discover: () =>
            part === 'discover' && !code.isThere
              ? away()
              : Promise.all(context.items(discoveriesSlot).map(({ start }) => start())),
          connect: () =>
            part === 'connect' && !code.isThere ? away() : new Promise(() => undefined),
        }
        context.provide(connectionService, connections as unknown as Connections)
        context.provide(shellService, { back: () => undefined } as unknown as Shell)
      },
    })
    const test = await createTestKernel({
      base: [base],
      plugins: [
        tally(),
        walletconnect({ relayUrl: 'ws://127.0.0.1:1', load: scriptedLibrary().load }),
      ],
    })
    kernel = test
    return { code, reported: () => test.reported.map(({ error }) => error) }
  }
  it('a view for a wallet of other chains says that there is nothing to pair with', async () => {
    await boot()
    await withWallet({ ...rainbow, namespaces: ['abacus'] })
    await eventually(() => text().includes('no chain that works with a wallet on another device'))
    expect(text()).not.toContain('Preparing a link')
    expect(button('Try again')).toBeDefined()
  })
  it.each(['connect', 'discover'] as const)(
    'a view says that code did not load (%s), and loads it again',
    async part => {
      const { code, reported } = await bootWithout(part)
      await withWallet(rainbow)
      await eventually(() => text().includes('The code for connecting a phone did not arrive.'))
      expect(reported()[0]).toBeInstanceOf(TypeError)
      code.isThere = true
      await click('Try again')
      await eventually(() => text().includes('Preparing a link'))
      expect(button('Try again')).toBeUndefined()
    },
  )
})

describe('ConnectingWalletConnect', () => {
  it('[S2.07] [D16a] on a phone the view opens the app of the wallet in the tap itself, with a link that was created before', async () => {
    const { library } = await boot({ here: phone })
    const open = vi.fn()
    vi.stubGlobal('open', open)
    await withWallet(rainbow)
    await eventually(() => button('Open the wallet')?.getAttribute('aria-disabled') === null)
    const uri = encodeURIComponent(library.links[0]?.uri ?? '')
    await outsideAct(() => {
      button('Open the wallet')?.click()
      // The click awaited nothing.
      expect(open.mock.calls).toEqual([
        [`https://rnbwapp.com/wc?uri=${uri}`, '_blank', 'noopener,noreferrer'],
      ])
    })
  })
  it('[D16b] [D16c] the view tries the universal link first, then the scheme, and offers the link and the code besides', async () => {
    const { library } = await boot({ here: phone })
    const open = vi.fn()
    vi.stubGlobal('open', open)
    await withWallet(rainbow)
    await eventually(() => button('Open the wallet')?.getAttribute('aria-disabled') === null)
    await click('Open the wallet')
    expect(button('Copy link')).toBeDefined()
    await click('Open again')
    const uri = encodeURIComponent(library.links[0]?.uri ?? '')
    expect(open.mock.calls.map(([link]) => link)).toEqual([
      `https://rnbwapp.com/wc?uri=${uri}`,
      `rainbow://wc?uri=${uri}`,
    ])
    await click('Show QR code')
    await eventually(() => qr() !== undefined)
    expect(library.links).toHaveLength(1)
  })
  it('[S3.76] the view stores the app that the person chose beyond a reload, for its next requests', async () => {
    const { library, storage } = await boot({ here: phone })
    vi.stubGlobal('open', vi.fn())
    await withWallet(rainbow)
    await eventually(() => button('Open the wallet')?.getAttribute('aria-disabled') === null)
    await click('Open the wallet')
    const chosen = () =>
      JSON.stringify(kernel.state(savedSessionsSlice)).includes('"href":"https://rnbwapp.com/"')
    await eventually(chosen)
    library.links[0]?.approve(session(['tally:main:t_ada']))
    await eventually(() => text().includes('Your wallet is connected') === true)
    await unmount()
    kernel.dispose()

    const next = await boot({ here: phone, storage })
    await basic()
    await eventually(() => next.library.links.length === 1)
    expect(chosen()).toBe(true)
  })
  it('on a desktop the view shows the code first, and the page of the wallet beside it', async () => {
    const { library } = await boot()
    const open = vi.fn()
    vi.stubGlobal('open', open)
    await withWallet(rainbow)
    await eventually(() => qr() !== undefined)
    expect([...place.querySelectorAll('[role=tab]')].map(tab => tab.textContent)).toEqual([
      'QR code',
      'Web',
    ])
    await click('Web')
    await click('Open the wallet')
    expect(open.mock.calls[0]?.[0]).toBe(
      `https://rainbow.example/wc?uri=${encodeURIComponent(library.links[0]?.uri ?? '')}`,
    )
  })
  it.each(['javascript://alert', 'intent://x', 'data://x'])(
    '[S7] the view opens nothing for a wallet whose links are %s',
    async native => {
      await boot({ here: phone })
      const open = vi.fn()
      vi.stubGlobal('open', open)
      await withWallet({ ...rainbow, mobile: { universal: native, native }, web: native })
      await eventually(() => qr() !== undefined)
      expect(place.querySelectorAll('[role=tab]')).toHaveLength(0)
      expect(open).not.toHaveBeenCalled()
    },
  )
})

describe('the pairing route of a directory wallet', () => {
  it.each([
    ['with an app for a chain of this page', rainbow, true],
    ['of other chains', { ...rainbow, namespaces: ['abacus'] }, false],
    ['that is only an extension', { id: 'x', name: 'X', namespaces: ['tally'] }, false],
  ])('[S2.07] a directory wallet %s: %s', async (_what, wallet, leads) => {
    await boot()
    const [route] = kernel.items(walletRoutesSlot)
    expect(route?.view.id).toBe('ConnectingWalletConnect')
    expect(route?.leads(wallet, kernel)).toBe(leads)
  })
})

describe('an app without chains', () => {
  it.each([
    ['[S2.17] on a phone', 'AllWallets', phone],
    ['[S2.18] on a desktop', connectingWalletConnectBasicView.id, {}],
  ])('%s an app without chains opens %s', async (_where, view, here) => {
    await boot({ here, plugins: [] })
    const [rule] = kernel.items(openingRulesSlot)
    expect(rule?.decide(kernel, {})?.view.id).toBe(view)
  })
  it('an app with a chain does not use the opening rule', async () => {
    await boot()
    expect(kernel.items(openingRulesSlot)[0]?.decide(kernel, {})).toBeUndefined()
    expect(
      [connectingWalletConnectView, connectingWalletConnectBasicView].map(view =>
        kernel.views.has(view),
      ),
    ).toEqual([true, true])
  })
})
