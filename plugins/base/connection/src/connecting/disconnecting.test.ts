import {
  accountState,
  activeAccount,
  activeNamespace,
  activeNetwork,
  liveConnections,
  networkState,
  sessionSlice,
  walletDisconnectedEvent,
} from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  connectionsOf,
  connectorSource,
  id,
  idsOf,
  main,
  payloadsOf,
  puppet,
  puppetSession,
  reportOf,
  savedIn,
  side,
  tick,
  until,
  use,
  wallet,
  wild,
} from '../../test/bench.js'
import { ConnectionError } from '../errors.js'

const namespaces = ['tally', 'bbb', 'ccc', 'ddd']
/** Four adapters, each with a wallet that is connected. */
const four = async () => {
  const wallets = namespaces.map(() => wallet())
  const it = await bench({
    chains: namespaces.map((namespace, i) =>
      tally({ namespace, wallets: wallets.slice(i, i + 1) }),
    ),
  })
  for (const namespace of namespaces) await use(it).connect(`${namespace}:org.tally.ada`)
  it.events.length = 0
  return { it, wallets }
}

describe('disconnecting', () => {
  it('[S4.47][S4.49][S4.50][S4.53] A disconnect ends the connection of every chain, with its account, its network and its stored id', async () => {
    const { it, wallets } = await four()
    wallets[0]?.setNetwork(side)
    await until(() => activeNetwork(it.kernel, 'tally') === side)
    await use(it).disconnect()
    for (const namespace of namespaces) {
      expect(accountState(it.kernel, namespace)).toMatchObject({
        caipAddress: undefined,
        address: undefined,
        status: 'disconnected',
        connectedWalletInfo: undefined,
        allAccounts: [],
      })
      expect(networkState(it.kernel, namespace)).toMatchObject({
        approvedCaipNetworkIds: undefined,
        supportsAllNetworks: true,
      })
    }
    expect(it.kernel.state(sessionSlice)).toMatchObject({ connections: {}, active: {} })
    expect(savedIn(it.kernel)).toMatchObject({
      connections: [],
      active: {},
      ended: expect.arrayContaining([id]),
    })
    expect(wallets.map(({ listeners }) => listeners)).toEqual([0, 0, 0, 0])
    expect(idsOf(it, 'walletDisconnected', 'disconnected')).toEqual([
      'walletDisconnected',
      'walletDisconnected',
      'walletDisconnected',
      'walletDisconnected',
      'disconnected',
    ])
    expect(payloadsOf(it, 'tracked')).toContainEqual({ name: 'DISCONNECT_SUCCESS' })
  })
  it('[S4.50] A disconnect on an unsupported network goes back to a supported one', async () => {
    const scripted = wallet()
    scripted.setNetwork(wild)
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    expect(activeNetwork(it.kernel)).toBe(wild)
    await use(it).disconnect()
    expect(activeNetwork(it.kernel)).toBe(main)
  })
  it.each(
    Array.from(
      { length: 16 },
      (_, subset) => [subset.toString(2).padStart(4, '0'), subset] as const,
    ),
  )(
    '[R41][S4.48][S8.32][S8.42] A disconnect with the adapters %s failing ends every connection, and lists the failures',
    async (_, subset) => {
      const { it, wallets } = await four()
      const failing = wallets.filter((_, i) => subset & (1 << i))
      for (const [i, one] of failing.entries()) one.failDisconnect(`failure ${i}`)
      const error: unknown = await use(it)
        .disconnect()
        .catch(thrown => thrown)
      expect(liveConnections(it.kernel)).toEqual([])
      expect(connectionsOf(it)).toEqual([])
      expect(savedIn(it.kernel).connections).toEqual([])
      expect(idsOf(it, 'disconnected')).toHaveLength(1)
      if (!failing.length) return expect(error).toBeUndefined()
      expect(error).toBeInstanceOf(ConnectionError)
      expect(error).toMatchObject({
        code: 'DISCONNECT_FAILED',
        message: 'Failed to disconnect',
        failures: failing.map((_, i) => `failure ${i}`),
      })
      expect(payloadsOf(it, 'tracked')).toContainEqual({
        name: 'DISCONNECT_ERROR',
        properties: { failures: failing.length },
      })
    },
  )
  it('[R41] A wallet that does not answer the disconnect within 5 s counts as failed, and its connection is gone from the start', async () => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_ada']))
    source.add(
      puppet('ada', {
        connect: async () => ({ ...walletSession, disconnect: () => new Promise(() => undefined) }),
      }),
    )
    await use(own).connect('ada')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let outcome: unknown
      const disconnecting = use(own)
        .disconnect()
        .catch(error => {
          outcome = error
        })
      await vi.advanceTimersByTimeAsync(4_900)
      expect(outcome).toBeUndefined()
      expect(liveConnections(own.kernel)).toEqual([])
      await vi.advanceTimersByTimeAsync(200)
      expect(outcome).toMatchObject({ code: 'DISCONNECT_FAILED', failures: [{ code: 'TIMEOUT' }] })
      await disconnecting
    } finally {
      vi.useRealTimers()
    }
  })
  it('[D4b] A disconnect by id leaves every other connection as it is', async () => {
    const [one, two, otherChain] = [
      wallet(),
      tallyWallet({ name: 'Bob', accounts: ['t_bob'] }),
      tallyWallet({ name: 'Eve', accounts: ['t_eve'] }),
    ]
    const it = await bench({
      chains: [
        tally({ wallets: [one, two] }),
        tally({ namespace: 'other', wallets: [otherChain] }),
      ],
    })
    for (const connector of ['other:org.tally.eve', ada, 'tally:org.tally.bob'])
      await use(it).connect(connector)
    const before = it.kernel.state(sessionSlice).connections
    it.events.length = 0
    await use(it).disconnect('tally/tally:org.tally.bob')
    const {
      [id]: kept,
      'other/other:org.tally.eve': other,
      ...rest
    } = it.kernel.state(sessionSlice).connections
    expect([kept, other, rest]).toEqual([before[id], before['other/other:org.tally.eve'], {}])
    expect(kept).toBe(before[id])
    expect([one.listeners, two.listeners, otherChain.listeners]).toEqual([1, 0, 1])
    // The pointer of the namespace moves on to the connection that is left.
    expect(activeAccount(it.kernel)?.address).toBe('t_ada')
    expect(idsOf(it, 'walletDisconnected', 'disconnected', 'accountSwitched')).toEqual([
      'accountSwitched',
      'walletDisconnected',
    ])
  })
  it('A disconnect of the last connection of a namespace makes a namespace active that still has one', async () => {
    const it = await bench({
      chains: [
        tally({ wallets: [wallet()] }),
        tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] }),
      ],
    })
    await use(it).connect('other:org.tally.eve')
    await use(it).connect(ada)
    await use(it).disconnect(id)
    expect(activeNamespace(it.kernel)).toBe('other')
    expect(activeAccount(it.kernel)?.address).toBe('t_ada')
  })
  it('A disconnect changes the state at once, before the wallet has answered', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    let bye = () => {}
    const walletSession = {
      ...puppetSession(reportOf(['t_ada'])),
      disconnect: () =>
        new Promise<void>(resolve => {
          bye = resolve
        }),
    }
    const requested: string[] = []
    source.add(
      puppet('ada', {
        connect: async () => {
          requested.push('connect')
          return requested.length === 1 ? walletSession : puppetSession(reportOf(['t_new']))
        },
      }),
    )
    await use(it).connect('ada')
    const gone = use(it).disconnect()
    expect(connectionsOf(it)).toEqual([])
    expect(idsOf(it, 'disconnected')).toHaveLength(1)
    // A new connect waits, or the pending disconnect would end it.
    const again = use(it).connect('ada')
    await tick(20)
    expect(requested).toEqual(['connect'])
    bye()
    await gone
    expect((await again).address).toBe('t_new')
  })
  it('A disconnect during a pending request cancels the request', async () => {
    const scripted = wallet({ policy: 'ask' })
    const it = await bench({ wallets: [scripted] })
    const answer = use(it)
      .connect(ada)
      .catch((error: ConnectionError) => error.code)
    await until(() => scripted.requests.length === 1)
    await use(it).disconnect()
    expect(await answer).toBe('CANCELLED')
    expect(connectionsOf(it)).toEqual([])
  })
  it('A disconnect of an unknown connection succeeds', async () => {
    const it = await bench({ wallets: [wallet()] })
    await use(it).disconnect('tally/nobody')
    await use(it).disconnect()
    expect(it.reported).toEqual([])
    expect(idsOf(it, 'disconnected')).toHaveLength(1)
  })
})

