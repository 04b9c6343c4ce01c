import { override } from '@portico/kernel'
import { type Holding, tokenBalancesEndpoint, tokenPricesEndpoint } from '@portico/kernel/backend'
import type { Balance } from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import {
  activeAccount,
  connectionService,
  transactionSentEvent,
  transactionSettledEvent,
} from '@portico/kernel/session'
import { displayText } from '@portico/kernel/text'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
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
  refresh,
  setUpBench,
  side,
} from '../test/bench.js'
import { nativeCoin, portfolioOf, portfolioService, portfolioSlice, tokenBalance } from './index.js'

setUpBench()

describe('the source of tokens', () => {
  it('[S1.09] [S3.06] tokens come from the backend, where one answers: the native coin and the tokens', async () => {
    const kernel = await bench({ plugins: [backend(async () => [goldOf(1_000_000n), mark(7n)])] })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['7 MRK', '1000000 GLD'])
    expect(tokenBalance(kernel)).toMatchObject([
      { symbol: 'MRK' },
      { symbol: 'GLD', address: 'tally:main:gold', value: '2' },
    ])
    expect(portfolioOf(kernel).known).toMatchObject({ source: 'backend', instead: false })
  })

  it('[S3.03] the native coin is exact decimal text with its symbol', async () => {
    const kernel = await bench({
      plugins: [
        backend(async () => [
          { ...mark(10n ** 30n + 1n), token: { ...mark(0n).token, decimals: 18 } },
        ]),
      ],
    })
    expect(nativeCoin(kernel)).toBeUndefined()
    await refresh(kernel)
    expect(nativeCoin(kernel)).toEqual({
      balance: '1000000000000.000000000000000001',
      balanceSymbol: 'MRK',
    })
  })

  it('tokens come from the chain where the backend is down, and the state says so', async () => {
    const kernel = await bench({
      plugins: [
        backend(() => Promise.reject(new RangeError('down'))),
        chain(async () => [{ token: gold, amount: 3n }]),
      ],
    })
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
    const handler = vi.fn(async () => [mark(1n)])
    const kernel = await bench({
      plugins: [backend(handler)],
      endpoints: [override(tokenBalancesEndpoint, async () => [mark(99n)])],
    })
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['99 MRK'])
    expect(portfolioOf(kernel).known?.source).toBe('host')
    expect(handler).not.toHaveBeenCalled()
  })

  it('tokens have the order of the account, from every source and in any order of its answer', async () => {
    const silver: Token = { ...gold, asset: `${main}/coin:silver`, symbol: 'SLV' }
    const unknown: Token = { ...gold, asset: `${main}/coin:unknown`, symbol: 'AAA' }
    const held = [
      { token: unknown, amount: 1n },
      { token: silver, amount: 1_000_000n, value: '1' },
      goldOf(1_000_000n),
      mark(5n),
    ]
    for (const more of [
      { plugins: [backend(async () => held)] },
      { endpoints: [override(tokenBalancesEndpoint, async () => held)] },
      {
        plugins: [
          chain(async () => [
            { token: unknown, amount: 1n },
            ...[silver, gold].map(token => ({ token, amount: 1_000_000n })),
          ]),
        ],
      },
    ]) {
      const kernel = await bench(more)
      const prices: Record<string, string> = { [silver.asset]: '1', [gold.asset]: '2' }
      asker.handle(tokenPricesEndpoint, async ({ assets }) =>
        assets.flatMap(asset =>
          prices[asset] ? { asset, symbol: 'x', price: prices[asset] } : [],
        ),
      )
      await refresh(kernel)
      expect(amounts(kernel)).toEqual(['5 MRK', '1000000 GLD', '1000000 SLV', '1 AAA'])
    }
  })

  it('[S6.09] a chain that lists no tokens gives the balance of its native coin', async () => {
    const kernel = await bench()
    await refresh(kernel)
    expect(amounts(kernel)).toEqual(['100 MRK'])
  })
})

