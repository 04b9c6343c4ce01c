import { definePlugin, memoryStorage, override, type Plugin, type PluginContext, type StorageDriver } from '@portico/kernel'
import { accountPartsSlot, accountTabsSlot, settingsRowsSlot } from '@portico/kernel/account'
import { backendReachService, currencySlice, type Holding, nativeBalanceEndpoint, tokenBalancesEndpoint, tokenPricesEndpoint } from '@portico/kernel/backend'
import { type Balance, balancesCapability } from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import {
  activeAccount,
  connectionService,
  disconnectAndForget,
  disconnectedEvent,
  transactionSentEvent,
  transactionSettledEvent,
} from '@portico/kernel/session'
import { preferencesService, preferencesSlice } from '@portico/kernel/shell'
import { createTestKernel, type TestKernel, type TestKernelOptions, tally, tallyWallet, testFeaturePlugin } from '@portico/kernel/testing'
import { displayText } from '@portico/kernel/text'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { type BalancesOptions, balances, importTokenView, nativeCoin, portfolioOf, portfolioService, portfolioSlice, tokenBalance } from './index.js'
import { addedTokens } from './select.js'

const main: NetworkId = 'tally:main'
const side: NetworkId = 'tally:side'
const gold: Token = { asset: `${main}/coin:gold`, network: main, name: 'Gold', symbol: 'GLD', decimals: 6 }
const mark = (amount: bigint, network = main): Holding => ({ token: { asset: 'native', network, name: 'Mark', symbol: 'MRK', decimals: 0 }, amount })
const goldOf = (amount: bigint): Holding => ({ token: gold, amount, price: '2', value: String(amount / 500_000n) })

let asker: PluginContext<readonly [], readonly [], readonly [], readonly [typeof backendReachService]>
const curious = definePlugin({
  id: 'test/curious',
  setup(context) {
    asker = context as never
    // Like the account's page.
    context.handle(nativeBalanceEndpoint, async ({ account, network }, signal) => {
      const chain = context.capability(balancesCapability, network)
      return chain ? chain.native(account, network, signal) : Promise.reject(new RangeError('no chain'))
    })
  },
})
/** Creates a backend with the given answer. */
const backend = (answer: () => Promise<readonly Holding[]>): Plugin =>
  definePlugin({
    id: 'test/backend',
    provides: [backendReachService],
    setup(context) {
      context.provide(backendReachService, { serves: network => network === main })
      context.handle(tokenBalancesEndpoint, answer, { id: 'backend' })
    },
  })
/** Creates a chain that lists tokens. */
const chain = (tokens: (known: readonly Token[]) => Promise<readonly Balance[]>, native: () => Promise<Balance> = async () => mark(5n)): Plugin =>
  definePlugin({
    id: 'test/chain',
    setup: context => void context.offer(balancesCapability, main, { native, tokenNamespace: 'coin', tokens: (_account, _network, known) => tokens(known) }),
  })

