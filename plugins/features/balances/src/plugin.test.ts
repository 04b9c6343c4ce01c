import { definePlugin, memoryStorage, override, type Plugin, type PluginContext } from '@portico/kernel'
import {
  accountParts,
  accountTabs,
  activeAccount,
  type Balance,
  backendReach,
  balances as balancesCapability,
  connection,
  currencySlice,
  disconnected,
  displayText,
  type Holding,
  type NetworkId,
  nativeBalance,
  preferences,
  preferencesSlice,
  settingsRows,
  type Token,
  tokenBalances,
  tokenPrices,
  transactionSent,
  transactionSettled,
} from '@portico/kernel/contracts'
import { createTestKernel, type TestKernel, type TestKernelOptions, tally, tallyWallet, testFeaturePlugin } from '@portico/kernel/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { type BalancesOptions, balances, nativeCoin, portfolio, portfolioOf, portfolioSlice, tokenBalance } from './index.js'

const main: NetworkId = 'tally:main'
const side: NetworkId = 'tally:side'
const gold: Token = { asset: `${main}/coin:gold`, network: main, name: 'Gold', symbol: 'GLD', decimals: 6 }
const mark = (amount: bigint, network = main): Holding => ({ token: { asset: 'native', network, name: 'Mark', symbol: 'MRK', decimals: 0 }, amount })
const goldOf = (amount: bigint): Holding => ({ token: gold, amount, price: '2', value: String(amount / 500_000n) })

let asker: PluginContext<readonly [], readonly [], readonly [], readonly [typeof backendReach]>
const curious = definePlugin({
  id: 'test/curious',
  setup(context) {
    asker = context as never
    // As the account's page does it.
    context.handle(nativeBalance, async ({ account, network }, signal) => {
      const chain = context.capability(balancesCapability, network)
      return chain ? chain.native(account, network, signal) : Promise.reject(new RangeError('no chain'))
    })
  },
})
/** A backend as the plugin sees it. */
const backend = (answer: () => Promise<readonly Holding[]>): Plugin =>
  definePlugin({
    id: 'test/backend',
    provides: [backendReach],
    setup(context) {
      context.provide(backendReach, { serves: network => network === main })
      context.handle(tokenBalances, answer, { id: 'backend' })
    },
  })
/** A chain that lists tokens. */
const chain = (tokens: (known: readonly Token[]) => Promise<readonly Balance[]>, native: () => Promise<Balance> = async () => mark(5n)): Plugin =>
  definePlugin({
    id: 'test/chain',
    setup: context => void context.offer(balancesCapability, main, { native, tokenNamespace: 'coin', tokens: (_account, _network, known) => tokens(known) }),
  })

/** What a person may choose, as the shell keeps it. */
const wishes = definePlugin({
  id: 'test/wishes',
  owns: [preferencesSlice],
  provides: [preferences],
  setup: context => context.provide(preferences, { choose: change => context.update(preferencesSlice, state => void Object.assign(state, change)) }),
})
const kernels: TestKernel[] = []
async function bench({ options = {}, plugins = [], ...rest }: Partial<TestKernelOptions> & { options?: BalancesOptions } = {}) {
  const kernel = await createTestKernel({ plugins: [tally({ wallets: [tallyWallet()] }), curious, ...plugins, balances(options)], connected: main, ...rest })
  kernels.push(kernel)
  return kernel
}
const refresh = async (kernel: TestKernel) => {
  const done = kernel.use(portfolio).refresh()
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
  await done
}
const amounts = (kernel: TestKernel) => portfolioOf(kernel).known?.holdings.map(({ token, amount }) => `${amount} ${token.symbol}`)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.useRealTimers()
})

