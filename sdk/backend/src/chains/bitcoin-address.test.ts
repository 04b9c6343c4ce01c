import { describe, expect, it } from 'vitest'
import { readBitcoinAddress } from './bitcoin-address.js'

const main = 'bip122:000000000019d6689c085ae165831e93'
const test = 'bip122:000000000933ea01ad0ee984209779ba'

describe('an address of Bitcoin', () => {
  // From BIP-173, BIP-350 and the first block.
  it.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', main],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', main],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', main],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', main],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', test],
  ])('a Bitcoin address is valid on its own network only: %s', (address, chain) => {
    expect(readBitcoinAddress(address, chain)).toBe(address)
    expect(readBitcoinAddress(address, chain === main ? test : main)).toBeUndefined()
  })

  it('a Bitcoin address in capitals is read as the one in small letters', () => {
    expect(readBitcoinAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', main)).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    )
  })

  it.each([
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'bc1',
    '',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  ])('%j is no Bitcoin address', text => {
    expect(readBitcoinAddress(text, main)).toBeUndefined()
  })

  it('a Bitcoin address is refused on an unknown network', () => {
    expect(
      readBitcoinAddress(
        '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
        'bip122:12a765e31ffd4059bada1e25190f6e98',
      ),
    ).toBeUndefined()
  })
})