/** A plugin that stores the person's choices, like the shell. */
const wishes = definePlugin({
  id: 'test/wishes',
  owns: [preferencesSlice],
  provides: [preferencesService],
  setup: context => context.provide(preferencesService, { choose: change => context.update(preferencesSlice, state => void Object.assign(state, change)) }),
})
const kernels: TestKernel[] = []
async function bench({ options = {}, plugins = [], ...rest }: Partial<TestKernelOptions> & { options?: BalancesOptions } = {}) {
  const kernel = await createTestKernel({ plugins: [tally({ wallets: [tallyWallet()] }), curious, ...plugins, balances(options)], connected: main, ...rest })
  kernels.push(kernel)
  return kernel
}
const refresh = async (kernel: TestKernel) => {
  const done = kernel.use(portfolioService).refresh()
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

describe('the source of tokens', () => {
  it('[S1.09] [S3.06] tokens come from the backend, where one answers: the native coin and the tokens', async () => {
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

  it('tokens come from the chain where the backend is down, and the state says so', async () => {
    const kernel = await bench({ plugins: [backend(() => Promise.reject(new RangeError('down'))), chain(async () => [{ token: gold, amount: 3n }])] })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['5 MRK', '3 GLD'])
    expect(portfolioOf(kernel).known).toMatchObject({ source: 'chain tally:main', instead: true })
    expect(kernel.said).toEqual([])
  })

  it('tokens come from the chain where there is no backend, and the state has no notice', async () => {
    const kernel = await bench({ plugins: [chain(async () => [])] })
    await refresh(kernel)
    expect(portfolioOf(kernel).known?.instead).toBe(false)
  })

  it("tokens come from the host's own handler, which replaces the others", async () => {
    const asked = vi.fn(async () => [mark(1n)])
    const kernel = await bench({ plugins: [backend(asked)], endpoints: [override(tokenBalancesEndpoint, async () => [mark(99n)])] })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['99 MRK'])
    expect(portfolioOf(kernel).known?.source).toBe('host')
    expect(asked).not.toHaveBeenCalled()
  })

  it('tokens have the order of the account, whatever source answers and in whichever order', async () => {
    const silver: Token = { ...gold, asset: `${main}/coin:silver`, symbol: 'SLV' }
    const unknown: Token = { ...gold, asset: `${main}/coin:unknown`, symbol: 'AAA' }
    const held = [{ token: unknown, amount: 1n }, { token: silver, amount: 1_000_000n, value: '1' }, goldOf(1_000_000n), mark(5n)]
    for (const more of [
      { plugins: [backend(async () => held)] },
      { endpoints: [override(tokenBalancesEndpoint, async () => held)] },
      { plugins: [chain(async () => [{ token: unknown, amount: 1n }, ...[silver, gold].map(token => ({ token, amount: 1_000_000n }))])] },
    ]) {
      const kernel = await bench(more)
      const prices: Record<string, string> = { [silver.asset]: '1', [gold.asset]: '2' }
      asker.handle(tokenPricesEndpoint, async ({ assets }) => assets.flatMap(asset => (prices[asset] ? { asset, symbol: 'x', price: prices[asset] } : [])))
      await refresh(kernel)
      expect(amounts(kernel)).toEqual(['5 MRK', '1000000 GLD', '1000000 SLV', '1 AAA'])
    }
  })

  it('[S6.09] every chain that can answers: one that lists no tokens has its native coin', async () => {
    const kernel = await bench()
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['100 MRK'])
  })
})

