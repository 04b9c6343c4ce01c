/**
 * Signing in with the same approval as a session: Portico's own relay, which speaks WalletConnect's
 * public protocol, WalletConnect's own library on both sides, and a plugin that asks for it.
 */
import { type Relay, startRelay } from '@portico/devnet'
import { definePlugin } from '@portico/kernel'
import {
  type SessionSignedIn,
  type SessionSignInRequest,
  sessionSignInsSlot,
} from '@portico/kernel/session'
import { base, eip155, mainnet } from '@portico/plugin-eip155'
import { solana, solanaMainnet } from '@portico/plugin-solana'
import { pairingSlice, walletconnect } from '@portico/plugin-walletconnect'
import { createPocket, type Pocket, type PocketOptions } from '@portico/pocket'
import {
  connectionService,
  createPortico,
  liveConnections,
  memoryStorage,
  messagesCapability,
  type NetworkId,
  type Plugin,
  type Portico,
} from '@portico/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

const soon = { timeout: 20_000, interval: 10 }
const never = () => new AbortController().signal
const key = (byte: string) => `0x${byte.repeat(32)}` as const
const networks = [mainnet, base, solanaMainnet].map(network => network.caipNetworkId)
const signInRequest: SessionSignInRequest = {
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  nonce: '0123456789abcdef0123456789abcdef',
  statement: 'Welcome to the shop.',
  expirationTime: '2099-01-01T00:00:00.000Z',
  resources: ['https://shop.example/terms'],
}

let relay: Relay
const wallets: Pocket[] = []
const pages: Portico[] = []

const startWallet = async (signsIn: NonNullable<PocketOptions['signsIn']>) => {
  const keys = { eip155: [key('11')], solana: [key('13')] }
  const wallet = await createPocket({
    relayUrl: relay.url,
    chains: Object.fromEntries(networks.map(one => [one, ''])),
    keys,
    signsIn,
    resendAfterMs: 1_000,
  })
  wallets.push(wallet)
  return wallet
}
type Ask = (networks: readonly NetworkId[]) => Promise<SessionSignInRequest | undefined>
async function visit(
  ask: Ask = async () => signInRequest,
  more: readonly Plugin[] = [],
  receive: (signed: SessionSignedIn) => void = () => undefined,
) {
  const requests: (readonly NetworkId[])[] = []
  const received: SessionSignedIn[] = []
  const errors: unknown[] = []
  const store = new Map<string, unknown>()
  const signIn = definePlugin({
    id: 'test/sign-in',
    setup: context =>
      void context.contribute(sessionSignInsSlot, {
        id: 'test',
        request(list) {
          requests.push(list)
          return ask(list)
        },
        async receive(signed) {
          received.push(signed)
          receive(signed)
        },
      }),
  })
  const load = async () => {
    const { UniversalProvider } = await import('@walletconnect/universal-provider')
    const storage = {
      getKeys: async () => [...store.keys()],
      getEntries: async () => [...store.entries()],
      getItem: async (name: string) => structuredClone(store.get(name)),
      setItem: async (name: string, value: unknown) => void store.set(name, structuredClone(value)),
      removeItem: async (name: string) => void store.delete(name),
    }
    return {
      UniversalProvider: {
        init: (given: object) => UniversalProvider.init({ ...given, storage: storage as never }),
      },
    }
  }
  const page = createPortico({
    storage: memoryStorage(),
    onError: error => void errors.push(error),
    plugins: [
      eip155({ networks: [mainnet, base] }),
      ...more,
      signIn,
      walletconnect({ relayUrl: relay.url, load }),
    ],
  })
  pages.push(page)
  await page.start()
  const { kernel } = page
  const connections = kernel.use(connectionService)
  return {
    kernel,
    connections,
    store,
    requests,
    received,
    errors,
    live: () => liveConnections(kernel).map(({ namespace }) => namespace),
    phase: () => kernel.state(pairingSlice).phase,
    async pair(wallet: Pocket) {
      const connecting = connections.connect('eip155:walletConnect')
      connecting.catch(() => undefined)
      await expect.poll(() => kernel.state(pairingSlice).phase.name, soon).toBe('offered')
      const { phase } = kernel.state(pairingSlice)
      await wallet.pair(phase.name === 'offered' ? phase.uri : '')
      return connecting
    },
  }
}

beforeAll(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.dispose()
  await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
  for (const wallet of wallets.splice(0)) await wallet.stop()
})
afterAll(() => relay.stop())

