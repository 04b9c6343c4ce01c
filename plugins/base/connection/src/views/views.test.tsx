// @vitest-environment happy-dom
import { definePlugin, type Kernel, view } from '@portico/kernel'
import {
  allWalletsView,
  chains,
  connectEntries,
  connectingExternalView,
  connectMethods,
  connectView,
  environment,
  type FoundWallet,
  networks,
  networksView,
  selectChainView,
  shell,
  toasts,
  unsupportedChainView,
  type WalletFinder,
  walletFinders,
} from '@portico/kernel/contracts'
import { type TallyWallet, tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import { KernelProvider, useViews } from '@portico/ui'
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Bench,
  type BenchOptions,
  bench,
  connectionsOf,
  dock,
  main,
  puppet,
  puppetLine,
  reportOf,
  side,
  tick,
  until,
  use,
  wild,
} from '../../test/bench.js'
import ConnectView from './connect-view.js'
import ConnectingExternalView from './connecting-external-view.js'
import NetworksView from './networks-view.js'
import SelectChainView from './select-chain-view.js'
import UnsupportedChainView from './unsupported-chain-view.js'
import { loadPictures } from './wallet-list.js'

// React asks for it by this name. Between two `act`s, while a test waits for a wallet, nothing is asked for.
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
react.IS_REACT_ACT_ENVIRONMENT = true
const ada = 'tally:org.tally.ada'

const failures: unknown[] = []
const toasted = definePlugin({
  id: 'test/toasts',
  provides: [toasts],
  setup: context =>
    void context.provide(toasts, {
      success: () => undefined,
      progress: () => undefined,
      fail: error => void failures.push(error),
      dismiss: () => undefined,
      alert: () => undefined,
      dismissAlert: () => undefined,
    }),
})

let root: Root | undefined
let place: HTMLElement
beforeEach(() => {
  place = document.body.appendChild(document.createElement('main'))
  failures.length = 0
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
  place.remove()
  vi.useRealTimers()
})

/** As the outlet of the interface does it, without its frame. */
function Outlet() {
  const shown = useViews().at(-1)
  if (shown?.id === connectView.id) return <ConnectView />
  if (shown?.id === connectingExternalView.id) return <ConnectingExternalView params={shown.params as { connector: string }} />
  if (shown?.id === selectChainView.id) return <SelectChainView params={shown.params as { wallet: string }} />
  if (shown?.id === networksView.id) return <NetworksView />
  if (shown?.id === unsupportedChainView.id) return <UnsupportedChainView />
  return <p>{shown?.id}</p>
}
const show = async (kernel: Kernel) => {
  root = createRoot(place)
  await act(async () => root?.render(createElement(KernelProvider, { kernel }, <Outlet />)))
}
const start = async (options: BenchOptions) => {
  const it = await bench({ ...options, plugins: [toasted, ...(options.plugins ?? [])] })
  it.kernel.use(shell).open()
  // The controller arrives with the opening.
  await vi.dynamicImportSettled()
  await show(it.kernel)
  return it
}
const rowsOf = () => [...place.querySelectorAll('li')].map(row => row.textContent)
const button = (words: string) => {
  const found = [...place.querySelectorAll('button')].find(one => one.textContent?.includes(words))
  if (!found) throw new RangeError(`no button "${words}" in: ${place.textContent}`)
  return found
}
const click = (words: string) => act(async () => button(words).click())
const eventually = async (holds: () => boolean) => {
  react.IS_REACT_ACT_ENVIRONMENT = false
  await until(holds)
  react.IS_REACT_ACT_ENVIRONMENT = true
}
/** What can be read: some places are kept by words that are not seen. */
const text = () => {
  const seen = place.cloneNode(true) as HTMLElement
  for (const hidden of seen.querySelectorAll('[style*=hidden]')) hidden.remove()
  return seen.textContent ?? ''
}
const wallet = (options: Parameters<typeof tallyWallet>[0] = {}) => tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', ...options })

