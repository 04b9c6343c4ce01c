import { setMaxListeners } from 'node:events'
import type { WalletReport } from '@portico/kernel/connector-kit'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import {
  ada,
  bob,
  type Reply,
  type ScriptedProvider,
  scriptedProvider,
  walletError,
} from '../../test/scripted-provider.js'
import { mainnet } from '../networks.js'
import type { Eip155Setup } from '../options.js'
import { createInjectedConnector } from './injected-connector.js'

const plugin = new AbortController()
setMaxListeners(0, plugin.signal)
const reported: unknown[] = []
const setup: Eip155Setup = {
  networks: [mainnet],
  rpcTimeoutMs: 10_000,
  signal: plugin.signal,
  report: error => void reported.push(error),
}
const connectorOf = ({ provider }: ScriptedProvider) =>
  createInjectedConnector({ provider, request: provider.request }, setup)
const account = (address: string) => ({ namespace: 'eip155', address, type: 'eoa' })
const hang = () => new Promise(() => undefined)
const soon = (ms = 60) => new Promise(resolve => setTimeout(resolve, ms))

afterEach(() => {
  reported.length = 0
  vi.useRealTimers()
})

async function connected(replies: Record<string, Reply> = {}) {
  const wallet = scriptedProvider(replies)
  const walletSession = await connectorOf(wallet).connect({}, never())
  const reports: (WalletReport | undefined)[] = []
  walletSession.watch(report => void reports.push(report))
  wallet.calls.length = 0
  return { wallet, walletSession, reports }
}

