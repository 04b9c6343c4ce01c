import {
  balancesCapability,
  messagesCapability,
  networksCapability,
  type RemoteSession,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { AccountId, NetworkId } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { describe, expect, it } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import { ada, bob } from '../../test/scripted-provider.js'
import { setupOf } from '../../test/wallet-sessions.js'
import { base, mainnet } from '../networks.js'
import type { Eip155Handle } from './handle.js'
import { remoteScope } from './remote-scope.js'
import { createRemoteSessions } from './remote-session.js'

type SessionEvent = Parameters<Parameters<RemoteSession['watch']>[0]>[0]

function session(overrides: Partial<RemoteSession> = {}) {
  const listeners = new Set<(event: SessionEvent) => void>()
  const requests: { method: string; params: unknown; network: NetworkId }[] = []
  let isClosed = false
  const remote: RemoteSession = {
    accounts: [
      `eip155:1:${ada.toLowerCase()}`,
      `eip155:8453:${ada}`,
      `eip155:1:${bob}`,
    ] as AccountId[],
    approved: ['eip155:8453', 'eip155:1'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    async request(method, params, network) {
      requests.push({ method, params, network })
      return `answer to ${method}`
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
    },
    ...overrides,
  }
  return {
    remote,
    requests,
    listeners,
    isClosed: () => isClosed,
    emit: (event: SessionEvent) => {
      for (const listener of listeners) listener(event)
    },
  }
}
const open = (remote: RemoteSession) =>
  createRemoteSessions(setupOf([mainnet, base])).open(remote, never())

describe('a session with a remote wallet', () => {
  it("[S7.25] reports each account once, on the first of the host's networks that the wallet approved", async () => {
    const walletSession = await open(session().remote)
    expect(walletSession.report).toEqual({
      accounts: [ada, bob].map(address => ({ namespace: 'eip155', address, type: 'eoa' })),
      network: 'eip155:1',
      approved: ['eip155:8453', 'eip155:1'],
    })
  })

  it.each([
    ['eip155:8453', 'eip155:8453'],
    ['eip155:10', 'eip155:1'],
  ] as const)('a session whose last network was %s begins on %s', async (network, begins) => {
    expect((await open(session({ network }).remote)).report.network).toBe(begins)
  })

  it('sends each request on the current network', async () => {
    const { remote, requests } = session()
    const handle = (await open(remote)).handle as Eip155Handle
    expect(await handle.request('personal_sign', ['0x00', ada], never())).toBe(
      'answer to personal_sign',
    )
    expect(handle.moveTo('eip155:8453')).toBe(true)
    await handle.request('personal_sign', ['0x00', ada], never())
    expect(requests.map(one => one.network)).toEqual(['eip155:1', 'eip155:8453'])
  })

  it('switches to an approved network without a request, and to no other by itself', async () => {
    const { remote, requests } = session()
    const walletSession = await open(remote)
    const handle = walletSession.handle as Eip155Handle
    const reports: (WalletReport | undefined)[] = []
    walletSession.watch(report => void reports.push(report))
    expect(handle.moveTo('eip155:10')).toBe(false)
    expect(handle.moveTo('eip155:8453')).toBe(true)
    await handle.refresh()
    expect(reports).toMatchObject([{ network: 'eip155:8453', accounts: [{ address: ada }] }])
    expect(requests).toEqual([])
  })

  it('[R30] listens to the wallet only while the session has a watcher', async () => {
    const { remote, listeners } = session()
    const walletSession = await open(remote)
    const stops = [walletSession.watch(() => undefined), walletSession.watch(() => undefined)]
    stops[0]?.()
    expect(listeners.size).toBe(1)
    stops[1]?.()
    expect(listeners.size).toBe(0)
  })

  it('sends no method that the wallet did not grant', async () => {
    const { remote, requests } = session()
    const handle = (await open(remote)).handle as Eip155Handle
    expect(await thrownBy(handle.request('eth_sign', [], never()))).toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(requests).toEqual([])
  })

  it('reports which capabilities the wallet lacks', async () => {
    const signing = await open(session({ methods: ['personal_sign'] }).remote)
    expect(
      [
        messagesCapability,
        transactionsCapability,
        transfersCapability,
        networksCapability,
        balancesCapability,
      ].map(one => signing.supports?.(one)),
    ).toEqual([true, false, false, true, true])
  })

  it.each([
    ['accountsChanged', [bob.toLowerCase()], [bob, ada]],
    ['accountsChanged', [`eip155:1:${bob}`], [bob, ada]],
    ['accountsChanged', 'nonsense', [ada, bob]],
    ['accountsChanged', ['0x12', null], [ada, bob]],
    ['accountsChanged', ['0x90F79bf6EB2c4f870365E785982E1f101E93b906'], [ada, bob]],
  ])(
    'on %s with %j the session reports %j: only approved accounts',
    async (name, data, expected) => {
      const { remote, emit } = session()
      const walletSession = await open(remote)
      let report: WalletReport | undefined = walletSession.report
      walletSession.watch(next => {
        report = next
      })
      emit({ name, data })
      expect(report?.accounts.map(account => account.address)).toEqual(expected)
    },
  )

  it.each([
    [8453, 'eip155:8453'],
    ['0x2105', 'eip155:8453'],
    ['8453', 'eip155:8453'],
    ['eip155:8453', 'eip155:8453'],
    [10, 'eip155:10'],
    ['solana:x', 'eip155:1'],
    [null, 'eip155:1'],
    [{ chainId: 10 }, 'eip155:1'],
    [-1, 'eip155:1'],
  ])('chainChanged with %j moves the session to %s', async (data, expected) => {
    const { remote, emit } = session()
    const walletSession = await open(remote)
    let report: WalletReport | undefined = walletSession.report
    walletSession.watch(next => {
      report = next
    })
    emit({ name: 'chainChanged', data })
    expect(report?.network).toBe(expected)
  })

  it.each([
    ['approved without an account', { approved: ['eip155:1', 'eip155:8453'] }],
    ['not approved', { approved: ['eip155:1'] }],
  ] as const)(
    '[S18] [S24] the session reports no account of another network after chainChanged to a network that was %s',
    async (_, { approved }) => {
      const { remote, emit } = session({ approved, accounts: [`eip155:1:${ada}`] as AccountId[] })
      const walletSession = await open(remote)
      expect(walletSession.report).toMatchObject({
        network: 'eip155:1',
        accounts: [{ address: ada }],
        approved: ['eip155:1'],
      })
      const reports: (WalletReport | undefined)[] = []
      walletSession.watch(report => void reports.push(report))
      emit({ name: 'chainChanged', data: 8453 })
      emit({ name: 'chainChanged', data: 1 })
      expect(reports).toMatchObject([
        { network: 'eip155:8453', accounts: [], approved: ['eip155:1'] },
        { network: 'eip155:1', accounts: [{ address: ada }] },
      ])
      expect((walletSession.handle as Eip155Handle).moveTo('eip155:8453')).toBe(false)
    },
  )

  it("[S24] the session begins on a network with an account, not on the person's network when that was approved without one", async () => {
    const { remote } = session({
      network: 'eip155:8453',
      accounts: [`eip155:1:${ada}`] as AccountId[],
    })
    expect((await open(remote)).report).toMatchObject({
      network: 'eip155:1',
      approved: ['eip155:1'],
    })
  })

  it('reports once, as its last report, that the wallet disconnected', async () => {
    const { remote, emit } = session()
    const walletSession = await open(remote)
    const reports: unknown[] = []
    walletSession.watch(report => reports.push(report))
    emit({ name: 'closed', data: null })
    emit({ name: 'chainChanged', data: 8453 })
    expect(reports).toEqual([undefined])
  })

  it('disconnect closes the session and removes the listeners', async () => {
    const { remote, listeners, isClosed } = session()
    const walletSession = await open(remote)
    expect(listeners.size).toBe(1)
    await walletSession.disconnect(never())
    expect(listeners.size).toBe(0)
    expect(isClosed()).toBe(true)
  })

  it.each([
    ['no accounts', { accounts: [] }],
    ['accounts of another chain only', { accounts: ['tally:main:t_ada'] as AccountId[] }],
    ['accounts that are none', { accounts: ['eip155:1:0x12'] as AccountId[] }],
    ['no network', { accounts: [], approved: [] }],
    [
      'no network of this chain',
      { accounts: ['eip155:x:0x12'] as AccountId[], approved: ['solana:x'] as NetworkId[] },
    ],
  ])('[S35] open rejects a session with %s', async (_what, overrides) => {
    const { remote, listeners } = session(overrides)
    expect(await thrownBy(open(remote))).toMatchObject({ code: 'WALLET_ANSWER' })
    expect(listeners.size).toBe(0)
  })

  it('the requested scope holds what this plugin uses, and no blind signing', () => {
    const { methods, networks: wanted, events } = remoteScope([mainnet, base])
    expect(wanted).toEqual(['eip155:1', 'eip155:8453'])
    expect(events).toEqual(['accountsChanged', 'chainChanged'])
    expect(methods).toContain('personal_sign')
    expect(
      methods.filter(method => /^eth_sign$|signTransaction|sendRaw|grantPermissions/.test(method)),
    ).toEqual([])
  })
})
