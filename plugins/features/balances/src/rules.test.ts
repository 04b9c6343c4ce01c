import type { Holding } from '@portico/kernel/backend'
import type { AssetId, NetworkId, Token } from '@portico/kernel/chain'
import { formatAmount } from '@portico/kernel/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { parseAddress } from '../../../chains/eip155/src/addresses/addresses.js'
import type { KnownPortfolio, Saved } from './portfolio.js'
import { isLowQuality, isSmall, isSpam, sift, tokenBalanceOf, totalOf } from './rules.js'
import { readSaved, withAdded, withNetworks, withPortfolio } from './saved.js'
import { shippedTokens } from './tokens/shipped-tokens.js'
import { readTokenList } from './tokens/token-list.js'

const network: NetworkId = 'tally:main'
const holding = (
  symbol: string,
  more: Partial<Omit<Holding, 'token'>> & { readonly token?: Partial<Token> } = {},
): Holding => ({
  amount: 1_000_000n,
  ...more,
  token: {
    asset: `${network}/coin:${symbol.replace(/\W/g, '')}`,
    network,
    name: symbol,
    symbol,
    decimals: 6,
    ...more.token,
  },
})
const mark = holding('MRK', { token: { asset: 'native' } })
const sight = (...vouched: readonly AssetId[]) => ({ vouched, smallBelow: '0.01' })
const symbols = (list: readonly Holding[]) => list.map(({ token }) => token.symbol)

describe('a token balance', () => {
  it('[S3.27] a token balance has name, symbol, chainId, address, value, price, quantity and iconUrl', () => {
    const gold = holding('GLD', {
      price: '2',
      value: '2',
      token: { name: 'Gold', imageUrl: 'https://icons.example/g.png' },
    })
    expect(tokenBalanceOf(gold)).toEqual({
      name: 'Gold',
      symbol: 'GLD',
      chainId: network,
      address: 'tally:main:GLD',
      value: '2',
      price: '2',
      quantity: { decimals: '6', numeric: '1' },
      iconUrl: 'https://icons.example/g.png',
    })
  })
  it('[S3.28] a token balance has an address of three parts, and none for the native coin', () => {
    expect(tokenBalanceOf(holding('GLD')).address).toMatch(/^[^:]+:[^:]+:[^:]+$/)
    expect(tokenBalanceOf(mark)).not.toHaveProperty('address')
  })
  it('[S3.29] a token without decimals is of low quality, except for the native coin', () => {
    expect(isLowQuality(holding('APE', { token: { decimals: 0 } }))).toBe(true)
    expect(isLowQuality(holding('GLD'))).toBe(false)
    expect(isLowQuality({ ...mark, token: { ...mark.token, decimals: 0 } })).toBe(false)
  })
})

describe('the total', () => {
  it('the total is exact, and undefined where no price is known', () => {
    expect(
      totalOf([holding('A', { value: '0.1' }), holding('B', { value: '0.2' }), holding('C')]),
    ).toBe('0.3')
    expect(totalOf([holding('A')])).toBeUndefined()
  })
  it('the total of random values equals the sum of whole numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 40n }), { minLength: 1, maxLength: 20 }),
        values => {
          const sum = values.reduce((total, value) => total + value, 0n)
          expect(
            totalOf(values.map(value => holding('A', { value: formatAmount(value, 18) }))),
          ).toBe(formatAmount(sum, 18))
        },
      ),
    )
  })
})

describe('hidden tokens', () => {
  it.each([
    ['Visit gold-claim.com', 'GLD', true],
    ['Gold', 'https://t.me/x', true],
    ['$1000 airdrop', 'AIR', true],
    ['Reward', 'RWD', true],
    ['Mark', 'mrk', true],
    ['Dr. Pepper', 'PEP', false],
    ['yearn.finance', 'YFI', true],
    ['USD Coin', 'USDC', false],
    ['Gold', 'GLD', false],
  ])('%s (%s) is spam: %s', (name, symbol, spam) => {
    const token = holding('X', { token: { name, symbol } })
    expect(isSpam(token, 'MRK', sight())).toBe(spam)
    expect(
      isSpam(token, 'MRK', sight(token.token.asset as AssetId)),
      'unless a list vouches for it',
    ).toBe(false)
  })
  it.each([
    ['0.009', true],
    ['0.01', false],
    [undefined, false],
    ['0', true],
  ])('a token worth %s is small: %s', (value, small) => {
    expect(isSmall(holding('A', value === undefined ? {} : { value }), sight())).toBe(small)
  })
  it('neither the native coin nor an added token is hidden; a token that is only small counts in the total', () => {
    const [small, added, lure] = [
      holding('S', { value: '0.001' }),
      holding('P', { value: '0.002' }),
      holding('visit', { value: '1000' }),
    ]
    const sifted = sift([{ ...mark, value: '0' }, small, added, lure], sight(), [added.token.asset])
    expect(symbols(sifted.shown)).toEqual(['MRK', 'P'])
    expect(symbols(sifted.hidden)).toEqual(['S', 'visit'])
    expect(sifted.total).toBe('0.003')
  })
})