describe('connecting an injected wallet', () => {
  it("[S7.25] [D3a] a connection has the wallet's accounts, checksummed, the selected one first, and its network", async () => {
    const wallet = scriptedProvider({
      eth_requestAccounts: [bob.toLowerCase(), ada.toUpperCase().replace('0X', '0x'), bob],
      eth_chainId: '0x2105',
    })
    const walletSession = await connectorOf(wallet).connect({}, never())
    expect(walletSession.report).toEqual({
      accounts: [account(bob), account(ada)],
      network: 'eip155:8453',
    })
    expect(wallet.calls.map(call => call.method)).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  it('a connection keeps a network that the host does not list, because the wallet is on it', async () => {
    const walletSession = await connectorOf(scriptedProvider({ eth_chainId: '0x539' })).connect(
      {},
      never(),
    )
    expect(walletSession.report.network).toBe('eip155:1337')
  })

  it('[S6.02] accounts of an ordinary wallet have the type eoa', async () => {
    const walletSession = await connectorOf(scriptedProvider()).connect({}, never())
    expect(walletSession.report.accounts.map(one => one.type)).toEqual(['eoa'])
  })

  it.each([
    ['0x1', 'eip155:1'],
    ['0x01', 'eip155:1'],
    ['0xA', 'eip155:10'],
    ['137', 'eip155:137'],
    [137, 'eip155:137'],
    ['0x1fffffffffffff', 'eip155:9007199254740991'],
  ])('the chain id %j is accepted in the form that wallets use', async (chainId, network) => {
    const walletSession = await connectorOf(scriptedProvider({ eth_chainId: chainId })).connect(
      {},
      never(),
    )
    expect(walletSession.report.network).toBe(network)
  })

  it("[R12] connect rethrows the wallet's rejection after one request, and can be retried", async () => {
    const declined = walletError(4001, 'User rejected the request.')
    const wallet = scriptedProvider({ eth_requestAccounts: () => Promise.reject(declined) })
    const connector = connectorOf(wallet)
    expect(await thrownBy(connector.connect({}, never()))).toBe(declined)
    expect(wallet.count('eth_requestAccounts')).toBe(1)
    expect(wallet.listeners).toBe(0)
    wallet.replies.eth_requestAccounts = [ada]
    expect((await connector.connect({}, never())).report.accounts).toEqual([account(ada)])
    expect(reported).toEqual([])
  })

  it('[R11] connect rethrows "already pending" after one call', async () => {
    const pending = walletError(-32002, 'Request already pending')
    const wallet = scriptedProvider({ eth_requestAccounts: () => Promise.reject(pending) })
    expect(await thrownBy(connectorOf(wallet).connect({}, never()))).toBe(pending)
    expect(wallet.count('eth_requestAccounts')).toBe(1)
  })

  it('[R11] [R23] connecting 20 times at once sends the wallet one request', async () => {
    let approve: (accounts: unknown) => void = () => undefined
    const wallet = scriptedProvider({
      eth_requestAccounts: () => new Promise(resolve => (approve = resolve)),
    })
    const connector = connectorOf(wallet)
    const asked = Array.from({ length: 20 }, () => connector.connect({}, never()))
    await soon(5)
    approve([ada])
    const walletSessions = await Promise.all(asked)
    expect(wallet.count('eth_requestAccounts')).toBe(1)
    expect(
      walletSessions.every(walletSession => walletSession.report.accounts[0]?.address === ada),
    ).toBe(true)
  })

  it('[R10] an aborted connect rejects at once; the late response is ignored and reported', async () => {
    let approve: (accounts: unknown) => void = () => undefined
    const wallet = scriptedProvider({
      eth_requestAccounts: () => new Promise(resolve => (approve = resolve)),
    })
    const gaveUp = new AbortController()
    const asked = connectorOf(wallet).connect({}, gaveUp.signal)
    await soon(5)
    gaveUp.abort()
    expect(await thrownBy(asked)).toMatchObject({ name: 'AbortError' })
    approve([ada])
    await soon(5)
    expect(wallet.listeners).toBe(0)
    expect(reported.map(String)).toEqual([
      'ModalError: The wallet answered eth_requestAccounts after the request was cancelled.',
    ])
  })

  it('[R10] connect asks again after an abort, and uses the first response where the wallet calls that request still pending', async () => {
    let approve: (accounts: unknown) => void = () => undefined
    const wallet = scriptedProvider({
      eth_requestAccounts: () =>
        wallet.count('eth_requestAccounts') === 1
          ? new Promise(resolve => (approve = resolve))
          : Promise.reject(walletError(-32002, 'already pending')),
    })
    const connector = connectorOf(wallet)
    const gaveUp = new AbortController()
    const first = connector.connect({}, gaveUp.signal)
    await soon(5)
    gaveUp.abort()
    await thrownBy(first)
    const second = connector.connect({}, never())
    await soon(5)
    approve([ada])
    expect((await second).report.accounts).toEqual([account(ada)])
    expect(reported).toEqual([])
  })

  it('[R10] connect asks again when the wallet lost the first request', async () => {
    const wallet = scriptedProvider({
      eth_requestAccounts: () => (wallet.count('eth_requestAccounts') === 1 ? hang() : [ada]),
    })
    const connector = connectorOf(wallet)
    const gaveUp = new AbortController()
    const first = connector.connect({}, gaveUp.signal)
    await soon(5)
    gaveUp.abort()
    await thrownBy(first)
    expect((await connector.connect({}, never())).report.accounts).toEqual([account(ada)])
  })

  it('[R10] connect waits without limit for the person, but only 10 s for the rest of an approved wallet', async () => {
    vi.useFakeTimers()
    const wallet = scriptedProvider({ eth_requestAccounts: hang })
    const gaveUp = new AbortController()
    const waiting = connectorOf(wallet).connect({}, gaveUp.signal)
    let settledAt: number | undefined
    waiting.catch(() => undefined).finally(() => (settledAt = Date.now()))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(settledAt).toBeUndefined()
    gaveUp.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(settledAt).toBeDefined()

    const mute = thrownBy(connectorOf(scriptedProvider({ eth_chainId: hang })).connect({}, never()))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await mute).toMatchObject({ code: 'TIMEOUT' })
    expect(vi.getTimerCount()).toBe(0)
  })

  const nonsense: readonly (readonly [string, Record<string, Reply>])[] = [
    ['no accounts', { eth_requestAccounts: [] }],
    ['undefined', { eth_requestAccounts: undefined }],
    ['null', { eth_requestAccounts: null }],
    ['a number', { eth_requestAccounts: 42 }],
    ['text', { eth_requestAccounts: ada }],
    ['an object', { eth_requestAccounts: { 0: ada, length: 1 } }],
    ['a list of malformed items', { eth_requestAccounts: [null, 7, {}, '0x12'] }],
    ['a list with a hole', { eth_requestAccounts: Array.from({ length: 2 }).fill(ada, 0, 1) }],
    ['one good and one bad account', { eth_requestAccounts: [ada, `${bob}0`] }],
    ['an account without 0x', { eth_requestAccounts: [ada.slice(2)] }],
    ['an account id', { eth_requestAccounts: [`eip155:1:${ada}`] }],
    ['a name', { eth_requestAccounts: ['ada.eth'] }],
    ['a million accounts', { eth_requestAccounts: Array.from({ length: 1_000_000 }).fill(ada) }],
    [
      'what cannot be read',
      {
        eth_requestAccounts: new Proxy([], {
          get: (_, key) => (key === 'then' ? undefined : thrower()),
        }),
      },
    ],
    ['no chain id', { eth_chainId: undefined }],
    ['chain id 0', { eth_chainId: '0x0' }],
    ['chain id 0x', { eth_chainId: '0x' }],
    ['a negative chain id', { eth_chainId: -1 }],
    ['half a chain id', { eth_chainId: 1.5 }],
    ['chain id NaN', { eth_chainId: Number.NaN }],
    ['a chain id above 2^53', { eth_chainId: '0x20000000000000' }],
    ['a CAIP-2 chain id', { eth_chainId: 'eip155:1' }],
    ['a chain id with a space', { eth_chainId: ' 0x1' }],
    ['a page', { eth_chainId: '<!doctype html>' }],
    ['a list for a chain id', { eth_chainId: ['0x1'] }],
  ]
  const thrower = () => {
    throw new TypeError('no')
  }
  it.each(nonsense)('[S35] connect refuses a wallet that answers %s', async (_what, replies) => {
    const wallet = scriptedProvider(replies)
    const error = await thrownBy(connectorOf(wallet).connect({}, never()))
    expect(error).toSatisfy(
      (one: { code?: string } | TypeError) =>
        one instanceof TypeError || one.code === 'WALLET_ANSWER',
    )
    expect(wallet.listeners).toBe(0)
  })

  it('[S35] connect takes the first response of a wallet that responds twice', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a thenable that calls back twice is what this wallet answers.
    const twice = { then: (resolve: (value: unknown) => void) => [resolve([ada]), resolve([bob])] }
    const wallet = scriptedProvider()
    const request = wallet.provider.request
    wallet.provider.request = ask =>
      ask.method === 'eth_requestAccounts' ? (twice as unknown as Promise<unknown>) : request(ask)
    expect((await connectorOf(wallet).connect({}, never())).report.accounts).toEqual([account(ada)])
  })

  it('connect rethrows a synchronous error of the provider', async () => {
    const wallet = scriptedProvider()
    wallet.provider.request = () => {
      throw walletError(4900)
    }
    expect(await thrownBy(connectorOf(wallet).connect({}, never()))).toMatchObject({ code: 4900 })
  })

  it('connect gives the wallet a copy of the parameters, because some wallets modify them', async () => {
    const { walletSession, wallet } = await connected({
      personal_sign: (params: unknown) =>
        Object.assign((params as { value?: string }[])[0] ?? {}, { value: 'changed' }),
    })
    const given = [{ value: 'mine' }]
    await (
      walletSession.handle as {
        request(method: string, params: unknown, signal: AbortSignal): Promise<unknown>
      }
    ).request('personal_sign', given, never())
    expect(given).toEqual([{ value: 'mine' }])
    expect(wallet.calls[0]).not.toBe(given)
  })
})

