/** One wallet in several namespaces, and several wallets of several namespaces at the same time. */
import { memoryStorage } from '@portico/kernel'
import { type ConnectionId, connectionId } from '@portico/kernel/account'
import { messagesCapability } from '@portico/kernel/capabilities'
import { connectView } from '@portico/kernel/connect-page'
import {
  activeAccount,
  activeNamespace,
  liveConnections,
  sessionSlice,
} from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { type TallyWallet, tally, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  type Bench,
  bench,
  connectionsOf,
  connectorSource,
  idsOf,
  payloadsOf,
  puppet,
  puppetSession,
  reportOf,
  savedConnection,
  savedKey,
  savedText,
  sharedStorage,
  storedIn,
  tick,
  until,
  use,
} from '../../test/bench.js'

const namespaces = ['one', 'two', 'three', 'four'] as const
const [one, two, three, four] = namespaces
/** Four chains with the same wallets in each. */
const chainsWith = (...wallets: readonly TallyWallet[]) =>
  namespaces.map(namespace => tally({ namespace, wallets }))
const connectorOf = (namespace: string, name: string) =>
  `${namespace}:org.tally.${name.toLowerCase()}`
const idOf = (namespace: string, name: string): ConnectionId =>
  connectionId(namespace, connectorOf(namespace, name))
const connected = ({ kernel }: Bench) => liveConnections(kernel).map(({ namespace }) => namespace)

describe('wallets of four chains at the same time', () => {
  const names = { one: 'Ada', two: 'Bob', three: 'Cyd', four: 'Dee' } as const
  const wallets = () =>
    Object.fromEntries(
      namespaces.map(namespace => [
        namespace,
        tallyWallet({
          name: names[namespace],
          accounts: [
            `t_${names[namespace].toLowerCase()}`,
            `t_${names[namespace].toLowerCase()}two`,
          ],
        }),
      ]),
    ) as Record<(typeof namespaces)[number], TallyWallet>
  const start = async (given = wallets(), storage = memoryStorage()) => {
    const it = await bench({
      chains: namespaces.map(namespace => tally({ namespace, wallets: [given[namespace]] })),
      storage,
    })
    return { it, given, storage }
  }
  const connectAll = async (it: Bench) => {
    for (const namespace of namespaces)
      await use(it).connect(connectorOf(namespace, names[namespace]))
  }

  it('[D4a][S1.08] Wallets of four chains are connected at once, each signs, and the one that was picked last is active', async () => {
    const { it } = await start()
    await connectAll(it)
    expect(connected(it)).toEqual(namespaces)
    expect(activeNamespace(it.kernel)).toBe(four)
    for (const namespace of namespaces) {
      const account = activeAccount(it.kernel, namespace)
      if (!account) throw new RangeError(`no account in ${namespace}`)
      const signed = await it.kernel
        .capability(messagesCapability, namespace)
        ?.sign(use(it).require(account), account, 'hello', new AbortController().signal)
      expect(signed?.signature).toBe(`t_${names[namespace].toLowerCase()} wrote hello`)
    }
  })

  it('[D4b] Each disconnect leaves the other chains as they are, and activates a namespace that still has a wallet', async () => {
    const { it, given } = await start()
    await connectAll(it)
    const others = () =>
      namespaces
        .slice(1)
        .map(
          namespace => it.kernel.state(sessionSlice).connections[idOf(namespace, names[namespace])],
        )
    const before = others()
    await use(it).disconnect(idOf(one, names.one))
    expect(others()).toEqual(before)
    others().forEach((state, i) => void expect(state).toBe(before[i]))
    expect(given.one.listeners).toBe(0)
    expect(given.two.listeners).toBe(1)

    await use(it).disconnect(idOf(four, names.four))
    expect(connected(it)).toEqual([two, three])
    expect(activeNamespace(it.kernel)).toBe(two)
    await use(it).disconnect(idOf(two, names.two))
    expect(idsOf(it, 'disconnected')).toEqual([])
    await use(it).disconnect(idOf(three, names.three))
    expect(idsOf(it, 'disconnected')).toEqual(['disconnected'])
    expect(connectionsOf(it)).toEqual([])
  })

  it('[D4d][S1.08] Picking one of several connections activates its chain without a request to a wallet', async () => {
    const { it, given } = await start()
    await connectAll(it)
    use(it).activate(idOf(two, names.two), 't_bobtwo')
    expect(activeNamespace(it.kernel)).toBe(two)
    expect(activeAccount(it.kernel)?.address).toBe('t_bobtwo')
    await use(it).switchNetwork('three:main')
    expect(activeNamespace(it.kernel)).toBe(three)
    expect(activeAccount(it.kernel)?.address).toBe('t_cyd')
    expect(namespaces.map(namespace => given[namespace].requests)).toEqual(
      namespaces.map(() => ['connect']),
    )
  })

  it('[R25] A burst of events of one wallet keeps the state of the others identical', async () => {
    const { it, given } = await start()
    await connectAll(it)
    use(it).activate(idOf(two, names.two))
    const state = () => it.kernel.state(sessionSlice)
    const before = state()
    for (let i = 0; i < 100; i++) {
      given.one.setAccounts(i % 2 ? ['t_ada'] : ['t_eve', 't_ada'])
      given.one.setNetwork(i % 2 ? 'one:main' : 'one:side')
      // What it says of others is not its own either.
      given.one.setNetwork('two:side')
    }
    given.one.setNetwork('one:side')
    given.one.setAccounts(['t_eve', 't_ada'])
    await until(() => activeAccount(it.kernel, one)?.address === 't_eve')
    const after = state()
    expect(after.connections[idOf(one, names.one)]).not.toBe(
      before.connections[idOf(one, names.one)],
    )
    for (const namespace of [two, three, four]) {
      const id = idOf(namespace, names[namespace])
      expect(after.connections[id], namespace).toBe(before.connections[id])
      expect(after.chosen[namespace], namespace).toBe(before.chosen[namespace])
    }
    expect(after.active).toBe(before.active)
    expect(after.namespace).toBe(two)
    // Subscribers of another chain are notified only of the changed account of that chain.
    expect(
      new Set(
        payloadsOf(it, 'accountSwitched').map(
          payload => (payload as { connection: string }).connection,
        ),
      ),
    ).toEqual(new Set([idOf(one, names.one)]))
    expect(it.reported).toEqual([])

    given.one.disconnectByWallet()
    await until(() => !connected(it).includes(one))
    for (const namespace of [two, three, four])
      expect(state().connections[idOf(namespace, names[namespace])]).toBe(
        before.connections[idOf(namespace, names[namespace])],
      )
    expect(state().namespace).toBe(two)
  })

  it('[D11b] All connections and the active namespace are restored after a reload', async () => {
    const given = wallets()
    const { it, storage } = await start(given)
    await connectAll(it)
    use(it).activate(idOf(three, names.three))
    it.kernel.dispose()
    await tick()
    const { it: after } = await start(given, storage)
    await until(() => connected(after).length === 4)
    expect(activeNamespace(after.kernel)).toBe(three)
    expect(given.one.requests).toEqual(['connect'])
  })
})

