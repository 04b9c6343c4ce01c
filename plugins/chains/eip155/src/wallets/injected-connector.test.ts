import { setMaxListeners } from 'node:events'
import type { WalletReport } from '@portico/kernel/connector-kit'
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
    const pending = Array.from({ length: 20 }, () => connector.connect({}, never()))
    await soon(5)
    approve([ada])
    const walletSessions = await Promise.all(pending)
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
    const pending = connectorOf(wallet).connect({}, gaveUp.signal)
    await soon(5)
    gaveUp.abort()
    expect(await thrownBy(pending)).toMatchObject({ name: 'AbortError' })
    approve([ada])
    await soon(5)
    expect(wallet.listeners).toBe(0)
    expect(reported.map(String)).toEqual([
      'ModalError: The wallet answered eth_requestAccounts after the request was cancelled.',
    ])
  })

  it('[R10] connect sends a new request after an abort, and uses the first response where the wallet calls that request still pending', async () => {
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

  it('[R10] connect sends a new request when the wallet lost the first one', async () => {
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
    wallet.provider.request = args =>
      args.method === 'eth_requestAccounts' ? (twice as unknown as Promise<unknown>) : request(args)
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

describe('an injected wallet that changes while it connects', () => {
  /** A wallet that does something else before it answers `eth_chainId`. */
  function changing(change: (wallet: ScriptedProvider) => void): ScriptedProvider {
    let isChanged = false
    const wallet = scriptedProvider({
      eth_chainId() {
        if (!isChanged) change(wallet)
        isChanged = true
        return '0x1'
      },
    })
    return wallet
  }
  const selectBob = (wallet: ScriptedProvider) => {
    wallet.replies.eth_accounts = [bob, ada]
    wallet.emit('accountsChanged', [bob, ada])
  }

  it.each(['connect', 'restore'] as const)(
    '%s opens a session that has the last accounts, where the wallet changes them after it has answered the first',
    async method => {
      // The first reading of restore gets the earlier accounts, as from a wallet that is slow.
      let readings = 0
      const wallet = changing(selectBob)
      const { provider } = wallet
      const request: typeof provider.request = async args =>
        args.method === 'eth_accounts' && ++readings === 1 && method === 'restore'
          ? [ada]
          : provider.request(args)
      const walletSession = await createInjectedConnector({ provider, request }, setup)[method](
        {},
        never(),
      )
      const reports: (WalletReport | undefined)[] = []
      walletSession?.watch(report => void reports.push(report))
      await soon()
      expect(walletSession?.report.accounts).toEqual([account(bob), account(ada)])
      expect(reports.at(-1)).toEqual(walletSession?.report)
      expect(wallet.listeners).toBe(4)
    },
  )

  it('the session reads the wallet again when the accounts follow their event late', async () => {
    const wallet = changing(({ emit }) => emit('accountsChanged', [bob]))
    const walletSession = await connectorOf(wallet).connect({}, never())
    await soon()
    wallet.replies.eth_accounts = [bob]
    await soon(400)
    expect(walletSession.report.accounts).toEqual([account(bob)])
  })

  it('the session reports no account where the wallet revokes the page while it connects', async () => {
    const wallet = changing(({ replies, emit }) => {
      replies.eth_accounts = []
      emit('accountsChanged', [])
    })
    const walletSession = await connectorOf(wallet).connect({}, never())
    const reports: (WalletReport | undefined)[] = []
    walletSession.watch(report => void reports.push(report))
    await soon()
    expect(reports).toEqual([{ accounts: [], network: 'eip155:1' }])
  })

  it('no listener stays at a wallet whose connect failed or was aborted', async () => {
    const wallet = scriptedProvider({ eth_chainId: '<html>' })
    expect(await thrownBy(connectorOf(wallet).connect({}, never()))).toMatchObject({
      code: 'WALLET_ANSWER',
    })
    expect(wallet.listeners).toBe(0)
    wallet.replies.eth_chainId = hang
    const gaveUp = new AbortController()
    const pending = connectorOf(wallet).connect({}, gaveUp.signal)
    await soon(5)
    expect(wallet.listeners).toBe(4)
    gaveUp.abort()
    await thrownBy(pending)
    expect(wallet.listeners).toBe(0)
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