describe('signing in with the approval of a session', () => {
  it('a sign-in with the approval asks the wallet once, opens a session, and its signature verifies', async () => {
    const wallet = await startWallet(true)
    const page = await visit()
    const account = await page.pair(wallet)
    expect(page.requests).toEqual([[mainnet.caipNetworkId, base.caipNetworkId]])
    expect(wallet.sessions).toHaveLength(1)
    expect(page.errors).toEqual([])

    const [signed] = page.received
    expect(signed).toMatchObject({
      account: `eip155:1:${account.address}`,
      scheme: 'eip191',
      cacao: {
        p: { domain: signInRequest.domain, nonce: signInRequest.nonce, aud: signInRequest.uri },
      },
    })
    expect(signed?.text).toMatch(
      /^shop\.example wants you to sign in with your Ethereum account:\n0x/,
    )
    for (const part of [
      signInRequest.nonce,
      signInRequest.statement,
      signInRequest.uri,
      'https://shop.example/terms',
      'urn:recap:',
    ])
      expect(signed?.text).toContain(part)
    const offered = page.kernel.capability(messagesCapability, mainnet.caipNetworkId)
    expect(signed && (await offered?.verify(account, signed.text, signed, never()))).toBe(true)

    // The session is one like any other.
    expect(
      (await offered?.sign(page.connections.require(account), account, 'hello', never()))
        ?.signature,
    ).toMatch(/^0x/)
    await page.connections.disconnect()
    await expect.poll(() => wallet.sessions, soon).toEqual([])
  })
  it('a sign-in with a contract is verified by the page’s receiver, and the library sends no request to its vendor', async () => {
    const wallet = await startWallet('contract')
    const magic = { id: 1, jsonrpc: '2.0', result: `0x1626ba7e${'0'.repeat(56)}` }
    const fetched = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json(magic))
    try {
      const page = await visit()
      const account = await page.pair(wallet)
      // The wallet's own library asks once whether it signed well.
      expect(
        fetched.mock.calls.map(([url]) => new URL(String(url)).searchParams.get('projectId')),
      ).toEqual(['pocket'])
      expect(page.received).toMatchObject([
        {
          account: `eip155:1:${account.address}`,
          scheme: 'eip1271',
          text: expect.stringContaining(signInRequest.nonce),
        },
      ])
      expect(page.errors).toEqual([])
    } finally {
      fetched.mockRestore()
    }
  })
  it('a sign-in lists the active network first', async () => {
    const wallet = await startWallet(true)
    const page = await visit()
    await page.connections.switchNetwork(base.caipNetworkId)
    await page.pair(wallet)
    expect(page.requests).toEqual([[base.caipNetworkId, mainnet.caipNetworkId]])
    expect(page.received[0]?.account).toContain(base.caipNetworkId)
  })
  it('a sign-in with a wallet that does not support it opens a session alone', async () => {
    const wallet = await startWallet(false)
    const page = await visit()
    await page.pair(wallet)
    expect([page.live(), page.received, page.errors]).toEqual([['eip155'], [], []])
  })
  it('a sign-in opens a session alone when an app has other chains too, or requests no sign-in', async () => {
    const wallet = await startWallet(true)
    const page = await visit(undefined, [solana({ networks: [solanaMainnet] })])
    await page.pair(wallet)
    await expect.poll(page.live, soon).toHaveLength(2)
    expect([page.requests, page.received]).toEqual([[], []])
    pages.splice(0)[0]?.dispose()
    await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)

    const other = await visit(async () => undefined)
    await other.pair(wallet)
    expect([other.live(), other.received]).toEqual([['eip155'], []])
  })
  it('a sign-in that cannot be requested or is rejected leaves a session, and is reported', async () => {
    const wallet = await startWallet(true)
    const broken = new TypeError('no nonce')
    const page = await visit(() => Promise.reject(broken))
    await page.pair(wallet)
    expect([page.live(), page.received, page.errors]).toEqual([['eip155'], [], [broken]])
    pages.splice(0)[0]?.dispose()
    await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)

    const forged = new TypeError('forged')
    const other = await visit(undefined, [], () => {
      throw forged
    })
    await other.pair(wallet)
    expect([other.live(), other.errors]).toEqual([['eip155'], [forged]])
  })
  it('[R12] a sign-in can be declined like any pairing, and requested again', async () => {
    const wallet = await startWallet(true)
    wallet.policy = 'reject'
    const page = await visit()
    await expect(page.pair(wallet)).rejects.toMatchObject({ code: 'DECLINED' })
    expect(page.phase()).toEqual({ name: 'declined' })
    wallet.policy = 'approve'
    await page.pair(wallet)
    expect([page.live(), page.received.length, page.errors]).toEqual([['eip155'], 1, []])
  })
  it('repeated sign-ins leave nothing in storage', async () => {
    const wallet = await startWallet(true)
    const page = await visit()
    const once = async () => {
      await page.pair(wallet)
      await page.connections.disconnect()
      await expect.poll(() => wallet.sessions, soon).toEqual([])
      await expect.poll(() => page.phase().name, soon).toBe('idle')
    }
    const size = () => JSON.stringify([...page.store]).length
    await once()
    await once()
    const before = size()
    for (let time = 0; time < 10; time++) await once()
    await expect.poll(size, soon).toBeLessThan(before + 4_000)
    expect(page.received).toHaveLength(12)
    expect(page.errors).toEqual([])
  })
})
