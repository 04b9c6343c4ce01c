import type { Token } from '@portico/kernel/chain'
import { describe, expect, it } from 'vitest'
import { swapSlice } from '../refs.js'
import type { Quoted } from '../swap.js'
import { suggestedSymbols } from '../tokens/suggested-tokens.js'
import { changesOf, mostOf, rateOf, typedProblem } from './swap-texts.js'
import { suggestedOf, tokenSections } from './token-sections.js'

const network = 'tally:main'
const token = (
  symbol: string,
  decimals = 18,
  asset: Token['asset'] = `${network}/coin:${symbol}`,
): Token => ({
  asset,
  network,
  name: `The ${symbol}`,
  symbol,
  decimals,
})
const coin = token('MRK', 18, 'native')
const native = { name: coin.name, symbol: coin.symbol, decimals: coin.decimals }
const quoteOf = (sold: bigint, toAmount: bigint, more: Partial<Quoted> = {}) =>
  ({ sold, toAmount, ...more }) as Quoted

describe('a rate', () => {
  it.each([
    [10n ** 18n, 3_223_010_280n, 18, 6, 'en', '1 AAA = 3,223 BBB'],
    [75n * 10n ** 17n, 7_489_503n, 18, 6, 'en', '1 AAA = 0.9986 BBB'],
    [10n ** 18n, 16_666_666n, 18, 12, 'en', '1 AAA = 0.00001666 BBB'],
    [1n, 6_000_000n, 0, 2, 'de', '1 AAA = 60.000 BBB'],
    [3n, 1n, 0, 0, 'en', '1 AAA = 0 BBB'],
    [10n, 123n, 1, 21, 'en', '1 AAA = <0.00000001 BBB'],
  ])(
    'the rate of %s for %s has five digits, or four significant ones below one, rounded down',
    (sold, toAmount, from, to, language, text) => {
      expect(rateOf(quoteOf(sold, toAmount), token('AAA', from), token('BBB', to), language)).toBe(
        text,
      )
    },
  )
})

describe('the most that can be sold', () => {
  it.each([
    ['a token is all of it', 'AAA', 9n, { kind: 'native', amount: 7n }, 9n],
    ['a token without a quote, too', 'AAA', 9n, undefined, 9n],
    [
      'the coin leaves what the network costs, and half as much again',
      'coin',
      100n,
      { kind: 'native', amount: 20n },
      70n,
    ],
    [
      'the coin is all of the balance when a sponsor pays the fee',
      'coin',
      100n,
      { kind: 'sponsored' },
      100n,
    ],
    ['the coin is nothing when the cost is unknown', 'coin', 100n, undefined, 0n],
    [
      'the coin is nothing where the network costs it all',
      'coin',
      30n,
      { kind: 'native', amount: 20n },
      0n,
    ],
    ['a token without a balance is nothing', 'AAA', 0n, undefined, 0n],
    ['a token of unknown balance is nothing', 'AAA', undefined, undefined, 0n],
  ] as const)('mostOf gives the most that can be sold: %s', (_, name, owned, cost, most) => {
    expect(mostOf(owned, name === 'coin' ? coin : token(name), cost && { cost })).toBe(most)
  })
})

describe('the changes of a swap', () => {
  const cost = { kind: 'native', amount: 7n } as const
  const [one, other] = [token('AAA'), token('BBB')]
  it.each([
    [
      'two tokens: and the coin pays',
      one,
      other,
      { cost },
      [
        ['AAA', -10n],
        ['BBB', 20n],
        ['MRK', -7n],
      ],
    ],
    [
      'the coin is sold: with its cost',
      coin,
      other,
      { cost },
      [
        ['MRK', -17n],
        ['BBB', 20n],
      ],
    ],
    [
      'the coin is bought: without its cost',
      one,
      coin,
      { cost },
      [
        ['AAA', -10n],
        ['MRK', 13n],
      ],
    ],
    [
      'a sponsor pays the fee',
      one,
      other,
      { cost: { kind: 'sponsored' } as const },
      [
        ['AAA', -10n],
        ['BBB', 20n],
      ],
    ],
    [
      'the cost is unknown',
      one,
      other,
      {},
      [
        ['AAA', -10n],
        ['BBB', 20n],
      ],
    ],
  ] as const)('changesOf gives what a swap changes: %s', (_, source, target, more, changes) => {
    expect(
      changesOf(quoteOf(10n, 20n, more), source, target, native).map(({ token, by }) => [
        token.symbol,
        by,
      ]),
    ).toEqual(changes)
  })
})

it.each([
  ['', undefined],
  ['1.5', undefined],
  ['.5', undefined],
  ['1.1234567', 'digits'],
  ['1,5', 'notAmount'],
  ['1e3', 'notAmount'],
  ['-1', 'notAmount'],
])(
  'typedProblem names an amount that is malformed or has too many digits: %j is %s',
  (sourceAmount, problem) => {
    expect(typedProblem({ ...swapSlice.initial(), source: token('AAA', 6), sourceAmount })).toBe(
      problem,
    )
  },
)

describe('the list of tokens', () => {
  const tokens = [
    coin,
    token('ZZZ'),
    token('USDC'),
    token('AAVE'),
    token('FOX'),
    token('AAA'),
    token('USDC', 6, `${network}/coin:forged`),
  ]
  const vouched = tokens.slice(0, -1).map(({ asset }) => asset)
  const balances = [
    { token: tokens[1] as Token, amount: 5n },
    { token: tokens[4] as Token, amount: 0n },
  ]
  const linesOf = (search = '', list = { tokens, balances, vouched }) =>
    tokenSections(list, search, 'en').map(entry =>
      'heading' in entry ? `# ${entry.heading}` : entry.token.asset.replace(/.*:/, ''),
    )

  it('[S9.21] the token list has owned, then popular, then other tokens by symbol, and no unvouched token is popular', () => {
    expect(linesOf()).toEqual([
      '# yours',
      'ZZZ',
      '# popular',
      'AAVE',
      'FOX',
      'native',
      'USDC',
      '# more',
      'AAA',
      'forged',
    ])
  })
  it('the token list puts an unvouched token last among the owned ones, and keeps the order of the others', () => {
    const known = [tokens[6], tokens[2], tokens[1]].map(one => ({
      token: one as Token,
      amount: 5n,
    }))
    expect(linesOf('', { tokens: known.map(one => one.token), balances: known, vouched })).toEqual([
      '# yours',
      'USDC',
      'ZZZ',
      'forged',
    ])
  })
  it('the token list is searched by name, symbol and address, in any letter case', () => {
    expect(linesOf('usdc')).toEqual(['# popular', 'USDC', '# more', 'forged'])
    expect(linesOf('the aa')).toEqual(['# popular', 'AAVE', '# more', 'AAA'])
    expect(linesOf('FORGED')).toEqual(['# more', 'forged'])
    expect(linesOf('nothing')).toEqual([])
  })
  it('[S9.20] the suggestions contain the vouched tokens with one of the 27 suggested symbols', () => {
    expect(suggestedSymbols.size).toBe(27)
    expect(suggestedOf(tokens, vouched).map(({ asset }) => asset)).toEqual([
      `${network}/coin:USDC`,
      `${network}/coin:AAVE`,
    ])
  })
})
