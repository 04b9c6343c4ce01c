// @vitest-environment happy-dom
import { definePlugin, view } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import {
  allWalletsView,
  connectEntriesSlot,
  connectMethodsSlot,
  connectView,
  networksView,
  selectChainView,
} from '@portico/kernel/connect-page'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { shellService } from '@portico/kernel/shell'
import { type TallyWallet, tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import {
  environmentSlice,
  type FoundWallet,
  type WalletFinder,
  walletFindersSlot,
} from '@portico/kernel/wallet'
import { act, createElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import {
  type Bench,
  bench,
  connectionsOf,
  connectorSource,
  puppet,
  puppetSession,
  reportOf,
  savedConnection,
  savedStorage,
  storedIn,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'
import {
  button,
  click,
  eventually,
  place,
  rowsOf,
  setUpPlace,
  show,
  start,
  text,
  toasted,
  unmount,
} from '../../test/views.js'
import { loadPictures } from './wallet-list.js'

setUpPlace()

describe('Select chain', () => {
  const several = (...wallets: readonly TallyWallet[]) => ({
    chains: ['tally', 'other', 'third'].map(namespace => tally({ namespace, wallets })),
  })

  it('[D62b] Select chain comes between the row of a wallet of several chains and its approval', async () => {
    const scripted = wallet({ policy: 'ask' })
    const it = await start(several(scripted))
    expect(rowsOf()[0]).toBe('AdaInstalled · 3 chains')
    await click('Ada')
    expect(scripted.requests).toEqual([])
    expect(text()).toContain('asks about each one separately')
    expect(rowsOf()).toHaveLength(3)
    await act(async () => place.querySelectorAll<HTMLButtonElement>('li button')[1]?.click())
    await eventually(() => text().includes('Open Ada to approve'))
    scripted.approve()
    await eventually(() => text() === 'Account')
    expect(connectionsOf(it).map(({ namespace, phase }) => `${namespace} ${phase.name}`)).toEqual([
      'other connected',
    ])

    await act(async () => it.kernel.views.push(connectView))
    await click('Ada')
    expect(rowsOf()).toEqual([
      expect.not.stringContaining('Connected'),
      expect.stringContaining('Connected'),
      expect.not.stringContaining('Connected'),
    ])
  })
  it('Select chain is skipped where one approval covers all chains, and where the modal is open for one chain', async () => {
    const all = wallet({ approvesAll: true, policy: 'ask' })
    await start(several(all))
    await click('Ada')
    await eventually(() => text().includes('Open Ada to approve'))
    expect(all.requests).toEqual(['connect'])
    await unmount()

    const each = wallet({ policy: 'ask' })
    const it = await start({ ...several(each) })
    await act(async () =>
      it.kernel.use(shellService).open({ view: connectView, namespace: 'third' }),
    )
    expect(rowsOf()[0]).toBe('AdaInstalled')
    await click('Ada')
    await eventually(() => text().includes('Open Ada to approve'))
    expect(connectionsOf(it).map(({ namespace }) => namespace)).toEqual(['third'])
  })
  it('Select chain says that the wallet is gone when it goes away before the view is shown', async () => {
    const it = await start(several(wallet()))
    await act(async () => it.kernel.views.push(selectChainView, { wallet: 'name:gone' }))
    expect(text()).toContain('This wallet was not found here')
  })
  it('Select chain lists the chains in the order of the host, whatever order the wallet names', async () => {
    const source = connectorSource()
    const listed = definePlugin({
      id: 'test/listed',
      setup(context) {
        for (const name of ['One', 'Two', 'Three'])
          context.contribute(chainsSlot, { id: name, name, networks: [tallyNetwork('main', name)] })
      },
    })
    const it = await start({ chains: [listed], plugins: [source.plugin] })
    await act(async () => {
      for (const chain of ['Three', 'One', 'Two'])
        source.add(puppet(chain, { name: 'Fox', namespace: chain }))
    })
    await eventually(() => text().includes('Fox'))
    await act(async () => it.kernel.views.push(selectChainView, { wallet: 'name:fox' }))
    expect(rowsOf()).toEqual(['One', 'Two', 'Three'])
  })
  it('A row with one approval connects through the first of the host’s chains that the wallet has, whatever order the wallet names', async () => {
    const source = connectorSource()
    const it = await start({ ...several(), plugins: [source.plugin] })
    const approval = {}
    await act(async () => {
      for (const chain of ['third', 'other'])
        source.add(
          puppet(chain, {
            name: 'Fox',
            namespace: chain,
            approval,
            connect: () => new Promise(() => undefined),
          }),
        )
    })
    await eventually(() => text().includes('Fox'))
    await click('Fox')
    await eventually(() => connectionsOf(it).length > 0)
    expect(connectionsOf(it).map(({ namespace }) => namespace)).toEqual(['other'])
  })
  it('Select chain keeps its rows disabled when the wallet goes away', async () => {
    const source = connectorSource()
    const it = await start({ ...several(), plugins: [source.plugin] })
    const [leave] = await act(async () =>
      ['tally', 'other'].map(chain => source.add(puppet(chain, { name: 'Fox', namespace: chain }))),
    )
    await eventually(() => text().includes('Fox'))
    await act(async () => it.kernel.views.push(selectChainView, { wallet: 'name:fox' }))
    await act(async () => leave?.())
    expect(rowsOf()).toHaveLength(2)
    expect(
      [...place.querySelectorAll('li button')].map(
        one => (one as HTMLButtonElement).disabled || one.getAttribute('aria-disabled') === 'true',
      ),
    ).toEqual([true, false])
  })
})

describe('Connect', () => {
  it('[S2.03] Connect lists connect methods and wallets, and a click sends a request to the wallet', async () => {
    const scripted = wallet({ policy: 'ask' })
    await start({ wallets: [scripted, tallyWallet({ name: 'Bob' })] })
    expect(rowsOf()).toEqual([
      'AdaInstalled',
      'BobInstalled',
      expect.stringContaining('Unlock its extension'),
    ])
    await click('Ada')
    await eventually(() => text().includes('Open Ada to approve'))
    scripted.approve()
    await eventually(() => text() === 'Account')
  })
  it('Connect shows the methods in the order of their slot', async () => {
    const mail = definePlugin({
      id: 'test/mail',
      setup: context =>
        void context.contribute(connectMethodsSlot, {
          id: 'email',
          rank: 'early',
          load: async () => ({ default: () => createElement('form', null, 'mail') }),
        }),
    })
    const source = connectorSource()
    await start({ plugins: [mail, source.plugin] })
    await eventually(() => text().includes('mail'))
    const before = text()
    expect(before.indexOf('mail')).toBeLessThan(before.indexOf('No wallet found'))
    // A wallet that comes late does not change the order of the methods.
    await act(async () => void source.add(puppet('fox', { name: 'Fox' })))
    await eventually(() => text().includes('Fox'))
    expect(text().indexOf('mail')).toBeLessThan(text().indexOf('Fox'))
  })
  it('(decision 47) Connect keeps every row in its place when wallets come late, and the first of them takes the reserved row', async () => {
    const far = definePlugin({
      id: 'test/far',
      setup: context =>
        void context.contribute(connectEntriesSlot, {
          id: 'qr',
          label: { id: 'qr', en: 'Phone' },
          tag: { id: 'code', en: 'QR code' },
          icon: 'scan',
          view: networksView,
        }),
    })
    const source = connectorSource()
    const it = await start({
      wallets: [wallet(), tallyWallet({ name: 'Bob' })],
      plugins: [source.plugin, far],
    })
    const late = expect.stringContaining('Unlock its extension')
    await eventually(() => text().includes('Phone'))
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', late, 'PhoneQR code'])
    await act(async () => void source.add(puppet('fox', { name: 'Fox' })))
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', 'FoxInstalled', 'PhoneQR code'])
    await act(async () => void source.add(puppet('owl', { name: 'Owl' })))
    expect(rowsOf()).toEqual(['AdaInstalled', 'BobInstalled', '2 more wallets', 'PhoneQR code'])
    await click('2 more wallets')
    expect(rowsOf()).toEqual([
      'AdaInstalled',
      'BobInstalled',
      'FoxInstalled',
      'OwlInstalled',
      'PhoneQR code',
    ])
    // Opened again, everybody has an ordinary place.
    await act(async () => {
      it.kernel.use(shellService).close()
    })
    await act(async () => it.kernel.use(shellService).open())
    await eventually(() => text().includes('Phone'))
    expect(rowsOf()).toEqual([
      'AdaInstalled',
      'BobInstalled',
      'FoxInstalled',
      'OwlInstalled',
      late,
      'PhoneQR code',
    ])
    await click('Phone')
    expect(it.kernel.views.current?.id).toBe(networksView.id)
  })
  it('[S9.02] Connect loads the images of the first rows before the rows, and a slow image does not delay them', async () => {
    const source = connectorSource()
    const { kernel } = await bench({ plugins: [source.plugin] })
    for (let at = 0; at < 10; at++)
      source.add(
        puppet(`w${at}`, { name: `W${at}`, imageUrl: `data:image/png;base64,${btoa(String(at))}` }),
      )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const silent = vi
      .spyOn(HTMLImageElement.prototype, 'src', 'set')
      .mockImplementation(() => undefined)
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
  it('Connect says what to do when there is no wallet', async () => {
    const source = connectorSource()
    const it = await start({ plugins: [source.plugin] })
    expect(text()).toContain('No wallet found in this browser')
    expect(text()).toContain('Install a wallet extension')
    expect(place.querySelector('a')).toBeNull()
    expect(it.kernel.state(environmentSlice).kind).toBe('desktop')
    await act(async () => void source.add(puppet('fox', { name: 'Fox' })))
    await eventually(() => rowsOf().length > 0)
    expect(rowsOf()).toEqual(['FoxInstalled'])
    expect(place.querySelector<HTMLElement>('[style*=visibility]')?.style.visibility).toBe('hidden')
  })
  it('On a phone without a wallet in the page Connect speaks of no locked extension, and lists a wallet that comes late', async () => {
    const agent = vi
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0 Mobile')
    const source = connectorSource()
    const app = definePlugin({
      id: 'test/app',
      setup: context =>
        void context.contribute(connectorsSlot, puppet('app', { name: 'App', type: 'EXTERNAL' })),
    })
    const it = await start({ plugins: [source.plugin, app] })
    expect(it.kernel.state(environmentSlice).kind).toBe('mobile')
    expect(rowsOf()).toEqual(['App'])
    expect(text()).not.toContain('Unlock its extension')
    await act(async () => void source.add(puppet('fox', { name: 'Fox' })))
    await eventually(() => rowsOf().length > 1)
    expect(rowsOf()).toEqual(['App', 'FoxInstalled'])
    agent.mockRestore()
  })
  it('Connect tags wallets of several chains, recent ones, connected ones, and look-alikes', async () => {
    const source = connectorSource()
    const it = await bench({
      chains: [tally(), tally({ namespace: 'other' })],
      plugins: [source.plugin, toasted],
    })
    const info = { rdns: 'io.fox' }
    source.add(puppet('fox', { name: 'Fox', info: { ...info, uuid: '1' } }))
    source.add(
      puppet('fox-other', { name: 'Fox', namespace: 'other', info: { ...info, uuid: '2' } }),
    )
    source.add(puppet('fake', { name: 'Fox', info: { ...info, uuid: '3' } }))
    source.add(puppet('owl', { name: 'Owl' }))
    await use(it).connect('owl')
    await use(it).disconnect()
    await use(it).connect('fox')
    it.kernel.use(shellService).open({ view: connectView })
    await show(it.kernel)
    expect(rowsOf().slice(0, 3)).toEqual([
      'FoxConnected · 2 chains',
      'OwlRecent',
      'FoxMay imitate another wallet · io.foxInstalled',
    ])
  })
  it('[S5] Connect shows chain and rdns of two wallets with one name', async () => {
    const source = connectorSource()
    const it = await bench({
      chains: [tally(), tally({ namespace: 'other' })],
      plugins: [source.plugin, toasted],
    })
    source.add(puppet('fox', { name: 'Fox', info: { rdns: 'io.evil', uuid: '1' } }))
    source.add(puppet('fox-other', { name: 'Fox', namespace: 'other' }))
    it.kernel.use(shellService).open({ view: connectView })
    await show(it.kernel)
    expect(rowsOf().slice(0, 2)).toEqual(['FoxTally · io.evilInstalled', 'FoxTallyInstalled'])
  })
  it('[S9.23] Connect lists a recent wallet that is not in the page, and its row leads to it', async () => {
    const source = connectorSource()
    const opened: string[] = []
    const finder = definePlugin({
      id: 'test/finder',
      views: [view(allWalletsView, async () => ({ default: () => null }))],
      setup: context =>
        void context.contribute(walletFindersSlot, {
          id: 'test',
          find: async id =>
            id === 'rdns:me.rainbow'
              ? { name: 'Rainbow!', open: () => void opened.push(id) }
              : undefined,
        }),
    })
    const it = await bench({ plugins: [source.plugin, finder, toasted] })
    for (const id of ['fox', 'relay', 'owl']) source.add(puppet(id, { name: id }))
    for (const name of ['Rainbow', 'Gone']) {
      await use(it).connect('relay', {
        wallet: { name, ...(name === 'Rainbow' && { rdns: 'me.rainbow' }) },
      })
      await use(it).disconnect()
    }
    it.kernel.use(shellService).open({ view: connectView })
    await show(it.kernel)
    await eventually(() => text().includes('Rainbow!'))
    expect(rowsOf().slice(0, 5)).toEqual([
      'GoneRecent',
      'Rainbow!Recent',
      'foxInstalled',
      'owlInstalled',
      'relayInstalled',
    ])
    await click('Rainbow!')
    expect(opened).toEqual(['rdns:me.rainbow'])
    // No finder knows it any more.
    await click('Gone')
    expect(it.kernel.views.current?.id).toBe(allWalletsView.id)
  })
  const withRecentOf = async (find: WalletFinder['find']) => {
    const source = connectorSource()
    const finder = definePlugin({
      id: 'test/finder',
      views: [view(allWalletsView, async () => ({ default: () => null }))],
      setup: context => void context.contribute(walletFindersSlot, { id: 'test', find }),
    })
    const it = await bench({ plugins: [source.plugin, finder, toasted] })
    source.add(puppet('relay', { name: 'relay' }))
    await use(it).connect('relay', { wallet: { name: 'Rainbow', rdns: 'me.rainbow' } })
    await use(it).disconnect()
    it.kernel.use(shellService).open({ view: connectView })
    await show(it.kernel)
    await eventually(() => text().includes('Rainbow'))
    return it
  }
  it('[S9.23] A click on a recent wallet before its finder has answered opens that wallet, not the list of all', async () => {
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
    [
      'fails',
      300,
      () =>
        new Promise<never>((_, reject) => setTimeout(() => reject(new RangeError('no list')), 50)),
    ],
  ])(
    '[S9.23] A click on a recent wallet whose finder %s opens the list of all wallets within %i ms',
    async (_, ms, find) => {
      const it = await withRecentOf(find)
      await click('Rainbow')
      await act(() => tick(ms))
      expect(it.kernel.views.current?.id).toBe(allWalletsView.id)
    },
  )
  it('[D11c] Connect offers to forget a wallet that was not restored', async () => {
    const source = connectorSource()
    const storage = savedStorage({
      connections: [{ ...savedConnection('fox'), wallet: { name: 'Fox' } }],
    })
    const it = await bench({ plugins: [source.plugin, toasted], restoreTimeoutMs: 20, storage })
    await until(() => it.reported.length === 1)
    it.kernel.use(shellService).open()
    await show(it.kernel)
    await eventually(() => text().includes('Fox did not reconnect.'))
    await click('Forget Fox')
    expect(text()).not.toContain('did not reconnect')
    await act(() => tick(5))
    expect((await storedIn(storage)).connections).toEqual([])
  })
})

describe('ConnectingExternal', () => {
  const waiting = async (connect: () => Promise<ReturnType<typeof puppetSession>>) => {
    const source = connectorSource()
    const it: Bench = await start({ plugins: [source.plugin] })
    await act(async () => void source.add(puppet('fox', { name: 'Fox', connect })))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await click('Fox')
    return it
  }
  it('[S2.08][R10] ConnectingExternal says what it waits for, explains after 3 s, offers a retry after 5 s, and always Cancel', async () => {
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
  it('[R12] ConnectingExternal says what failed, that nothing was sent, and what to press', async () => {
    let thrown: unknown = { code: 4001 }
    await waiting(async () => {
      if (thrown) throw thrown
      return puppetSession(reportOf(['t_fox']))
    })
    expect(text()).toContain('Declined')
    expect(text()).toContain('You declined in Fox. Nothing was sent.')
    expect(place.querySelector('[role=status]')?.textContent).toContain('You declined in Fox.')
    thrown = undefined
    await click('Try again')
    expect(text()).toBe('Account')
  })
})
