import { definePlugin, type Plugin } from '@portico/kernel'
import { type Account, accountTabsSlot, accountView, settingsView } from '@portico/kernel/account'
import { nativeBalanceEndpoint } from '@portico/kernel/backend'
import { type Balance, namesCapability } from '@portico/kernel/capabilities'
import type { Network } from '@portico/kernel/chain'
import {
  activeAccount,
  connectionService,
  transactionSentEvent,
  transactionSettledEvent,
  transactionUndoneEvent,
} from '@portico/kernel/session'
import { headerActionsSlot, shellService, trackedEvent } from '@portico/kernel/shell'
import { createTestKernel, tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import { formatAge } from '@portico/ui'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { connection as connectionPlugin } from '../../connection/src/index.js'
import { shell } from '../../shell/src/index.js'
import {
  ask,
  asker,
  bench,
  chain,
  curious,
  kernels,
  main,
  marks,
  page,
  refresh,
  setUpBench,
  side,
} from '../test/bench.js'
import { languageName } from './language-name.js'
import { account } from './plugin.js'
import { accountPageService, walletsView } from './refs.js'
import { addressExplorerUrl, currentTab } from './select.js'

setUpBench()

describe('the account page', () => {
  it('[S2.04] the account page is a view named Account, with Settings in its header', async () => {
    const kernel = await bench()
    for (const ref of [accountView, settingsView, walletsView])
      expect(kernel.views.has(ref)).toBe(true)
    expect(accountView.id).toBe('Account')
    expect(kernel.items(headerActionsSlot)).toMatchObject([
      { id: 'settings', view: 'Account', target: settingsView },
    ])
    kernel.use(shellService).open()
    expect(kernel.views.current?.id).toBe('Account')
  })

  const tab = (id: 'tokens' | 'nfts' | 'activity', rank?: 'early' | 'late') =>
    definePlugin({
      id: `test/${id}`,
      setup: context =>
        void context.contribute(accountTabsSlot, {
          id,
          ...(rank && { rank }),
          label: { id, en: id },
          load: async () => ({ default: () => null }),
        }),
    })
  const [tokens, nfts, activity] = [tab('tokens', 'early'), tab('nfts'), tab('activity', 'late')]

  it('[S2.23] the account page has the tabs Tokens, NFTs, Activity in this order, each only with its plugin', async () => {
    const ids = async (...plugins: Plugin[]) =>
      (await bench({ plugins })).items(accountTabsSlot).map(({ id }) => id)
    expect(await ids(activity, nfts, tokens)).toEqual(['tokens', 'nfts', 'activity'])
    expect(await ids(activity, tokens)).toEqual(['tokens', 'activity'])
    expect(await ids()).toEqual([])
  })

  it('[S3.15] the first tab is open until the person chooses another; a missing tab cannot be chosen', async () => {
    const kernel = await bench({ plugins: [tokens, nfts] })
    expect(currentTab(kernel)?.id).toBe('tokens')
    await kernel.use(accountPageService).selectTab('nfts')
    expect(page(kernel).currentTab).toBe('nfts')
    expect(currentTab(kernel)?.id).toBe('nfts')
    const events: string[] = []
    kernel.on(trackedEvent, ({ name }) => void events.push(name))
    await kernel.use(accountPageService).selectTab('activity')
    expect(currentTab(kernel)?.id).toBe('tokens')
    expect(events).toEqual(['CLICK_TRANSACTIONS'])
    expect(currentTab(await bench())).toBeUndefined()
  })

  it('[S3.15] the account page forgets the chosen tab when the last wallet disconnects', async () => {
    const kernel = await bench({ plugins: [tokens, nfts] })
    await kernel.use(accountPageService).selectTab('nfts')
    await kernel.use(connectionService).disconnect()
    expect(page(kernel)).toEqual({ balance: { name: 'loading' } })
  })

  it('[S3.05] the explorer link of an address is that of the active network, if it is an https link', async () => {
    const explored = (address: string, reference = 'main'): Network => ({
      ...tallyNetwork(reference),
      explorer: { name: 'Book', address },
    })
    const at = async (network: Network) => {
      const kernel = await createTestKernel({
        base: [shell(), connectionPlugin(), account()],
        plugins: [tally({ networks: [network, tallyNetwork('side')], wallets: [tallyWallet()] })],
      })
      kernels.push(kernel)
      expect(addressExplorerUrl(kernel)).toBeUndefined()
      await kernel.use(connectionService).connect('tally:org.tally.tally-wallet')
      return kernel
    }
    const kernel = await at(explored('https://book.example/a/{address}?x=1'))
    expect(addressExplorerUrl(kernel)).toBe('https://book.example/a/t_ada?x=1')
    await kernel.use(connectionService).switchNetwork(side)
    expect(addressExplorerUrl(kernel)).toBeUndefined()

    expect(addressExplorerUrl(await at(tallyNetwork()))).toBeUndefined()
    expect(addressExplorerUrl(await at(explored('javascript:alert("{address}")')))).toBeUndefined()
  })

  it('the account page shows the account of the namespace that the modal was opened for', async () => {
    const wallet = tallyWallet()
    const other = tallyWallet({ name: 'Other', accounts: ['t_bob'] })
    const kernel = await bench(
      { plugins: [tally({ namespace: 'other', wallets: [other] })] },
      wallet,
    )
    await kernel.use(connectionService).connect('other:org.tally.other')
    kernel.use(connectionService).activate('tally/tally:org.tally.tally-wallet')
    await vi.dynamicImportSettled()
    expect(activeAccount(kernel)?.address).toBe('t_ada')
    kernel.use(shellService).open({ namespace: 'other' })
    await refresh(kernel)
    await vi.waitFor(() => expect(activeAccount(kernel)?.address).toBe('t_bob'))
    expect(kernel.reported).toEqual([])
  })
})

describe('native balances', () => {
  it('[S9.12] native balances of an account on a network are read from the chain, and the answer is kept for 30 s', async () => {
    let amount = 7n
    const native = vi.fn(async ({ address }: Account) => marks(address === 't_bob' ? 1n : amount))
    const kernel = await bench({ plugins: [chain(main, native), curious] })
    expect(await ask(kernel)).toMatchObject({ value: { amount: 7n }, source: `chain ${main}` })
    amount = 8n
    vi.advanceTimersByTime(29_999)
    expect(await ask(kernel)).toMatchObject({ value: { amount: 7n } })
    expect(native).toHaveBeenCalledTimes(1)

    // Another account and another network have answers of their own.
    const bob = { ...(activeAccount(kernel) as Account), address: 't_bob' }
    expect(
      (await asker.call(nativeBalanceEndpoint, { account: bob, network: main })).value.amount,
    ).toBe(1n)
    expect((await ask(kernel, side)).value.amount).toBe(100n)
    expect(native).toHaveBeenCalledTimes(2)

    vi.advanceTimersByTime(2)
    expect(await ask(kernel)).toMatchObject({ value: { amount: 8n } })
    expect(native).toHaveBeenCalledTimes(3)
  })

  it('native balances are answered by the handler of the best rank', async () => {
    const backend = definePlugin({
      id: 'test/backend',
      setup: context =>
        void context.handle(nativeBalanceEndpoint, async () => marks(9n), { id: 'backend' }),
    })
    const kernel = await bench({ plugins: [backend, curious] })
    expect(await ask(kernel)).toMatchObject({ value: { amount: 9n }, source: 'backend' })
  })

  it('a network that is down delays no native balance of another', async () => {
    const down = vi.fn(async () => Promise.reject(new RangeError('down')))
    const kernel = await bench({ plugins: [chain(side, down), curious] })
    await expect(ask(kernel, side)).rejects.toThrow('down')
    expect((await ask(kernel, main)).value.amount).toBe(100n)
    await expect(ask(kernel, side)).rejects.toMatchObject({ code: 'COOLING_DOWN' })
    expect(down).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(30_001)
    await expect(ask(kernel, side)).rejects.toThrow('down')
    expect(down).toHaveBeenCalledTimes(2)
  })

  it('native balances of a chain that is installed later are read too; without the capability the call is rejected', async () => {
    const kernel = await bench({ plugins: [curious] })
    kernel.install(tally({ namespace: 'late' }))
    expect((await ask(kernel, 'late:main')).value.amount).toBe(100n)
    await expect(ask(kernel, 'nowhere:main')).rejects.toMatchObject({ code: 'NOT_HANDLED' })
  })

  it('native balances are requested again after a transaction is sent', async () => {
    let amount = 1n
    const kernel = await bench({ plugins: [chain(main, async () => marks(amount)), curious] })
    await ask(kernel)
    amount = 2n
    asker.emit(transactionSentEvent, {
      hash: '1',
      network: main,
      account: activeAccount(kernel) as Account,
    })
    expect((await ask(kernel)).value.amount).toBe(2n)
  })

  it('native balances are requested again when a transaction is settled, and when a reorganisation undoes it', async () => {
    let amount = 1n
    const kernel = await bench({ plugins: [chain(main, async () => marks(amount)), curious] })
    await ask(kernel)
    amount = 2n
    asker.emit(transactionSettledEvent, {
      hash: '1',
      network: main,
      outcome: { status: 'confirmed' },
    })
    expect((await ask(kernel)).value.amount).toBe(2n)
    amount = 1n
    asker.emit(transactionUndoneEvent, { hash: '1', network: main })
    expect((await ask(kernel)).value.amount).toBe(1n)
  })

  it('[R7] each of 500 malformed balances is a named error, and none is shown', {
    tags: 'thorough',
  }, async () => {
    let answer: unknown
    const kernel = await bench({ plugins: [chain(main, async () => answer as Balance), curious] })
    const token = fc.record({
      symbol: fc.anything(),
      decimals: fc.oneof(fc.anything(), fc.constantFrom(-1, 256, 1.5, Number.NaN, '18')),
    })
    const malformed = fc.oneof(
      fc.anything(),
      fc.record({
        amount: fc.oneof(fc.anything(), fc.constantFrom(-1n, 1, '1')),
        token: fc.oneof(token, fc.constant(marks(1n).token)),
      }),
      fc.record({ amount: fc.bigInt({ min: 0n }), token }),
    )
    const isSound = (found: unknown) => {
      const { amount, token } = Object(found)
      const { symbol, decimals } = Object(token)
      return (
        typeof amount === 'bigint' &&
        amount >= 0n &&
        typeof symbol === 'string' &&
        Number.isInteger(decimals) &&
        decimals >= 0 &&
        decimals < 256
      )
    }
    await fc.assert(
      fc.asyncProperty(malformed, async found => {
        fc.pre(!isSound(found))
        answer = found
        vi.advanceTimersByTime(30_001)
        await refresh(kernel)
        expect(page(kernel).balance.name).toBe('unavailable')
        vi.advanceTimersByTime(30_001)
        await expect(ask(kernel)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
      }),
      { numRuns: 500 },
    )
  })
})

describe('names', () => {
  const service = (
    id: string,
    reverse: () => Promise<{ name: string; imageUrl?: string } | undefined>,
  ) =>
    definePlugin({
      id: `test/${id}`,
      setup: context =>
        void context.offer(
          namesCapability,
          'tally',
          { looksLike: () => false, resolve: async () => undefined, reverse },
          { id },
        ),
    })

  it('the name of an account comes from the first service that knows one, and is cleaned', async () => {
    const kernel = await bench({
      plugins: [
        service('none', async () => undefined),
        service('broken', async () => Promise.reject(new RangeError('down'))),
        service('good', async () => ({
          name: 'ada\u202e\u200b.mark',
          imageUrl: 'https://example.com/ada.png',
        })),
        service('late', async () => ({ name: 'never' })),
      ],
    })
    await refresh(kernel)
    expect(page(kernel).profile).toEqual({
      name: 'ada.mark',
      imageUrl: 'https://example.com/ada.png',
    })
    expect(kernel.reported).toMatchObject([{ error: { message: 'down' }, plugin: 'base/account' }])
  })
})

describe('ages and languages in words', () => {
  it.each([
    [0, '0 seconds ago|now'],
    [-5_000, '0 seconds ago|now'],
    [59_999, '59 seconds ago'],
    [60_000, '1 minute ago'],
    [3_599_999, '59 minutes ago'],
    [7_200_000, '2 hours ago'],
    [86_400_000, 'yesterday'],
  ])('an age of %d ms is written as %s', (ms, words) => {
    expect(words.split('|')).toContain(formatAge('en', ms))
  })

  it('each language is listed under its own name', () => {
    expect(['de', 'ar', 'fr', 'made-up-language-tag-abc'].map(languageName)).toEqual([
      'Deutsch',
      'العربية',
      'Français',
      'made-up-language-tag-abc',
    ])
  })
})
