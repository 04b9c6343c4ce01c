import { createKernel, memoryStorage, type StorageDriver } from '@portico/kernel'
import {
  accountState,
  type accountView,
  activeAccount,
  activeNamespace,
  activeNetwork,
  type Connector,
  liveConnections,
  type NetworkId,
  networksView,
  session,
  shell,
} from '@portico/kernel/contracts'
import { tally, tallyWallet } from '@portico/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  type Bench,
  bareChain,
  bench,
  connectionsOf,
  dock,
  main,
  payloadsOf,
  puppet,
  puppetLine,
  reportOf,
  side,
  tick,
  until,
  use,
  wild,
} from '../../test/bench.js'
import { recentWallets } from '../discovery/recent-wallets.js'
import { connection as connectionPlugin } from '../plugin.js'
import { readSaved } from './saved-connections.js'

const ada = 'tally:org.tally.ada'
const id = 'tally/tally:org.tally.ada'
const wallet = (options: Parameters<typeof tallyWallet>[0] = {}) => tallyWallet({ name: 'Ada', rdns: 'org.tally.ada', ...options })
const storedIn = async (storage: StorageDriver) => readSaved(JSON.parse(String(await storage.get('portico.connection')))?.saved)
const keep = async (saved: object) => {
  const storage = memoryStorage()
  await storage.set('portico.connection', JSON.stringify({ version: 1, saved }))
  return storage
}
const remembered = (connector: string, namespace = 'tally') => ({ namespace, connector, wallet: { name: connector } })
const isConnected = (it: Bench, count = 1) => liveConnections(it.kernel).length === count

