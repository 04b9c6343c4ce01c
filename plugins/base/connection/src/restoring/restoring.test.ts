import { createKernel, memoryStorage } from '@portico/kernel'
import type { accountView } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'
import { networksView } from '@portico/kernel/connect-page'
import {
  accountState,
  activeAccount,
  activeNamespace,
  activeNetwork,
  sessionSlice,
} from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { tally, tallyWallet } from '@portico/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
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
  savedConnection,
  savedKey,
  savedStorage,
  side,
  storedIn,
  tick,
  until,
  use,
  wallet,
  wild,
} from '../../test/bench.js'
import { connection as connectionPlugin } from '../plugin.js'
import { recentWallets } from '../refs.js'

function throwing(): never {
  throw new RangeError('no storage here')
}

async function rejecting(): Promise<never> {
  throw new RangeError('no storage here')
}

describe('a reload', () => {
  it('[D4d][S3.79] A reload keeps the active wallet, also when another one of its chain is restored first', async () => {
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
  it('[S3.77][S3.78][S3.79][S3.80][S3.82][S3.83] A reload keeps namespace, network, connectors and recent wallets', async () => {
    const storage = memoryStorage()
    const [one, two] = [wallet(), tallyWallet({ name: 'Eve', accounts: ['t_eve'] })]
    const chains = () => [tally({ wallets: [one] }), tally({ namespace: 'other', wallets: [two] })]
    const before = await bench({ storage, chains: chains() })
    await use(before).connect(ada)
    await use(before).connect('other:org.tally.eve')
    await use(before).switchNetwork('other:side')
    before.kernel.dispose()
    await tick()

    const source = connectorSource()
    const after = await bench({
      storage,
      chains: [bareChain('tally', 'main', 'side'), bareChain('other', 'main', 'side')],
      plugins: [source.plugin],
    })
    await until(() => connectionsOf(after).length === 2)
    // A hint only: no wallet is connected before it has confirmed.
    expect(connectionsOf(after).map(({ namespace, phase }) => [namespace, phase.name])).toEqual([
      ['tally', 'reconnecting'],
      ['other', 'reconnecting'],
    ])
    expect(activeAccount(after.kernel)).toBeUndefined()
    expect(activeNamespace(after.kernel)).toBe('other')
    expect(activeNetwork(after.kernel)).toBe('other:side')
    source.add(one.connector('tally', main, new AbortController().signal))
    source.add(two.connector('other', 'other:main', new AbortController().signal))
    await until(() => isConnected(after, 2))
    expect(activeNamespace(after.kernel)).toBe('other')
    expect(activeNetwork(after.kernel)).toBe('other:side')
    expect(after.kernel.state(sessionSlice).active).toEqual({
      tally: id,
      other: 'other/other:org.tally.eve',
    })
    expect(recentWallets(after.kernel).map(({ name }) => name)).toEqual(['Eve', 'Ada'])
    expect(payloadsOf(after, 'walletConnected')).toMatchObject([
      { restored: true },
      { restored: true },
    ])
  })
  it('[S3.77][S3.78] A reload keeps a network that was chosen without a wallet', async () => {
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
  it('A reload keeps the account that the person worked with', async () => {
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
  it('[D11b] A reload prompts in no wallet, and opens and changes no view', async () => {
    const storage = memoryStorage()
    const scripted = wallet()
    const before = await bench({ storage, wallets: [scripted] })
    await use(before).connect(ada)
    before.kernel.dispose()
    await tick()

    const connect = vi.fn(() => Promise.reject(new TypeError('called')))
    const source = connectorSource()
    const after = await bench({ storage, plugins: [source.plugin] })
    source.add(
      puppet(ada, { connect, restore: async () => puppetSession(reportOf(['t_ada'], wild)) }),
    )
    await until(() => isConnected(after))
    await tick(30)
    expect(connect).not.toHaveBeenCalled()
    expect(after.kernel.views.current).toBeUndefined()
    // On an unsupported network too: the next opening says so.
    after.kernel.use(shellService).open()
    expect(after.kernel.views.current?.id).toBe('UnsupportedChain')
  })
  it.each<[string, (kernel: Awaited<ReturnType<typeof bench>>['kernel']) => void]>([
    ['that stands inside the page', kernel => void kernel.use(shellService).setEmbedded(true)],
    [
      'that was opened while the button still said Connecting',
      kernel => void kernel.use(shellService).open(),
    ],
  ])(
    '[S2.20] [S2.34] A modal %s goes from Connect to Account when the wallet of the last visit answers, and stays at any other view',
    async (_, show) => {
      const arrive = async (network: NetworkId, ...on: readonly (typeof accountView)[]) => {
        const storage = savedStorage({ connections: [savedConnection(ada)], networks: {} })
        const source = connectorSource()
        const it = await bench({ storage, plugins: [source.plugin] })
        show(it.kernel)
        for (const view of on) it.kernel.views.push(view)
        const before = it.kernel.views.history.map(({ id }) => id)
        source.add(
          puppet(ada, { restore: async () => puppetSession(reportOf(['t_ada'], network)) }),
        )
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
    },
  )
  it('A host with autoConnect: false restores no connection, and the saved ones are kept', async () => {
    const storage = savedStorage({ connections: [savedConnection(ada)], networks: { tally: side } })
    const it = await bench({ storage, wallets: [wallet({ remembers: true })], autoConnect: false })
    await until(() => activeNetwork(it.kernel) === side)
    await tick(10)
    expect(connectionsOf(it)).toEqual([])
    expect((await storedIn(storage)).connections).toHaveLength(1)
  })
  it('A saved connection whose wallet no longer knows the page is dropped without an error or an event', async () => {
    const storage = savedStorage({ connections: [savedConnection(ada)], active: { tally: ada } })
    const source = connectorSource()
    const it = await bench({ storage, plugins: [source.plugin] })
    await until(() => connectionsOf(it).length === 1)
    source.add(puppet(ada))
    await until(() => connectionsOf(it).length === 0)
    await tick()
    expect(await storedIn(storage)).toMatchObject({ connections: [], active: {}, ended: [] })
    expect(it.reported).toEqual([])
    expect(payloadsOf(it, 'disconnected')).toEqual([])
  })
  it('[S13] A reload restores no connector of an absent chain, and chooses no network that the host does not list', async () => {
    const storage = savedStorage({
      connections: [savedConnection('gone', 'nochain'), savedConnection(ada)],
      networks: { tally: wild, nochain: 'nochain:main' },
      namespace: 'nochain',
    })
    const it = await bench({ storage, wallets: [wallet({ remembers: true })] })
    await until(() => isConnected(it))
    expect(activeNamespace(it.kernel)).toBe('tally')
    expect(activeNetwork(it.kernel)).toBe(main)
    expect(Object.keys(it.kernel.state(sessionSlice).connections)).toEqual([id])
  })
  it('[S13] A page starts with any of a thousand hostile contents of storage', {
    tags: 'thorough',
  }, async () => {
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
            fc.record({
              namespace: fc.constantFrom('tally', 'other', '', 7),
              connector: fc.constantFrom(ada, 'x', '', null),
              wallet: fc.anything(),
            }),
          ),
          networks: fc.anything(),
          active: fc.anything(),
        })
        .map(value =>
          JSON.stringify({ version: 1, saved: value }, (_, found) =>
            typeof found === 'bigint' ? 1 : found,
          ),
        ),
    )
    await fc.assert(
      fc.asyncProperty(saved, async text => {
        const storage = memoryStorage()
        await storage.set(savedKey, text)
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

describe('[D11d] a disconnect on purpose', () => {
  it('The phase of a saved connection is reconnecting before the code that restores it has loaded', async () => {
    const storage = memoryStorage()
    const wallets = [wallet()]
    const before = await bench({ storage, wallets })
    await use(before).connect(ada)
    before.kernel.dispose()
    await tick()

    const after = createKernel({
      plugins: [connectionPlugin(), tally({ wallets }), bareChain('other', 'one')],
      storage,
    })
    const phases = new Set<string>()
    after.subscribe(() => phases.add(accountState(after).phase))
    expect(accountState(after).phase).toBe('disconnected')
    void after.start()
    expect(
      [undefined, 'tally', 'other'].map(namespace => accountState(after, namespace).phase),
    ).toEqual(['reconnecting', 'reconnecting', 'disconnected'])
    expect(after.state(sessionSlice).connections).toEqual({})
    await until(() => accountState(after).phase === 'connected')
    expect([...phases]).toEqual(['reconnecting', 'connected'])
    after.dispose()
  })
  it.each([
    [
      'the host turns autoConnect off',
      { autoConnect: false },
      { active: { tally: ada }, namespace: 'tally', connections: [] },
    ],
    ['no wallet was connected', {}, { active: {}, namespace: 'tally', connections: [] }],
    ['storage makes no sense', {}, null],
    ['storage makes no sense in another way', {}, { active: 7, namespace: [] }],
    ['storage means to break the page', {}, { active: {}, namespace: { toString: 1, valueOf: 1 } }],
    ['storage names what every object has', {}, { active: {}, namespace: 'toString' }],
  ])('The phase at the start is disconnected where %s', async (_, options, saved) => {
    const kernel = createKernel({
      plugins: [connectionPlugin(options), tally()],
      storage: savedStorage(saved),
    })
    void kernel.start()
    expect(accountState(kernel).phase).toBe('disconnected')
    kernel.dispose()
  })
  it('[D10b] The phase is disconnected again when nothing was restored', async () => {
    const saved = { active: { tally: ada }, namespace: 'tally', connections: [] }
    const kernel = createKernel({
      plugins: [connectionPlugin(), tally()],
      storage: savedStorage(saved),
    })
    void kernel.start()
    expect(accountState(kernel).phase).toBe('reconnecting')
    await until(() => accountState(kernel).phase === 'disconnected')
    kernel.dispose()
  })
  it('A disconnect on purpose is not undone by a reload, although the wallet would still restore', async () => {
    const storage = memoryStorage()
    const handle = () =>
      puppet(ada, {
        connect: async () => puppetSession(reportOf(['t_ada'])),
        restore: async () => puppetSession(reportOf(['t_ada'])),
      })
    const first = connectorSource()
    const before = await bench({ storage, plugins: [first.plugin] })
    first.add(handle())
    await use(before).connect(ada)
    await use(before).disconnect(id)
    before.kernel.dispose()
    await tick()
    const second = connectorSource()
    const after = await bench({ storage, plugins: [second.plugin] })
    second.add(handle())
    await tick(30)
    expect(connectionsOf(after)).toEqual([])
  })
  it('A disconnect on purpose wins over storage that also lists the wallet as connected', async () => {
    const storage = savedStorage({ connections: [savedConnection(ada)], ended: [id] })
    const it = await bench({ storage, wallets: [wallet({ remembers: true })] })
    await tick(30)
    expect(connectionsOf(it)).toEqual([])
  })
  it('A disconnect on purpose does not end a new request of the person when another tab writes', async () => {
    const source = connectorSource()
    const own = await bench({ wallets: [wallet()], plugins: [source.plugin] })
    const walletSession = puppetSession(reportOf(['t_eve']))
    let approve = (_: typeof walletSession) => {}
    source.add(puppet('eve', { connect: () => new Promise(resolve => (approve = resolve)) }))
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
    approve(walletSession)
    expect(await answer).toMatchObject({ address: 't_eve', connection: 'tally/eve' })
    expect(isConnected(own, 2)).toBe(true)
  })
  it('A disconnect on purpose is forgotten when the person connects again', async () => {
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
  ])(
    'Connect, switch and disconnect work with storage that %s, with one warning',
    async (_, storage) => {
      const it = await bench({ storage, wallets: [wallet()] })
      await use(it).connect(ada)
      await use(it).switchNetwork(side)
      expect(activeNetwork(it.kernel)).toBe(side)
      await use(it).disconnect()
      expect(connectionsOf(it)).toEqual([])
      expect(it.reported).toHaveLength(1)
    },
  )
})
