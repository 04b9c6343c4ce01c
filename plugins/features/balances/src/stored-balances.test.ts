import {
  definePlugin,
  memoryStorage,
  override,
  type Plugin,
  type StorageDriver,
} from '@portico/kernel'
import { accountPartsSlot, accountTabsSlot, settingsRowsSlot } from '@portico/kernel/account'
import { currencySlice, type Holding, tokenBalancesEndpoint } from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import {
  activeAccount,
  connectionService,
  disconnectAndForget,
  disconnectedEvent,
  transactionSentEvent,
} from '@portico/kernel/session'
import { preferencesService } from '@portico/kernel/shell'
import { createTestKernel, type TestKernel, testFeaturePlugin } from '@portico/kernel/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  amounts,
  asker,
  backend,
  bench,
  chain,
  gold,
  goldOf,
  main,
  mark,
  openPreferences,
  refresh,
  setUpBench,
} from '../test/bench.js'
import {
  type BalancesOptions,
  balances,
  importTokenView,
  portfolioOf,
  portfolioService,
  portfolioSlice,
} from './index.js'
import { addedTokens } from './select.js'

setUpBench()

describe('what is stored beyond the page', () => {
  it('[S3.85] [S3.86] the balances of an account are shown at once after a reload, and are requested again in the background', async () => {
    const storage = memoryStorage()
    const first = await bench({
      storage,
      endpoints: [override(tokenBalancesEndpoint, async () => [mark(7n), goldOf(1_000_000n)])],
    })
    await refresh(first)
    await vi.advanceTimersByTimeAsync(0)
    first.dispose()
    const second = await bench({
      storage,
      endpoints: [override(tokenBalancesEndpoint, () => new Promise(() => undefined))],
    })
    await second
      .items(accountPartsSlot)
      .find(({ id }) => id === 'balances')
      ?.load()
    expect(amounts(second)).toEqual(['7 MRK', '1000000 GLD'])
    void second.use(portfolioService).refresh()
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    expect(portfolioOf(second)).toMatchObject({ phase: 'loading' })
    expect(amounts(second)).toEqual(['7 MRK', '1000000 GLD'])
  })

  it('[S3.85] A token that is added before slow storage answers does not replace the saved ones', async () => {
    const storage = memoryStorage()
    const key = 'portico.savedPortfolios'
    storage.set(
      key,
      JSON.stringify({ version: 1, saved: { portfolios: {}, added: [goldOf(1n).token] } }),
    )
    const slow: StorageDriver = {
      ...storage,
      get: async of => new Promise(resolve => setTimeout(resolve, 50, storage.get(of))),
    }
    const host = definePlugin({
      id: 'test/host',
      needs: [portfolioService],
      setup: context =>
        void context
          .use(portfolioService)
          .addToken({ ...goldOf(1n).token, asset: 'tally:main/coin:silver' }),
    })
    const started = createTestKernel({ plugins: [balances(), host], storage: slow })
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(50)
    const kernel = await started
    await vi.advanceTimersByTimeAsync(0)
    expect(addedTokens(kernel).map(({ asset }) => asset)).toEqual([
      goldOf(1n).token.asset,
      'tally:main/coin:silver',
    ])
    kernel.dispose()
  })

  it('[S3.85] The view that adds a token restores the saved ones when its code loads', async () => {
    const storage = memoryStorage()
    storage.set(
      'portico.savedPortfolios',
      JSON.stringify({ version: 1, saved: { portfolios: {}, added: [goldOf(1n).token] } }),
    )
    const kernel = await createTestKernel({ plugins: [balances()], storage })
    expect(addedTokens(kernel)).toEqual([])
    await kernel.views.entry(importTokenView.id)?.load()
    expect(addedTokens(kernel)).toEqual([goldOf(1n).token])
    kernel.dispose()
  })

  it('balances in another currency are not shown in this one', async () => {
    const storage = memoryStorage()
    const first = await bench({
      storage,
      endpoints: [override(tokenBalancesEndpoint, async () => [mark(7n)])],
    })
    await refresh(first)
    await vi.advanceTimersByTimeAsync(0)
    first.dispose()
    const second = await bench({
      storage,
      options: { currency: 'EUR' },
      endpoints: [override(tokenBalancesEndpoint, async () => [])],
    })
    expect(second.state(currencySlice).code).toBe('eur')
    expect(amounts(second)).toBeUndefined()
  })

  it('the stored balances are deleted with the last wallet; tokens that were added stay', async () => {
    const storage = memoryStorage()
    const kernel = await bench({
      storage,
      endpoints: [override(tokenBalancesEndpoint, async () => [mark(7n)])],
    })
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
    const kernel = await bench({
      storage,
      endpoints: [
        override(tokenBalancesEndpoint, () => answers.shift() as Promise<readonly Holding[]>),
      ],
    })
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
    const failed = expect(kernel.use(portfolioService).findToken('gold')).rejects.toMatchObject({
      code: 'TOKEN_NETWORK',
    })
    await vi.dynamicImportSettled()
    await failed
  })
})

