// @vitest-environment happy-dom
import { definePlugin, defineView, view } from '@portico/kernel'
import { type SettingsOptions, settingsRowsSlot, settingsView } from '@portico/kernel/account'
import { balancesCapability } from '@portico/kernel/capabilities'
import { networksView } from '@portico/kernel/connect-page'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { activeAccount, connectionService, liveConnections } from '@portico/kernel/session'
import {
  preferencesService,
  preferencesSlice,
  shellService,
  shellSlice,
  themeSlice,
} from '@portico/kernel/shell'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { textSlice } from '@portico/kernel/text'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  chain,
  click,
  confirm,
  connect,
  kernels,
  main,
  marks,
  open,
  show,
} from '../../test/views-rig.js'
import { walletsView } from '../refs.js'

const bob = () => tallyWallet({ name: 'Bob', rdns: 'org.tally.bob', accounts: ['t_bob'] })
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  cleanup()
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the wallet switcher', () => {
  it('[D4d] lists every wallet with all its accounts, and activates the chosen account without a wallet request', async () => {
    const wallets = [ada(), bob()]
    const kernel = await bench([], wallets)
    await connect(kernel, 'ada', 'bob')
    kernel.use(shellService).open()
    kernel.views.push(walletsView)
    await show(kernel)
    const rows = () =>
      screen
        .getAllByRole('button')
        .map(row => `${row.textContent}${row.hasAttribute('aria-current') ? ' *' : ''}`)
    expect(rows()).toEqual(['t_ada', 't_aunt', 't_bob *', 'Connect another wallet'])
    expect(screen.getByRole('list', { name: 'Ada' })).toBeTruthy()
    const requested = wallets.map(({ requests }) => requests.length)
    await click('t_aunt')
    expect(activeAccount(kernel)?.address).toBe('t_aunt')
    expect(kernel.views.current?.id).toBe('Account')
    expect(wallets.map(({ requests }) => requests.length)).toEqual(requested)
  })

  it('shows the balance of each account on the network of its wallet, or that it is unavailable, and asks once for each', async () => {
    // A browser that cannot tell what is visible.
    vi.stubGlobal('IntersectionObserver', undefined)
    const requested: string[] = []
    const kernel = await bench(
      [
        definePlugin({
          id: 'test/chain',
          setup: context =>
            void context.offer(balancesCapability, main, {
              native: async ({ address }) => {
                requested.push(address)
                if (address === 't_bob') throw new RangeError('down')
                return marks(address === 't_ada' ? 5n : 7n)
              },
            }),
        }),
      ],
      [ada(), bob()],
    )
    await connect(kernel, 'ada', 'bob')
    await open(kernel, walletsView)
    await screen.findByText('5')
    expect(screen.getAllByRole('button').map(row => row.textContent)).toEqual([
      't_ada5 MRK',
      't_aunt7 MRK',
      't_bob—Balance unavailable',
      'Connect another wallet',
    ])
    expect(requested.toSorted()).toEqual(['t_ada', 't_aunt', 't_bob'])
    cleanup()
    await open(kernel, walletsView)
    expect(requested).toHaveLength(3)
  })

  it('lists fifty accounts of one wallet and asks for the visible ones only', async () => {
    const requested: string[] = []
    const addresses = Array.from(
      { length: 50 },
      (_, at) => `t_${String.fromCharCode(97 + (at % 26)).repeat(1 + Math.floor(at / 26))}`,
    )
    const seen: ((entries: readonly { isIntersecting: boolean }[]) => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(changed: (typeof seen)[number]) {
          seen.push(changed)
        }
        observe() {}
        disconnect() {}
      },
    )
    const kernel = await bench(
      [
        definePlugin({
          id: 'test/chain',
          setup: context =>
            void context.offer(balancesCapability, main, {
              native: async ({ address }) => {
                requested.push(address)
                return marks(1n)
              },
            }),
        }),
      ],
      [tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', accounts: addresses })],
    )
    await connect(kernel, 'ada')
    await open(kernel, walletsView)
    expect(screen.getAllByRole('button')).toHaveLength(51)
    expect(requested).toEqual([])
    await act(async () => {
      // StrictMode mounts twice: the last fifty are those of the rows.
      for (const changed of seen.slice(-50, -47)) changed([{ isIntersecting: true }])
    })
    await waitFor(() => expect(screen.getAllByText('MRK')).toHaveLength(3))
    expect(requested).toEqual(addresses.slice(0, 3))
  })

  it('opens Connect for another wallet', async () => {
    const kernel = await bench()
    await connect(kernel, 'ada')
    await open(kernel, walletsView)
    await click('Connect another wallet')
    expect(kernel.views.history.map(({ id }) => id)).toEqual(['Wallets', 'Connect'])
  })

  it('[S2.22] lists only the namespace that the modal was opened for', async () => {
    const other = tallyWallet({ name: 'Other', accounts: ['t_other'] })
    const kernel = await bench([tally({ namespace: 'other', wallets: [other] })])
    await connect(kernel, 'ada')
    await kernel.use(connectionService).connect('other:org.tally.other')
    kernel.use(shellService).open({ view: walletsView, namespace: 'other' })
    await show(kernel)
    expect(screen.queryByText('t_ada')).toBeNull()
    expect(screen.getByText('t_other')).toBeTruthy()
  })
})

