import type { Holding } from '@portico/kernel/backend'
import type { NetworkId, Token } from '@portico/kernel/chain'
import { expect, it } from 'vitest'
import { imitationsIn } from './imitations.js'

const network: NetworkId = 'tally:main'
const held = (address: string, name: string, symbol: string): Holding => ({
  token: { asset: `${network}/coin:${address}`, network, name, symbol, decimals: 6 },
  amount: 1n,
})
const mark: Holding = {
  token: { asset: 'native', network, name: 'Mark', symbol: 'MRK', decimals: 2 },
  amount: 1n,
}
const known: readonly Token[] = [held('Real', 'USD Coin', 'USDC').token]
const found = (...holdings: readonly Holding[]) =>
  imitationsIn([mark, ...holdings], known).map(asset => asset.split(':').at(-1))

it('a token with the name or the symbol of a listed one at another address is an imitation', () => {
  expect(
    found(
      held('a', 'USD Coin', 'XYZ'),
      held('b', 'Other', 'USDC'),
      held('c', 'Mark', 'OTHER'),
      held('d', 'Other', 'MRK'),
      held('e', 'Dollar', 'DLR'),
    ),
  ).toEqual(['a', 'b', 'c', 'd'])
})

it('the listed token itself is none, in any spelling of its address', () => {
  expect(found(held('Real', 'USD Coin', 'USDC'), held('REAL', 'USD Coin', 'USDC'))).toEqual([])
})

it('case, spaces, accents, wide letters, and invisible and bidi characters do not hide an imitation', () => {
  const names = [
    'usd coin',
    'USDCoin',
    'ÚSD Coin',
    'ＵＳＤ Coin',
    'U\u202eSD Co\u200bin',
    ' USD  Coin ',
  ]
  expect(found(...names.map((name, at) => held(String(at), name, 'XYZ')))).toHaveLength(
    names.length,
  )
})

it('a name that nothing readable is left of, an emoji, and one of 100 characters are no imitations', () => {
  expect(
    found(
      held('a', '\u200b\u202e', '\u200b'),
      held('b', '🚀🚀', '🚀'),
      held('c', 'USDC'.repeat(25), 'USDC'.repeat(25)),
    ),
  ).toEqual([])
})