describe('where tokens come from', () => {
  it('[S1.09] [S3.06] the backend, where one answers: the native coin and the tokens', async () => {
    const kernel = await bench({ plugins: [backend(async () => [goldOf(1_000_000n), mark(7n)])] })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['7 MRK', '1000000 GLD'])
    expect(tokenBalance(kernel)).toMatchObject([{ symbol: 'MRK' }, { symbol: 'GLD', address: 'tally:main:gold', value: '2' }])
    expect(portfolioOf(kernel).known).toMatchObject({ source: 'backend', instead: false })
  })

  it('[S3.03] the native coin is exact decimal text with its symbol', async () => {
    const kernel = await bench({ plugins: [backend(async () => [{ ...mark(10n ** 30n + 1n), token: { ...mark(0n).token, decimals: 18 } }])] })
    expect(nativeCoin(kernel)).toBeUndefined()
    await refresh(kernel)
    expect(nativeCoin(kernel)).toEqual({ balance: '1000000000000.000000000000000001', balanceSymbol: 'MRK' })
  })

  it('the chain, where the backend is down; and that is told', async () => {
    const kernel = await bench({ plugins: [backend(() => Promise.reject(new RangeError('down'))), chain(async () => [{ token: gold, amount: 3n }])] })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['5 MRK', '3 GLD'])
    expect(portfolioOf(kernel).known).toMatchObject({ source: 'chain tally:main', instead: true })
    expect(kernel.said).toEqual([])
  })

  it('the chain, where there is no backend, which is nothing to tell', async () => {
    const kernel = await bench({ plugins: [chain(async () => [])] })
    await refresh(kernel)
    expect(portfolioOf(kernel).known?.instead).toBe(false)
  })

  it("the host's own handler, which replaces the others", async () => {
    const asked = vi.fn(async () => [mark(1n)])
    const kernel = await bench({ plugins: [backend(asked)], endpoints: [override(tokenBalances, async () => [mark(99n)])] })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['99 MRK'])
    expect(portfolioOf(kernel).known?.source).toBe('host')
    expect(asked).not.toHaveBeenCalled()
  })

  it('the order is that of the account, whoever answers and in whichever order', async () => {
    const silver: Token = { ...gold, asset: `${main}/coin:silver`, symbol: 'SLV' }
    const unknown: Token = { ...gold, asset: `${main}/coin:unknown`, symbol: 'AAA' }
    const held = [{ token: unknown, amount: 1n }, { token: silver, amount: 1_000_000n, value: '1' }, goldOf(1_000_000n), mark(5n)]
    for (const more of [
      { plugins: [backend(async () => held)] },
      { endpoints: [override(tokenBalances, async () => held)] },
      { plugins: [chain(async () => [{ token: unknown, amount: 1n }, ...[silver, gold].map(token => ({ token, amount: 1_000_000n }))])] },
    ]) {
      const kernel = await bench(more)
      const prices: Record<string, string> = { [silver.asset]: '1', [gold.asset]: '2' }
      asker.handle(tokenPrices, async ({ assets }) => assets.flatMap(asset => (prices[asset] ? { asset, symbol: 'x', price: prices[asset] } : [])))
      await refresh(kernel)
      expect(amounts(kernel)).toEqual(['5 MRK', '1000000 GLD', '1000000 SLV', '1 AAA'])
    }
  })

  it('[S6.09] every chain that can: one that lists no tokens has its native coin', async () => {
    const kernel = await bench()
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['100 MRK'])
  })
})