describe('token lists', () => {
  it
    .skipIf(!hasVectors)
    .each(vectors<{ file: string; valid: boolean; list: unknown }>('token-lists').cases)(
    'the token list $file is accepted: $valid',
    ({ list, valid }) => {
      const read = () => readTokenList(list)
      if (valid) expect(read().tokens.length).toBeGreaterThan(0)
      else expect(read).toThrow()
    },
  )
  it('the shipped token list has addresses with a valid checksum, each once on its network', () => {
    for (const { address } of shippedTokens) expect(parseAddress(address)).toBe(address)
    expect(new Set(shippedTokens.map(({ chainId, address }) => `${chainId} ${address}`)).size).toBe(
      shippedTokens.length,
    )
    expect(() =>
      readTokenList({
        name: 'Ours',
        timestamp: '2026-01-01T00:00:00Z',
        version: { major: 1, minor: 0, patch: 0 },
        tokens: shippedTokens,
      }),
    ).not.toThrow()
  })
})

const known = (holdings: readonly Holding[], at = 1): KnownPortfolio => ({
  holdings,
  at,
  currency: 'usd',
  source: 'host',
  instead: false,
  vouched: [],
  smallBelow: '0.01',
})
describe('what is stored beyond the page', () => {
  const nothing: Saved = { portfolios: {}, added: [], used: [], networks: {} }
  it('[S3.85] stored balances are read as they were written', () => {
    const saved = withPortfolio({ ...nothing, added: [holding('A').token] }, 'one', known([mark]))
    expect(readSaved(saved)).toEqual(saved)
  })
  it('stored balances are empty where they are invalid', () => {
    for (const found of [undefined, null, 1, 'x', [], { portfolios: [], added: {} }])
      expect(readSaved(found)).toEqual(nothing)
    const broken = [
      {},
      { ...known([]), at: Number.NaN },
      known([{ ...mark, amount: 5 as never }]),
      known([{ ...mark, price: '1e3' }]),
      known([{ ...mark, amount: -1n }]),
    ]
    for (const one of broken)
      expect(readSaved({ portfolios: { a: one }, added: [{ asset: 1 }] })).toEqual(nothing)
  })
  it('stored balances fit into storage, however many there are: the newest accounts stay', () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      holding(`T${at}`, {
        price: '1',
        value: '1',
        token: { name: 'N'.repeat(60), imageUrl: `https://x.example/${'y'.repeat(200)}` },
      }),
    )
    const saved = Array.from({ length: 9 }, (_, at) => at).reduce(
      (all, at) => withPortfolio(all, `s${at}`, known(many, at)),
      nothing,
    )
    const length = JSON.stringify(saved, (_, value) =>
      typeof value === 'bigint' ? { $bigint: String(value) } : value,
    ).length
    expect(length).toBeLessThan(65_000)
    expect(Object.keys(saved.portfolios)).toContain('s8')
  })
  it('two thousand tokens of which half imitate others, a hundred added ones with data images, and twelve networks fit into storage', () => {
    const image = `data:image/png;base64,${'A'.repeat(5_000)}`
    const many = Array.from({ length: 2_000 }, (_, at) =>
      holding(`TOKEN${at}`, { token: { asset: `${network}/coin:${`${at}`.padStart(42, '0')}` } }),
    )
    const assets = many.map(({ token }) => token.asset as AssetId)
    const portfolio = {
      ...known(many),
      vouched: assets.slice(0, 1_000),
      imitations: assets.slice(1_000),
    }
    const added = Array.from(
      { length: 100 },
      (_, at) =>
        holding(`ADDED${at}`, {
          token: { name: 'N'.repeat(64), imageUrl: at % 2 ? image : 'y'.repeat(300) },
        }).token,
    )
    const native = holding('MRK', {
      token: { asset: 'native', name: 'N'.repeat(64), imageUrl: 'y'.repeat(300) },
      value: '1'.repeat(200),
    })
    const networks = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `tally:n${at}:t_ada`,
        { native, total: '1'.repeat(200), currency: 'usd', isEmpty: false, at },
      ]),
    )
    const lengthOf = (saved: Saved) =>
      JSON.stringify(saved, (_, value) =>
        typeof value === 'bigint' ? { $bigint: String(value) } : value,
      ).length
    const steps = [
      (saved: Saved) => withAdded(saved, added),
      (saved: Saved) => withPortfolio(saved, 'one', portfolio),
      (saved: Saved) => withNetworks(saved, networks),
      (saved: Saved) => withPortfolio(saved, 'two', portfolio),
    ]
    let saved = nothing
    for (const step of [...steps, ...steps.toReversed()]) {
      saved = step(saved)
      expect(lengthOf(saved)).toBeLessThan(65_000)
    }
    expect(saved.added).toHaveLength(100)
    expect(Object.keys(saved.portfolios)).toContain('one')
    expect(saved.portfolios.one?.holdings.length).toBeGreaterThan(10)
    expect(saved.portfolios.one?.vouched.length).toBeGreaterThan(10)
  })
  it('stored balances have no data image', () => {
    const saved = withPortfolio(
      nothing,
      'a',
      known([holding('A', { token: { imageUrl: `data:image/png;base64,${'A'.repeat(900)}` } })]),
    )
    expect(saved.portfolios.a?.holdings[0]?.token).not.toHaveProperty('imageUrl')
  })
})