describe('the chain as a source', () => {
  it('the chain is queried about the tokens of the host, of its lists and of the person, on this network only', async () => {
    const asked: string[][] = []
    const list = async (known: readonly Token[]) => {
      asked.push(known.map(({ asset }) => asset))
      return []
    }
    const elsewhere: Token = { ...gold, asset: `${side}/coin:gold`, network: side }
    const kernel = await bench({ options: { tokens: [gold, elsewhere] }, plugins: [chain(list)] })
    await kernel.use(portfolioService).addToken({ ...gold, asset: `${main}/coin:silver`, symbol: 'SLV' })
    await refresh(kernel)
    expect(asked[0]?.sort()).toEqual([`${main}/coin:gold`, `${main}/coin:silver`])
  })

  it('the chain adds values where prices are available, and does not wait long for them', async () => {
    const kernel = await bench({ plugins: [chain(async () => [{ token: gold, amount: 1_500_000n }])] })
    asker.handle(tokenPricesEndpoint, async ({ assets }) => assets.map(asset => ({ asset, symbol: 'x', price: '2.5' })))
    await refresh(kernel)
    expect(portfolioOf(kernel).known?.holdings).toMatchObject([{ value: '12.5' }, { value: '3.75' }])

    asker.invalidate(tokenBalancesEndpoint)
    asker.invalidate(tokenPricesEndpoint)
    const slow = await bench({ plugins: [chain(async () => [])] })
    asker.handle(tokenPricesEndpoint, () => new Promise(() => undefined))
    const done = slow.use(portfolioService).refresh()
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(2_600)
    await done
    expect(portfolioOf(slow)).toMatchObject({ phase: 'known' })
  })

  it.each([
    ['a token of another network', { token: { ...gold, network: side }, amount: 1n }],
    ['a negative amount', { token: gold, amount: -1n }],
    ['no amount', { token: gold }],
    ['300 decimals', { token: { ...gold, decimals: 300 }, amount: 1n }],
  ])('[R7] an answer of the chain is rejected when it has %s', async (_, answer) => {
    const kernel = await bench({ plugins: [chain(async () => [answer as Balance])] })
    await refresh(kernel)
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'unavailable' })
    expect(portfolioOf(kernel).known).toBeUndefined()
  })

  it('[R7] an invalid figure is not shown, whatever source answers', async () => {
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
    const kernel = await bench({ endpoints: [override(tokenBalancesEndpoint, async () => answer)] })
    await refresh(kernel)
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'known' })
    expect(portfolioOf(kernel).known?.holdings).toEqual(Array.from({ length: 3 }, () => ({ token: gold, amount: 1_000_000n })))
  })

  it.skipIf(!hasVectors)('[S6] names are cleaned, whatever source answers', async () => {
    const strings = vectors<{ input: string }>('hostile-strings').cases.map(({ input }) => input)
    const named = strings.map((name, at): Holding => ({ token: { ...gold, asset: `${main}/coin:${at}`, name, symbol: name }, amount: 1n }))
    const kernel = await bench({ endpoints: [override(tokenBalancesEndpoint, async () => named)] })
    await refresh(kernel)
    const shown = portfolioOf(kernel).known?.holdings ?? []
    expect(shown.length).toBeGreaterThan(50)
    for (const { token } of shown) {
      const given = strings[Number(token.asset.split(':').at(-1))]
      expect(token.symbol).toBe(displayText(given, 24) ?? '?')
      expect(token.name).toBe(displayText(given) ?? token.symbol)
    }
  })

  it('[S3.29] a token without decimals, or without a balance, is not in the list', async () => {
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

describe('the frequency of requests', () => {
  it('[S9.11] an answer is reused for 30 s', async () => {
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

  it('[S5.23] [R8] after a failure no request is sent for 30 s; [S8.01] the failure is shown once', async () => {
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

  it('[S8.01] a network that the host does not list has no balances and causes no failure toast, also when a service is requested and fails', async () => {
    const asked = vi.fn(() => Promise.reject(new RangeError('no endpoint')))
    const kernel = await bench({ endpoints: [override(tokenBalancesEndpoint, asked)], connected: 'tally:unlisted' })
    await refresh(kernel)
    expect(asked).toHaveBeenCalled()
    expect(kernel.said).toEqual([])
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'none' })
  })

  it('[R5] the known balances stay when every source fails', async () => {
    let answer = async (): Promise<readonly Holding[]> => [mark(1n)]
    const kernel = await bench({ endpoints: [override(tokenBalancesEndpoint, () => answer())] })
    await refresh(kernel)
    answer = () => Promise.reject(new RangeError('down'))
    asker.invalidate(tokenBalancesEndpoint)
    await refresh(kernel)
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'unavailable', known: { holdings: [mark(1n)] } })
  })

  it('a transaction causes a new request that names what moved; so does its end', async () => {
    const asked = vi.fn(async (_ask: unknown) => [mark(1n)])
    const kernel = await bench({ endpoints: [override(tokenBalancesEndpoint, asked)] })
    await refresh(kernel)
    const account = activeAccount(kernel)
    if (account) asker.emit(transactionSentEvent, { hash: '1', network: main, account })
    await refresh(kernel)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(asked.mock.calls[1]?.[0]).toMatchObject({ moved: ['native'] })
    asker.emit(transactionSettledEvent, { hash: '1', network: main, outcome: { status: 'confirmed' } })
    await refresh(kernel)
    expect(asked).toHaveBeenCalledTimes(3)
    expect(asked.mock.calls[2]?.[0]).toMatchObject({ moved: ['native'] })
    asker.invalidate(tokenBalancesEndpoint)
    await refresh(kernel)
    expect(asked.mock.calls[3]?.[0]).not.toHaveProperty('moved')
  })

  const interleavings = async (numRuns: number, length: number) => {
    const pending = new Map<string, ((value: readonly Holding[]) => void)[]>()
    const kernel = await bench({
      endpoints: [
        override(
          tokenBalancesEndpoint,
          ({ network }) => new Promise(resolve => void pending.set(network, [...(pending.get(network) ?? []), resolve as never])),
        ),
      ],
    })
    void kernel.use(portfolioService).refresh()
    await vi.dynamicImportSettled()
    const step = fc.constantFrom('main', 'side', 'answer main', 'answer side', 'ask')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), async steps => {
        for (const one of steps) {
          if (one === 'main' || one === 'side') await kernel.use(connectionService).switchNetwork(`tally:${one}`)
          else if (one === 'ask') void kernel.use(portfolioService).refresh()
          else
            for (const resolve of pending.get(`tally:${one.slice(7)}`)?.splice(0) ?? []) resolve([mark(one.length === 11 ? 1n : 2n, `tally:${one.slice(7)}`)])
          await vi.advanceTimersByTimeAsync(0)
          const { subject, known } = kernel.state(portfolioSlice)
          for (const { token } of known?.holdings ?? []) expect(subject).toContain(token.network)
          asker.invalidate(tokenBalancesEndpoint)
        }
      }),
      { numRuns },
    )
  }
  it('[R22] [S24] an answer for another network is dropped, whenever it comes', () => interleavings(50, 12))
  it('[R22] [S24] an answer for another network is dropped over 10,000 random sequences', { tags: 'thorough' }, () => interleavings(10_000, 4))
})