describe('Settings', () => {
  it('Settings change the look and the language at once', async () => {
    const kernel = await bench()
    await open(kernel, settingsView)
    await click('Light', 'radio')
    expect(kernel.state(themeSlice).mode).toBe('light')
    const radios = [...document.querySelectorAll('[role=radio], input[type=radio]')].map(
      radio => radio.closest('label')?.textContent ?? radio.textContent,
    )
    expect(radios.filter(name => /English|Deutsch|العربية/.test(name))).toEqual([
      'English',
      'Deutsch',
      'العربية',
    ])
    await click('Deutsch', 'radio')
    await screen.findByRole('group', { name: 'Erscheinungsbild' })
    expect(kernel.state(textSlice).language).toBe('de')
  })

  it('Settings hide all amounts, behind dots whose number does not depend on the amount', async () => {
    const kernel = await bench([chain(async () => marks(1_234_999_999n, 6))])
    await connect(kernel, 'ada')
    const { unmount } = await open(kernel, settingsView)
    await click('Amounts hidden', 'radio')
    expect(kernel.state(preferencesSlice)).toEqual({ hidesAmounts: true })
    unmount()
    const { container } = await open(kernel)
    expect(await screen.findByText('Amount hidden')).toBeTruthy()
    expect(container.querySelector('.p-account-balance')?.textContent).toBe('••••Amount hidden')
    expect(container.innerHTML).not.toContain('1234')
    await act(async () => kernel.use(preferencesService).choose({ hidesAmounts: undefined }))
    expect(screen.getByText('1,234.999')).toBeTruthy()
  })

  it('Settings show the diagnostics before the person saves or copies them', async () => {
    const kernel = await bench()
    await connect(kernel, 'ada')
    await open(kernel, settingsView)
    await click('Diagnostics')
    const shown = screen.getByRole('region', { name: 'Diagnostics' }).textContent ?? ''
    expect(JSON.parse(shown)).toMatchObject({ connections: [{ wallet: 'Ada' }] })
    const files: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
        revokeObjectURL: () => undefined,
      }),
    )
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    await click('Save as a file')
    expect(clicked).toHaveBeenCalledOnce()
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe(
      'portico-diagnostics.json',
    )
    expect(await files[0]?.text()).toBe(shown)
    clicked.mockRestore()
    expect(screen.getByRole('button', { name: 'Copy the diagnostics' })).toBeTruthy()
  })

  it('Settings disconnect one wallet or all wallets, by buttons at the end', async () => {
    const kernel = await bench([], [ada(), bob()])
    await connect(kernel, 'ada', 'bob')
    await open(kernel, settingsView)
    expect(
      screen
        .getAllByRole('button')
        .slice(-2)
        .map(button => button.textContent),
    ).toEqual(['Disconnect all', 'Disconnect and forget'])
    await confirm('Disconnect Ada')
    expect(liveConnections(kernel).map(({ wallet }) => wallet.name)).toEqual(['Bob'])
    expect(
      within(screen.getByRole('list', { name: 'Connected wallets' })).getAllByRole('listitem'),
    ).toHaveLength(1)
    await confirm('Disconnect')
    expect(liveConnections(kernel)).toEqual([])
    expect(kernel.views.current?.id).toBe('Connect')
  })

  it('Settings show the chain of a wallet only while wallets of several chains are connected', async () => {
    const again = tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', accounts: ['t_again'] })
    const kernel = await bench([tally({ namespace: 'other', wallets: [again] })], [ada(), bob()])
    await connect(kernel, 'ada', 'bob')
    await open(kernel, settingsView)
    const list = () => within(screen.getByRole('list', { name: 'Connected wallets' }))
    const rows = () =>
      list()
        .getAllByRole('listitem')
        .map(row => row.textContent)
    const disconnectLabels = () =>
      list()
        .getAllByRole('button')
        .map(one => one.getAttribute('aria-label'))
    expect(rows()).toEqual(['Adat_ada', 'Bobt_bob'])
    expect(disconnectLabels()).toEqual(['Disconnect Ada', 'Disconnect Bob'])
    await act(() => kernel.use(connectionService).connect('other:org.tally.ada'))
    expect(rows()).toEqual(['AdaTally · t_ada', 'BobTally · t_bob', 'AdaTally · t_again'])
    expect(disconnectLabels()).toEqual([
      'Disconnect Ada on Tally',
      'Disconnect Bob',
      'Disconnect Ada on Tally',
    ])
  })

  it('[D4b] Settings disconnect one wallet while another wallet disconnects slowly', async () => {
    const kernel = await bench([
      definePlugin({
        id: 'test/slow',
        setup(context) {
          const slow = ada().connector('tally', main, context.signal)
          const walletSession = async (...requested: Parameters<Connector['connect']>) => ({
            ...(await slow.connect(...requested)),
            disconnect: () => new Promise<void>(() => {}),
          })
          context.contribute(connectorsSlot, {
            ...slow,
            id: 'tally:org.tally.slow',
            name: 'Slow',
            info: { rdns: 'org.tally.slow' },
            connect: walletSession,
          })
        },
      }),
    ])
    await connect(kernel, 'slow', 'ada')
    await open(kernel, settingsView)
    await confirm('Disconnect Slow')
    await confirm('Disconnect Ada')
    expect(liveConnections(kernel)).toEqual([])
  })

  it('[S8.32] Settings say when a wallet could not be notified of a disconnect', async () => {
    const wallet = ada()
    wallet.failDisconnect(new RangeError('no answer'))
    const kernel = await bench([], [wallet])
    await connect(kernel, 'ada')
    await open(kernel, settingsView)
    await confirm('Disconnect')
    await waitFor(() =>
      expect(kernel.state(shellSlice).toast?.message.en).toBe('Failed to disconnect'),
    )
    expect(liveConnections(kernel)).toEqual([])
  })

  it('Settings show the choice of amounts while they are hidden, also where the host leaves it out', async () => {
    const kernel = await bench([], [ada()], undefined, { amounts: false })
    await connect(kernel, 'ada')
    kernel.use(preferencesService).choose({ hidesAmounts: true })
    await open(kernel, settingsView)
    await click('Amounts shown', 'radio')
    expect(kernel.state(preferencesSlice).hidesAmounts).toBeUndefined()
    expect(screen.getByRole('radio', { name: 'Amounts shown' })).toBeTruthy()
  })

  it('Settings leave out the parts that the host leaves out, also rows of features', async () => {
    const feature = definePlugin({
      id: 'test/mail',
      setup: context =>
        void context.contribute(settingsRowsSlot, {
          id: 'mail',
          label: { id: 'x.mail', en: 'Change e-mail' },
          icon: 'mail',
          press: async () => undefined,
        }),
    })
    const texts = async (settings: SettingsOptions) => {
      const kernel = await bench([feature], [ada()], undefined, settings)
      await connect(kernel, 'ada')
      const { container, unmount } = await open(kernel, settingsView)
      const text = container.textContent ?? ''
      unmount()
      return [
        'Appearance',
        'Language',
        'Amounts shown',
        'Network',
        'Change e-mail',
        'Diagnostics',
        'Disconnect and forget',
      ].filter(part => text.includes(part))
    }
    expect(await texts({})).toHaveLength(7)
    expect(await texts({ theme: false, language: false, mail: false })).toEqual([
      'Amounts shown',
      'Network',
      'Diagnostics',
      'Disconnect and forget',
    ])
    expect(
      await texts({
        amounts: false,
        network: false,
        mail: false,
        diagnostics: false,
        forget: false,
      }),
    ).toEqual(['Appearance', 'Language'])
  })

  it('Settings have rows for the networks and for the rows of features', async () => {
    const rowView = defineView('Mail')
    const pressed = vi.fn(() => Promise.reject(new RangeError('not now')))
    const kernel = await bench([
      definePlugin({
        id: 'test/mail',
        views: [view(rowView, async () => ({ default: () => null }))],
        setup(context) {
          context.contribute(settingsRowsSlot, {
            id: 'mail',
            label: { id: 'x.mail', en: 'Change e-mail' },
            icon: 'mail',
            view: rowView,
          })
          context.contribute(settingsRowsSlot, {
            id: 'press',
            label: { id: 'x.press', en: 'Hidden tokens' },
            icon: 'grid',
            press: pressed,
            tag: () => 'Hidden',
          })
          context.contribute(settingsRowsSlot, {
            id: 'idle',
            label: { id: 'x.idle', en: 'Idle' },
            icon: 'grid',
          })
          context.contribute(settingsRowsSlot, {
            id: 'lost',
            label: { id: 'x.lost', en: 'Lost' },
            icon: 'mail',
            view: defineView('Lost'),
          })
        },
      }),
    ])
    await connect(kernel, 'ada')
    await open(kernel, settingsView)
    expect([screen.queryByText('Lost'), screen.queryByText('Idle')]).toEqual([null, null])
    await click(/^Hidden tokens/)
    expect([pressed.mock.calls.length, kernel.views.current?.id]).toEqual([1, settingsView.id])
    expect(kernel.reported.map(({ error, plugin }) => [String(error), plugin])).toEqual([
      ['RangeError: not now', 'base/account'],
    ])
    await click('Change e-mail')
    expect(kernel.views.current?.id).toBe('Mail')
    await click(/^Network/)
    expect(kernel.views.current?.id).toBe(networksView.id)
  })
})
