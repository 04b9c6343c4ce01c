import {
  type AccountId,
  balances,
  messages,
  type NetworkId,
  networks,
  type RemoteSession,
  transactions,
  transfers,
  type WalletReport,
} from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import { setupOf } from '../../test/lines.js'
import { ada, bob } from '../../test/scripted-provider.js'
import { base, mainnet } from '../networks.js'
import type { Eip155Port } from './port.js'
import { remoteScope } from './remote-scope.js'
import { createRemoteSessions } from './remote-session.js'

type SessionEvent = Parameters<Parameters<RemoteSession['watch']>[0]>[0]

function session(overrides: Partial<RemoteSession> = {}) {
  const listeners = new Set<(event: SessionEvent) => void>()
  const asked: { method: string; params: unknown; network: NetworkId }[] = []
  let isClosed = false
  const remote: RemoteSession = {
    accounts: [`eip155:1:${ada.toLowerCase()}`, `eip155:8453:${ada}`, `eip155:1:${bob}`] as AccountId[],
    approved: ['eip155:8453', 'eip155:1'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    async request(method, params, network) {
      asked.push({ method, params, network })
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
    asked,
    listeners,
    isClosed: () => isClosed,
    tell: (event: SessionEvent) => {
      for (const listener of listeners) listener(event)
    },
  }
}
const open = (remote: RemoteSession) => createRemoteSessions(setupOf([mainnet, base])).open(remote, never())

describe('a line to a remote wallet', () => {
  it("[S7.25] reports its accounts, each once, on the first of the host's networks that it approved", async () => {
    const line = await open(session().remote)
    expect(line.report).toEqual({
      accounts: [ada, bob].map(address => ({ namespace: 'eip155', address, type: 'eoa' })),
      network: 'eip155:1',
      approved: ['eip155:8453', 'eip155:1'],
    })
  })

  it.each([
    ['eip155:8453', 'eip155:8453'],
    ['eip155:10', 'eip155:1'],
  ] as const)('asked to begin on %s, where the person was, begins on %s', async (network, begins) => {
    expect((await open(session({ network }).remote)).report.network).toBe(begins)
  })

  it('asks the wallet on the network it is on', async () => {
    const { remote, asked } = session()
    const port = (await open(remote)).port as Eip155Port
    expect(await port.request('personal_sign', ['0x00', ada], never())).toBe('answer to personal_sign')
    expect(port.moveTo('eip155:8453')).toBe(true)
    await port.request('personal_sign', ['0x00', ada], never())
    expect(asked.map(one => one.network)).toEqual(['eip155:1', 'eip155:8453'])
  })

  it('goes to an approved network without asking, and to no other by itself', async () => {
    const { remote, asked } = session()
    const line = await open(remote)
    const port = line.port as Eip155Port
    const reports: (WalletReport | undefined)[] = []
    line.watch(report => void reports.push(report))
    expect(port.moveTo('eip155:10')).toBe(false)
    expect(port.moveTo('eip155:8453')).toBe(true)
    await port.refresh()
    expect(reports).toMatchObject([{ network: 'eip155:8453', accounts: [{ address: ada }] }])
    expect(asked).toEqual([])
  })

  it('[R30] listens to the wallet only as long as somebody watches it', async () => {
    const { remote, listeners } = session()
    const line = await open(remote)
    const stops = [line.watch(() => undefined), line.watch(() => undefined)]
    stops[0]?.()
    expect(listeners.size).toBe(1)
    stops[1]?.()
    expect(listeners.size).toBe(0)
  })

  it('asks for no method that the wallet did not grant', async () => {
    const { remote, asked } = session()
    const port = (await open(remote)).port as Eip155Port
    expect(await thrownBy(port.request('eth_sign', [], never()))).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    expect(asked).toEqual([])
  })

  it('says what the wallet cannot do', async () => {
    const signing = await open(session({ methods: ['personal_sign'] }).remote)
    expect([messages, transactions, transfers, networks, balances].map(one => signing.supports?.(one))).toEqual([true, false, false, true, true])
  })

  it.each([
    ['accountsChanged', [bob.toLowerCase()], [bob, ada]],
    ['accountsChanged', [`eip155:1:${bob}`], [bob, ada]],
    ['accountsChanged', 'nonsense', [ada, bob]],
    ['accountsChanged', ['0x12', null], [ada, bob]],
    ['accountsChanged', ['0x90F79bf6EB2c4f870365E785982E1f101E93b906'], [ada, bob]],
  ])('on %s with %j reports %j: only accounts that were approved', async (name, data, expected) => {
    const { remote, tell } = session()
    const line = await open(remote)
    let report: WalletReport | undefined = line.report
    line.watch(next => {
      report = next
    })
    tell({ name, data })
    expect(report?.accounts.map(account => account.address)).toEqual(expected)
  })

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
  ])('on chainChanged with %j is at %s', async (data, expected) => {
    const { remote, tell } = session()
    const line = await open(remote)
    let report: WalletReport | undefined = line.report
    line.watch(next => {
      report = next
    })
    tell({ name: 'chainChanged', data })
    expect(report?.network).toBe(expected)
  })

  it.each([
    ['approved without an account', { approved: ['eip155:1', 'eip155:8453'] }],
    ['not approved', { approved: ['eip155:1'] }],
  ] as const)('[S18] [S24] reports no account of another network after chainChanged to a network that was %s', async (_, { approved }) => {
    const { remote, tell } = session({ approved, accounts: [`eip155:1:${ada}`] as AccountId[] })
    const line = await open(remote)
    expect(line.report).toMatchObject({ network: 'eip155:1', accounts: [{ address: ada }], approved: ['eip155:1'] })
    const reports: (WalletReport | undefined)[] = []
    line.watch(report => void reports.push(report))
    tell({ name: 'chainChanged', data: 8453 })
    tell({ name: 'chainChanged', data: 1 })
    expect(reports).toMatchObject([
      { network: 'eip155:8453', accounts: [], approved: ['eip155:1'] },
      { network: 'eip155:1', accounts: [{ address: ada }] },
    ])
    expect((line.port as Eip155Port).moveTo('eip155:8453')).toBe(false)
  })

  it('[S24] begins on a network with an account, though the person was on one that was approved without', async () => {
    const { remote } = session({ network: 'eip155:8453', accounts: [`eip155:1:${ada}`] as AccountId[] })
    expect((await open(remote)).report).toMatchObject({ network: 'eip155:1', approved: ['eip155:1'] })
  })

  it('says that the wallet hung up, once and last', async () => {
    const { remote, tell } = session()
    const line = await open(remote)
    const reports: unknown[] = []
    line.watch(report => reports.push(report))
    tell({ name: 'closed', data: null })
    tell({ name: 'chainChanged', data: 8453 })
    expect(reports).toEqual([undefined])
  })

  it('closes the session and listens no more after disconnect', async () => {
    const { remote, listeners, isClosed } = session()
    const line = await open(remote)
    expect(listeners.size).toBe(1)
    await line.disconnect(never())
    expect(listeners.size).toBe(0)
    expect(isClosed()).toBe(true)
  })

  it.each([
    ['no accounts', { accounts: [] }],
    ['accounts of another chain only', { accounts: ['tally:main:t_ada'] as AccountId[] }],
    ['accounts that are none', { accounts: ['eip155:1:0x12'] as AccountId[] }],
    ['no network', { accounts: [], approved: [] }],
    ['no network of this chain', { accounts: ['eip155:x:0x12'] as AccountId[], approved: ['solana:x'] as NetworkId[] }],
  ])('[S35] is refused with %s', async (_what, overrides) => {
    const { remote, listeners } = session(overrides)
    expect(await thrownBy(open(remote))).toMatchObject({ code: 'WALLET_ANSWER' })
    expect(listeners.size).toBe(0)
  })

  it('is asked for what this plugin uses, and for nothing that signs what nobody can read', () => {
    const { methods, networks: wanted, events } = remoteScope([mainnet, base])
    expect(wanted).toEqual(['eip155:1', 'eip155:8453'])
    expect(events).toEqual(['accountsChanged', 'chainChanged'])
    expect(methods).toContain('personal_sign')
    expect(methods.filter(method => /^eth_sign$|signTransaction|sendRaw|grantPermissions/.test(method))).toEqual([])
  })
})
