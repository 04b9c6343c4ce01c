import { activeAccount, activeNetwork, liveConnections, session, shell } from '@portico/kernel/contracts'
import { tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  type Bench,
  type BenchOptions,
  bench,
  connectionsOf,
  dock,
  main,
  payloadsOf,
  puppet,
  puppetLine,
  reportOf,
  sharedStorage,
  side,
  tick,
  until,
  use,
} from '../../test/bench.js'
import { readSaved } from './saved-connections.js'

const ada = 'tally:org.tally.ada'
const id = 'tally/tally:org.tally.ada'
const wallet = (options: Parameters<typeof tallyWallet>[0] = {}) => tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', ...options })
const isConnected = (it: Bench, count = 1) => liveConnections(it.kernel).length === count

describe('[R15] two tabs', () => {
  const pair = async (options: BenchOptions = {}) => {
    const shared = sharedStorage()
    const scripted = wallet({ accounts: ['t_ada', 't_abe'] })
    const open = () => bench({ wallets: [scripted], ...options, storage: shared.tab() })
    return { shared, scripted, one: await open(), two: await open() }
  }
  it('a connection in one appears in the other within a second, silently, with at most two writes', async () => {
    const { shared, scripted, one, two } = await pair()
    const began = performance.now()
    await use(one).connect(ada)
    await until(() => isConnected(two))
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(scripted.requests).toEqual(['connect'])
    await tick(50)
    expect(shared.writes()).toBeLessThanOrEqual(2)
    expect(activeAccount(two.kernel)).toEqual(activeAccount(one.kernel))
  })
  it('[S2.20] [S2.34] a connection in one shows in the other, where the modal stands inside its page', async () => {
    const { one, two } = await pair()
    two.kernel.use(shell).setEmbedded(true)
    expect(two.kernel.views.current?.id).toBe('Connect')
    await use(one).connect(ada)
    await until(() => isConnected(two))
    await until(() => two.kernel.views.current?.id === 'Account')
  })
  it('A connection that its wallet has just ended is not restored when another tab writes before the end is saved', async () => {
    const shared = sharedStorage()
    const port = dock()
    const one = await bench({ plugins: [port.plugin], storage: shared.tab() })
    const two = await bench({ storage: shared.tab() })
    const line = puppetLine(reportOf(['t_ada']))
    const restore = vi.fn(async () => undefined)
    port.land(puppet('ada', { connect: async () => line, restore }))
    await use(one).connect('ada')
    await until(() => connectionsOf(two).length === 1)
    line.say(undefined)
    await use(two).switchNetwork(side)
    await until(() => activeNetwork(one.kernel) === side)
    await tick(20)
    expect(connectionsOf(one)).toEqual([])
    expect(restore).not.toHaveBeenCalled()
  })
  it('a disconnect in one shows in the other, without telling the wallet twice, and is not written again', async () => {
    const { shared, one, two } = await pair()
    await use(one).connect(ada)
    await until(() => isConnected(two))
    await tick(50)
    const before = shared.writes()
    two.kernel.use(shell).open()
    expect(two.kernel.views.current?.id).toBe('Account')
    await use(one).disconnect(id)
    await until(() => isConnected(two, 0))
    await tick(50)
    expect(shared.writes() - before).toBeLessThanOrEqual(2)
    expect(two.kernel.views.current?.id).toBe('Connect')
    expect(payloadsOf(two, 'walletDisconnected')).toEqual([{ connection: id, byPerson: true }])
    expect(connectionsOf(one)).toEqual([])
  })
  it('a network in one is the network in the other, connected or not', async () => {
    const { shared, one, two } = await pair()
    await use(one).switchNetwork(side)
    await until(() => activeNetwork(two.kernel) === side)
    await use(one).connect(ada, { network: main })
    await until(() => isConnected(two))
    await tick(50)
    const before = shared.writes()
    await use(one).switchNetwork(side)
    await until(() => activeNetwork(two.kernel) === side)
    await tick(50)
    expect(shared.writes() - before).toBeLessThanOrEqual(2)
    expect(activeNetwork(one.kernel)).toBe(side)
  })
  it('a network that is the page’s own affair is taken up by the other tab silently', async () => {
    const shared = sharedStorage()
    // Two lines to one wallet that tells neither of the other's network.
    const open = async () => {
      const port = dock()
      const it = await bench({ plugins: [port.plugin], storage: shared.tab() })
      const restore = vi.fn(async ({ network = main }: { network?: `${string}:${string}` }) => puppetLine(reportOf(['t_ada'], network)))
      port.land(puppet(ada, { connect: async () => puppetLine(reportOf(['t_ada'])), restore }))
      return { it, restore }
    }
    const [one, two] = [await open(), await open()]
    await use(one.it).connect(ada)
    await until(() => isConnected(two.it))
    const line = one.it.kernel.state(session)
    expect(line.connections[id]?.network).toBe(main)
    // The first tab's page moves its own line.
    const saved = readSaved(JSON.parse(shared.texts.get('portico.connection') ?? '').saved)
    const elsewhere = shared.tab()
    await elsewhere.set(
      'portico.connection',
      JSON.stringify({ version: 1, saved: { ...saved, networks: { tally: side }, stamps: { ...saved.stamps, 'networks tally': Date.now() } } }),
    )
    await until(() => activeNetwork(two.it.kernel) === side)
    expect(two.restore).toHaveBeenLastCalledWith({ network: side }, expect.anything())
    expect(isConnected(two.it)).toBe(true)
  })
  it.each([
    ['when its answer comes after the person disconnected', reportOf(['t_ada'], side), 'disconnect'],
    ['when the wallet told this tab itself meanwhile', reportOf(['t_ada'], side), 'report'],
    ['without an account', reportOf([], side), 'nothing'],
    ['that makes no sense', null, 'nothing'],
  ] as const)('[R30] a line that is taken up for another network is let go of %s', async (_, report, meanwhile) => {
    const shared = sharedStorage()
    const port = dock()
    const it = await bench({ plugins: [port.plugin], storage: shared.tab() })
    const [held, taken] = [puppetLine(reportOf(['t_ada'])), puppetLine(report)]
    let answer: (() => void) | undefined
    const restore = () => new Promise<typeof taken>(resolve => (answer = () => resolve(taken)))
    port.land(puppet(ada, { connect: async () => held, restore }))
    await use(it).connect(ada)
    await tick(50)
    const saved = readSaved(JSON.parse(shared.texts.get('portico.connection') ?? '').saved)
    await shared
      .tab()
      .set(
        'portico.connection',
        JSON.stringify({ version: 1, saved: { ...saved, networks: { tally: side }, stamps: { ...saved.stamps, 'networks tally': Date.now() } } }),
      )
    await until(() => answer !== undefined)
    if (meanwhile === 'disconnect') await use(it).disconnect(id)
    if (meanwhile === 'report') held.say(reportOf(['t_ada'], side))
    await until(() => meanwhile !== 'report' || connectionsOf(it)[0]?.network === side)
    answer?.()
    await until(() => !taken.isOpen)
    expect([taken.listeners.size, taken.disconnects]).toEqual([0, 0])
    expect([held.listeners.size, isConnected(it)]).toEqual(meanwhile === 'disconnect' ? [0, false] : [1, true])
  })
  it.each([
    ['a moment later, this tab follows then', 1, true],
    ['never, the other tab keeps what it has', 2, false],
  ])('where a wallet learns in this tab of what another tab has begun %s', async (_, refusals, follows) => {
    const shared = sharedStorage()
    const one = await bench({ wallets: [wallet()], storage: shared.tab() })
    const port = dock()
    const two = await bench({ plugins: [port.plugin], storage: shared.tab() })
    let asked = 0
    port.land(puppet(ada, { restore: async () => (asked++ < refusals ? undefined : puppetLine(reportOf(['t_ada']))) }))
    await use(one).connect(ada)
    await until(() => asked === 2 && connectionsOf(two)[0]?.phase.name !== 'reconnecting')
    await tick(50)
    expect([isConnected(one), isConnected(two, follows ? 1 : 0), asked]).toEqual([true, true, 2])
    expect(readSaved(JSON.parse(shared.texts.get('portico.connection') ?? '').saved).connections).toHaveLength(1)
  })
  it('one tab that fails to follow takes nothing away from the other', async () => {
    const shared = sharedStorage()
    const scripted = wallet()
    const one = await bench({ wallets: [scripted], storage: shared.tab() })
    const port = dock()
    const two = await bench({ plugins: [port.plugin], storage: shared.tab(), restoreTimeoutMs: 40 })
    port.land(puppet(ada, { restore: () => new Promise(() => {}) }))
    await use(one).connect(ada)
    await until(() => connectionsOf(two)[0]?.phase.name === 'failed')
    await tick(50)
    expect(isConnected(one)).toBe(true)
    expect(readSaved(JSON.parse(shared.texts.get('portico.connection') ?? '').saved).connections).toHaveLength(1)
  })
})
