// @vitest-environment happy-dom
import { definePlugin, defineView, type Plugin, view } from '@portico/kernel'
import {
  accountActionsSlot,
  accountPartsSlot,
  accountTabsSlot,
  type ConnectionId,
} from '@portico/kernel/account'
import { balancesCapability } from '@portico/kernel/capabilities'
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import {
  activeAccount,
  connectionService,
  transactionSettledEvent,
  transactionUndoneEvent,
} from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import { tallyWallet } from '@portico/kernel/testing'
import { textService, textSlice } from '@portico/kernel/text'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  chain,
  click,
  connect,
  kernels,
  main,
  marks,
  open,
} from '../../test/views-rig.js'

/** A wallet that has accounts of its key, and one that is a contract. */
function twoKinds(): Plugin {
  const wallet = { ...ada().connector('tally', main, new AbortController().signal) }
  return definePlugin({
    id: 'test/both',
    setup(context) {
      const walletSession = async (...request: Parameters<Connector['connect']>) => {
        const given = await wallet.connect(...request)
        const accounts = ['eoa', 'eoa', 'smartAccount'].map((type, at) => ({
          namespace: 'tally',
          address: ['t_ada', 't_uncle', 't_aunt'][at] ?? '',
          type,
        }))
        return { ...given, report: { ...given.report, accounts } }
      }
      context.contribute(connectorsSlot, {
        ...wallet,
        id: 'tally:org.tally.both',
        name: 'Both',
        info: { rdns: 'org.tally.both' },
        connect: walletSession,
      })
    },
  })
}
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  cleanup()
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the Account view', () => {
  it('[S2.04] shows the connected account and the native balance, floored to three decimals', async () => {
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
        settle = () =>
          context.emit(transactionSettledEvent, {
            hash: '1',
            network: main,
            outcome: { status: 'confirmed' },
          })
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
    expect(
      (screen.getByRole('radio', { name: 'Standard account' }) as HTMLInputElement).checked,
    ).toBe(true)
    await click('Smart account', 'radio')
    expect(activeAccount(kernel)).toMatchObject({ address: 't_aunt', type: 'smartAccount' })
    expect((screen.getByRole('radio', { name: 'Smart account' }) as HTMLInputElement).checked).toBe(
      true,
    )
  })

  it('the Account view goes back to the account of that kind that was in use, and emits the choice', async () => {
    const kernel = await bench([twoKinds()])
    const events: unknown[] = []
    kernel.on(trackedEvent, ({ name, properties }) => {
      if (name === 'SET_PREFERRED_ACCOUNT_TYPE') events.push(properties)
    })
    await connect(kernel, 'both')
    await open(kernel)
    await act(async () =>
      kernel
        .use(connectionService)
        .activate(activeAccount(kernel)?.connection as ConnectionId, 't_uncle'),
    )
    await click('Smart account', 'radio')
    await click('Standard account', 'radio')
    expect(activeAccount(kernel)).toMatchObject({ address: 't_uncle', type: 'eoa' })
    expect(events).toEqual([{ accountType: 'smartAccount' }, { accountType: 'eoa' }])
  })

  it('shows a placeholder of the final height while the balance loads', async () => {
    const kernel = await bench([chain(() => new Promise(() => undefined))])
    await connect(kernel, 'ada')
    const { container } = await open(kernel)
    expect(screen.getByText('Loading balance')).toBeTruthy()
    expect(container.querySelector('.p-account-balance .p-skeleton')).toBeTruthy()
  })

  it('[R26] requests the balance once, also in StrictMode', async () => {
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
    const kernel = await bench([
      chain(async () => (isUp ? marks(3n) : Promise.reject(new RangeError('down')))),
    ])
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

  it('[R34] requests the balance again when the page is back online, and keeps the old value with its age until then', async () => {
    vi.useFakeTimers()
    let isUp = true
    const kernel = await bench([
      chain(async () => (isUp ? marks(3n) : Promise.reject(new RangeError('down')))),
    ])
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

  it('[R29] aborts its request for the balance when it is unmounted', async () => {
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

  it('shows the whole address in groups of four after one tap', async () => {
    const kernel = await bench(
      [],
      [tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', accounts: ['t_abcdefghijklmnopqrst'] })],
    )
    await connect(kernel, 'ada')
    const { container } = await open(kernel)
    expect(container.querySelector('.p-address')).toBeNull()
    await click(/Show the whole address/)
    expect(
      [...(container.querySelectorAll('.p-address span') ?? [])].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['t_ab', 'cdef', 'ghij', 'klmn', 'opqr', 'st'])
  })

  it('[S3.05] opens the address on the explorer in a new page, which gets no handle to this page', async () => {
    const opened = vi.fn()
    vi.stubGlobal('open', opened)
    const kernel = await bench()
    await connect(kernel, 'ada')
    await open(kernel)
    await click('View on Book')
    expect(opened).toHaveBeenCalledWith(
      'https://book.example/t_ada',
      '_blank',
      'noopener,noreferrer',
    )
  })

  it('shows the actions of features in order, without those whose view is missing', async () => {
    const sendView = defineView('Send')
    const lost = defineView('Lost')
    const kernel = await bench([
      definePlugin({
        id: 'test/send',
        views: [view(sendView, async () => ({ default: () => null }))],
        setup(context) {
          context.contribute(accountActionsSlot, {
            id: 'send',
            rank: 'late',
            label: { id: 'x.send', en: 'Send' },
            icon: 'up',
            view: sendView,
          })
          context.contribute(accountActionsSlot, {
            id: 'lost',
            label: { id: 'x.lost', en: 'Lost' },
            icon: 'up',
            view: lost,
          })
          context.contribute(accountActionsSlot, {
            id: 'receive',
            label: { id: 'x.receive', en: 'Receive' },
            icon: 'down',
            view: sendView,
          })
        },
      }),
    ])
    await connect(kernel, 'ada')
    const { container } = await open(kernel)
    expect(
      [...container.querySelectorAll('.p-account-action')].map(({ textContent }) => textContent),
    ).toEqual(['Receive', 'Send'])
    await click('Send')
    expect(kernel.views.current?.id).toBe('Send')
  })

  it('the Account view has no row of actions and no tabs when no feature brings one', async () => {
    const kernel = await bench()
    await connect(kernel, 'ada')
    const { container } = await open(kernel)
    expect(container.querySelector('.p-account-actions')).toBeNull()
    expect(screen.queryByRole('tablist')).toBeNull()
  })

  it('[S2.23] [S3.15] shows the tabs, and the panel of the open tab', async () => {
    const tab = (id: string) =>
      definePlugin({
        id: `test/${id}`,
        setup: context =>
          void context.contribute(accountTabsSlot, {
            id,
            label: { id: `x.${id}`, en: id },
            load: async () => ({ default: () => <p>{`the ${id}`}</p> }),
          }),
      })
    const kernel = await bench([tab('tokens'), tab('nfts')])
    await connect(kernel, 'ada')
    await open(kernel)
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'tokens',
      'nfts',
    ])
    expect(await screen.findByText('the tokens')).toBeTruthy()
    await click('nfts', 'tab')
    expect(await screen.findByText('the nfts')).toBeTruthy()
    expect(screen.queryByText('the tokens')).toBeNull()
  })

  it('[R24] shows the balance and the notice of a feature; a part that throws is left out and reported', async () => {
    const native = vi.fn(async () => marks(1n))
    const FailedPart = () => {
      throw new RangeError('broken')
    }
    const kernel = await bench([
      chain(native),
      definePlugin({
        id: 'test/portfolio',
        setup(context) {
          context.contribute(accountPartsSlot, {
            id: 'portfolio',
            place: 'balance',
            load: async () => ({ default: () => <p>$4,218</p> }),
          })
          context.contribute(accountPartsSlot, {
            id: 'broken',
            place: 'notice',
            load: async () => ({ default: FailedPart }),
          })
          context.contribute(accountPartsSlot, {
            id: 'notice',
            place: 'notice',
            load: async () => ({ default: () => <p>Mind the gap</p> }),
          })
        },
      }),
    ])
    await connect(kernel, 'ada')
    const quiet = vi.spyOn(console, 'error').mockReturnValue()
    await open(kernel)
    expect(await screen.findByText('$4,218')).toBeTruthy()
    expect(await screen.findByText('Mind the gap')).toBeTruthy()
    expect(native).not.toHaveBeenCalled()
    expect(kernel.reported).toMatchObject([
      { error: { message: 'broken' }, plugin: 'test/portfolio' },
    ])
    quiet.mockRestore()
  })

  it('an empty account says to add coins below its actions, which offer each way once', async () => {
    const there = defineView('There')
    const actions = definePlugin({
      id: 'test/actions',
      views: [view(there, async () => ({ default: () => null }))],
      setup(context) {
        for (const [id, label] of [
          ['onramp', 'Buy'],
          ['receive', 'Receive'],
          ['send', 'Send'],
        ] as const)
          context.contribute(accountActionsSlot, {
            id,
            label: { id: `x.${id}`, en: label },
            icon: 'plus',
            view: there,
          })
      },
    })
    for (const amount of [0n, 1n]) {
      const kernel = await bench([actions, chain(async () => marks(amount))])
      await connect(kernel, 'ada')
      const { unmount } = await open(kernel)
      expect(await screen.findByText('MRK')).toBeTruthy()
      const offers = ['Buy', 'Receive'].map(name => screen.getAllByText(name).length)
      expect(offers).toEqual([1, 1])
      const hint = screen.queryByText('Nothing here yet. Add your first coins.')
      expect(hint !== null).toBe(amount === 0n)
      unmount()
    }
  })

  it('the Account view leads to Connect without a connection', async () => {
    const kernel = await bench()
    await open(kernel)
    expect(screen.getByText('No wallet is connected')).toBeTruthy()
    await click('Connect wallet')
    expect(kernel.views.current?.id).toBe('Connect')
  })

  it('[D39d] [D39e] is translated into the chosen language', async () => {
    const kernel = await bench()
    await connect(kernel, 'ada')
    await act(() => kernel.use(textService).setLanguage('ar'))
    await open(kernel)
    expect(screen.getByRole('button', { name: 'عرض العنوان كاملاً: t_ada' })).toBeTruthy()
    expect(kernel.state(textSlice).direction).toBe('rtl')
  })
})
