import { expect, it } from 'vitest'
import type { Holding } from '../backend/backend.js'
import { sortHoldings } from './holdings.js'

const holding = (symbol: string, value?: string): Holding => ({
  token: {
    asset: symbol === 'MRK' ? 'native' : `tally:main/coin:${symbol}`,
    network: 'tally:main',
    name: symbol,
    symbol,
    decimals: 6,
  },
  amount: 1_000_000n,
  ...(value && { value }),
})
const symbols = (list: readonly Holding[]) => list.map(({ token }) => token.symbol)

it('the order of an account is the native coin, what is worth most, then tokens of unknown worth, by symbol', () => {
  const list = [
    holding('B'),
    holding('a'),
    holding('C', '9.5'),
    holding('D', '10'),
    holding('E', '0'),
    holding('MRK'),
  ]
  expect(symbols(sortHoldings(list))).toEqual(['MRK', 'D', 'C', 'E', 'a', 'B'])
})
it('[R7] a value that is no number counts as unknown, and a symbol that is no text breaks nothing', () => {
  const odd = (symbol: unknown, value: unknown) =>
    ({ ...holding('X'), token: { ...holding('X').token, symbol }, value }) as unknown as Holding
  const list = [
    odd('C', null),
    odd('B', Number.NaN),
    odd('A', '1e3'),
    odd(undefined, undefined),
    odd('D', '1'),
  ]
  expect(symbols(sortHoldings(list))).toEqual(['D', 'A', 'B', 'C', undefined])
})
