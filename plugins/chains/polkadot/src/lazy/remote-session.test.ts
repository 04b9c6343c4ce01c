import { type AccountId, messages, networks, type RemoteSession, remoteSessions, transactions, type WalletReport } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { keyOf } from '../../test/page.js'
import { kusama, polkadot, polkadotRelay } from '../index.js'

const never = new AbortController().signal
const [relay, other] = [polkadotRelay.caipNetworkId, kusama.caipNetworkId]
const key = keyOf(1)

/** A session with a mock wallet behind it that signs with its keys: asked by the names and shapes of WalletConnect. */
function remote(rest: Partial<RemoteSession> = {}) {
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const asked: { readonly method: string; readonly params: unknown }[] = []
  const session: RemoteSession = {
    accounts: [`${relay}:${key.at(0)}` as AccountId, `${relay}:${keyOf(2).at(0)}` as AccountId, `${other}:${key.at(2)}` as AccountId],
    approved: [relay, other],
    methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
    async request(method, params) {
      asked.push({ method, params })
      const { message } = params as { message: string }
      return { signature: `0x${hex.encode(key.sign(new TextEncoder().encode(`<Bytes>${message}</Bytes>`)))}` }
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => undefined,
    ...rest,
  }
  const tell = (name: string, data?: unknown, network = relay) => {
    for (const listener of listeners) listener({ name, data, network })
  }
  return { session, asked, listeners, tell }
}
const plugin = async () => {
  const kernel = await createTestKernel({ plugins: [polkadot({ networks: [polkadotRelay, kusama] })] })
  const sessions = kernel.capability(remoteSessions, 'polkadot')
  if (!sessions) throw new Error('not offered')
  return { kernel, sessions }
}

describe('a remote Polkadot wallet', () => {
  it('is asked for what this plugin uses', async () => {
    const { sessions } = await plugin()
    expect(await sessions.scope()).toEqual({
      networks: [relay, other],
      methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
      events: ['accountsChanged', 'chainChanged'],
    })
  })
  it('becomes a line like one in the page: accounts, signatures, networks, farewell', async () => {
    const { kernel, sessions } = await plugin()
    const { session, asked, listeners } = remote()
    const line = await sessions.open(session, never)
    expect(line.report).toMatchObject({ network: relay, approved: [relay, other], accounts: [{ address: key.at(0) }, { address: keyOf(2).at(0) }] })
    const via = { id: 'polkadot/x' as const, namespace: 'polkadot', connector: 'x', port: line.port, accounts: [], network: relay }
    const account = { namespace: 'polkadot', address: key.at(0), type: 'eoa', connection: 'polkadot/x' as const }
    const signed = await kernel.capability(messages, relay)?.sign(via, account, 'hello', never)
    expect(signed && (await kernel.capability(messages, relay)?.verify(account, 'hello', signed, never))).toBe(true)
    expect(asked).toEqual([{ method: 'polkadot_signMessage', params: { address: key.at(0), message: 'hello' } }])

    const reports: (WalletReport | undefined)[] = []
    line.watch(report => void reports.push(report))
    await kernel.capability(networks, other)?.switch(via, other, never)
    expect(reports.at(-1)).toMatchObject({ network: other, accounts: [{ address: key.at(2) }] })
    await expect(kernel.capability(networks, 'polkadot:else')?.switch(via, 'polkadot:else', never)).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    await line.disconnect(never)
    expect(listeners.size).toBe(0)
  })
  it('[R30] is listened to only as long as somebody watches its line', async () => {
    const { sessions } = await plugin()
    const { session, listeners } = remote()
    const line = await sessions.open(session, never)
    const stops = [line.watch(() => undefined), line.watch(() => undefined)]
    stops[0]?.()
    expect(listeners.size).toBe(1)
    stops[1]?.()
    expect(listeners.size).toBe(0)
  })
  it('does no more than it granted', async () => {
    const { sessions } = await plugin()
    const line = await sessions.open(remote({ methods: ['polkadot_signMessage'], approved: [relay] }).session, never)
    expect([messages, transactions, networks].map(ref => line.supports?.(ref))).toEqual([true, false, false])
  })
  it('begins on the network where the person was, if the wallet approved it', async () => {
    const { sessions } = await plugin()
    expect((await sessions.open(remote({ network: other }).session, never)).report.network).toBe(other)
    expect((await sessions.open(remote({ network: 'polkadot:elsewhere' }).session, never)).report.network).toBe(relay)
  })
  it('tells of another account, another network, and its end', async () => {
    const { sessions } = await plugin()
    const { session, tell } = remote()
    const line = await sessions.open(session, never)
    const reports: (WalletReport | undefined)[] = []
    line.watch(report => void reports.push(report))
    tell('accountsChanged', [`${relay}:${keyOf(2).at(0)}`])
    tell('chainChanged', '', other)
    tell('closed')
    expect(reports.map(report => report?.accounts[0]?.address)).toEqual([keyOf(2).at(0), key.at(2), undefined])
  })
  it('[S24] reports no account of another network after chainChanged to one without accounts', async () => {
    const { sessions } = await plugin()
    const { session, tell } = remote({ accounts: [`${relay}:${key.at(0)}`] as AccountId[], approved: [relay, other] })
    const line = await sessions.open(session, never)
    const reports: (WalletReport | undefined)[] = []
    line.watch(report => void reports.push(report))
    tell('chainChanged', '', other)
    expect(reports).toMatchObject([{ network: other, accounts: [], approved: [relay] }])
  })
  it.each([
    ['no account', { accounts: [] }, 'WALLET_ANSWER'],
    ['an account that is none', { accounts: [`${relay}:bob`] }, 'WALLET_ANSWER'],
    ['no network that the host lists', { accounts: ['polkadot:elsewhere:bob'], approved: ['polkadot:elsewhere'] }, 'WALLET_NETWORK'],
  ])('[S35] with %s is refused', async (_what, rest, code) => {
    const { sessions } = await plugin()
    await expect(sessions.open(remote(rest as Partial<RemoteSession>).session, never)).rejects.toMatchObject({ code })
  })
})