describe('the chain itself', () => {
  it('is asked about the tokens of the host, of its lists and of the person, on this network only', async () => {
    const asked: string[][] = []
    const list = async (known: readonly Token[]) => {
      asked.push(known.map(({ asset }) => asset))
      return []
    }
    const elsewhere: Token = { ...gold, asset: `${side}/coin:gold`, network: side }
    const kernel = await bench({ options: { tokens: [gold, elsewhere] }, plugins: [chain(list)] })
    await kernel.use(portfolio).addToken({ ...gold, asset: `${main}/coin:silver`, symbol: 'SLV' })
    await refresh(kernel)
    expect(asked[0]?.sort()).toEqual([`${main}/coin:gold`, `${main}/coin:silver`])
  })

  it('tells what is worth what where somebody knows prices, and does not wait long for them', async () => {
    const kernel = await bench({ plugins: [chain(async () => [{ token: gold, amount: 1_500_000n }])] })
    asker.handle(tokenPrices, async ({ assets }) => assets.map(asset => ({ asset, symbol: 'x', price: '2.5' })))
    await refresh(kernel)
    expect(portfolioOf(kernel).known?.holdings).toMatchObject([{ value: '12.5' }, { value: '3.75' }])

    asker.invalidate(tokenBalances)
    asker.invalidate(tokenPrices)
    const slow = await bench({ plugins: [chain(async () => [])] })
    asker.handle(tokenPrices, () => new Promise(() => undefined))
    const done = slow.use(portfolio).refresh()
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(2_600)
    await done
    expect(portfolioOf(slow)).toMatchObject({ phase: 'known' })
  })

  it.each([
    ['a token of another network', { token: { ...gold, network: side }, amount: 1n }],
    ['an amount below nought', { token: gold, amount: -1n }],
    ['no amount', { token: gold }],
    ['300 decimals', { token: { ...gold, decimals: 300 }, amount: 1n }],
  ])('[R7] that answers %s is not believed', async (_, answer) => {
    const kernel = await bench({ plugins: [chain(async () => [answer as Balance])] })
    await refresh(kernel)
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'unavailable' })
    expect(portfolioOf(kernel).known).toBeUndefined()
  })

  it('[R7] of figures that are none nothing is shown, whoever answers', async () => {
    const odd = (change: object) => ({ ...goldOf(1_000_000n), ...change }) as unknown as Holding
    const answer = [
      odd({ amount: Number.NaN }),
      odd({ amount: '5' }),
      odd({ amount: -1n }),
      odd({ amount: null }),
      null as unknown as Holding,
      odd({ price: Number.NaN, value: 'NaN' }),
      odd({ price: '-2', value: null }),
      odd({ price: '1e3', value: Number.POSITIVE_INFINITY }),
    ]
    const kernel = await bench({ endpoints: [override(tokenBalances, async () => answer)] })
    await refresh(kernel)
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'known' })
    expect(portfolioOf(kernel).known?.holdings).toEqual(Array.from({ length: 3 }, () => ({ token: gold, amount: 1_000_000n })))
  })

  it.skipIf(!hasVectors)('[S6] names are what can be shown of them, whoever answers', async () => {
    const strings = vectors<{ input: string }>('hostile-strings').cases.map(({ input }) => input)
    const named = strings.map((name, at): Holding => ({ token: { ...gold, asset: `${main}/coin:${at}`, name, symbol: name }, amount: 1n }))
    const kernel = await bench({ endpoints: [override(tokenBalances, async () => named)] })
    await refresh(kernel)
    const shown = portfolioOf(kernel).known?.holdings ?? []
    expect(shown.length).toBeGreaterThan(50)
    for (const { token } of shown) {
      const given = strings[Number(token.asset.split(':').at(-1))]
      expect(token.symbol).toBe(displayText(given, 24) ?? '?')
      expect(token.name).toBe(displayText(given) ?? token.symbol)
    }
  })

  it('[S3.29] what has no decimals, or nothing of it, is not in the list', async () => {
    const kernel = await bench({
      plugins: [
        chain(async () => [
          { token: { ...gold, decimals: 0 }, amount: 1n },
          { token: gold, amount: 0n },
        ]),
      ],
    })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['5 MRK'])
  })
})

