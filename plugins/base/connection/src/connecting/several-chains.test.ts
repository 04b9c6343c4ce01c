/** One wallet in several namespaces, and several wallets of several namespaces at the same time. */
import { memoryStorage } from '@portico/kernel'
import {
  activeAccount,
  activeNamespace,
  type ConnectionId,
  connectionId,
  connectView,
  liveConnections,
  messages,
  session,
  shell,
} from '@portico/kernel/contracts'
import { type TallyWallet, tally, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { type Bench, bench, connectionsOf, dock, idsOf, payloadsOf, puppet, puppetLine, reportOf, sharedStorage, tick, until, use } from '../../test/bench.js'

const namespaces = ['one', 'two', 'three', 'four'] as const
const [one, two, three, four] = namespaces
/** Four chains with the same wallets in each. */
const chainsWith = (...wallets: readonly TallyWallet[]) => namespaces.map(namespace => tally({ namespace, wallets }))
const connectorOf = (namespace: string, name: string) => `${namespace}:org.tally.${name.toLowerCase()}`
const idOf = (namespace: string, name: string): ConnectionId => connectionId(namespace, connectorOf(namespace, name))
const connected = ({ kernel }: Bench) => liveConnections(kernel).map(({ namespace }) => namespace)

describe('wallets of four chains at the same time', () => {
  const names = { one: 'Ada', two: 'Bob', three: 'Cyd', four: 'Dee' } as const
  const wallets = () =>
    Object.fromEntries(
      namespaces.map(namespace => [
        namespace,
        tallyWallet({ name: names[namespace], accounts: [`t_${names[namespace].toLowerCase()}`, `t_${names[namespace].toLowerCase()}two`] }),
      ]),
    ) as Record<(typeof namespaces)[number], TallyWallet>
  const start = async (given = wallets(), storage = memoryStorage()) => {
    const it = await bench({ chains: namespaces.map(namespace => tally({ namespace, wallets: [given[namespace]] })), storage })
    return { it, given, storage }
  }
  const connectAll = async (it: Bench) => {
    for (const namespace of namespaces) await use(it).connect(connectorOf(namespace, names[namespace]))
  }

  it('[D4a][S1.08] are all connected, each signs, and the last one that was picked is the one to work with', async () => {
    const { it } = await start()
    await connectAll(it)
    expect(connected(it)).toEqual(namespaces)
    expect(activeNamespace(it.kernel)).toBe(four)
    for (const namespace of namespaces) {
      const account = activeAccount(it.kernel, namespace)
      if (!account) throw new RangeError(`nobody in ${namespace}`)
      const signed = await it.kernel.capability(messages, namespace)?.sign(use(it).require(account), account, 'hello', new AbortController().signal)
      expect(signed?.signature).toBe(`t_${names[namespace].toLowerCase()} wrote hello`)
    }
  })

  it('[D4b] are disconnected one by one: nobody else is touched, and the person goes on where there is still a wallet', async () => {
    const { it, given } = await start()
    await connectAll(it)
    const others = () => namespaces.slice(1).map(namespace => it.kernel.state(session).connections[idOf(namespace, names[namespace])])
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

  it('[D4d][S1.08] picking one of them makes its chain the active one, and asks no wallet', async () => {
    const { it, given } = await start()
    await connectAll(it)
    use(it).activate(idOf(two, names.two), 't_bobtwo')
    expect(activeNamespace(it.kernel)).toBe(two)
    expect(activeAccount(it.kernel)?.address).toBe('t_bobtwo')
    await use(it).switchNetwork('three:main')
    expect(activeNamespace(it.kernel)).toBe(three)
    expect(activeAccount(it.kernel)?.address).toBe('t_cyd')
    expect(namespaces.map(namespace => given[namespace].requests)).toEqual(namespaces.map(() => ['connect']))
  })

  it('[R25] a burst of events of one of them leaves everything that is not its own as it is, to the object', async () => {
    const { it, given } = await start()
    await connectAll(it)
    use(it).activate(idOf(two, names.two))
    const state = () => it.kernel.state(session)
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
    expect(after.connections[idOf(one, names.one)]).not.toBe(before.connections[idOf(one, names.one)])
    for (const namespace of [two, three, four]) {
      const id = idOf(namespace, names[namespace])
      expect(after.connections[id], namespace).toBe(before.connections[id])
      expect(after.chosen[namespace], namespace).toBe(before.chosen[namespace])
    }
    expect(after.active).toBe(before.active)
    expect(after.namespace).toBe(two)
    // Those who work in another chain hear nothing of it but that an account of that chain is another one.
    expect(new Set(payloadsOf(it, 'accountSwitched').map(payload => (payload as { connection: string }).connection))).toEqual(new Set([idOf(one, names.one)]))
    expect(it.reported).toEqual([])

    given.one.hangUp()
    await until(() => !connected(it).includes(one))
    for (const namespace of [two, three, four])
      expect(state().connections[idOf(namespace, names[namespace])]).toBe(before.connections[idOf(namespace, names[namespace])])
    expect(state().namespace).toBe(two)
  })

  it('[D11] come back after a reload, all of them, and the person where they were', async () => {
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
  it('[D62a] is asked once where it approves all in one go: the others are taken up silently', async () => {
    const wallet = tallyWallet({ name: 'Ada', approvesAll: true })
    const it = await bench({ chains: chainsWith(wallet) })
    await use(it).connect(connectorOf(three, 'Ada'))
    await until(() => connected(it).length === 4)
    expect(wallet.requests).toEqual(['connect'])
    // What was picked is the chain to work in; the others are there for when they are wanted.
    expect(activeNamespace(it.kernel)).toBe(three)
    for (const namespace of namespaces) expect(activeAccount(it.kernel, namespace)?.connection).toBe(idOf(namespace, 'Ada'))
    expect(payloadsOf(it, 'walletConnected').map(payload => (payload as { restored: boolean }).restored)).toEqual([false, true, true, true])
    expect(it.reported).toEqual([])
  })

  it('is asked for each chain on its own where it does not', async () => {
    const wallet = tallyWallet({ name: 'Ada' })
    const it = await bench({ chains: chainsWith(wallet) })
    await use(it).connect(connectorOf(two, 'Ada'))
    await tick(30)
    expect(connected(it)).toEqual([two])
    await use(it).connect(connectorOf(one, 'Ada'))
    expect(connected(it)).toEqual([two, one])
    expect(wallet.requests).toEqual(['connect', 'connect'])
  })

  it('connects no more than the chain for which the modal was opened', async () => {
    const wallet = tallyWallet({ name: 'Ada', approvesAll: true })
    const it = await bench({ chains: chainsWith(wallet) })
    it.kernel.use(shell).open({ view: connectView, namespace: two })
    await vi.dynamicImportSettled()
    await use(it).connect(connectorOf(two, 'Ada'))
    await tick(30)
    expect(connected(it)).toEqual([two])
  })

  it('takes no place of a wallet that the person works with in another chain', async () => {
    const [ada, bob] = [tallyWallet({ name: 'Ada', approvesAll: true }), tallyWallet({ name: 'Bob' })]
    const it = await bench({ chains: chainsWith(ada, bob) })
    await use(it).connect(connectorOf(one, 'Bob'))
    await use(it).connect(connectorOf(two, 'Ada'))
    await until(() => connected(it).length === 5)
    expect(activeAccount(it.kernel, one)?.connection).toBe(idOf(one, 'Bob'))
    expect(activeAccount(it.kernel, two)?.connection).toBe(idOf(two, 'Ada'))
  })

  it('[S5] takes nobody along who only carries the same object', async () => {
    const port = dock()
    const approval = {}
    const real = puppet('real', {
      name: 'Fox',
      chain: one,
      info: { rdns: 'io.fox' },
      approval,
      connect: async () => puppetLine(reportOf(['t_fox'], 'one:main')),
    })
    const asked = vi.fn(async () => puppetLine(reportOf(['t_evil'], 'two:main')))
    const it = await bench({ chains: chainsWith(), plugins: [port.plugin] })
    port.land(real)
    port.land(puppet('fake', { name: 'Fox', chain: two, info: { rdns: 'evil.fox' }, approval, restore: asked }))
    await use(it).connect('real')
    await tick(30)
    expect(asked).not.toHaveBeenCalled()
    expect(connected(it)).toEqual([one])
  })

  it('that knows nothing of an approval in another chain is not connected there, and nobody is told', async () => {
    const port = dock()
    const approval = {}
    const connect = async () => puppetLine(reportOf(['t_fox'], 'one:main'))
    const it = await bench({ chains: chainsWith(), plugins: [port.plugin] })
    port.land(puppet('first', { name: 'Fox', chain: one, approval, connect }))
    port.land(puppet('second', { name: 'Fox', chain: two, approval, restore: async () => undefined }))
    await use(it).connect('first')
    await tick(30)
    expect(connectionsOf(it).map(({ namespace }) => namespace)).toEqual([one])
    expect(it.reported).toEqual([])
  })

  it('[D4b] [D62a] is disconnected in one chain, and goes on in the others: only the last one says goodbye to the wallet', async () => {
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

describe('a wallet that comes back late', () => {
  it('is not the active one over another that the person picked meanwhile', async () => {
    const storage = sharedStorage()
    const saved = (connector: string) => ({ namespace: 'tally', connector, wallet: { name: connector } })
    const memory = { connections: [saved('slow')], active: { tally: 'slow' }, networks: {}, ended: [], recent: [] }
    storage.texts.set('portico.connection', JSON.stringify({ version: 1, saved: memory }))
    const port = dock()
    let answer: (line: ReturnType<typeof puppetLine>) => void = () => undefined
    const it = await bench({ plugins: [port.plugin], storage: storage.tab() })
    port.land(
      puppet('slow', {
        restore: () =>
          new Promise(resolve => {
            answer = resolve
          }),
      }),
    )
    port.land(puppet('quick'))
    await until(() => connectionsOf(it).some(({ phase }) => phase.name === 'reconnecting'))
    await use(it).connect('quick')
    await tick()
    answer(puppetLine(reportOf(['t_slow'])))
    await until(() => liveConnections(it.kernel).length === 2)
    expect(activeAccount(it.kernel)?.address).toBe('t_quick')
    expect(JSON.parse(storage.texts.get('portico.connection') ?? '{}').saved.active).toEqual({ tally: 'quick' })
  })
})