describe('restoring an injected wallet', () => {
  it('[D3a] restore sends eth_accounts and eth_chainId only, which open no prompt', async () => {
    const wallet = scriptedProvider()
    const walletSession = await connectorOf(wallet).restore({}, never())
    expect(walletSession?.report).toEqual({ accounts: [account(ada)], network: 'eip155:1' })
    expect(wallet.calls.map(call => call.method).sort()).toEqual(['eth_accounts', 'eth_chainId'])
  })

  it.each([
    ['knows no account', { eth_accounts: [] }],
    ['throws "not authorised"', { eth_accounts: () => Promise.reject(walletError(4100)) }],
  ])('restore returns undefined when the wallet %s', async (_what, replies) => {
    const wallet = scriptedProvider(replies)
    expect(await connectorOf(wallet).restore({}, never())).toBeUndefined()
    expect(wallet.listeners).toBe(0)
  })

  it('[R25] restore gives up a silent wallet after 10 s', async () => {
    vi.useFakeTimers()
    const outcome = thrownBy(
      connectorOf(scriptedProvider({ eth_accounts: hang, eth_chainId: hang })).restore({}, never()),
    )
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toMatchObject({ code: 'TIMEOUT' })
  })
})

describe('a session with an injected wallet', () => {
  it("an event makes the session read the wallet's state again, whatever the payload", async () => {
    const { wallet, reports } = await connected()
    Object.assign(wallet.replies, { eth_accounts: [bob, ada], eth_chainId: '0xa' })
    wallet.emit('accountsChanged', ['0xlie'])
    await soon()
    expect(reports).toEqual([{ accounts: [account(bob), account(ada)], network: 'eip155:10' }])
  })

  it('the session reports nothing when nothing changed', async () => {
    const { wallet, reports } = await connected()
    wallet.emit('accountsChanged', [ada])
    wallet.emit('connect', { chainId: '0x1' })
    await soon()
    expect(reports).toEqual([])
  })

  it('[R20] a burst of 100 events produces one report', async () => {
    const { wallet, reports } = await connected()
    for (let count = 0; count < 100; count++) {
      wallet.replies.eth_accounts = [count % 2 ? ada : bob]
      wallet.emit('accountsChanged', [count % 2 ? ada : bob])
    }
    wallet.replies.eth_accounts = [bob]
    await soon()
    expect(reports).toHaveLength(1)
    expect(wallet.count('eth_accounts')).toBe(1)
  })

  it('[R21] 1,000 rounds of events in any order end in the same state', {
    tags: 'thorough',
  }, async () => {
    vi.useFakeTimers()
    const { wallet, reports } = await connected()
    const events = [
      ['accountsChanged', [bob]],
      ['accountsChanged', []],
      ['accountsChanged', [ada, bob]],
      ['chainChanged', '0x1'],
      ['chainChanged', '0xa'],
      ['connect', { chainId: '0x89' }],
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...events], { minLength: 1 }),
        fc.array(fc.nat(40), { minLength: 6, maxLength: 6 }),
        async (order, pauses) => {
          Object.assign(wallet.replies, { eth_accounts: [ada], eth_chainId: '0x1' })
          for (const [index, [event, payload]] of order.entries()) {
            if (event === 'accountsChanged') wallet.replies.eth_accounts = payload
            if (event === 'chainChanged') wallet.replies.eth_chainId = payload
            wallet.emit(event, payload)
            await vi.advanceTimersByTimeAsync(pauses[index] ?? 0)
          }
          Object.assign(wallet.replies, { eth_accounts: [bob], eth_chainId: '0x2105' })
          wallet.emit(order[0]?.[0] ?? 'connect', order[0]?.[1])
          await vi.advanceTimersByTimeAsync(600)
          expect(reports.at(-1)).toEqual({ accounts: [account(bob)], network: 'eip155:8453' })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('the session polls a second time when the wallet emits an event before its state changes', async () => {
    const { wallet, reports } = await connected()
    wallet.emit('chainChanged', '0xa')
    await soon()
    expect(reports).toEqual([])
    wallet.replies.eth_chainId = '0xa'
    await soon(400)
    expect(reports).toEqual([{ accounts: [account(ada)], network: 'eip155:10' }])
  })

  it('a "disconnect" event does not end the session while the wallet still responds: it lost only its node', async () => {
    const { wallet, reports } = await connected()
    wallet.emit('disconnect', walletError(1013))
    await soon()
    expect(reports).toEqual([])
    expect(wallet.listeners).toBe(4)
  })

  it('the session reports no accounts when the wallet revoked the page', async () => {
    const { wallet, reports } = await connected()
    wallet.replies.eth_accounts = []
    wallet.emit('accountsChanged', [])
    await soon()
    expect(reports).toEqual([{ accounts: [], network: 'eip155:1' }])
  })

  it('the session ends and is released when the wallet emits "disconnect" and responds no more', async () => {
    vi.useFakeTimers()
    const { wallet, reports } = await connected()
    wallet.replies.eth_accounts = hang
    wallet.emit('disconnect', walletError(4900))
    await vi.advanceTimersByTimeAsync(4_000)
    expect(reports).toEqual([undefined])
    expect(wallet.listeners).toBe(0)
  })

  it('[S35] the session keeps its state when the wallet responds with garbage after an event, and reports the error', async () => {
    const { wallet, reports } = await connected()
    wallet.replies.eth_accounts = '<html>'
    wallet.emit('accountsChanged', 7)
    await soon()
    expect(reports).toEqual([])
    expect(reported).toMatchObject([{ code: 'WALLET_ANSWER' }])
  })

  it('every listener is notified, even when one throws', async () => {
    const { wallet, walletSession, reports } = await connected()
    walletSession.watch(() => {
      throw new TypeError('mine')
    })
    const second: unknown[] = []
    walletSession.watch(report => second.push(report))
    wallet.replies.eth_chainId = '0xa'
    wallet.emit('chainChanged', '0xa')
    await soon()
    expect([reports.length, second.length]).toEqual([1, 1])
    expect(reported.map(String)).toEqual(['TypeError: mine'])
  })

  it('[D3a] disconnect revokes the permission, removes the listeners and reports nothing', async () => {
    const { wallet, walletSession, reports } = await connected()
    await walletSession.disconnect(never())
    expect(wallet.calls).toEqual([
      { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] },
    ])
    expect(wallet.listeners).toBe(0)
    wallet.replies.eth_accounts = []
    wallet.emit('accountsChanged', [])
    await soon()
    expect(reports).toEqual([])
  })

  it.each([
    ['lacks the method', () => Promise.reject(walletError(-32601))],
    [
      'throws at once',
      () => {
        throw walletError(4200)
      },
    ],
  ])('disconnect resolves when the wallet %s', async (_what, reply) => {
    const { walletSession } = await connected({ wallet_revokePermissions: reply })
    await expect(walletSession.disconnect(never())).resolves.toBeUndefined()
  })

  it('disconnect resolves within 3 s when the wallet never responds', async () => {
    vi.useFakeTimers()
    const { walletSession } = await connected({ wallet_revokePermissions: hang })
    const over = walletSession.disconnect(never())
    await vi.advanceTimersByTimeAsync(3_000)
    await expect(over).resolves.toBeUndefined()
  })

  it('a session works with a provider whose event methods are missing or throw', async () => {
    const wallet = scriptedProvider()
    const mute = { request: wallet.provider.request }
    const broken = {
      request: wallet.provider.request,
      on: () => {
        throw new TypeError('no')
      },
      removeListener: () => {
        throw new TypeError('no')
      },
    }
    for (const provider of [mute, broken]) {
      const walletSession = await createInjectedConnector(
        { provider, request: provider.request },
        setup,
      ).connect({}, never())
      await expect(walletSession.disconnect(never())).resolves.toBeUndefined()
    }
  })

  it('the session polls when the page becomes visible, and not while it is hidden', async () => {
    const page = Object.assign(new EventTarget(), { hidden: true })
    vi.stubGlobal('document', page)
    const { wallet, walletSession, reports } = await connected()
    wallet.replies.eth_chainId = '0xa'
    page.dispatchEvent(new Event('visibilitychange'))
    await soon()
    expect(reports).toEqual([])
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await soon()
    expect(reports).toHaveLength(1)
    await walletSession.disconnect(never())
    wallet.calls.length = 0
    page.dispatchEvent(new Event('visibilitychange'))
    await soon()
    expect(wallet.calls).toEqual([])
    vi.unstubAllGlobals()
  })

  it('[R20] the session unsubscribes from the wallet when its last watcher is removed, after a lock or a disconnect in another tab', async () => {
    const wallet = scriptedProvider()
    const walletSession = await connectorOf(wallet).connect({}, never())
    const leave = [walletSession.watch(() => undefined), walletSession.watch(() => undefined)]
    leave[0]?.()
    leave[0]?.()
    expect(wallet.listeners).toBe(4)
    leave[1]?.()
    expect(wallet.listeners).toBe(0)
    wallet.calls.length = 0
    wallet.emit('accountsChanged', [bob])
    await soon()
    expect(wallet.calls).toEqual([])
    await walletSession.disconnect(never())
    expect(wallet.count('wallet_revokePermissions')).toBe(1)
  })

  it('no listener remains after the plugin is disposed', async () => {
    const own = new AbortController()
    const wallet = scriptedProvider()
    const walletSession = await createInjectedConnector(
      { provider: wallet.provider, request: wallet.provider.request },
      { ...setup, signal: own.signal },
    ).connect({}, never())
    walletSession.watch(() => undefined)
    expect(wallet.listeners).toBe(4)
    own.abort()
    expect(wallet.listeners).toBe(0)
  })
})
