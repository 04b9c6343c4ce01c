// @vitest-environment happy-dom
import { definePlugin, defineView, type Kernel, type Plugin, view } from '@portico/kernel'
import { accountActionsSlot, accountPartsSlot, accountTabsSlot, accountView, type ConnectionId, settingsRowsSlot, settingsView } from '@portico/kernel/account'
import { type Balance, balancesCapability } from '@portico/kernel/capabilities'
import { networksView } from '@portico/kernel/connect-page'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { activeAccount, connectionService, liveConnections, transactionSettledEvent, transactionUndoneEvent } from '@portico/kernel/session'
import { preferencesService, preferencesSlice, shellService, shellSlice, themeSlice, trackedEvent } from '@portico/kernel/shell'
import { createTestKernel, type TestKernel, tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import { textService, textSlice } from '@portico/kernel/text'
import { KernelProvider } from '@portico/ui'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { type ComponentType, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connection as connectionPlugin } from '../../../connection/src/index.js'
import { shell } from '../../../shell/src/index.js'
import { account } from '../plugin.js'
import { walletsView } from '../refs.js'

const kernels: TestKernel[] = []
const main = 'tally:main'
const marks = (amount: bigint, decimals = 0): Balance => ({ token: { asset: 'native', network: main, name: 'Mark', symbol: 'MRK', decimals }, amount })
const chain = (native: () => Promise<Balance>): Plugin =>
  definePlugin({ id: 'test/chain', setup: context => void context.offer(balancesCapability, main, { native }) })
const ada = () => tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', accounts: ['t_ada', 't_aunt'] })
const bob = () => tallyWallet({ name: 'Bob', rdns: 'org.tally.bob', accounts: ['t_bob'] })
const bench = async (plugins: readonly Plugin[] = [], wallets = [ada()]) => {
  const explored = { ...tallyNetwork(), explorer: { name: 'Book', address: 'https://book.example/{address}' } }
  const kernel = await createTestKernel({
    base: [shell(), connectionPlugin(), account()],
    plugins: [tally({ wallets, networks: [explored, tallyNetwork('side')] }), ...plugins],
  })
  kernels.push(kernel)
  return kernel
}
const connect = async (kernel: Kernel, ...names: readonly string[]) => {
  for (const name of names) await kernel.use(connectionService).connect(`tally:org.tally.${name}`)
}
const show = async (kernel: Kernel) => {
  const { current } = kernel.views
  const module = await kernel.views.entry(current?.id ?? '')?.load()
  const Face = module?.default as ComponentType<{ params: unknown }>
  let shown: ReturnType<typeof render> | undefined
  await act(async () => {
    shown = render(
      <StrictMode>
        <KernelProvider kernel={kernel}>
          <Face params={current?.params} />
        </KernelProvider>
      </StrictMode>,
    )
    await vi.dynamicImportSettled()
  })
  return shown as ReturnType<typeof render>
}
const open = async (kernel: Kernel, ref = accountView) => {
  kernel.use(shellService).open({ view: ref })
  return show(kernel)
}
const click = (name: string | RegExp, role = 'button') => act(async () => screen.getByRole(role, { name }).click())
/** What takes something away does nothing before it was seen at its place for a moment. */
const confirm = async (name: string) => {
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).not.toBe('true'))
  await click(name)
}

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  cleanup()
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A wallet that has accounts of its key, and one that is a contract. */
function twoKinds(): Plugin {
  const wallet = { ...ada().connector('tally', main, new AbortController().signal) }
  return definePlugin({
    id: 'test/both',
    setup(context) {
      const walletSession = async (...asked: Parameters<Connector['connect']>) => {
        const given = await wallet.connect(...asked)
        const accounts = ['eoa', 'eoa', 'smartAccount'].map((type, at) => ({
          namespace: 'tally',
          address: ['t_ada', 't_uncle', 't_aunt'][at] ?? '',
          type,
        }))
        return { ...given, report: { ...given.report, accounts } }
      }
      context.contribute(connectorsSlot, { ...wallet, id: 'tally:org.tally.both', name: 'Both', info: { rdns: 'org.tally.both' }, connect: walletSession })
    },
  })
}