describe('how often', () => {
  it('[S9.11] an answer is good for 30 s', async () => {
    const asked = vi.fn(async () => [mark(1n)])
    const kernel = await bench({ plugins: [backend(asked)] })
    await refresh(kernel)
    await vi.advanceTimersByTimeAsync(29_000)
    await refresh(kernel)
    expect(asked).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_001)
    await refresh(kernel)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('[S5.23] [R8] after a failure nobody is asked for 30 s; [S8.01] it is told once', async () => {
    const asked = vi.fn(() => Promise.reject(new RangeError('down')))
    const native = vi.fn(() => Promise.reject(new RangeError('down too')))
    const kernel = await bench({ plugins: [backend(asked), chain(async () => [], native)] })
    await refresh(kernel)
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'unavailable' })
    expect(kernel.said).toMatchObject([{ kind: 'failure', error: { code: 'TOKEN_BALANCE', message: 'Token Balance Unavailable' } }])
    await vi.advanceTimersByTimeAsync(29_000)
    await refresh(kernel)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(native).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_001)
    await refresh(kernel)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(kernel.said).toHaveLength(1)
  })

  it('[S8.01] a network that the host does not list has no balances and causes no failure toast, where a service is asked and fails', async () => {
    const asked = vi.fn(() => Promise.reject(new RangeError('no endpoint')))
    const kernel = await bench({ endpoints: [override(tokenBalances, asked)], connected: 'tally:unlisted' })
    await refresh(kernel)
    expect(asked).toHaveBeenCalled()
    expect(kernel.said).toEqual([])
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'none' })
  })

  it('[R5] what was known is known still when nobody answers', async () => {
    let answer = async (): Promise<readonly Holding[]> => [mark(1n)]
    const kernel = await bench({ endpoints: [override(tokenBalances, () => answer())] })
    await refresh(kernel)
    answer = () => Promise.reject(new RangeError('down'))
    asker.invalidate(tokenBalances)
    await refresh(kernel)
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'unavailable', known: { holdings: [mark(1n)] } })
  })

  it('a transaction makes it ask again, and say what moved; so does its end', async () => {
    const asked = vi.fn(async (_ask: unknown) => [mark(1n)])
    const kernel = await bench({ endpoints: [override(tokenBalances, asked)] })
    await refresh(kernel)
    const account = activeAccount(kernel)
    if (account) asker.emit(transactionSent, { hash: '1', network: main, account })
    await refresh(kernel)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(asked.mock.calls[1]?.[0]).toMatchObject({ moved: ['native'] })
    asker.emit(transactionSettled, { hash: '1', network: main, outcome: { status: 'confirmed' } })
    await refresh(kernel)
    expect(asked).toHaveBeenCalledTimes(3)
    expect(asked.mock.calls[2]?.[0]).toMatchObject({ moved: ['native'] })
    asker.invalidate(tokenBalances)
    await refresh(kernel)
    expect(asked.mock.calls[3]?.[0]).not.toHaveProperty('moved')
  })

  const interleavings = async (numRuns: number, length: number) => {
    const pending = new Map<string, ((value: readonly Holding[]) => void)[]>()
    const kernel = await bench({
      endpoints: [
        override(tokenBalances, ({ network }) => new Promise(resolve => void pending.set(network, [...(pending.get(network) ?? []), resolve as never]))),
      ],
    })
    void kernel.use(portfolio).refresh()
    await vi.dynamicImportSettled()
    const step = fc.constantFrom('main', 'side', 'answer main', 'answer side', 'ask')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), async steps => {
        for (const one of steps) {
          if (one === 'main' || one === 'side') await kernel.use(connection).switchNetwork(`tally:${one}`)
          else if (one === 'ask') void kernel.use(portfolio).refresh()
          else
            for (const resolve of pending.get(`tally:${one.slice(7)}`)?.splice(0) ?? []) resolve([mark(one.length === 11 ? 1n : 2n, `tally:${one.slice(7)}`)])
          await vi.advanceTimersByTimeAsync(0)
          const { subject, known } = kernel.state(portfolioSlice)
          for (const { token } of known?.holdings ?? []) expect(subject).toContain(token.network)
          asker.invalidate(tokenBalances)
        }
      }),
      { numRuns },
    )
  }
  it('[R22] [S24] an answer for another network is dropped, whenever it comes', () => interleavings(50, 12))
  it('[R22] [S24] an answer for another network is dropped over 10,000 random sequences', { tags: 'thorough' }, () => interleavings(10_000, 4))
})

describe('what outlives the page', () => {
  it('[S3.85] [S3.86] what an account has is there at once when the page comes again, and asked for meanwhile', async () => {
    const storage = memoryStorage()
    const first = await bench({ storage, endpoints: [override(tokenBalances, async () => [mark(7n), goldOf(1_000_000n)])] })
    await refresh(first)
    await vi.advanceTimersByTimeAsync(0)
    first.dispose()
    const second = await bench({ storage, endpoints: [override(tokenBalances, () => new Promise(() => undefined))] })
    expect(amounts(second)).toEqual(['7 MRK', '1000000 GLD'])
    void second.use(portfolio).refresh()
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    expect(portfolioOf(second)).toMatchObject({ phase: 'asking' })
    expect(amounts(second)).toEqual(['7 MRK', '1000000 GLD'])
  })

  it('what was found out in another currency is not shown in this one', async () => {
    const storage = memoryStorage()
    const first = await bench({ storage, endpoints: [override(tokenBalances, async () => [mark(7n)])] })
    await refresh(first)
    await vi.advanceTimersByTimeAsync(0)
    first.dispose()
    const second = await bench({ storage, options: { currency: 'EUR' }, endpoints: [override(tokenBalances, async () => [])] })
    expect(second.state(currencySlice).code).toBe('eur')
    expect(amounts(second)).toBeUndefined()
  })

  it('goes with the last wallet; tokens that were added stay', async () => {
    const storage = memoryStorage()
    const kernel = await bench({ storage, endpoints: [override(tokenBalances, async () => [mark(7n)])] })
    await kernel.use(portfolio).addToken(gold)
    await refresh(kernel)
    asker.emit(disconnected)
    await vi.advanceTimersByTimeAsync(0)
    expect(storage.get('portico.savedPortfolios')).toContain('"portfolios":{}')
    expect(storage.get('portico.savedPortfolios')).toContain('gold')
    await kernel.use(portfolio).removeToken(`${main}/coin:gold`)
    await vi.advanceTimersByTimeAsync(0)
    expect(storage.get('portico.savedPortfolios')).not.toContain('gold')
  })
})