describe('Select chain', () => {
  const several = (...wallets: readonly TallyWallet[]) => ({ chains: ['tally', 'other', 'third'].map(namespace => tally({ namespace, wallets })) })

  it('[D62b] stands between the one row of a wallet of several chains and its approval', async () => {
    const scripted = wallet({ policy: 'ask' })
    const it = await start(several(scripted))
    expect(rowsOf()[0]).toBe('AdaInstalled · 3 chains')
    await click('Ada')
    expect(scripted.requests).toEqual([])
    expect(text()).toContain('asks for each of them on its own')
    expect(rowsOf()).toHaveLength(3)
    await act(async () => place.querySelectorAll<HTMLButtonElement>('li button')[1]?.click())
    await eventually(() => text().includes('Open Ada to approve'))
    scripted.approve()
    await eventually(() => text() === 'Account')
    expect(connectionsOf(it).map(({ namespace, phase }) => `${namespace} ${phase.name}`)).toEqual(['other connected'])

    await act(async () => it.kernel.views.push(connectView))
    await click('Ada')
    expect(rowsOf()).toEqual([expect.not.stringContaining('Connected'), expect.stringContaining('Connected'), expect.not.stringContaining('Connected')])
  })
  it('is not asked where one approval is for all, nor where the modal is open for one chain', async () => {
    const all = wallet({ approvesAll: true, policy: 'ask' })
    await start(several(all))
    await click('Ada')
    await eventually(() => text().includes('Open Ada to approve'))
    expect(all.requests).toEqual(['connect'])
    await act(async () => root?.unmount())

    const each = wallet({ policy: 'ask' })
    const it = await start({ ...several(each) })
    await act(async () => it.kernel.use(shell).open({ view: connectView, namespace: 'third' }))
    expect(rowsOf()[0]).toBe('AdaInstalled')
    await click('Ada')
    await eventually(() => text().includes('Open Ada to approve'))
    expect(connectionsOf(it).map(({ namespace }) => namespace)).toEqual(['third'])
  })
  it('says so where the wallet went away before it was shown', async () => {
    const it = await start(several(wallet()))
    await act(async () => it.kernel.views.push(selectChainView, { wallet: 'name:gone' }))
    expect(text()).toContain('This wallet was not found here')
  })
  it('stands in the order of the host’s chains, whichever of them the wallet named first', async () => {
    const port = dock()
    const listed = definePlugin({
      id: 'test/listed',
      setup(context) {
        for (const name of ['One', 'Two', 'Three']) context.contribute(chains, { id: name, name, networks: [tallyNetwork('main', name)] })
      },
    })
    const it = await start({ chains: [listed], plugins: [port.plugin] })
    await act(async () => {
      for (const chain of ['Three', 'One', 'Two']) port.land(puppet(chain, { name: 'Fox', chain }))
    })
    await eventually(() => text().includes('Fox'))
    await act(async () => it.kernel.views.push(selectChainView, { wallet: 'name:fox' }))
    expect(rowsOf()).toEqual(['One', 'Two', 'Three'])
  })
  it('is not needed for one approval, which the row takes through the first of the host’s chains that the wallet has, whichever of them it named first', async () => {
    const port = dock()
    const it = await start({ ...several(), plugins: [port.plugin] })
    const approval = {}
    await act(async () => {
      for (const chain of ['third', 'other']) port.land(puppet(chain, { name: 'Fox', chain, approval, connect: () => new Promise(() => undefined) }))
    })
    await eventually(() => text().includes('Fox'))
    await click('Fox')
    await eventually(() => connectionsOf(it).length > 0)
    expect(connectionsOf(it).map(({ namespace }) => namespace)).toEqual(['other'])
  })
  it('keeps its rows when the wallet goes away, and lets nobody pick them', async () => {
    const port = dock()
    const it = await start({ ...several(), plugins: [port.plugin] })
    const [leave] = await act(async () => ['tally', 'other'].map(chain => port.land(puppet(chain, { name: 'Fox', chain }))))
    await eventually(() => text().includes('Fox'))
    await act(async () => it.kernel.views.push(selectChainView, { wallet: 'name:fox' }))
    await act(async () => leave?.())
    expect(rowsOf()).toHaveLength(2)
    expect([...place.querySelectorAll('li button')].map(one => (one as HTMLButtonElement).disabled || one.getAttribute('aria-disabled') === 'true')).toEqual([
      true,
      false,
    ])
  })
})