describe('the Account view', () => {
  it('[S2.04] shows who is connected and the native balance, floored to three decimals', async () => {
    const kernel = await bench([chain(async () => marks(1_234_999_999n, 6))])
    await connect(kernel, 'ada')
    await open(kernel)
    expect(await screen.findByText('1,234.999')).toBeTruthy()
    expect(screen.getByText('MRK')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Show the whole address t_ada' })).toBeTruthy()
    expect(kernel.reported).toEqual([])
  })

  it('reads the balance again when a transaction is settled, and when a reorganisation undoes it', async () => {
    let amount = 1n
    let settle: () => void = () => undefined
    let undo: () => void = () => undefined
    const teller = definePlugin({
      id: 'test/teller',
      setup(context) {
        settle = () => context.emit(transactionSettledEvent, { hash: '1', network: main, outcome: { status: 'confirmed' } })
        undo = () => context.emit(transactionUndoneEvent, { hash: '1', network: main } as const)
      },
    })
    const kernel = await bench([chain(async () => marks(amount)), teller])
    await connect(kernel, 'ada')
    await open(kernel)
    expect(await screen.findByText('1')).toBeTruthy()
    amount = 2n
    await act(async () => settle())
    expect(await screen.findByText('2')).toBeTruthy()
    amount = 3n
    await act(async () => undo())
    expect(await screen.findByText('3')).toBeTruthy()
  })

  it('lets the person choose between the account of the key and the smart one, where the wallet has both', async () => {
    const kernel = await bench([twoKinds()])
    await connect(kernel, 'both')
    await open(kernel)
    expect((screen.getByRole('radio', { name: 'Standard account' }) as HTMLInputElement).checked).toBe(true)
    await click('Smart account', 'radio')
    expect(activeAccount(kernel)).toMatchObject({ address: 't_aunt', type: 'smartAccount' })
    expect((screen.getByRole('radio', { name: 'Smart account' }) as HTMLInputElement).checked).toBe(true)
  })

  it('goes back to the account of its kind that was in use, and says that somebody chose', async () => {
    const kernel = await bench([twoKinds()])
    const heard: unknown[] = []
    kernel.on(trackedEvent, ({ name, properties }) => {
      if (name === 'SET_PREFERRED_ACCOUNT_TYPE') heard.push(properties)
    })
    await connect(kernel, 'both')
    await open(kernel)
    await act(async () => kernel.use(connectionService).activate(activeAccount(kernel)?.connection as ConnectionId, 't_uncle'))
    await click('Smart account', 'radio')
    await click('Standard account', 'radio')
    expect(activeAccount(kernel)).toMatchObject({ address: 't_uncle', type: 'eoa' })
    expect(heard).toEqual([{ accountType: 'smartAccount' }, { accountType: 'eoa' }])
  })

  it('says that the balance is on its way, at its final height', async () => {
    const kernel = await bench([chain(() => new Promise(() => undefined))])
    await connect(kernel, 'ada')
    const { container } = await open(kernel)
    expect(screen.getByText('Loading balance')).toBeTruthy()
    expect(container.querySelector('.p-account-balance .p-skeleton')).toBeTruthy()
  })

  it('[R26] asks once, also in StrictMode', async () => {
    const native = vi.fn(async () => marks(1n))
    const kernel = await bench([chain(native)])
    await connect(kernel, 'ada')
    await open(kernel)
    await screen.findByText('MRK')
    expect(native).toHaveBeenCalledTimes(1)
  })

  it('[R5] says that the balance is unavailable and offers another try as soon as one is allowed', async () => {
    vi.useFakeTimers()
    let isUp = false
    const kernel = await bench([chain(async () => (isUp ? marks(3n) : Promise.reject(new RangeError('down'))))])
    await connect(kernel, 'ada')
    await open(kernel)
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.getByText('Balance unavailable')).toBeTruthy()
    expect(screen.getByText(/Try again in 30 s/)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText(/Try again in 20 s/)).toBeTruthy()
    isUp = true
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    await click('Try again')
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.getByText('MRK').parentElement?.textContent).toBe('3 MRK')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[R34] asks again when the page is back on the network, and keeps the old value with its age until then', async () => {
    vi.useFakeTimers()
    let isUp = true
    const kernel = await bench([chain(async () => (isUp ? marks(3n) : Promise.reject(new RangeError('down'))))])
    await connect(kernel, 'ada')
    await open(kernel)
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    isUp = false
    await act(async () => {
      globalThis.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(10)
    })
    expect(screen.getByText('MRK').parentElement?.textContent).toBe('3 MRK')
    expect(screen.getByText('Balance unavailable · as of 2 minutes ago')).toBeTruthy()
    isUp = true
    await act(async () => {
      await vi.advanceTimersByTimeAsync(31_000)
      globalThis.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(10)
    })
    expect(screen.queryByText(/unavailable/)).toBeNull()
  })

  it('[R29] leaves nothing behind when it goes while it asks', async () => {
    const signals: AbortSignal[] = []
    const slow = definePlugin({
      id: 'test/chain',
      setup: context =>
        void context.offer(balancesCapability, main, {
          native: (_account, _network, signal) => {
            signals.push(signal)
            return new Promise(() => undefined)
          },
        }),
    })
    const kernel = await bench([slow])
    await connect(kernel, 'ada')
    const { unmount } = await open(kernel)
    await waitFor(() => expect(signals).toHaveLength(1))
    unmount()
    await waitFor(() => expect(signals[0]?.aborted).toBe(true))
    expect(kernel.reported).toEqual([])
  })

  it('shows all of the address in groups of four, one tap away', async () => {
    const kernel = await bench([], [tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', accounts: ['t_abcdefghijklmnopqrst'] })])
    await connect(kernel, 'ada')
    const { container } = await open(kernel)
    expect(container.querySelector('.p-address')).toBeNull()
    await click(/Show the whole address/)
    expect([...(container.querySelectorAll('.p-address span') ?? [])].map(({ textContent }) => textContent)).toEqual([
      't_ab',
      'cdef',
      'ghij',
      'klmn',
      'opqr',
      'st',
    ])
  })

  it('[S3.05] leads to the address on the explorer, in a page of its own that gets no handle to ours', async () => {
    const opened = vi.fn()
    vi.stubGlobal('open', opened)
    const kernel = await bench()
    await connect(kernel, 'ada')
    await open(kernel)
    await click('View on Book')
    expect(opened).toHaveBeenCalledWith('https://book.example/t_ada', '_blank', 'noopener,noreferrer')
  })

  it('shows the actions that features bring and whose views are there, in order', async () => {
    const sendView = defineView('Send')
    const lost = defineView('Lost')
    const kernel = await bench([
      definePlugin({
        id: 'test/send',
        views: [view(sendView, async () => ({ default: () => null }))],
        setup(context) {
          context.contribute(accountActionsSlot, { id: 'send', rank: 'late', label: { id: 'x.send', en: 'Send' }, icon: 'up', view: sendView })
          context.contribute(accountActionsSlot, { id: 'lost', label: { id: 'x.lost', en: 'Lost' }, icon: 'up', view: lost })
          context.contribute(accountActionsSlot, { id: 'receive', label: { id: 'x.receive', en: 'Receive' }, icon: 'down', view: sendView })
        },
      }),
    ])
    await connect(kernel, 'ada')
    const { container } = await open(kernel)
    expect([...container.querySelectorAll('.p-account-action')].map(({ textContent }) => textContent)).toEqual(['Receive', 'Send'])
    await click('Send')
    expect(kernel.views.current?.id).toBe('Send')
  })

  it('has no row of actions and no tabs when no feature brings one', async () => {
    const kernel = await bench()
    await connect(kernel, 'ada')
    const { container } = await open(kernel)
    expect(container.querySelector('.p-account-actions')).toBeNull()
    expect(screen.queryByRole('tablist')).toBeNull()
  })

  it('[S2.23] [S3.15] shows the tabs, and the panel of the one that is open', async () => {
    const tab = (id: string) =>
      definePlugin({
        id: `test/${id}`,
        setup: context =>
          void context.contribute(accountTabsSlot, { id, label: { id: `x.${id}`, en: id }, load: async () => ({ default: () => <p>{`the ${id}`}</p> }) }),
      })
    const kernel = await bench([tab('tokens'), tab('nfts')])
    await connect(kernel, 'ada')
    await open(kernel)
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['tokens', 'nfts'])
    expect(await screen.findByText('the tokens')).toBeTruthy()
    await click('nfts', 'tab')
    expect(await screen.findByText('the nfts')).toBeTruthy()
    expect(screen.queryByText('the tokens')).toBeNull()
  })

  it("[R24] lets a feature's balance and notice stand in their places; one that throws is left out and reported", async () => {
    const native = vi.fn(async () => marks(1n))
    const FailedPart = () => {
      throw new RangeError('broken')
    }
    const kernel = await bench([
      chain(native),
      definePlugin({
        id: 'test/portfolio',
        setup(context) {
          context.contribute(accountPartsSlot, { id: 'portfolio', place: 'balance', load: async () => ({ default: () => <p>$4,218</p> }) })
          context.contribute(accountPartsSlot, { id: 'broken', place: 'notice', load: async () => ({ default: FailedPart }) })
          context.contribute(accountPartsSlot, { id: 'notice', place: 'notice', load: async () => ({ default: () => <p>Mind the gap</p> }) })
        },
      }),
    ])
    await connect(kernel, 'ada')
    const quiet = vi.spyOn(console, 'error').mockReturnValue()
    await open(kernel)
    expect(await screen.findByText('$4,218')).toBeTruthy()
    expect(await screen.findByText('Mind the gap')).toBeTruthy()
    expect(native).not.toHaveBeenCalled()
    expect(kernel.reported).toMatchObject([{ error: { message: 'broken' }, plugin: 'test/portfolio' }])
    quiet.mockRestore()
  })

  it('leads to Connect where nobody is connected', async () => {
    const kernel = await bench()
    await open(kernel)
    expect(screen.getByText('No wallet is connected')).toBeTruthy()
    await click('Connect wallet')
    expect(kernel.views.current?.id).toBe('Connect')
  })

  it('[D39d] [D39e] speaks the language on screen', async () => {
    const kernel = await bench()
    await connect(kernel, 'ada')
    await act(() => kernel.use(textService).setLanguage('ar'))
    await open(kernel)
    expect(screen.getByRole('button', { name: 'عرض العنوان كاملاً: t_ada' })).toBeTruthy()
    expect(kernel.state(textSlice).direction).toBe('rtl')
  })
})