describe('a token by its address', () => {
  it('cannot be added where the chain knows nothing of tokens', async () => {
    const kernel = await bench()
    const failed = expect(kernel.use(portfolio).findToken('gold')).rejects.toMatchObject({ code: 'TOKEN_NETWORK' })
    await vi.dynamicImportSettled()
    await failed
  })
})

describe('its places', () => {
  it('are the first tab of the account, and the place of its balance', async () => {
    const kernel = await bench()
    expect(kernel.items(accountTabs).map(({ id }) => id)).toEqual(['tokens'])
    expect(kernel.items(accountParts).map(({ id, place }) => [id, place])).toEqual([['balances', 'balance']])
  })
})

describe('as every feature', () => {
  beforeEach(() => void vi.useRealTimers())
  testFeaturePlugin('balances', { plugin: () => balances(), items: ['tokens'], use: kernel => kernel.use(portfolio).refresh() })
})

describe('what was bought', () => {
  it('is asked of the chain once it was sent, as what the person added; unsound tokens are not, and none is asked twice', async () => {
    const silver: Token = { asset: `${main}/coin:silver`, network: main, name: 'Silver', symbol: 'SLV', decimals: 6 }
    const asked: string[] = []
    const tokens = async (known: readonly Token[]) => {
      asked.push(known.map(({ symbol }) => symbol).join())
      return known.map(token => ({ token, amount: 7n }))
    }
    const kernel = await bench({ options: { tokens: [] }, plugins: [chain(tokens)] })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['5 MRK'])
    const account = activeAccount(kernel)
    if (!account) expect.unreachable()
    const sent = { hash: 'one', network: main, account, tokens: [silver, silver, { ...silver, asset: 7 as never }] }
    asker.emit(transactionSent, sent)
    asker.emit(transactionSent, { ...sent, hash: 'two' })
    await vi.waitUntil(async () => {
      await refresh(kernel)
      return asked.at(-1) === 'SLV'
    })
    expect(amounts(kernel)).toEqual(['5 MRK', '7 SLV'])
  })
})

describe('the currency', () => {
  const code = (kernel: TestKernel) => kernel.state(currencySlice).code
  it("is the person's choice, over a reload, else the host's; what is not to be chosen counts for nothing", async () => {
    const storage = memoryStorage()
    const asked: string[] = []
    const answer = override(tokenBalances, async ({ currency }) => {
      asked.push(currency)
      return [{ ...mark(5n), value: '1' }]
    })
    const kernel = await bench({ plugins: [wishes], options: { currency: 'GBP' }, endpoints: [answer], storage })
    expect(code(kernel)).toBe('gbp')
    kernel.use(preferences).choose({ currency: 'eur' })
    expect(code(kernel)).toBe('eur')
    await refresh(kernel)
    expect(portfolioOf(kernel).known?.currency).toBe('eur')
    for (const nonsense of ['btc', '__proto__', 'euro', '']) {
      kernel.use(preferences).choose({ currency: nonsense })
      expect(code(kernel)).toBe('gbp')
    }
    await refresh(kernel)
    expect(asked).toEqual(['eur', 'gbp'])
    // What was known in another currency is no value in this one.
    kernel.use(preferences).choose({ currency: 'jpy' })
    expect(portfolioOf(kernel).known?.currency).toBe('gbp')
  })

  it('can be chosen in Settings where somebody may know prices in it', async () => {
    const row = async (options: BalancesOptions, ...plugins: Plugin[]) => {
      const kernel = await bench({ plugins: [wishes, ...plugins], options })
      return kernel.items(settingsRows).map(({ id, tag }) => [id, tag?.(kernel)])
    }
    expect(await row({})).toEqual([])
    expect(await row({ currencies: ['eur', 'usd'], currency: 'eur' })).toEqual([['currency', 'EUR']])
    expect(
      await row(
        {},
        backend(async () => []),
      ),
    ).toEqual([['currency', 'USD']])
  })
})
