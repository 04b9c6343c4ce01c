import { memoryStorage, override, type StorageDriver } from '@portico/kernel'
import { type Holding, type HoldingsQuery, tokenBalancesEndpoint } from '@portico/kernel/backend'
import type { NetworkId } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import { preferencesService } from '@portico/kernel/shell'
import { type TestKernel, tally, tallyNetwork, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { bench, main, mark, openPreferences, refresh, setUpBench } from '../test/bench.js'
import { networkBalancesService, networkBalancesSlice, networkRows, walletTotal } from './index.js'
import { networkPlaces } from './network-rows.js'

setUpBench()

const names = ['main', ...Array.from({ length: 9 }, (_, at) => `n${at + 1}`)] as const
const wallets = (...namespaces: readonly string[]) =>
  namespaces.map(namespace =>
    tally({ namespace, wallets: [tallyWallet({ name: namespace, accounts: [`t_${namespace}`] })] }),
  )
/** The chain of the bench, with ten networks. */
const wide = () =>
  tally({
    wallets: [tallyWallet()],
    networks: names.map(name => tallyNetwork(name)) as never,
  })
const worthOf = (network: NetworkId, value: string): Holding => ({ ...mark(1n, network), value })
/** Answers every network with this value, and records each request. */
const answering = (
  answer: (ask: HoldingsQuery) => Promise<readonly Holding[]> = async ({ network }) => [
    worthOf(network, '10'),
  ],
) => {
  const requested: string[] = []
  const endpoint = override(tokenBalancesEndpoint, async (ask: HoldingsQuery) => {
    requested.push(`${ask.network}:${ask.account.address}`)
    return answer(ask)
  })
  return { requested, endpoints: [endpoint] }
}
const connect = (kernel: TestKernel, ...namespaces: readonly string[]) =>
  Promise.all(
    namespaces.map(name => kernel.use(connectionService).connect(`${name}:org.tally.${name}`)),
  )
/** What the Account view does when it opens. */
const open = async (kernel: TestKernel) => {
  await refresh(kernel)
  const done = kernel.use(networkBalancesService).refresh()
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  await done
}
const use = async (kernel: TestKernel, ...networks: readonly NetworkId[]) => {
  for (const network of networks) {
    await kernel.use(connectionService).switchNetwork(network)
    await refresh(kernel)
  }
}
const shown = (kernel: TestKernel) => networkRows(kernel).map(({ network }) => network)

describe('the networks of the account', () => {
  it('the total covers the active network of every connected namespace, with one request each', async () => {
    const { requested, endpoints } = answering()
    const kernel = await bench({ plugins: wallets('two', 'three', 'four'), endpoints })
    await connect(kernel, 'two', 'three')
    kernel.use(connectionService).activate('tally/tally:org.tally.ada' as never)
    await open(kernel)
    expect(requested.toSorted()).toEqual([
      'tally:main:t_ada',
      'three:main:t_three',
      'two:main:t_two',
    ])
    expect(walletTotal(kernel)).toEqual({
      total: '30',
      isPartial: false,
      missing: undefined,
      missingCount: 0,
      isOutdated: false,
      isUnpriced: false,
      isEmpty: false,
    })
    await open(kernel)
    expect(requested).toHaveLength(3)
  })

  it('a network that was not used in this browser is listed and requested only after "Show all"', async () => {
    const { requested, endpoints } = answering()
    const kernel = await bench({ tally: wide(), endpoints })
    await open(kernel)
    expect([shown(kernel), networkPlaces(kernel).isMore]).toEqual([[main], true])
    expect(requested).toEqual(['tally:main:t_ada'])
    await kernel.use(networkBalancesService).showAll()
    expect(shown(kernel)).toEqual(names.map(name => `tally:${name}`))
    expect(requested).toHaveLength(names.length)
    expect([walletTotal(kernel).total, networkPlaces(kernel).isMore]).toEqual(['100', false])
  })

  it('without a backend at most six networks are requested, the ones used last', async () => {
    const { requested, endpoints } = answering()
    const kernel = await bench({ tally: wide(), endpoints })
    await use(kernel, 'tally:n1', 'tally:n2', 'tally:n3', 'tally:n4', 'tally:n5', 'tally:n6')
    await use(kernel, main)
    requested.length = 0
    await vi.advanceTimersByTimeAsync(31_000)
    await open(kernel)
    expect(requested.toSorted()).toEqual(
      ['main', 'n2', 'n3', 'n4', 'n5', 'n6'].map(name => `tally:${name}:t_ada`),
    )
    expect(shown(kernel)).toHaveLength(6)
  })

  it('five networks are shown while a sixth does not answer, whose row can be retried after its rest', async () => {
    let isDown = true
    const { requested, endpoints } = answering(async ({ network }) =>
      isDown && network === 'tally:n3'
        ? Promise.reject(new RangeError('down'))
        : [worthOf(network, '10')],
    )
    const kernel = await bench({ tally: wide(), endpoints })
    isDown = false
    await use(kernel, 'tally:n1', 'tally:n2', 'tally:n3', 'tally:n4', 'tally:n5', main)
    isDown = true
    await vi.advanceTimersByTimeAsync(31_000)
    await open(kernel)
    expect(networkRows(kernel).map(({ network, phase }) => `${network} ${phase}`)).toEqual([
      'tally:main known',
      'tally:n5 known',
      'tally:n4 known',
      'tally:n3 unavailable',
      'tally:n2 known',
      'tally:n1 known',
    ])
    expect(walletTotal(kernel)).toMatchObject({ missing: 'tally:n3', isPartial: false })
    isDown = false
    requested.length = 0
    await vi.advanceTimersByTimeAsync(31_000)
    const id = networkRows(kernel)[3]?.id ?? ''
    await kernel.use(networkBalancesService).retry(id)
    expect(requested).toEqual(['tally:n3:t_ada'])
    expect(networkRows(kernel)[3]?.phase).toBe('known')
    expect(walletTotal(kernel)).toMatchObject({ total: '60', missing: undefined })
  })

  it('a network that has not answered yet makes the total partial, and the others count', async () => {
    const { endpoints } = answering(({ network }) =>
      network === 'two:main' ? new Promise(() => {}) : Promise.resolve([worthOf(network, '10')]),
    )
    const kernel = await bench({ plugins: wallets('two'), endpoints })
    await connect(kernel, 'two')
    kernel.use(connectionService).activate('tally/tally:org.tally.ada' as never)
    await refresh(kernel)
    void kernel.use(networkBalancesService).refresh()
    await vi.advanceTimersByTimeAsync(0)
    expect(walletTotal(kernel)).toMatchObject({ total: '10', isPartial: true, isEmpty: false })
  })

  it('the account is empty only if every listed network has answered with nothing', async () => {
    const { endpoints } = answering(async ({ network }) => [
      mark(network === 'two:main' ? 1n : 0n, network),
    ])
    const kernel = await bench({ plugins: wallets('two'), endpoints })
    await open(kernel)
    expect(walletTotal(kernel).isEmpty).toBe(true)
    await connect(kernel, 'two')
    expect(walletTotal(kernel).isEmpty).toBe(false)
    await open(kernel)
    expect(walletTotal(kernel)).toMatchObject({ isEmpty: false, total: undefined })
  })

  it('the values of the other networks are there at once after a reload, and a disconnect deletes them', async () => {
    const storage = memoryStorage()
    const first = await bench({ tally: wide(), storage, ...answering() })
    await use(first, 'tally:n1', main)
    await open(first)
    await vi.advanceTimersByTimeAsync(0)
    first.dispose()
    const silent = answering(() => new Promise(() => {}))
    const second = await bench({ tally: wide(), storage, ...silent })
    void refresh(second)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    expect(shown(second)).toEqual([main, 'tally:n1'])
    expect(walletTotal(second)).toMatchObject({ total: '20', isPartial: false })
    await second.use(connectionService).disconnect()
    expect(walletTotal(second).total).toBeUndefined()
  })

  it('stored values and networks that make no sense are left out', async () => {
    const storage = memoryStorage()
    const first = await bench({ tally: wide(), storage, ...answering() })
    await use(first, 'tally:n1', main)
    await open(first)
    await vi.advanceTimersByTimeAsync(0)
    first.dispose()
    const spoilt: StorageDriver = {
      ...storage,
      get: async key =>
        (await storage.get(key))
          ?.replace('"used":[', '"used":[7,"no network",')
          .replace(/"isEmpty":false/g, '"isEmpty":"x"'),
    }
    const silent = answering(() => new Promise(() => {}))
    const second = await bench({ tally: wide(), storage: spoilt, ...silent })
    void refresh(second)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    expect(shown(second)).toEqual([main, 'tally:n1'])
    expect(networkRows(second)[1]?.summary).toBeUndefined()
  })

  it('the summary of the active network is computed once for each answer', async () => {
    const { endpoints } = answering()
    const kernel = await bench({ endpoints })
    await open(kernel)
    const first = networkRows(kernel)[0]?.summary
    expect(first).toBeDefined()
    expect(networkRows(kernel)[0]?.summary).toBe(first)
    await vi.advanceTimersByTimeAsync(31_000)
    await open(kernel)
    expect(networkRows(kernel)[0]?.summary).not.toBe(first)
  })

  it('an answer that comes after the last disconnect is not kept and not stored', async () => {
    const storage = memoryStorage()
    const late: ((found: readonly Holding[]) => void)[] = []
    let isSlow = false
    const { endpoints } = answering(({ network }) =>
      isSlow
        ? new Promise(resolve => late.push(resolve))
        : Promise.resolve([worthOf(network, '10')]),
    )
    const kernel = await bench({ tally: wide(), storage, endpoints })
    await use(kernel, 'tally:n1', main)
    await vi.advanceTimersByTimeAsync(31_000)
    isSlow = true
    const networks = kernel.use(networkBalancesService)
    const runs = [networks.refresh(), networks.retry('tally:n1:t_ada'), networks.showAll()]
    await vi.advanceTimersByTimeAsync(0)
    expect(late.length).toBeGreaterThan(1)
    await kernel.use(connectionService).disconnect()
    for (const answer of late) answer([worthOf('tally:n1', '7777')])
    await Promise.allSettled(runs)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(kernel.state(networkBalancesSlice).answers).toEqual({})
    expect(await storage.get('portico.savedPortfolios')).not.toContain('7777')
  })

  it('a network whose request was replaced by a newer one is still asking', async () => {
    let isSilent = false
    const { endpoints } = answering(({ network }) =>
      isSilent && network === 'two:main'
        ? new Promise(() => {})
        : Promise.resolve([worthOf(network, '10')]),
    )
    const kernel = await bench({ plugins: wallets('two'), endpoints })
    await connect(kernel, 'two')
    kernel.use(connectionService).activate('tally/tally:org.tally.ada' as never)
    await open(kernel)
    isSilent = true
    await vi.advanceTimersByTimeAsync(31_000)
    const { refresh: again } = kernel.use(networkBalancesService)
    void again()
    await vi.advanceTimersByTimeAsync(0)
    void again()
    await vi.advanceTimersByTimeAsync(0)
    expect(networkRows(kernel)[1]).toMatchObject({ phase: 'loading', summary: { total: '10' } })
  })

  it('values in another currency than the chosen one do not count, and the total says so', async () => {
    let isSilent = false
    const { endpoints } = answering(({ network, currency }) =>
      isSilent && network === main
        ? new Promise(() => {})
        : Promise.resolve([worthOf(network, currency === 'eur' ? '9' : '10')]),
    )
    const kernel = await bench({
      plugins: [openPreferences, ...wallets('two')],
      options: { currencies: ['usd', 'eur'] },
      endpoints,
    })
    await connect(kernel, 'two')
    kernel.use(connectionService).activate('tally/tally:org.tally.ada' as never)
    await open(kernel)
    expect(walletTotal(kernel).total).toBe('20')
    isSilent = true
    kernel.use(preferencesService).choose({ currency: 'eur' })
    void refresh(kernel)
    void kernel.use(networkBalancesService).refresh()
    await vi.advanceTimersByTimeAsync(0)
    expect(networkRows(kernel).map(({ summary }) => summary?.total)).toEqual([undefined, '9'])
    expect(walletTotal(kernel)).toMatchObject({ total: undefined, isPartial: true })
  })

  it('the last value of a network that does not answer counts, and the total is not without it', async () => {
    let isDown = false
    const { endpoints } = answering(async ({ network }) =>
      isDown && network === 'two:main'
        ? Promise.reject(new RangeError('down'))
        : [worthOf(network, '10')],
    )
    const kernel = await bench({ plugins: wallets('two'), endpoints })
    await connect(kernel, 'two')
    kernel.use(connectionService).activate('tally/tally:org.tally.ada' as never)
    await open(kernel)
    isDown = true
    await vi.advanceTimersByTimeAsync(31_000)
    await open(kernel)
    expect(networkRows(kernel)[1]).toMatchObject({ phase: 'unavailable', summary: { total: '10' } })
    expect(walletTotal(kernel)).toMatchObject({ total: '20', missing: undefined, isOutdated: true })
  })
})