describe('the wallet switcher', () => {
  it('[D4d] lists every wallet with all of its accounts, and makes the chosen one active without asking its wallet', async () => {
    const wallets = [ada(), bob()]
    const kernel = await bench([], wallets)
    await connect(kernel, 'ada', 'bob')
    kernel.use(shellService).open()
    kernel.views.push(walletsView)
    await show(kernel)
    const rows = () => screen.getAllByRole('button').map(row => `${row.textContent}${row.hasAttribute('aria-current') ? ' *' : ''}`)
    expect(rows()).toEqual(['t_ada', 't_aunt', 't_bob *', 'Connect another wallet'])
    expect(screen.getByRole('list', { name: 'Ada' })).toBeTruthy()
    const asked = wallets.map(({ requests }) => requests.length)
    await click('t_aunt')
    expect(activeAccount(kernel)?.address).toBe('t_aunt')
    expect(kernel.views.current?.id).toBe('Account')
    expect(wallets.map(({ requests }) => requests.length)).toEqual(asked)
  })

  it('leads to another wallet', async () => {
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
  it('change the look and the language at once', async () => {
    const kernel = await bench()
    await open(kernel, settingsView)
    await click('Light', 'radio')
    expect(kernel.state(themeSlice).mode).toBe('light')
    const radios = [...document.querySelectorAll('[role=radio], input[type=radio]')].map(radio => radio.closest('label')?.textContent ?? radio.textContent)
    expect(radios.filter(name => /English|Deutsch|العربية/.test(name))).toEqual(['English', 'Deutsch', 'العربية'])
    await click('Deutsch', 'radio')
    await screen.findByRole('group', { name: 'Erscheinungsbild' })
    expect(kernel.state(textSlice).language).toBe('de')
  })

  it('hide what the account has, here and after a reload; the length of the dots tells nothing', async () => {
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

  it('show the diagnostics before they are given away, as a file or copied', async () => {
    const kernel = await bench()
    await connect(kernel, 'ada')
    await open(kernel, settingsView)
    await click('Diagnostics')
    const shown = screen.getByRole('region', { name: 'Diagnostics' }).textContent ?? ''
    expect(JSON.parse(shown)).toMatchObject({ connections: [{ wallet: 'Ada' }] })
    const files: Blob[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined }))
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await click('Save as a file')
    expect(clicked).toHaveBeenCalledOnce()
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('portico-diagnostics.json')
    expect(await files[0]?.text()).toBe(shown)
    clicked.mockRestore()
    expect(screen.getByRole('button', { name: 'Copy the diagnostics' })).toBeTruthy()
  })

  it('disconnect one wallet or all of them; the way out is never the first thing', async () => {
    const kernel = await bench([], [ada(), bob()])
    await connect(kernel, 'ada', 'bob')
    await open(kernel, settingsView)
    expect(screen.getAllByRole('button').at(-1)?.textContent).toBe('Disconnect all')
    await confirm('Disconnect Ada')
    expect(liveConnections(kernel).map(({ wallet }) => wallet.name)).toEqual(['Bob'])
    expect(within(screen.getByRole('list', { name: 'Connected wallets' })).getAllByRole('listitem')).toHaveLength(1)
    await confirm('Disconnect')
    expect(liveConnections(kernel)).toEqual([])
    expect(kernel.views.current?.id).toBe('Connect')
  })

  it('say the chain of a wallet only where wallets of several chains are connected: of one, it would contradict the network', async () => {
    const again = tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', accounts: ['t_again'] })
    const kernel = await bench([tally({ namespace: 'other', wallets: [again] })], [ada(), bob()])
    await connect(kernel, 'ada', 'bob')
    await open(kernel, settingsView)
    const list = () => within(screen.getByRole('list', { name: 'Connected wallets' }))
    const rows = () =>
      list()
        .getAllByRole('listitem')
        .map(row => row.textContent)
    const waysOut = () =>
      list()
        .getAllByRole('button')
        .map(one => one.getAttribute('aria-label'))
    expect(rows()).toEqual(['Adat_ada', 'Bobt_bob'])
    expect(waysOut()).toEqual(['Disconnect Ada', 'Disconnect Bob'])
    await act(() => kernel.use(connectionService).connect('other:org.tally.ada'))
    expect(rows()).toEqual(['AdaTally · t_ada', 'BobTally · t_bob', 'AdaTally · t_again'])
    expect(waysOut()).toEqual(['Disconnect Ada on Tally', 'Disconnect Bob', 'Disconnect Ada on Tally'])
  })

  it('[D4b] disconnect one while another takes its time to say goodbye', async () => {
    const kernel = await bench([
      definePlugin({
        id: 'test/slow',
        setup(context) {
          const slow = ada().connector('tally', main, context.signal)
          const walletSession = async (...asked: Parameters<Connector['connect']>) => ({
            ...(await slow.connect(...asked)),
            disconnect: () => new Promise<void>(() => {}),
          })
          context.contribute(connectorsSlot, { ...slow, id: 'tally:org.tally.slow', name: 'Slow', info: { rdns: 'org.tally.slow' }, connect: walletSession })
        },
      }),
    ])
    await connect(kernel, 'slow', 'ada')
    await open(kernel, settingsView)
    await confirm('Disconnect Slow')
    await confirm('Disconnect Ada')
    expect(liveConnections(kernel)).toEqual([])
  })

  it('[S8.32] say when a wallet could not be told, though it is disconnected here', async () => {
    const wallet = ada()
    wallet.failDisconnect(new RangeError('no answer'))
    const kernel = await bench([], [wallet])
    await connect(kernel, 'ada')
    await open(kernel, settingsView)
    await confirm('Disconnect')
    await waitFor(() => expect(kernel.state(shellSlice).toast?.message.en).toBe('Failed to disconnect'))
    expect(liveConnections(kernel)).toEqual([])
  })

  it('lead to the networks and to what features bring', async () => {
    const rowView = defineView('Mail')
    const kernel = await bench([
      definePlugin({
        id: 'test/mail',
        views: [view(rowView, async () => ({ default: () => null }))],
        setup(context) {
          context.contribute(settingsRowsSlot, { id: 'mail', label: { id: 'x.mail', en: 'Change e-mail' }, icon: 'mail', view: rowView })
          context.contribute(settingsRowsSlot, { id: 'lost', label: { id: 'x.lost', en: 'Lost' }, icon: 'mail', view: defineView('Lost') })
        },
      }),
    ])
    await connect(kernel, 'ada')
    await open(kernel, settingsView)
    expect(screen.queryByText('Lost')).toBeNull()
    await click('Change e-mail')
    expect(kernel.views.current?.id).toBe('Mail')
    await click(/^Network/)
    expect(kernel.views.current?.id).toBe(networksView.id)
  })
})
