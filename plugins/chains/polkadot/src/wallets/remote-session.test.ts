import {
  messagesCapability,
  networksCapability,
  type RemoteSession,
  remoteSessionsCapability,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import type { AccountId } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { createTestKernel } from '@portico/kernel/testing'
import { hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { keyOf } from '../../test/page.js'
import { kusama, polkadot, polkadotRelay } from '../index.js'

const never = new AbortController().signal
const [relay, other] = [polkadotRelay.caipNetworkId, kusama.caipNetworkId]
const key = keyOf(1)

/**
 * A session with a mock wallet that signs with its keys, using the method names and shapes of
 * WalletConnect.
 */
function remote(rest: Partial<RemoteSession> = {}) {
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const requests: { readonly method: string; readonly params: unknown }[] = []
  const session: RemoteSession = {
    accounts: [
      `${relay}:${key.at(0)}` as AccountId,
      `${relay}:${keyOf(2).at(0)}` as AccountId,
      `${other}:${key.at(2)}` as AccountId,
    ],
    approved: [relay, other],
    methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
    async request(method, params) {
      requests.push({ method, params })
      const { message } = params as { message: string }
      return {
        signature: `0x${hex.encode(key.sign(new TextEncoder().encode(`<Bytes>${message}</Bytes>`)))}`,
      }
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => undefined,
    ...rest,
  }
  const emit = (name: string, data?: unknown, network = relay) => {
    for (const listener of listeners) listener({ name, data, network })
  }
  return { session, requests, listeners, emit }
}
const plugin = async () => {
  const kernel = await createTestKernel({
    plugins: [polkadot({ networks: [polkadotRelay, kusama] })],
  })
  const sessions = kernel.capability(remoteSessionsCapability, 'polkadot')
  if (!sessions) throw new Error('not offered')
  return { kernel, sessions }
}

describe('a remote Polkadot wallet', () => {
  it('the requested scope holds what this plugin uses', async () => {
    const { sessions } = await plugin()
    expect(await sessions.scope()).toEqual({
      networks: [relay, other],
      methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
      events: ['accountsChanged', 'chainChanged'],
    })
  })
  it('a remote session works like an injected one: accounts, signatures, networks, disconnect', async () => {
    const { kernel, sessions } = await plugin()
    const { session, requests, listeners } = remote()
    const walletSession = await sessions.open(session, never)
    expect(walletSession.report).toMatchObject({
      network: relay,
      approved: [relay, other],
      accounts: [{ address: key.at(0) }, { address: keyOf(2).at(0) }],
    })
    const via = {
      id: 'polkadot/x' as const,
      namespace: 'polkadot',
      connector: 'x',
      handle: walletSession.handle,
      accounts: [],
      network: relay,
    }
    const account = {
      namespace: 'polkadot',
      address: key.at(0),
      type: 'eoa',
      connection: 'polkadot/x' as const,
    }
    const signed = await kernel
      .capability(messagesCapability, relay)
      ?.sign(via, account, 'hello', never)
    expect(
      signed &&
        (await kernel
          .capability(messagesCapability, relay)
          ?.verify(account, 'hello', signed, never)),
    ).toBe(true)
    expect(requests).toEqual([
      { method: 'polkadot_signMessage', params: { address: key.at(0), message: 'hello' } },
    ])

    const reports: (WalletReport | undefined)[] = []
    walletSession.watch(report => void reports.push(report))
    await kernel.capability(networksCapability, other)?.switch?.(via, other, never)
    expect(reports.at(-1)).toMatchObject({ network: other, accounts: [{ address: key.at(2) }] })
    await expect(
      kernel.capability(networksCapability, 'polkadot:else')?.switch?.(via, 'polkadot:else', never),
    ).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    await walletSession.disconnect(never)
    expect(listeners.size).toBe(0)
  })
  it('[R30] the remote wallet is listened to only while its session has a watcher', async () => {
    const { sessions } = await plugin()
    const { session, listeners } = remote()
    const walletSession = await sessions.open(session, never)
    const stops = [walletSession.watch(() => undefined), walletSession.watch(() => undefined)]
    stops[0]?.()
    expect(listeners.size).toBe(1)
    stops[1]?.()
    expect(listeners.size).toBe(0)
  })
  it('the session uses granted methods only', async () => {
    const { sessions } = await plugin()
    const walletSession = await sessions.open(
      remote({ methods: ['polkadot_signMessage'], approved: [relay] }).session,
      never,
    )
    expect(
      [messagesCapability, transactionsCapability, networksCapability].map(ref =>
        walletSession.supports?.(ref),
      ),
    ).toEqual([true, false, false])
  })
  it("the session begins on the person's network, if the wallet approved it", async () => {
    const { sessions } = await plugin()
    expect((await sessions.open(remote({ network: other }).session, never)).report.network).toBe(
      other,
    )
    expect(
      (await sessions.open(remote({ network: 'polkadot:unlisted' }).session, never)).report.network,
    ).toBe(relay)
  })
  it('the session reports another account, another network, and its end', async () => {
    const { sessions } = await plugin()
    const { session, emit } = remote()
    const walletSession = await sessions.open(session, never)
    const reports: (WalletReport | undefined)[] = []
    walletSession.watch(report => void reports.push(report))
    emit('accountsChanged', [`${relay}:${keyOf(2).at(0)}`])
    emit('chainChanged', '', other)
    emit('closed')
    expect(reports.map(report => report?.accounts[0]?.address)).toEqual([
      keyOf(2).at(0),
      key.at(2),
      undefined,
    ])
  })
  it('[S24] the session reports no account of another network after chainChanged to one without accounts', async () => {
    const { sessions } = await plugin()
    const { session, emit } = remote({
      accounts: [`${relay}:${key.at(0)}`] as AccountId[],
      approved: [relay, other],
    })
    const walletSession = await sessions.open(session, never)
    const reports: (WalletReport | undefined)[] = []
    walletSession.watch(report => void reports.push(report))
    emit('chainChanged', '', other)
    expect(reports).toMatchObject([{ network: other, accounts: [], approved: [relay] }])
  })
  it.each([
    ['no account', { accounts: [] }, 'WALLET_ANSWER'],
    ['an account that is none', { accounts: [`${relay}:bob`] }, 'WALLET_ANSWER'],
    [
      'no network that the host lists',
      { accounts: ['polkadot:unlisted:bob'], approved: ['polkadot:unlisted'] },
      'WALLET_NETWORK',
    ],
  ])('[S35] a session with %s is rejected', async (_what, rest, code) => {
    const { sessions } = await plugin()
    await expect(
      sessions.open(remote(rest as Partial<RemoteSession>).session, never),
    ).rejects.toMatchObject({ code })
  })
})
