import { describe, expect, it } from 'vitest'
import { nativeCoinOf } from './chain.js'

describe('the coin of a chain that the configuration does not name', () => {
  it.each([
    ['bip122:000000000019d6689c085ae165831e93', 'BTC'],
    ['bip122:000000000933ea01ad0ee984209779ba', 'tBTC'],
    ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'tBTC'],
    ['eip155:137', 'POL'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'SOL'],
  ])('The coin of %s is %s', (id, symbol) => {
    expect(
      nativeCoinOf({ id, rpcUrls: [] } as unknown as Parameters<typeof nativeCoinOf>[0]),
    ).toMatchObject({ symbol })
  })
  it('a chain that is not widely known has no default coin', () => {
    expect(() =>
      nativeCoinOf({ id: 'eip155:999999999' } as Parameters<typeof nativeCoinOf>[0]),
    ).toThrow(expect.objectContaining({ code: 'BAD_CONFIGURATION' }))
  })
})