describe('what is stored beyond the page', () => {
  it('[S3.85] [S3.86] the balances of an account are there at once after a reload, and are requested again meanwhile', async () => {
    const storage = memoryStorage()
    const first = await bench({ storage, endpoints: [override(tokenBalancesEndpoint, async () => [mark(7n), goldOf(1_000_000n)])] })
    await refresh(first)
    await vi.advanceTimersByTimeAsync(0)
    first.dispose()
    const second = await bench({ storage, endpoints: [override(tokenBalancesEndpoint, () => new Promise(() => undefined))] })
    await second
      .items(accountPartsSlot)
      .find(({ id }) => id === 'balances')
      ?.load()
    expect(amounts(second)).toEqual(['7 MRK', '1000000 GLD'])
    void second.use(portfolioService).refresh()
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    expect(portfolioOf(second)).toMatchObject({ phase: 'asking' })
    expect(amounts(second)).toEqual(['7 MRK', '1000000 GLD'])
  })

  it('[S3.85] A token that is added before slow storage answers does not replace the saved ones', async () => {
    const storage = memoryStorage()
    const key = 'portico.savedPortfolios'
    storage.set(key, JSON.stringify({ version: 1, saved: { portfolios: {}, added: [goldOf(1n).token] } }))
    const slow: StorageDriver = { ...storage, get: async of => new Promise(resolve => setTimeout(resolve, 50, storage.get(of))) }
    const host = definePlugin({
      id: 'test/host',
      needs: [portfolioService],
      setup: context => void context.use(portfolioService).addToken({ ...goldOf(1n).token, asset: 'tally:main/coin:silver' }),
    })
    const started = createTestKernel({ plugins: [balances(), host], storage: slow })
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(50)
    const kernel = await started
    await vi.advanceTimersByTimeAsync(0)
    expect(addedTokens(kernel).map(({ asset }) => asset)).toEqual([goldOf(1n).token.asset, 'tally:main/coin:silver'])
    kernel.dispose()
  })

  it('[S3.85] The view that adds a token restores the saved ones when its code loads', async () => {
    const storage = memoryStorage()
    storage.set('portico.savedPortfolios', JSON.stringify({ version: 1, saved: { portfolios: {}, added: [goldOf(1n).token] } }))
    const kernel = await createTestKernel({ plugins: [balances()], storage })
    expect(addedTokens(kernel)).toEqual([])
    await kernel.views.entry(importTokenView.id)?.load()
    expect(addedTokens(kernel)).toEqual([goldOf(1n).token])
    kernel.dispose()
  })

  it('balances in another currency are not shown in this one', async () => {
    const storage = memoryStorage()
    const first = await bench({ storage, endpoints: [override(tokenBalancesEndpoint, async () => [mark(7n)])] })
    await refresh(first)
    await vi.advanceTimersByTimeAsync(0)
    first.dispose()
    const second = await bench({ storage, options: { currency: 'EUR' }, endpoints: [override(tokenBalancesEndpoint, async () => [])] })
    expect(second.state(currencySlice).code).toBe('eur')
    expect(amounts(second)).toBeUndefined()
  })

  it('the stored balances are deleted with the last wallet; tokens that were added stay', async () => {
    const storage = memoryStorage()
    const kernel = await bench({ storage, endpoints: [override(tokenBalancesEndpoint, async () => [mark(7n)])] })
    await kernel.use(portfolioService).addToken(gold)
    await refresh(kernel)
    asker.emit(disconnectedEvent)
    await vi.advanceTimersByTimeAsync(0)
    expect(storage.get('portico.savedPortfolios')).toContain('"portfolios":{}')
    expect(storage.get('portico.savedPortfolios')).toContain('gold')
    await kernel.use(portfolioService).removeToken(`${main}/coin:gold`)
    await vi.advanceTimersByTimeAsync(0)
    expect(storage.get('portico.savedPortfolios')).not.toContain('gold')
  })
})

