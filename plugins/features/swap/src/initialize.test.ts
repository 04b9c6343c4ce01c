import type { Token } from '@portico/kernel/contracts'
import { expect, it } from 'vitest'
import { eachOnce } from './initialize.js'

const token = (symbol: string, name: string): Token => ({ asset: `tally:main/coin:${symbol}`, network: 'tally:main', name, symbol, decimals: 6 })

it('a token that several lists name is there once, as the first of them has it, and where that has it', () => {
  const own = [token('AAA', 'Own A'), token('XXX', 'Own X'), token('BBB', 'Own B')]
  const listed = [token('BBB', 'Listed B'), token('CCC', 'Listed C'), token('AAA', 'Listed A')]
  expect(eachOnce([...own, ...listed]).map(({ name }) => name)).toEqual(['Own A', 'Own X', 'Own B', 'Listed C'])
})
