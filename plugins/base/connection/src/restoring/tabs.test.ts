import { activeAccount, activeNetwork, sessionSlice } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  type BenchOptions,
  bareChain,
  bench,
  connectionsOf,
  connectorSource,
  id,
  isConnected,
  main,
  payloadsOf,
  puppet,
  puppetSession,
  reportOf,
  sharedStorage,
  side,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'

/** Another tab moves to the network `side`. */
function moveNetwork(shared: ReturnType<typeof sharedStorage>) {
  const saved = shared.stored()
  shared.save({
    ...saved,
    networks: { tally: side },
    stamps: { ...saved.stamps, 'networks tally': Date.now() },
  })
}

describe('[R15] two tabs', () => {
  const pair = async (options: BenchOptions = {}) => {
    const shared = sharedStorage()
    const scripted = wallet({ accounts: ['t_ada', 't_abe'] })
    const open = () => bench({ wallets: [scripted], ...options, storage: shared.tab() })
    return { shared, scripted, one: await open(), two: await open() }
  }
  it('A connection in one tab appears in the other within a second, silently, with at most two writes', async () => {
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
  it('[S2.20] [S2.34] A connection in one tab shows Account in the embedded modal of the other', async () => {
    const { one, two } = await pair()
    two.kernel.use(shellService).setEmbedded(true)
    expect(two.kernel.views.current?.id).toBe('Connect')
    await use(one).connect(ada)
    await until(() => isConnected(two))
    await until(() => two.kernel.views.current?.id === 'Account')
  })
  it('A connection that its wallet has just ended is not restored when another tab writes before the end is saved', async () => {
    const shared = sharedStorage()
    const source = connectorSource()
    const one = await bench({ plugins: [source.plugin], storage: shared.tab() })
    const two = await bench({ storage: shared.tab() })
    const walletSession = puppetSession(reportOf(['t_ada']))
    const restore = vi.fn(async () => undefined)
    source.add(puppet('ada', { connect: async () => walletSession, restore }))
    await use(one).connect('ada')
    await until(() => connectionsOf(two).length === 1)
    walletSession.say(undefined)
    await use(two).switchNetwork(side)
    await until(() => activeNetwork(one.kernel) === side)
    await tick(20)
    expect(connectionsOf(one)).toEqual([])
    expect(restore).not.toHaveBeenCalled()
  })
  it('A disconnect in one tab shows in the other, notifies the wallet once, and is not written again', async () => {
    const { shared, one, two } = await pair()
    await use(one).connect(ada)
    await until(() => isConnected(two))
    await tick(50)
    const before = shared.writes()
    two.kernel.use(shellService).open()
    expect(two.kernel.views.current?.id).toBe('Account')
    await use(one).disconnect(id)
    await until(() => isConnected(two, 0))
    await tick(50)
    expect(shared.writes() - before).toBeLessThanOrEqual(2)
    expect(two.kernel.views.current?.id).toBe('Connect')
    expect(payloadsOf(two, 'walletDisconnected')).toEqual([{ connection: id, byPerson: true }])
    expect(connectionsOf(one)).toEqual([])
  })
  it('A network that is chosen in one tab is the network of the other, connected or not', async () => {
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
  it('A network that belongs to the page is restored silently in the other tab', async () => {
    const shared = sharedStorage()
    // Two sessions of one wallet, which reports to neither the network of the other.
    const open = async () => {
      const source = connectorSource()
      const it = await bench({ plugins: [source.plugin], storage: shared.tab() })
      const restore = vi.fn(async ({ network = main }: { network?: `${string}:${string}` }) =>
        puppetSession(reportOf(['t_ada'], network)),
      )
      source.add(puppet(ada, { connect: async () => puppetSession(reportOf(['t_ada'])), restore }))
      return { it, restore }
    }
    const [one, two] = [await open(), await open()]
    await use(one.it).connect(ada)
    await until(() => isConnected(two.it))
    expect(one.it.kernel.state(sessionSlice).connections[id]?.network).toBe(main)
    // The page of the first tab moves its own session.
    moveNetwork(shared)
    await until(() => activeNetwork(two.it.kernel) === side)
    expect(two.restore).toHaveBeenLastCalledWith({ network: side }, expect.anything())
    expect(isConnected(two.it)).toBe(true)
  })
  it.each([
    ['when it arrives after a disconnect', reportOf(['t_ada'], side), 'disconnect'],
    [
      'when the wallet has already reported the network to this tab',
      reportOf(['t_ada'], side),
      'report',
    ],
    ['whose report has no account', reportOf([], side), 'nothing'],
    ['whose report is invalid', null, 'nothing'],
  ] as const)(
    '[R30] A session that is restored for another network is closed %s',
    async (_, report, meanwhile) => {
      const shared = sharedStorage()
      const source = connectorSource()
      const it = await bench({ plugins: [source.plugin], storage: shared.tab() })
      const [held, taken] = [puppetSession(reportOf(['t_ada'])), puppetSession(report)]
      let answer: (() => void) | undefined
      const restore = () => new Promise<typeof taken>(resolve => (answer = () => resolve(taken)))
      source.add(puppet(ada, { connect: async () => held, restore }))
      await use(it).connect(ada)
      await tick(50)
      moveNetwork(shared)
      await until(() => answer !== undefined)
      if (meanwhile === 'disconnect') await use(it).disconnect(id)
      if (meanwhile === 'report') held.say(reportOf(['t_ada'], side))
      await until(() => meanwhile !== 'report' || connectionsOf(it)[0]?.network === side)
      answer?.()
      await until(() => !taken.isOpen)
      expect([taken.listeners.size, taken.disconnects]).toEqual([0, 0])
      expect([held.listeners.size, isConnected(it)]).toEqual(
        meanwhile === 'disconnect' ? [0, false] : [1, true],
      )
    },
  )
  it.each([
    ['at the second try appears in this tab', 1, true],
    ['never stays in the other tab only', 2, false],
  ])(
    'A connection of another tab whose wallet can be restored here %s',
    async (_, refusals, follows) => {
      const shared = sharedStorage()
      const one = await bench({ wallets: [wallet()], storage: shared.tab() })
      const source = connectorSource()
      const two = await bench({ plugins: [source.plugin], storage: shared.tab() })
      let restores = 0
      source.add(
        puppet(ada, {
          restore: async () =>
            restores++ < refusals ? undefined : puppetSession(reportOf(['t_ada'])),
        }),
      )
      await use(one).connect(ada)
      await until(() => restores === 2 && connectionsOf(two)[0]?.phase.name !== 'reconnecting')
      await tick(50)
      expect([isConnected(one), isConnected(two, follows ? 1 : 0), restores]).toEqual([
        true,
        true,
        2,
      ])
      expect(shared.stored().connections).toHaveLength(1)
    },
  )
  it('A tab that fails to restore leaves the connection of the other tab as it is', async () => {
    const shared = sharedStorage()
    const scripted = wallet()
    const one = await bench({ wallets: [scripted], storage: shared.tab() })
    const source = connectorSource()
    const two = await bench({
      plugins: [source.plugin],
      storage: shared.tab(),
      restoreTimeoutMs: 40,
    })
    source.add(puppet(ada, { restore: () => new Promise(() => {}) }))
    await use(one).connect(ada)
    await until(() => connectionsOf(two)[0]?.phase.name === 'failed')
    await tick(50)
    expect(isConnected(one)).toBe(true)
    expect(shared.stored().connections).toHaveLength(1)
  })
})

describe('[R15] what another tab writes', () => {
  const fox = { namespace: 'tally', connector: 'fox', wallet: { name: 'Fox' } }
  /**
   * A tab whose storage begins with `saved`, and a function with which another tab writes. State of
   * an earlier version, without stamps, is the newest.
   */
  async function follow(
    saved: object,
    connector: Parameters<typeof puppet>[1],
    options: BenchOptions = {},
  ) {
    const shared = sharedStorage()
    shared.save(saved)
    const source = connectorSource()
    const it = await bench({ ...options, plugins: [source.plugin], storage: shared.tab() })
    source.add(puppet('fox', connector))
    const write = async (state: object) => {
      shared.save(state)
      await tick(20)
    }
    return { it, write }
  }

  it('A connection that could not be restored is not tried again when another tab changes something else', async () => {
    const restore = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    const { it, write } = await follow({ connections: [fox] }, { restore })
    await until(() => connectionsOf(it)[0]?.phase.name === 'failed')
    await write({ connections: [fox], networks: { tally: side } })
    await until(() => activeNetwork(it.kernel) === side)
    expect(restore).toHaveBeenCalledTimes(1)
    expect(connectionsOf(it)).toMatchObject([{ phase: { name: 'failed' } }])
  })
  it('A connection that could not be restored is tried again when another tab has connected it anew', async () => {
    const restore = vi.fn<NonNullable<Parameters<typeof puppet>[1]>['restore'] & {}>(() =>
      Promise.reject(new TypeError('Failed to fetch')),
    )
    const { it, write } = await follow({ connections: [fox] }, { restore })
    await until(() => connectionsOf(it)[0]?.phase.name === 'failed')
    await write({ connections: [] })
    restore.mockImplementation(async () => puppetSession(reportOf(['t_ada'])))
    await write({ connections: [fox] })
    await until(() => isConnected(it))
    expect(restore).toHaveBeenCalledTimes(2)
  })
  it('A network that the wallet has just reported stays when another tab changes something else', async () => {
    const walletSession = puppetSession(reportOf(['t_ada']))
    const restore = vi.fn(async () => walletSession)
    const { it, write } = await follow(
      { connections: [fox], networks: { tally: main } },
      { restore },
    )
    await until(() => isConnected(it))
    walletSession.say(reportOf(['t_ada'], side))
    await until(() => activeNetwork(it.kernel) === side)
    await write({
      connections: [fox],
      networks: { tally: main },
      recent: [{ id: 'owl', name: 'Owl' }],
    })
    await tick(600)
    expect(restore).toHaveBeenCalledTimes(1)
    expect(activeNetwork(it.kernel)).toBe(side)
  })
  it('A wallet that comes back on another network than the saved one is restored once', async () => {
    const restore = vi.fn(async () => puppetSession(reportOf(['t_ada'], main)))
    const { it } = await follow(
      { connections: [fox], active: { tally: 'fox' }, networks: { tally: side } },
      { restore },
    )
    await until(() => isConnected(it))
    await tick(600)
    expect(restore).toHaveBeenCalledTimes(1)
    expect(activeNetwork(it.kernel)).toBe(main)
  })
  it('A connection that is restored is shown until the restore times out', async () => {
    const { it } = await follow(
      { connections: [fox] },
      { restore: () => new Promise(() => undefined) },
      { restoreTimeoutMs: 5_000 },
    )
    await until(() => connectionsOf(it).length === 1)
    const [connection] = connectionsOf(it)
    const deadline = connection?.phase.name === 'reconnecting' ? connection.phase.deadline : 0
    expect(Math.abs(deadline - Date.now() - 5_000)).toBeLessThan(2_000)
    it.kernel.dispose()
  })
  it('A saved connection is restored by the connector of its own chain, where two chains have one of the same id', async () => {
    const shared = sharedStorage()
    shared.save({ connections: [fox] })
    const source = connectorSource()
    const it = await bench({
      plugins: [source.plugin],
      storage: shared.tab(),
      chains: [bareChain('other', 'main'), bareChain('tally', 'main', 'side')],
    })
    const restoreOther = vi.fn(async () => puppetSession(reportOf(['o_ada'], 'other:main')))
    source.add(puppet('fox', { namespace: 'other', restore: restoreOther }))
    source.add(puppet('fox-2', { namespace: 'tally' }))
    await tick(20)
    expect(restoreOther).not.toHaveBeenCalled()
    expect(connectionsOf(it)).toMatchObject([
      { namespace: 'tally', phase: { name: 'reconnecting' } },
    ])
    it.kernel.dispose()
  })
})
