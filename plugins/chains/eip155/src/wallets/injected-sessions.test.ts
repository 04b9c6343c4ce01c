import { setMaxListeners } from 'node:events'
import type { WalletReport } from '@portico/kernel/connector-kit'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../test/bench.js'
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

describe('a session with an injected wallet', () => {
  it("an event with any payload makes the session read the wallet's state again", async () => {
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