describe('one wallet of four chains', () => {
  it('[D62a] A wallet that approves all its chains at once is prompted once, and the other chains are restored silently', async () => {
    const wallet = tallyWallet({ name: 'Ada', approvesAll: true })
    const it = await bench({ chains: chainsWith(wallet) })
    await use(it).connect(connectorOf(three, 'Ada'))
    await until(() => connected(it).length === 4)
    expect(wallet.requests).toEqual(['connect'])
    // What was picked is the chain to work in; the others are there for when they are wanted.
    expect(activeNamespace(it.kernel)).toBe(three)
    for (const namespace of namespaces)
      expect(activeAccount(it.kernel, namespace)?.connection).toBe(idOf(namespace, 'Ada'))
    expect(
      payloadsOf(it, 'walletConnected').map(payload => (payload as { restored: boolean }).restored),
    ).toEqual([false, true, true, true])
    expect(it.reported).toEqual([])
  })

  it('A wallet that approves each chain on its own is prompted for each', async () => {
    const wallet = tallyWallet({ name: 'Ada' })
    const it = await bench({ chains: chainsWith(wallet) })
    await use(it).connect(connectorOf(two, 'Ada'))
    await tick(30)
    expect(connected(it)).toEqual([two])
    await use(it).connect(connectorOf(one, 'Ada'))
    expect(connected(it)).toEqual([two, one])
    expect(wallet.requests).toEqual(['connect', 'connect'])
  })

  it('A modal that was opened for one chain connects only that chain', async () => {
    const wallet = tallyWallet({ name: 'Ada', approvesAll: true })
    const it = await bench({ chains: chainsWith(wallet) })
    it.kernel.use(shellService).open({ view: connectView, namespace: two })
    await vi.dynamicImportSettled()
    await use(it).connect(connectorOf(two, 'Ada'))
    await tick(30)
    expect(connected(it)).toEqual([two])
  })

  it('A wallet that approves several chains does not replace the active wallet of another chain', async () => {
    const [ada, bob] = [
      tallyWallet({ name: 'Ada', approvesAll: true }),
      tallyWallet({ name: 'Bob' }),
    ]
    const it = await bench({ chains: chainsWith(ada, bob) })
    await use(it).connect(connectorOf(one, 'Bob'))
    await use(it).connect(connectorOf(two, 'Ada'))
    await until(() => connected(it).length === 5)
    expect(activeAccount(it.kernel, one)?.connection).toBe(idOf(one, 'Bob'))
    expect(activeAccount(it.kernel, two)?.connection).toBe(idOf(two, 'Ada'))
  })

  it('[S5] A connector of another wallet with the same approval object is not connected along', async () => {
    const source = connectorSource()
    const approval = {}
    const real = puppet('real', {
      name: 'Fox',
      namespace: one,
      info: { rdns: 'io.fox' },
      approval,
      connect: async () => puppetSession(reportOf(['t_fox'], 'one:main')),
    })
    const requested = vi.fn(async () => puppetSession(reportOf(['t_evil'], 'two:main')))
    const it = await bench({ chains: chainsWith(), plugins: [source.plugin] })
    source.add(real)
    source.add(
      puppet('fake', {
        name: 'Fox',
        namespace: two,
        info: { rdns: 'evil.fox' },
        approval,
        restore: requested,
      }),
    )
    await use(it).connect('real')
    await tick(30)
    expect(requested).not.toHaveBeenCalled()
    expect(connected(it)).toEqual([one])
  })

  it('A wallet that does not confirm its approval for another chain is not connected there, and no event says so', async () => {
    const source = connectorSource()
    const approval = {}
    const connect = async () => puppetSession(reportOf(['t_fox'], 'one:main'))
    const it = await bench({ chains: chainsWith(), plugins: [source.plugin] })
    source.add(puppet('first', { name: 'Fox', namespace: one, approval, connect }))
    source.add(
      puppet('second', { name: 'Fox', namespace: two, approval, restore: async () => undefined }),
    )
    await use(it).connect('first')
    await tick(30)
    expect(connectionsOf(it).map(({ namespace }) => namespace)).toEqual([one])
    expect(it.reported).toEqual([])
  })

  it('[D4b] [D62a] A disconnect of one chain keeps the others connected, and only the last one notifies the wallet', async () => {
    const storage = memoryStorage()
    const wallet = tallyWallet({ name: 'Ada', approvesAll: true })
    const before = await bench({ chains: chainsWith(wallet), storage })
    await use(before).connect(connectorOf(one, 'Ada'))
    await until(() => connected(before).length === 4)
    await use(before).disconnect(idOf(one, 'Ada'))
    expect(connected(before).sort()).toEqual([four, three, two])
    expect(wallet.listeners).toBe(3)
    before.kernel.dispose()
    await tick()

    const after = await bench({ chains: chainsWith(wallet), storage })
    await until(() => connected(after).length === 3)
    expect(wallet.requests).toEqual(['connect'])
    await use(after).disconnect()
    expect(wallet.listeners).toBe(0)
    // The wallet has forgotten the page by now.
    const later = await bench({ chains: chainsWith(wallet), storage })
    await tick(30)
    expect(connected(later)).toEqual([])
  })
})

describe('a wallet that is restored late', () => {
  it('A wallet that is restored late does not replace the wallet that the person has picked since', async () => {
    const storage = sharedStorage()
    storage.texts.set(
      savedKey,
      savedText({ connections: [savedConnection('slow')], active: { tally: 'slow' } }),
    )
    const source = connectorSource()
    let answer: (walletSession: ReturnType<typeof puppetSession>) => void = () => undefined
    const it = await bench({ plugins: [source.plugin], storage: storage.tab() })
    source.add(
      puppet('slow', {
        restore: () =>
          new Promise(resolve => {
            answer = resolve
          }),
      }),
    )
    source.add(puppet('quick'))
    await until(() => connectionsOf(it).some(({ phase }) => phase.name === 'reconnecting'))
    await use(it).connect('quick')
    await tick()
    answer(puppetSession(reportOf(['t_slow'])))
    await until(() => liveConnections(it.kernel).length === 2)
    expect(activeAccount(it.kernel)?.address).toBe('t_quick')
    expect((await storedIn(storage.tab())).active).toEqual({ tally: 'quick' })
  })
})