describe('balances when everything is forgotten', () => {
  it('the stored balances and the added tokens are deleted, and an answer that comes later is not stored', async () => {
    const texts = new Map<string, string>()
    const storage: StorageDriver = {
      get: key => texts.get(key),
      set: (key, text) => texts.set(key, text),
      remove: key => texts.delete(key),
    }
    let answer: (holdings: readonly Holding[]) => void = () => undefined
    const late = new Promise<readonly Holding[]>(resolve => {
      answer = resolve
    })
    const answers = [Promise.resolve([mark(7n)]), late]
    const kernel = await bench({ storage, endpoints: [override(tokenBalancesEndpoint, () => answers.shift() as Promise<readonly Holding[]>)] })
    await kernel.use(portfolioService).addToken(gold)
    await refresh(kernel)
    asker.invalidate(tokenBalancesEndpoint)
    const refreshed = kernel.use(portfolioService).refresh()
    await vi.advanceTimersByTimeAsync(0)
    const forgotten = disconnectAndForget(kernel)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(10)
    await forgotten
    expect([...texts.keys()]).toEqual([])
    answer([mark(8n)])
    await refreshed
    await vi.advanceTimersByTimeAsync(0)
    expect([[...texts.keys()], amounts(kernel), addedTokens(kernel)]).toEqual([[], undefined, []])
  })

  it('another tab that loses its connection writes no empty list', async () => {
    const set = vi.fn()
    const kernel = await bench({ storage: { get: () => undefined, set, remove: () => undefined } })
    await kernel.views.entry(importTokenView.id)?.load()
    const done = kernel.use(portfolioService).showHidden(true)
    await vi.dynamicImportSettled()
    await done
    set.mockClear()
    asker.emit(disconnectedEvent)
    await vi.advanceTimersByTimeAsync(0)
    expect(set.mock.calls.filter(([key]) => key === 'portico.savedPortfolios')).toEqual([])
  })
})

