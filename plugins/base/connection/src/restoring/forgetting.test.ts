import { definePlugin, KernelError } from '@portico/kernel'
import {
  activeNetwork,
  disconnectAndForget,
  disconnectedEvent,
  sessionSlice,
  walletDisconnectedEvent,
} from '@portico/kernel/session'
import { preferencesSlice } from '@portico/kernel/shell'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ada,
  type BenchOptions,
  bench,
  codeOf,
  connectionsOf,
  connectorSource,
  isConnected,
  main,
  puppet,
  puppetSession,
  reportOf,
  savedConnection,
  savedIn,
  savedKey,
  savedText,
  sharedStorage,
  side,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'

/** Without a slice that stays, other tabs are not notified. */
const preferences = () => definePlugin({ id: 'test/preferences', owns: [preferencesSlice] })
const open = ({ plugins = [], ...options }: BenchOptions = {}) =>
  bench({ ...options, plugins: [preferences(), ...plugins] })
const forget = ({ kernel }: Awaited<ReturnType<typeof open>>) => disconnectAndForget(kernel)

afterEach(() => void vi.useRealTimers())

describe('disconnectAndForget', () => {
  it('disconnectAndForget ends every connection, notifies its wallet, and leaves nothing in storage but preferences', async () => {
    const shared = sharedStorage()
    const source = connectorSource()
    const one = await open({ plugins: [source.plugin], storage: shared.tab() })
    const walletSession = puppetSession(reportOf(['t_ada'], side))
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(one).connect('ada')
    await forget(one)
    await tick(700)
    expect(walletSession.disconnects).toBe(1)
    expect(connectionsOf(one)).toEqual([])
    expect([...shared.texts.keys()]).toEqual(['portico.preferences'])
    expect(activeNetwork(one.kernel)).toBe(main)
    expect(one.kernel.state(sessionSlice)).toEqual({ connections: {}, active: {}, chosen: {} })
    expect(one.reported).toEqual([])
  })

  it('disconnectAndForget leaves nothing of earlier connections to be stored with the next one', async () => {
    const shared = sharedStorage()
    const one = await open({
      wallets: [wallet(), wallet({ name: 'Eve', rdns: 'org.tally.eve' })],
      storage: shared.tab(),
    })
    await use(one).connect('tally:org.tally.eve')
    await use(one).connect(ada)
    await forget(one)
    await use(one).connect(ada)
    await tick(20)
    const { connections, ended, recent } = shared.stored()
    expect(connections.map(({ connector }) => connector)).toEqual([ada])
    expect([ended, recent.map(({ name }) => name)]).toEqual([[], ['Ada']])
  })

  it('disconnectAndForget deletes a saved connection that is not restored yet', async () => {
    const shared = sharedStorage()
    shared.texts.set(
      savedKey,
      savedText({ connections: [savedConnection(ada)], active: { tally: ada } }),
    )
    const one = await open({
      wallets: [wallet({ remembers: true })],
      storage: shared.tab(),
      autoConnect: false,
    })
    await forget(one)
    await tick(50)
    expect([...shared.texts.keys()]).toEqual(['portico.preferences'])
    expect(savedIn(one.kernel).connections).toEqual([])
    expect(connectionsOf(one)).toEqual([])
  })

  it('disconnectAndForget deletes before a wallet answers, and fails after 5 s when the wallet never answers', async () => {
    const shared = sharedStorage()
    const source = connectorSource()
    const one = await open({ plugins: [source.plugin], storage: shared.tab() })
    const silent = {
      ...puppetSession(reportOf(['t_ada'])),
      disconnect: () => new Promise<void>(() => undefined),
    }
    source.add(puppet('ada', { connect: async () => silent }))
    await use(one).connect('ada')
    vi.useFakeTimers()
    const failed = codeOf(forget(one))
    await vi.advanceTimersByTimeAsync(100)
    expect([connectionsOf(one), [...shared.texts.keys()]]).toEqual([[], ['portico.preferences']])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await failed).toBe('DISCONNECT_FAILED')
  })

  it('[R16] disconnectAndForget disconnects where storage is blocked, and fails with NOT_FORGOTTEN', async () => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    const source = connectorSource()
    const one = await open({
      plugins: [source.plugin],
      storage: { get: blocked, set: blocked, remove: blocked },
    })
    const walletSession = puppetSession(reportOf(['t_ada']))
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(one).connect('ada')
    const error = await forget(one).catch(error => error)
    expect(error).toBeInstanceOf(KernelError)
    expect(error).toMatchObject({ code: 'NOT_FORGOTTEN' })
    expect([connectionsOf(one), walletSession.disconnects]).toEqual([[], 1])
  })
})

describe('[R15] another tab during disconnectAndForget', () => {
  const pair = async () => {
    const shared = sharedStorage()
    const scripted = wallet()
    const [one, two] = [
      await open({ wallets: [scripted], storage: shared.tab() }),
      await open({ wallets: [scripted], storage: shared.tab() }),
    ]
    await use(one).connect(ada)
    await until(() => isConnected(two))
    return { shared, one, two }
  }

  it('another tab during disconnectAndForget ends its connections too, and stores none again', async () => {
    const { shared, one, two } = await pair()
    await forget(one)
    await until(() => !isConnected(two))
    await tick(700)
    expect([...shared.texts.keys()]).toEqual(['portico.preferences'])
    expect([connectionsOf(one), connectionsOf(two)]).toEqual([[], []])
    expect([savedIn(one.kernel).ended, savedIn(two.kernel).ended]).toEqual([[], []])
  })

  it('another tab that writes during disconnectAndForget stores no connection again', async () => {
    const { shared, one, two } = await pair()
    const forgotten = forget(one)
    // The other tab knows nothing yet.
    await use(two).switchNetwork(side)
    await forgotten
    await until(() => !isConnected(two))
    await tick(700)
    expect([...shared.texts.keys()]).toEqual(['portico.preferences'])
    expect([connectionsOf(one), connectionsOf(two)]).toEqual([[], []])
  })

  it('another tab during disconnectAndForget ends a connection that the forgetting tab does not know, and notifies its wallet', async () => {
    const shared = sharedStorage()
    const source = connectorSource()
    const one = await open({ storage: shared.tab() })
    const two = await open({ plugins: [source.plugin], storage: shared.tab() })
    const walletSession = puppetSession(reportOf(['t_eve']))
    source.add(puppet('eve', { connect: async () => walletSession }))
    await use(two).connect('eve')
    await forget(one)
    await until(() => !isConnected(two))
    expect(walletSession.disconnects).toBe(1)
    expect(two.events.map(([event]) => event)).toEqual(
      expect.arrayContaining([walletDisconnectedEvent.id, disconnectedEvent.id]),
    )
    await tick(50)
    expect([...shared.texts.keys()]).toEqual(['portico.preferences'])
  })

  it('another tab during disconnectAndForget continues the connect that the person has begun there', async () => {
    const shared = sharedStorage()
    const source = connectorSource()
    const one = await open({ storage: shared.tab() })
    const two = await open({ plugins: [source.plugin], storage: shared.tab() })
    let approve: () => void = () => undefined
    const approved = new Promise<void>(resolve => {
      approve = resolve
    })
    source.add(
      puppet('eve', { connect: () => approved.then(() => puppetSession(reportOf(['t_eve']))) }),
    )
    const connecting = use(two).connect('eve')
    await until(() => connectionsOf(two).length === 1)
    await forget(one)
    await tick(20)
    approve()
    await connecting
    expect(isConnected(two)).toBe(true)
    await until(() => shared.stored().connections.length === 1)
  })
})