describe('Connect', () => {
  it('[S2.03] lists connect methods and wallets; a click asks the wallet', async () => {
    const scripted = wallet({ policy: 'ask' })
    await start({ wallets: [scripted, tallyWallet({ name: 'Bob' })] })
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', expect.stringContaining('appears here')])
    await click('Ada')
    await eventually(() => text().includes('Open Ada to approve'))
    scripted.approve()
    await eventually(() => text() === 'Account')
  })
  it('shows the methods in the order of their slot, each in its place', async () => {
    const mail = definePlugin({
      id: 'test/mail',
      setup: context =>
        void context.contribute(connectMethods, { id: 'email', rank: 'early', load: async () => ({ default: () => createElement('form', null, 'mail') }) }),
    })
    const port = dock()
    await start({ plugins: [mail, port.plugin] })
    await eventually(() => text().includes('mail'))
    const before = text()
    expect(before.indexOf('mail')).toBeLessThan(before.indexOf('No wallet found'))
    // A wallet that comes late does not turn the page upside down.
    await act(async () => void port.land(puppet('fox', { name: 'Fox' })))
    await eventually(() => text().includes('Fox'))
    expect(text().indexOf('mail')).toBeLessThan(text().indexOf('Fox'))
  })
  it('(decision 47) keeps every row in its place when wallets come late, and gives the first of them the row that waits for it', async () => {
    const far = definePlugin({
      id: 'test/far',
      setup: context =>
        void context.contribute(connectEntries, {
          id: 'qr',
          label: { id: 'qr', en: 'Phone' },
          tag: { id: 'code', en: 'QR code' },
          icon: 'scan',
          view: networksView,
        }),
    })
    const port = dock()
    const it = await start({ wallets: [wallet(), tallyWallet({ name: 'Bob' })], plugins: [port.plugin, far] })
    const late = expect.stringContaining('appears here')
    await eventually(() => text().includes('Phone'))
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', late, 'PhoneQR code'])
    await act(async () => void port.land(puppet('fox', { name: 'Fox' })))
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', 'FoxInstalled', 'PhoneQR code'])
    await act(async () => void port.land(puppet('owl', { name: 'Owl' })))
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', '2 more wallets', 'PhoneQR code'])
    await click('2 more wallets')
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', 'FoxInstalled', 'OwlInstalled', 'PhoneQR code'])
    // Opened again, everybody has an ordinary place.
    await act(async () => {
      it.kernel.use(shell).close()
    })
    await act(async () => it.kernel.use(shell).open())
    await eventually(() => text().includes('Phone'))
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', 'FoxInstalled', 'OwlInstalled', late, 'PhoneQR code'])
    await click('Phone')
    expect(it.kernel.views.current?.id).toBe(networksView.id)
  })
  it('[S9.02] loads the pictures of the rows that are seen first ahead of them; one that is slow holds nobody up', async () => {
    const port = dock()
    const { kernel } = await bench({ plugins: [port.plugin] })
    for (let at = 0; at < 10; at++) port.land(puppet(`w${at}`, { name: `W${at}`, imageUrl: `data:image/png;base64,${btoa(String(at))}` }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const silent = vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(() => undefined)
    const made = vi.spyOn(document, 'createElement')
    let isOver = false
    const loading = loadPictures(kernel).then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(59)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await loading
    // They go on until they are given up.
    await vi.advanceTimersByTimeAsync(200)
    expect(made.mock.calls.filter(([name]) => name === 'img')).toHaveLength(8)
    made.mockRestore()
    silent.mockRestore()
    await vi.advanceTimersByTimeAsync(4_000)
  })
  it('says what to do where no wallet is', async () => {
    const port = dock()
    const it = await start({ plugins: [port.plugin] })
    expect(text()).toContain('No wallet found in this browser')
    expect(text()).toContain('Install a wallet extension')
    expect(place.querySelector('a')).toBeNull()
    expect(it.kernel.state(environment).kind).toBe('desktop')
    await act(async () => void port.land(puppet('fox', { name: 'Fox' })))
    await eventually(() => rowsOf().length > 0)
    expect(rowsOf()).toEqual(['FoxInstalled'])
    expect(place.querySelector<HTMLElement>('[style*=visibility]')?.style.visibility).toBe('hidden')
  })
  it('marks wallets of several chains, recent ones, connected ones, and look-alikes', async () => {
    const port = dock()
    const it = await bench({ chains: [tally(), tally({ namespace: 'other' })], plugins: [port.plugin, toasted] })
    const info = { rdns: 'io.fox' }
    port.land(puppet('fox', { name: 'Fox', info: { ...info, uuid: '1' } }))
    port.land(puppet('fox-other', { name: 'Fox', chain: 'other', info: { ...info, uuid: '2' } }))
    port.land(puppet('fake', { name: 'Fox', info: { ...info, uuid: '3' } }))
    port.land(puppet('owl', { name: 'Owl' }))
    await use(it).connect('owl')
    await use(it).disconnect()
    await use(it).connect('fox')
    it.kernel.use(shell).open({ view: connectView })
    await show(it.kernel)
    expect(rowsOf().slice(0, 3)).toEqual(['FoxConnected · 2 chains', 'OwlRecent', 'FoxMay imitate another wallet · io.foxInstalled'])
  })
  it('[S5] says of two wallets with one name which chain and which rdns each has', async () => {
    const port = dock()
    const it = await bench({ chains: [tally(), tally({ namespace: 'other' })], plugins: [port.plugin, toasted] })
    port.land(puppet('fox', { name: 'Fox', info: { rdns: 'io.evil', uuid: '1' } }))
    port.land(puppet('fox-other', { name: 'Fox', chain: 'other' }))
    it.kernel.use(shell).open({ view: connectView })
    await show(it.kernel)
    expect(rowsOf().slice(0, 2)).toEqual(['FoxTally · io.evilInstalled', 'FoxTallyInstalled'])
  })
  it('[S9.23] has a recent wallet that is elsewhere in its place, and the way to it', async () => {
    const port = dock()
    const opened: string[] = []
    const finder = definePlugin({
      id: 'test/finder',
      views: [view(allWalletsView, async () => ({ default: () => null }))],
      setup: context =>
        void context.contribute(walletFinders, {
          id: 'test',
          find: async id => (id === 'rdns:me.rainbow' ? { name: 'Rainbow!', open: () => void opened.push(id) } : undefined),
        }),
    })
    const it = await bench({ plugins: [port.plugin, finder, toasted] })
    for (const id of ['fox', 'relay', 'owl']) port.land(puppet(id, { name: id }))
    for (const name of ['Rainbow', 'Gone']) {
      await use(it).connect('relay', { wallet: { name, ...(name === 'Rainbow' && { rdns: 'me.rainbow' }) } })
      await use(it).disconnect()
    }
    it.kernel.use(shell).open({ view: connectView })
    await show(it.kernel)
    await eventually(() => text().includes('Rainbow!'))
    expect(rowsOf().slice(0, 5)).toEqual(['GoneRecent', 'Rainbow!Recent', 'foxInstalled', 'owlInstalled', 'relayInstalled'])
    await click('Rainbow!')
    expect(opened).toEqual(['rdns:me.rainbow'])
    // Nobody knows it any more.
    await click('Gone')
    expect(it.kernel.views.current?.id).toBe(allWalletsView.id)
  })
  const withRecentOf = async (find: WalletFinder['find']) => {
    const port = dock()
    const finder = definePlugin({
      id: 'test/finder',
      views: [view(allWalletsView, async () => ({ default: () => null }))],
      setup: context => void context.contribute(walletFinders, { id: 'test', find }),
    })
    const it = await bench({ plugins: [port.plugin, finder, toasted] })
    port.land(puppet('relay', { name: 'relay' }))
    await use(it).connect('relay', { wallet: { name: 'Rainbow', rdns: 'me.rainbow' } })
    await use(it).disconnect()
    it.kernel.use(shell).open({ view: connectView })
    await show(it.kernel)
    await eventually(() => text().includes('Rainbow'))
    return it
  }
  it('[S9.23] a click on a recent wallet before its finder has answered opens that wallet, not the list of all', async () => {
    const open = vi.fn()
    let answer: (found: FoundWallet) => void = () => undefined
    const it = await withRecentOf(() => new Promise(resolve => (answer = resolve)))
    await click('Rainbow')
    expect(it.kernel.views.current?.id).toBe(connectView.id)
    await act(async () => answer({ name: 'Rainbow', open }))
    await eventually(() => open.mock.calls.length > 0)
    await act(() => tick(1_100))
    expect([open.mock.calls.length, it.kernel.views.current?.id]).toEqual([1, connectView.id])
  })
  it.each([
    ['does not answer', 1_100, () => new Promise<never>(() => undefined)],
    ['fails', 300, () => new Promise<never>((_, reject) => setTimeout(() => reject(new RangeError('no list')), 50))],
  ])('[S9.23] a click on a recent wallet whose finder %s opens the list of all wallets within %i ms', async (_, ms, find) => {
    const it = await withRecentOf(find)
    await click('Rainbow')
    await act(() => tick(ms))
    expect(it.kernel.views.current?.id).toBe(allWalletsView.id)
  })
  it('[D11c] offers to forget a wallet that did not come back', async () => {
    const port = dock()
    const storage = new Map([
      ['portico.connection', JSON.stringify({ version: 1, saved: { connections: [{ namespace: 'tally', connector: 'fox', wallet: { name: 'Fox' } }] } })],
    ])
    const it = await bench({
      plugins: [port.plugin, toasted],
      restoreTimeoutMs: 20,
      storage: { get: key => storage.get(key), set: (key, value) => storage.set(key, value), remove: key => storage.delete(key) },
    })
    await until(() => it.reported.length === 1)
    it.kernel.use(shell).open()
    await show(it.kernel)
    await eventually(() => text().includes('Fox did not come back.'))
    await click('Forget Fox')
    expect(text()).not.toContain('did not come back')
    await act(() => tick(5))
    expect(storage.get('portico.connection')).toContain('"connections":[]')
  })
})

describe('ConnectingExternal', () => {
  const waiting = async (connect: () => Promise<ReturnType<typeof puppetLine>>) => {
    const port = dock()
    const it: Bench = await start({ plugins: [port.plugin] })
    await act(async () => void port.land(puppet('fox', { name: 'Fox', connect })))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await click('Fox')
    return it
  }
  it('[S2.08][R10] says what it waits for, says more after 3 s, offers to try again after 5 s, and a way out always', async () => {
    const connect = vi.fn(() => new Promise<never>(() => {}))
    const it = await waiting(connect)
    expect(text()).toContain('Open Fox to approve')
    expect(text()).not.toContain('Taking longer')
    expect(button('Cancel')).toBeDefined()
    await act(async () => vi.advanceTimersByTime(3_050))
    expect(text()).toContain('Taking longer than usual')
    expect(text()).not.toContain('Try again')
    await act(async () => vi.advanceTimersByTime(2_000))
    expect(connect).toHaveBeenCalledTimes(1)
    await click('Try again')
    expect(connect).toHaveBeenCalledTimes(2)
    expect(text()).not.toContain('Taking longer')
    await click('Cancel')
    expect(it.kernel.views.current?.id).toBe(connectView.id)
    expect(it.reported).toEqual([])
  })
  it('[R12] says what happened, that nothing was sent, and what to press', async () => {
    let thrown: unknown = { code: 4001 }
    await waiting(async () => {
      if (thrown) throw thrown
      return puppetLine(reportOf(['t_fox']))
    })
    expect(text()).toContain('Declined')
    expect(text()).toContain('You declined in Fox. Nothing was sent.')
    expect(place.querySelector('[role=status]')?.textContent).toContain('You declined in Fox.')
    thrown = undefined
    await click('Try again')
    expect(text()).toBe('Account')
  })
})

describe('Networks', () => {
  it('has the current one on top and checked, and goes back after the switch', async () => {
    const it = await bench({ wallets: [wallet()], plugins: [toasted] })
    await use(it).connect(ada)
    const modal = it.kernel.use(shell)
    modal.open()
    it.kernel.views.push(networksView)
    await show(it.kernel)
    expect(rowsOf()).toEqual(['Tally main', 'Tally side'])
    expect(place.querySelector('[aria-current]')?.textContent).toContain('Tally main')
    expect(place.querySelector('input')).toBeNull()
    await click('Tally side')
    await eventually(() => text() === 'Account')
  })
  it('[D18a] says why the wallet did not switch, and stays', async () => {
    const it = await bench({ wallets: [wallet()], plugins: [toasted] })
    const scripted = wallet({ policy: 'decline' })
    const other = await bench({ wallets: [scripted], plugins: [toasted] })
    it.kernel.dispose()
    scripted.policy = 'approve'
    await use(other).connect(ada)
    scripted.policy = 'decline'
    other.kernel.use(shell).open({ view: networksView })
    await show(other.kernel)
    await click('Tally side')
    await eventually(() => text().includes('You declined in Ada.'))
    expect(place.querySelector('[role=alert]')?.textContent).toBe('You declined in Ada. Nothing was sent.')
    expect(other.kernel.views.current?.id).toBe(networksView.id)
  })
  it('dims what the wallet has not approved, with the reason, and asks it nothing', async () => {
    const go = vi.fn(async () => undefined)
    const chain = definePlugin({
      id: 'chain/tally',
      setup(context) {
        context.contribute(chains, { id: 'tally', name: 'Tally', networks: [tallyNetwork(), tallyNetwork('side')] })
        context.offer(networks, 'tally', { defaultAccountType: 'eoa', switch: go })
      },
    })
    const port = dock()
    const it = await bench({ chains: [chain], plugins: [port.plugin, toasted] })
    port.land(puppet('fox', { name: 'Fox', connect: async () => puppetLine(reportOf(['t_fox'], main, { approved: [main] })) }))
    await use(it).connect('fox')
    it.kernel.use(shell).open({ view: networksView })
    await show(it.kernel)
    expect(rowsOf()).toEqual(['Tally main', 'Tally sideNot enabled in Fox'])
    await click('Tally side')
    expect(go).not.toHaveBeenCalled()
  })
  it('is searched when there are more than eight', async () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'mars'].map(name => tallyNetwork(name)) as unknown as [ReturnType<typeof tallyNetwork>]
    const it = await bench({ chains: [tally({ networks: many })], plugins: [toasted] })
    it.kernel.use(shell).open({ view: networksView })
    await show(it.kernel)
    const input = place.querySelector('input') as HTMLInputElement
    expect(input.getAttribute('aria-label')).toBe('Search networks')
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'mars')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(rowsOf()).toEqual(['Tally mars'])
  })
})

describe('UnsupportedChain', () => {
  const stranded = async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted], plugins: [toasted] })
    await use(it).connect(ada)
    scripted.setNetwork(wild)
    await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
    await show(it.kernel)
    return { it, scripted }
  }
  it('[S2.11] says what is wrong in one sentence, lists the networks that work, and lets the person out to one', async () => {
    const { it } = await stranded()
    expect(text()).toContain('Ada is on a network with the id wild, which this app does not support')
    expect(rowsOf()).toEqual(['Tally main', 'Tally side'])
    await click('Tally side')
    await eventually(() => text() === 'Account')
    expect(it.kernel.views.history).toHaveLength(1)
  })
  it('offers to disconnect, and says when that failed', async () => {
    const { it, scripted } = await stranded()
    scripted.failDisconnect(new TypeError('no'))
    await click('Disconnect')
    await eventually(() => failures.length === 1)
    expect(failures).toMatchObject([{ code: 'DISCONNECT_FAILED' }])
    expect(it.kernel.views.current?.id).toBe(connectView.id)
    expect(side).toBe('tally:side')
  })
})