describe('a token by its address', () => {
  it('a token cannot be added where the chain does not support tokens', async () => {
    const kernel = await bench()
    const failed = expect(kernel.use(portfolioService).findToken('gold')).rejects.toMatchObject({ code: 'TOKEN_NETWORK' })
    await vi.dynamicImportSettled()
    await failed
  })
})

describe('the parts of the plugin', () => {
  it('the plugin adds the first tab of the account, and the part for its balance', async () => {
    const kernel = await bench()
    expect(kernel.items(accountTabsSlot).map(({ id }) => id)).toEqual(['tokens'])
    expect(kernel.items(accountPartsSlot).map(({ id, place }) => [id, place])).toEqual([['balances', 'balance']])
  })
})

describe('the plugin as a feature', () => {
  beforeEach(() => void vi.useRealTimers())
  testFeaturePlugin('balances', { plugin: () => balances(), items: ['tokens'], use: kernel => kernel.use(portfolioService).refresh() })
})

describe('a token that was bought', () => {
  it('a bought token is queried from the chain once the trade was sent, like a token that the person added; invalid tokens are not, and none twice', async () => {
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
    asker.emit(transactionSentEvent, sent)
    asker.emit(transactionSentEvent, { ...sent, hash: 'two' })
    await vi.waitUntil(async () => {
      await refresh(kernel)
      return asked.at(-1) === 'SLV'
    })
    expect(amounts(kernel)).toEqual(['5 MRK', '7 SLV'])
  })
})

describe('the currency', () => {
  const code = (kernel: TestKernel) => kernel.state(currencySlice).code
  it("the currency is the person's choice, also after a reload, else the host's; an invalid choice is ignored", async () => {
    const storage = memoryStorage()
    const asked: string[] = []
    const answer = override(tokenBalancesEndpoint, async ({ currency }) => {
      asked.push(currency)
      return [{ ...mark(5n), value: '1' }]
    })
    const kernel = await bench({ plugins: [wishes], options: { currency: 'GBP' }, endpoints: [answer], storage })
    expect(code(kernel)).toBe('gbp')
    kernel.use(preferencesService).choose({ currency: 'eur' })
    expect(code(kernel)).toBe('eur')
    await refresh(kernel)
    expect(portfolioOf(kernel).known?.currency).toBe('eur')
    for (const nonsense of ['btc', '__proto__', 'euro', '']) {
      kernel.use(preferencesService).choose({ currency: nonsense })
      expect(code(kernel)).toBe('gbp')
    }
    await refresh(kernel)
    expect(asked).toEqual(['eur', 'gbp'])
    // A value in another currency is no value in this one.
    kernel.use(preferencesService).choose({ currency: 'jpy' })
    expect(portfolioOf(kernel).known?.currency).toBe('gbp')
  })

  it('hidden tokens are shown and hidden in Settings, while a wallet is connected', async () => {
    const kernel = await bench()
    const row = () => kernel.items(settingsRowsSlot).find(({ id }) => id === 'hiddenTokens')
    expect(row()?.tag?.(kernel)).toBe('Hidden')
    const pressed = row()?.press?.()
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    await pressed
    expect([kernel.state(portfolioSlice).showsHidden, row()?.tag?.(kernel)]).toEqual([true, 'Shown'])
    await row()?.press?.()
    expect(row()?.tag?.(kernel)).toBe('Hidden')
    await kernel.use(connectionService).disconnect()
    expect(row()).toBeUndefined()
  })

  it('the currency can be chosen in Settings where prices are available in it', async () => {
    const row = async (options: BalancesOptions, ...plugins: Plugin[]) => {
      const kernel = await bench({ plugins: [wishes, ...plugins], options })
      return kernel
        .items(settingsRowsSlot)
        .filter(({ id }) => id === 'currency')
        .map(({ id, tag }) => [id, tag?.(kernel)])
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