describe('a reload', () => {
  it('[D4d][S3.79] leaves the person with the wallet they worked with, also when another one of its chain is back first', async () => {
    const storage = memoryStorage()
    const wallets = [wallet(), tallyWallet({ name: 'Eve', accounts: ['t_eve'] })]
    const before = await bench({ storage, wallets })
    await use(before).connect(ada)
    await use(before).connect('tally:org.tally.eve')
    before.kernel.dispose()
    await tick()

    const after = await bench({ storage, wallets })
    await until(() => isConnected(after, 2))
    expect(activeAccount(after.kernel)?.address).toBe('t_eve')
    expect(await storedIn(storage)).toMatchObject({ active: { tally: 'tally:org.tally.eve' } })
  })
  it('[S3.77][S3.78][S3.79][S3.80][S3.82][S3.83] keeps namespace, network, connectors, recent wallets, and the hint that one was connected', async () => {
    const storage = memoryStorage()
    const [one, two] = [wallet(), tallyWallet({ name: 'Eve', accounts: ['t_eve'] })]
    const chains = () => [tally({ wallets: [one] }), tally({ namespace: 'other', wallets: [two] })]
    const before = await bench({ storage, chains: chains() })
    await use(before).connect(ada)
    await use(before).connect('other:org.tally.eve')
    await use(before).switchNetwork('other:side')
    before.kernel.dispose()
    await tick()

    const port = dock()
    const after = await bench({ storage, chains: [bareChain('tally', 'main', 'side'), bareChain('other', 'main', 'side')], plugins: [port.plugin] })
    await until(() => connectionsOf(after).length === 2)
    // A hint only: nobody is connected before the wallets say so.
    expect(connectionsOf(after).map(({ namespace, phase }) => [namespace, phase.name])).toEqual([
      ['tally', 'reconnecting'],
      ['other', 'reconnecting'],
    ])
    expect(activeAccount(after.kernel)).toBeUndefined()
    expect(activeNamespace(after.kernel)).toBe('other')
    expect(activeNetwork(after.kernel)).toBe('other:side')
    port.land(one.connector('tally', main, new AbortController().signal))
    port.land(two.connector('other', 'other:main', new AbortController().signal))
    await until(() => isConnected(after, 2))
    expect(activeNamespace(after.kernel)).toBe('other')
    expect(activeNetwork(after.kernel)).toBe('other:side')
    expect(after.kernel.state(session).active).toEqual({ tally: id, other: 'other/other:org.tally.eve' })
    expect(recentWallets(after.kernel).map(({ name }) => name)).toEqual(['Eve', 'Ada'])
    expect(payloadsOf(after, 'walletConnected')).toMatchObject([{ restored: true }, { restored: true }])
  })
  it('[S3.77][S3.78] keeps a network that was chosen without a wallet', async () => {
    const storage = memoryStorage()
    const chains = () => [bareChain('tally', 'main', 'side'), bareChain('other', 'main', 'side')]
    const before = await bench({ storage, chains: chains() })
    await use(before).switchNetwork('other:side')
    before.kernel.dispose()
    await tick()
    const after = await bench({ storage, chains: chains() })
    await until(() => activeNetwork(after.kernel) === 'other:side')
    expect(connectionsOf(after)).toEqual([])
  })
  it('keeps the account that the person worked with', async () => {
    const storage = memoryStorage()
    const scripted = wallet({ accounts: ['t_ada', 't_abe'] })
    const before = await bench({ storage, wallets: [scripted] })
    await use(before).connect(ada)
    use(before).activate(id, 't_abe')
    before.kernel.dispose()
    await tick()
    const after = await bench({ storage, wallets: [scripted] })
    await until(() => isConnected(after))
    expect(activeAccount(after.kernel)?.address).toBe('t_abe')
  })
  it('[D11b] asks nobody anything, opens nothing, and leads nowhere', async () => {
    const storage = memoryStorage()
    const scripted = wallet()
    const before = await bench({ storage, wallets: [scripted] })
    await use(before).connect(ada)
    before.kernel.dispose()
    await tick()

    const connect = vi.fn(() => Promise.reject(new TypeError('asked')))
    const port = dock()
    const after = await bench({ storage, plugins: [port.plugin] })
    port.land(puppet(ada, { connect, restore: async () => puppetLine(reportOf(['t_ada'], wild)) }))
    await until(() => isConnected(after))
    await tick(30)
    expect(connect).not.toHaveBeenCalled()
    expect(after.kernel.views.current).toBeUndefined()
    // On an unsupported network too: the next opening says so.
    after.kernel.use(shell).open()
    expect(after.kernel.views.current?.id).toBe('UnsupportedChain')
  })
  it.each<[string, (kernel: Awaited<ReturnType<typeof bench>>['kernel']) => void]>([
    ['that stands inside the page', kernel => void kernel.use(shell).setEmbedded(true)],
    ['that was opened while the button still said Connecting', kernel => void kernel.use(shell).open()],
  ])('[S2.20] [S2.34] a modal %s leads from Connect to Account when the wallet of the last visit answers, and from another view nowhere', async (_, show) => {
    const arrive = async (network: NetworkId, ...on: readonly (typeof accountView)[]) => {
      const storage = await keep({ connections: [remembered(ada)], networks: {} })
      const port = dock()
      const it = await bench({ storage, plugins: [port.plugin] })
      show(it.kernel)
      for (const view of on) it.kernel.views.push(view)
      const before = it.kernel.views.history.map(({ id }) => id)
      port.land(puppet(ada, { restore: async () => puppetLine(reportOf(['t_ada'], network)) }))
      await until(() => isConnected(it))
      await tick(30)
      return [before, it.kernel.views.history.map(({ id }) => id)]
    }
    expect(await arrive(main)).toEqual([['Connect'], ['Account']])
    expect(await arrive(wild)).toEqual([['Connect'], ['UnsupportedChain']])
    expect(await arrive(main, networksView)).toEqual([
      ['Connect', 'Networks'],
      ['Connect', 'Networks'],
    ])
  })
  it('restores nothing when the host does not want it, and keeps what it knows', async () => {
    const storage = await keep({ connections: [remembered(ada)], networks: { tally: side } })
    const it = await bench({ storage, wallets: [wallet({ remembers: true })], autoConnect: false })
    await until(() => activeNetwork(it.kernel) === side)
    await tick(10)
    expect(connectionsOf(it)).toEqual([])
    expect((await storedIn(storage)).connections).toHaveLength(1)
  })
  it('drops a wallet that no longer knows the page, without a word', async () => {
    const storage = await keep({ connections: [remembered(ada)], active: { tally: ada } })
    const port = dock()
    const it = await bench({ storage, plugins: [port.plugin] })
    await until(() => connectionsOf(it).length === 1)
    port.land(puppet(ada))
    await until(() => connectionsOf(it).length === 0)
    await tick()
    expect(await storedIn(storage)).toMatchObject({ connections: [], active: {}, ended: [] })
    expect(it.reported).toEqual([])
    expect(payloadsOf(it, 'disconnected')).toEqual([])
  })
  it('[S13] takes up no connector that is not there, and chooses no network that the host does not list', async () => {
    const storage = await keep({
      connections: [remembered('gone', 'nochain'), remembered(ada)],
      networks: { tally: wild, nochain: 'nochain:main' },
      namespace: 'nochain',
    })
    const it = await bench({ storage, wallets: [wallet({ remembers: true })] })
    await until(() => isConnected(it))
    expect(activeNamespace(it.kernel)).toBe('tally')
    expect(activeNetwork(it.kernel)).toBe(main)
    expect(Object.keys(it.kernel.state(session).connections)).toEqual([id])
  })
  it('[S13] starts on a thousand poisoned stores', { tags: 'thorough' }, async () => {
    const saved = fc.oneof(
      fc.json(),
      fc.anything().map(value => {
        try {
          return JSON.stringify({ version: 1, saved: value })
        } catch {
          return 'no'
        }
      }),
      fc
        .record({
          connections: fc.array(
            fc.record({ namespace: fc.constantFrom('tally', 'other', '', 7), connector: fc.constantFrom(ada, 'x', '', null), wallet: fc.anything() }),
          ),
          networks: fc.anything(),
          active: fc.anything(),
        })
        .map(value => JSON.stringify({ version: 1, saved: value }, (_, found) => (typeof found === 'bigint' ? 1 : found))),
    )
    await fc.assert(
      fc.asyncProperty(saved, async text => {
        const storage = memoryStorage()
        await storage.set('portico.connection', text)
        const it = await bench({ storage, wallets: [wallet()] })
        await tick()
        expect(it.reported.length).toBeLessThanOrEqual(1)
        expect(activeAccount(it.kernel)).toBeUndefined()
        expect(activeNetwork(it.kernel)?.startsWith('tally:')).toBe(true)
        it.kernel.dispose()
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('[D11c] a wallet that does not confirm', () => {
  it('has ten seconds, then it is dropped with a one-tap reset; its late answer changes nothing', async () => {
    vi.useFakeTimers()
    try {
      const storage = await keep({ connections: [remembered(ada)] })
      const port = dock()
      const it = await bench({ storage, plugins: [port.plugin] })
      let answer = (_: ReturnType<typeof puppetLine>) => {}
      const restore = vi.fn(
        () =>
          new Promise<ReturnType<typeof puppetLine>>(resolve => {
            answer = resolve
          }),
      )
      port.land(puppet(ada, { name: 'Ada', restore }))
      await vi.waitFor(() => expect(connectionsOf(it)[0]?.phase.name).toBe('reconnecting'))
      await vi.advanceTimersByTimeAsync(9_900)
      expect(connectionsOf(it)[0]?.phase.name).toBe('reconnecting')
      await vi.advanceTimersByTimeAsync(200)
      expect(connectionsOf(it)[0]?.phase).toMatchObject({ name: 'failed', declined: false, problem: { id: 'connection.error.RESTORE_TIMEOUT' } })
      expect(it.reported).toMatchObject([{ code: 'RESTORE_TIMEOUT' }])
      const line = puppetLine(reportOf(['t_ada']))
      answer(line)
      await vi.advanceTimersByTimeAsync(50)
      expect(activeAccount(it.kernel)).toBeUndefined()
      expect([line.listeners.size, line.isOpen]).toEqual([0, false])
      expect((await storedIn(storage)).connections).toHaveLength(1)

      use(it).forget(id)
      expect(connectionsOf(it)).toEqual([])
      await vi.advanceTimersByTimeAsync(10)
      expect(await storedIn(storage)).toMatchObject({ connections: [], ended: [id] })
      expect(restore).toHaveBeenCalledTimes(1)
      it.kernel.dispose()
    } finally {
      vi.useRealTimers()
    }
  })
  it('says why when its wallet refuses', async () => {
    const storage = await keep({ connections: [remembered(ada)] })
    const port = dock()
    const it = await bench({ storage, plugins: [port.plugin] })
    port.land(puppet(ada, { restore: () => Promise.reject(new TypeError('Failed to fetch')) }))
    await until(() => connectionsOf(it)[0]?.phase.name === 'failed')
    expect(connectionsOf(it)[0]?.phase).toMatchObject({ problem: { id: 'connection.error.UNREACHABLE' } })
  })
  it('may be connected anew meanwhile: the person does not wait for a silent answer', async () => {
    const storage = await keep({ connections: [remembered(ada)] })
    const port = dock()
    const it = await bench({ storage, plugins: [port.plugin] })
    port.land(puppet(ada, { connect: async () => puppetLine(reportOf(['t_ada'])), restore: () => new Promise(() => {}) }))
    await until(() => connectionsOf(it)[0]?.phase.name === 'reconnecting')
    expect((await use(it).connect(ada)).connection).toBe(id)
    expect(payloadsOf(it, 'walletConnected')).toMatchObject([{ restored: false }])
    expect(it.reported).toEqual([])
  })
  it.each(Array.from({ length: 10 }, (_, turns) => turns))(
    'that answers while it is forgotten, %i turns later, is back as a whole or not at all',
    async turns => {
      const port = dock()
      const line = puppetLine(reportOf(['t_ada']))
      let answer: (() => void) | undefined
      const own = await bench({ storage: await keep({ connections: [remembered(ada)] }), plugins: [port.plugin] })
      port.land(puppet(ada, { restore: () => new Promise(resolve => (answer = () => resolve(line))) }))
      await until(() => answer !== undefined)
      answer?.()
      for (let turn = 0; turn < turns; turn++) await undefined
      use(own).forget(id)
      await tick()
      expect(connectionsOf(own)).toEqual([])
      expect(use(own).live(id)).toBeUndefined()
      expect([line.listeners.size, line.isOpen]).toEqual([0, false])
    },
  )
  it('waits for a wallet that announces itself late', async () => {
    const storage = await keep({ connections: [remembered(ada)] })
    const port = dock()
    const it = await bench({ storage, plugins: [port.plugin] })
    await until(() => connectionsOf(it)[0]?.phase.name === 'reconnecting')
    await tick(60)
    port.land(puppet('other'))
    port.land(puppet(ada, { restore: async () => puppetLine(reportOf(['t_ada'])) }))
    await until(() => isConnected(it))
    expect(activeAccount(it.kernel)?.address).toBe('t_ada')
  })
  it('[S35] is not believed when it comes back with nonsense', async () => {
    const storage = await keep({ connections: [remembered(ada)] })
    const it = await bench({ storage, wallets: [wallet({ remembers: true, policy: 'nonsense' })] })
    await until(() => connectionsOf(it)[0]?.phase.name === 'failed')
    expect(it.reported).toMatchObject([{ code: 'WALLET_ANSWER' }])
  })
  it.each([
    ['without an account', reportOf([])],
    ['with nonsense', null],
  ])('[R30] is let go of when it comes back %s', async (_, report) => {
    const line = puppetLine(report)
    const port = dock()
    const it = await bench({ storage: await keep({ connections: [remembered(ada)] }), plugins: [port.plugin] })
    port.land(puppet(ada, { restore: async () => line }))
    await until(() => !line.isOpen)
    expect(isConnected(it, 0)).toBe(true)
    expect(line.listeners.size).toBe(0)
  })
  it('that cannot even be let go of is reported, and dropped all the same', async () => {
    const port = dock()
    const it = await bench({ storage: await keep({ connections: [remembered(ada)] }), plugins: [port.plugin] })
    const watch = () => {
      throw new TypeError('torn')
    }
    port.land(puppet(ada, { restore: async () => ({ ...puppetLine(reportOf([])), watch }) }))
    await until(() => it.reported.length === 1)
    expect(it.reported).toMatchObject([{ message: 'torn' }])
    await until(() => connectionsOf(it).length === 0)
  })
  it('[R25] one of four that hangs keeps no other waiting: three are usable within 3 s', async () => {
    const namespaces = ['tally', 'bbb', 'ccc', 'ddd']
    const storage = await keep({ connections: namespaces.map(namespace => remembered(`${namespace}:org.tally.ada`, namespace)) })
    const began = performance.now()
    const hung = wallet({ remembers: true, policy: 'hang' })
    const chains = namespaces.map((namespace, i) => tally({ namespace, wallets: [i === 1 ? hung : wallet({ remembers: true })] }))
    const it = await bench({ storage, chains })
    await until(() => isConnected(it, 3))
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(accountState(it.kernel, 'bbb').phase).toBe('reconnecting')
    it.kernel.dispose()
    expect(hung.listeners).toBe(0)
  })
  it('[R25] one of four that throws keeps no other waiting', async () => {
    const port = dock()
    const storage = await keep({ connections: ['a', 'b', 'c', 'd'].map(name => remembered(name)) })
    const it = await bench({ storage, plugins: [port.plugin] })
    const restores: Record<string, Connector['restore']> = {
      a: () => {
        throw new TypeError('at once')
      },
    }
    for (const name of ['a', 'b', 'c', 'd']) port.land(puppet(name, { restore: restores[name] ?? (async () => puppetLine(reportOf([`t_${name}`]))) }))
    await until(() => isConnected(it, 3))
    expect(it.kernel.state(session).connections['tally/a']?.phase.name).toBe('failed')
  })
})

describe('[D11d] a disconnect on purpose', () => {
  it('begins as reconnecting as soon as storage was read, before the code that takes the connection up is there, in that namespace only', async () => {
    const storage = memoryStorage()
    const wallets = [wallet()]
    const before = await bench({ storage, wallets })
    await use(before).connect(ada)
    before.kernel.dispose()
    await tick()

    const after = createKernel({ plugins: [connectionPlugin(), tally({ wallets }), bareChain('other', 'one')], storage })
    const phases = new Set<string>()
    after.subscribe(() => phases.add(accountState(after).phase))
    expect(accountState(after).phase).toBe('disconnected')
    void after.start()
    expect([undefined, 'tally', 'other'].map(namespace => accountState(after, namespace).phase)).toEqual(['reconnecting', 'reconnecting', 'disconnected'])
    expect(after.state(session).connections).toEqual({})
    await until(() => accountState(after).phase === 'connected')
    expect([...phases]).toEqual(['reconnecting', 'connected'])
    after.dispose()
  })
  it.each([
    ['nobody is taken up again by the host’s wish', { autoConnect: false }, { active: { tally: ada }, namespace: 'tally', connections: [] }],
    ['nobody was connected', {}, { active: {}, namespace: 'tally', connections: [] }],
    ['storage makes no sense', {}, null],
    ['storage makes no sense in another way', {}, { active: 7, namespace: [] }],
    ['storage means to break the page', {}, { active: {}, namespace: { toString: 1, valueOf: 1 } }],
    ['storage names what every object has', {}, { active: {}, namespace: 'toString' }],
  ])('begins as disconnected where %s', async (_, options, saved) => {
    const kernel = createKernel({
      plugins: [connectionPlugin(options), tally()],
      storage: { ...memoryStorage(), get: () => JSON.stringify({ version: 1, saved }) },
    })
    void kernel.start()
    expect(accountState(kernel).phase).toBe('disconnected')
    kernel.dispose()
  })
  it('[D10b] is disconnected again where nothing came of it', async () => {
    const saved = { active: { tally: ada }, namespace: 'tally', connections: [] }
    const kernel = createKernel({ plugins: [connectionPlugin(), tally()], storage: { ...memoryStorage(), get: () => JSON.stringify({ version: 1, saved }) } })
    void kernel.start()
    expect(accountState(kernel).phase).toBe('reconnecting')
    await until(() => accountState(kernel).phase === 'disconnected')
    kernel.dispose()
  })
  it('is never undone by a reload, though the wallet would still let the page in', async () => {
    const storage = memoryStorage()
    const port = () => puppet(ada, { connect: async () => puppetLine(reportOf(['t_ada'])), restore: async () => puppetLine(reportOf(['t_ada'])) })
    const first = dock()
    const before = await bench({ storage, plugins: [first.plugin] })
    first.land(port())
    await use(before).connect(ada)
    await use(before).disconnect(id)
    before.kernel.dispose()
    await tick()
    const second = dock()
    const after = await bench({ storage, plugins: [second.plugin] })
    second.land(port())
    await tick(30)
    expect(connectionsOf(after)).toEqual([])
  })
  it('wins over a store that names the wallet as connected too', async () => {
    const storage = await keep({ connections: [remembered(ada)], ended: [id] })
    const it = await bench({ storage, wallets: [wallet({ remembers: true })] })
    await tick(30)
    expect(connectionsOf(it)).toEqual([])
  })
  it('does not end the person’s own asking again, whatever else is remembered meanwhile', async () => {
    const port = dock()
    const own = await bench({ wallets: [wallet()], plugins: [port.plugin] })
    const line = puppetLine(reportOf(['t_eve']))
    let approve = (_: typeof line) => {}
    port.land(puppet('eve', { connect: () => new Promise(resolve => (approve = resolve)) }))
    await use(own).connect(ada)
    await use(own).disconnect('tally/eve')
    const answer = use(own).connect('eve')
    await until(() => connectionsOf(own).length === 2)
    await use(own).switchNetwork(side)
    await tick()
    expect(connectionsOf(own).map(({ connector, phase }) => [connector, phase.name])).toEqual([
      [ada, 'connected'],
      ['eve', 'connecting'],
    ])
    approve(line)
    expect(await answer).toMatchObject({ address: 't_eve', connection: 'tally/eve' })
    expect(isConnected(own, 2)).toBe(true)
  })
  it('is forgotten when the person connects again', async () => {
    const storage = memoryStorage()
    const scripted = wallet()
    const before = await bench({ storage, wallets: [scripted] })
    await use(before).connect(ada)
    await use(before).disconnect()
    await use(before).connect(ada)
    before.kernel.dispose()
    await tick()
    const after = await bench({ storage, wallets: [scripted] })
    await until(() => isConnected(after))
  })
})

describe('[R16] storage that fails', () => {
  it.each([
    ['throws', { get: throwing, set: throwing, remove: throwing }],
    ['rejects', { get: rejecting, set: rejecting, remove: rejecting }],
  ])('%s: connect, switch and disconnect work all the same, with one warning', async (_, storage) => {
    const it = await bench({ storage, wallets: [wallet()] })
    await use(it).connect(ada)
    await use(it).switchNetwork(side)
    expect(activeNetwork(it.kernel)).toBe(side)
    await use(it).disconnect()
    expect(connectionsOf(it)).toEqual([])
    expect(it.reported).toHaveLength(1)
  })
})
function throwing(): never {
  throw new RangeError('no storage here')
}
async function rejecting(): Promise<never> {
  throw new RangeError('no storage here')
}