describe('the parts of the plugin', () => {
  it('the plugin adds the first tab of the account, and the part for its balance', async () => {
    const kernel = await bench()
    expect(kernel.items(accountTabsSlot).map(({ id }) => id)).toEqual(['tokens'])
    expect(kernel.items(accountPartsSlot).map(({ id, place }) => [id, place])).toEqual([
      ['balances', 'balance'],
    ])
  })
})

describe('the plugin as a feature', () => {
  beforeEach(() => void vi.useRealTimers())
  testFeaturePlugin('balances', {
    plugin: () => balances(),
    items: ['tokens'],
    use: kernel => kernel.use(portfolioService).refresh(),
  })
})

describe('a token that was bought', () => {
  it('a bought token is queried from the chain once the trade was sent, like a token that the person added; invalid tokens are not, and none twice', async () => {
    const silver: Token = {
      asset: `${main}/coin:silver`,
      network: main,
      name: 'Silver',
      symbol: 'SLV',
      decimals: 6,
    }
    const requested: string[] = []
    const tokens = async (known: readonly Token[]) => {
      requested.push(known.map(({ symbol }) => symbol).join())
      return known.map(token => ({ token, amount: 7n }))
    }
    const kernel = await bench({ options: { tokens: [] }, plugins: [chain(tokens)] })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['5 MRK'])
    const account = activeAccount(kernel)
    if (!account) expect.unreachable()
    const sent = {
      hash: 'one',
      network: main,
      account,
      tokens: [silver, silver, { ...silver, asset: 7 as never }],
    }
    asker.emit(transactionSentEvent, sent)
    asker.emit(transactionSentEvent, { ...sent, hash: 'two' })
    await vi.waitUntil(async () => {
      await refresh(kernel)
      return requested.at(-1) === 'SLV'
    })
    expect(amounts(kernel)).toEqual(['5 MRK', '7 SLV'])
  })
})

describe('the currency', () => {
  const code = (kernel: TestKernel) => kernel.state(currencySlice).code
  it("the currency is the person's choice, also after a reload, else the host's; an invalid choice is ignored", async () => {
    const storage = memoryStorage()
    const requested: string[] = []
    const answer = override(tokenBalancesEndpoint, async ({ currency }) => {
      requested.push(currency)
      return [{ ...mark(5n), value: '1' }]
    })
    const kernel = await bench({
      plugins: [openPreferences],
      options: { currency: 'GBP' },
      endpoints: [answer],
      storage,
    })
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
    expect(requested).toEqual(['eur', 'gbp'])
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
    expect([kernel.state(portfolioSlice).showsHidden, row()?.tag?.(kernel)]).toEqual([
      true,
      'Shown',
    ])
    await row()?.press?.()
    expect(row()?.tag?.(kernel)).toBe('Hidden')
    await kernel.use(connectionService).disconnect()
    expect(row()).toBeUndefined()
  })

  it('the currency can be chosen in Settings where prices are available in it', async () => {
    const row = async (options: BalancesOptions, ...plugins: Plugin[]) => {
      const kernel = await bench({ plugins: [openPreferences, ...plugins], options })
      return kernel
        .items(settingsRowsSlot)
        .filter(({ id }) => id === 'currency')
        .map(({ id, tag }) => [id, tag?.(kernel)])
    }
    expect(await row({})).toEqual([])
    expect(await row({ currencies: ['eur', 'usd'], currency: 'eur' })).toEqual([
      ['currency', 'EUR'],
    ])
    expect(
      await row(
        {},
        backend(async () => []),
      ),
    ).toEqual([['currency', 'USD']])
  })
})