describe('a disconnect by the wallet', () => {
  it.each([
    ['a disconnect by the wallet', (one: ReturnType<typeof wallet>) => one.disconnectByWallet()],
    ['is locked', (one: ReturnType<typeof wallet>) => one.setAccounts([])],
  ])('[S4.04] A connected wallet is disconnected by %s, and is not restored', async (_, end) => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted] })
    await use(it).connect(ada)
    it.kernel.use(shellService).open()
    it.events.length = 0
    end(scripted)
    expect(accountState(it.kernel)).toMatchObject({
      status: 'disconnected',
      phase: 'disconnected',
      address: undefined,
    })
    expect(payloadsOf(it, 'walletDisconnected')).toEqual([{ connection: id, byPerson: false }])
    expect(idsOf(it, 'disconnected')).toHaveLength(1)
    expect(scripted.listeners).toBe(0)
    expect(it.kernel.views.current?.id).toBe('Connect')
    await until(() => !savedIn(it.kernel).connections.length)
    expect(savedIn(it.kernel).ended).toEqual([])
    expect(connectionsOf(it)).toEqual([])
  })
  it('[S4.04] A connected wallet is disconnected by the person', async () => {
    const it = await bench({ wallets: [wallet()] })
    await use(it).connect(ada)
    await use(it).disconnect(id)
    expect(accountState(it.kernel)).toMatchObject({ status: 'disconnected', phase: 'disconnected' })
    expect(payloadsOf(it, 'walletDisconnected')).toEqual([{ connection: id, byPerson: true }])
  })
  it('A disconnect by one wallet leaves the other wallets connected', async () => {
    const [one, two] = [wallet(), tallyWallet({ name: 'Bob', accounts: ['t_bob'] })]
    const it = await bench({ wallets: [one, two] })
    await use(it).connect(ada)
    await use(it).connect('tally:org.tally.bob')
    two.disconnectByWallet()
    expect(activeAccount(it.kernel)?.address).toBe('t_ada')
    expect(idsOf(it, 'disconnected')).toEqual([])
  })
  it('A wallet session that was released is ignored', async () => {
    const source = connectorSource()
    const it = await bench({ plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_ada']))
    const listeners: ((report: undefined) => void)[] = []
    const watch = walletSession.watch
    walletSession.watch = listener => {
      listeners.push(listener)
      return watch(listener)
    }
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(it).connect('ada')
    walletSession.say(reportOf(['t_late']))
    await use(it).disconnect()
    await tick(30)
    expect(connectionsOf(it)).toEqual([])
    await use(it).connect('ada')
    listeners[0]?.(undefined)
    expect(activeAccount(it.kernel)?.address).toBe('t_ada')
    listeners[1]?.(undefined)
    expect(activeAccount(it.kernel)).toBeUndefined()
  })
})