describe('the chain as a source', () => {
  it('the chain is queried about the tokens of the host, of its lists and of the person, on this network only', async () => {
    const requested: string[][] = []
    const list = async (known: readonly Token[]) => {
      requested.push(known.map(({ asset }) => asset))
      return []
    }
    const goldOnSide: Token = { ...gold, asset: `${side}/coin:gold`, network: side }
    const kernel = await bench({ options: { tokens: [gold, goldOnSide] }, plugins: [chain(list)] })
    await kernel
      .use(portfolioService)
      .addToken({ ...gold, asset: `${main}/coin:silver`, symbol: 'SLV' })
    await refresh(kernel)
    expect(requested[0]?.sort()).toEqual([`${main}/coin:gold`, `${main}/coin:silver`])
  })

  it('the chain adds values where prices are available, and does not wait long for them', async () => {
    const kernel = await bench({
      plugins: [chain(async () => [{ token: gold, amount: 1_500_000n }])],
    })
    asker.handle(tokenPricesEndpoint, async ({ assets }) =>
      assets.map(asset => ({ asset, symbol: 'x', price: '2.5' })),
    )
    await refresh(kernel)
    expect(portfolioOf(kernel).known?.holdings).toMatchObject([
      { value: '12.5' },
      { value: '3.75' },
    ])

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

  it('[R7] an invalid figure of any source is not shown', async () => {
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
    expect(portfolioOf(kernel).known?.holdings).toEqual(
      Array.from({ length: 3 }, () => ({ token: gold, amount: 1_000_000n })),
    )
  })

  it.skipIf(!hasVectors)('[S6] names are cleaned, from every source', async () => {
    const strings = vectors<{ input: string }>('hostile-strings').cases.map(({ input }) => input)
    const named = strings.map(
      (name, at): Holding => ({
        token: { ...gold, asset: `${main}/coin:${at}`, name, symbol: name },
        amount: 1n,
      }),
    )
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
    const handler = vi.fn(async () => [mark(1n)])
    const kernel = await bench({ plugins: [backend(handler)] })
    await refresh(kernel)
    await vi.advanceTimersByTimeAsync(29_000)
    await refresh(kernel)
    expect(handler).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_001)
    await refresh(kernel)
    expect(handler).toHaveBeenCalledTimes(2)
  })

  it('[S5.23] [R8] after a failure no request is sent for 30 s; [S8.01] the failure is shown once', async () => {
    const handler = vi.fn(() => Promise.reject(new RangeError('down')))
    const native = vi.fn(() => Promise.reject(new RangeError('down too')))
    const kernel = await bench({ plugins: [backend(handler), chain(async () => [], native)] })
    await refresh(kernel)
    expect(portfolioOf(kernel)).toMatchObject({ phase: 'unavailable' })
    expect(kernel.said).toMatchObject([
      { kind: 'failure', error: { code: 'TOKEN_BALANCE', message: 'Token Balance Unavailable' } },
    ])
    await vi.advanceTimersByTimeAsync(29_000)
    await refresh(kernel)
    expect(handler).toHaveBeenCalledTimes(1)
    expect(native).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_001)
    await refresh(kernel)
    expect(handler).toHaveBeenCalledTimes(2)
    expect(kernel.said).toHaveLength(1)
  })

  it('[S8.01] a network that the host does not list has no balances and causes no failure toast, also when a service is requested and fails', async () => {
    const handler = vi.fn(() => Promise.reject(new RangeError('no endpoint')))
    const kernel = await bench({
      endpoints: [override(tokenBalancesEndpoint, handler)],
      connected: 'tally:unlisted',
    })
    await refresh(kernel)
    expect(handler).toHaveBeenCalled()
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
    expect(portfolioOf(kernel)).toMatchObject({
      phase: 'unavailable',
      known: { holdings: [mark(1n)] },
    })
  })

  it('a transaction and its confirmation each cause a new request that names the moved tokens', async () => {
    const handler = vi.fn(async (_ask: unknown) => [mark(1n)])
    const kernel = await bench({ endpoints: [override(tokenBalancesEndpoint, handler)] })
    await refresh(kernel)
    const account = activeAccount(kernel)
    if (account) asker.emit(transactionSentEvent, { hash: '1', network: main, account })
    await refresh(kernel)
    expect(handler).toHaveBeenCalledTimes(2)
    expect(handler.mock.calls[1]?.[0]).toMatchObject({ moved: ['native'] })
    asker.emit(transactionSettledEvent, {
      hash: '1',
      network: main,
      outcome: { status: 'confirmed' },
    })
    await refresh(kernel)
    expect(handler).toHaveBeenCalledTimes(3)
    expect(handler.mock.calls[2]?.[0]).toMatchObject({ moved: ['native'] })
    asker.invalidate(tokenBalancesEndpoint)
    await refresh(kernel)
    expect(handler.mock.calls[3]?.[0]).not.toHaveProperty('moved')
  })

  const interleavings = async (numRuns: number, length: number) => {
    const pending = new Map<string, ((value: readonly Holding[]) => void)[]>()
    const kernel = await bench({
      endpoints: [
        override(
          tokenBalancesEndpoint,
          ({ network }) =>
            new Promise(
              resolve =>
                void pending.set(network, [...(pending.get(network) ?? []), resolve as never]),
            ),
        ),
      ],
    })
    void kernel.use(portfolioService).refresh()
    await vi.dynamicImportSettled()
    const step = fc.constantFrom('main', 'side', 'answer main', 'answer side', 'ask')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), async steps => {
        for (const one of steps) {
          if (one === 'main' || one === 'side')
            await kernel.use(connectionService).switchNetwork(`tally:${one}`)
          else if (one === 'ask') void kernel.use(portfolioService).refresh()
          else
            for (const resolve of pending.get(`tally:${one.slice(7)}`)?.splice(0) ?? [])
              resolve([mark(one.length === 11 ? 1n : 2n, `tally:${one.slice(7)}`)])
          await vi.advanceTimersByTimeAsync(0)
          const { subject, known } = kernel.state(portfolioSlice)
          for (const { token } of known?.holdings ?? []) expect(subject).toContain(token.network)
          asker.invalidate(tokenBalancesEndpoint)
        }
      }),
      { numRuns },
    )
  }
  it('[R22] [S24] an answer for another network is dropped, whenever it comes', () =>
    interleavings(50, 12))
  it(
    '[R22] [S24] an answer for another network is dropped over 10,000 random sequences',
    { tags: 'thorough' },
    () => interleavings(10_000, 4),
  )
})