describe('code of wallets and hosts that runs during a disconnect', () => {
  /** Two connected wallets. The unsubscribe function of the first one runs `onRelease`. */
  const twoWallets = async (onRelease: (second: ReturnType<typeof puppetSession>) => void) => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    const [first, second] = [puppetSession(reportOf(['t_one'])), puppetSession(reportOf(['t_two']))]
    const { watch } = first
    first.watch = listener => {
      const unsubscribe = watch(listener)
      return () => {
        unsubscribe()
        onRelease(second)
      }
    }
    source.add(puppet('one', { connect: async () => first }))
    source.add(puppet('two', { connect: async () => second }))
    await use(own).connect('one')
    await use(own).connect('two')
    own.events.length = 0
    return { own, first, second }
  }

  it('A watcher that sees the end of a connection no longer finds its live session', async () => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    source.add(puppet('ada'))
    await use(own).connect('ada')
    const seen: unknown[] = []
    own.kernel.subscribe(
      () => void (connectionsOf(own).length || seen.push(use(own).live('tally/ada'))),
    )
    await use(own).disconnect('tally/ada')
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen)).toEqual(new Set([undefined]))
  })
  it('A wallet that disconnects while another one is released stays disconnected', async () => {
    const { own } = await twoWallets(second => second.say(undefined))
    await use(own).disconnect('tally/one')
    expect(connectionsOf(own)).toEqual([])
    expect(use(own).live('tally/two')).toBeUndefined()
    expect(payloadsOf(own, 'walletDisconnected')).toEqual([
      { connection: 'tally/two', byPerson: false },
      { connection: 'tally/one', byPerson: true },
    ])
  })
  it('A wallet that disconnects while a disconnect of everything releases another one is announced once', async () => {
    const { own } = await twoWallets(second => second.say(undefined))
    await use(own).disconnect()
    expect(connectionsOf(own)).toEqual([])
    expect(payloadsOf(own, 'walletDisconnected')).toEqual([
      { connection: 'tally/two', byPerson: false },
      { connection: 'tally/one', byPerson: true },
    ])
    expect(idsOf(own, 'disconnected')).toHaveLength(1)
  })
  it('A wallet that disconnects when the request to another one is cancelled stays disconnected', async () => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_two']))
    source.add(puppet('two', { connect: async () => walletSession }))
    source.add(
      puppet('one', {
        connect: (_, signal) =>
          new Promise(() => signal.addEventListener('abort', () => walletSession.say(undefined))),
      }),
    )
    await use(own).connect('two')
    const outcome = use(own)
      .connect('one')
      .catch((error: ConnectionError) => error.code)
    use(own).cancel('one')
    expect(await outcome).toBe('CANCELLED')
    expect(connectionsOf(own)).toEqual([])
    expect(use(own).live('tally/two')).toBeUndefined()
  })
  it('[R41] A wallet whose unsubscribe function throws is reported, disconnected and no longer saved, like every other wallet', async () => {
    const { own, first, second } = await twoWallets(() => {
      throw new RangeError('unsubscribe')
    })
    await use(own).disconnect()
    expect(own.reported).toMatchObject([{ message: 'unsubscribe' }])
    expect([first.disconnects, second.disconnects]).toEqual([1, 1])
    expect(connectionsOf(own)).toEqual([])
    expect(savedIn(own.kernel).connections).toEqual([])
    expect(idsOf(own, 'walletDisconnected', 'disconnected')).toEqual([
      'walletDisconnected',
      'walletDisconnected',
      'disconnected',
    ])
  })
  it('A host that connects again as soon as a disconnect is announced waits until the wallet has answered the disconnect', async () => {
    const source = connectorSource()
    const own = await bench({ plugins: [source.plugin] })
    const calls: string[] = []
    const walletSession = {
      ...puppetSession(reportOf(['t_ada'])),
      async disconnect() {
        calls.push('disconnect')
        await tick(5)
        calls.push('disconnected')
      },
    }
    source.add(
      puppet('ada', {
        async connect() {
          calls.push('connect')
          return walletSession
        },
      }),
    )
    await use(own).connect('ada')
    let again: Promise<unknown> | undefined
    own.kernel.on(walletDisconnectedEvent, () => {
      again = use(own).connect('ada')
    })
    await use(own).disconnect()
    await again
    expect(calls).toEqual(['connect', 'disconnect', 'disconnected', 'connect'])
  })
})
