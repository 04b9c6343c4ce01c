/** Written by `scripts/token-lists.mjs`: tokens of eip155:8217. */
import type { TokenRow } from '../token-rows.js'

/** Where the addresses were read. */
export const urls: readonly string[] = [
  'https://unpkg.com/@lifi/data-types@7.1.0/src/_esm/coins/coins.js',
]
export const rows: readonly TokenRow[] = [
  ['0x6270B58BE569a7c0b8f47594F191631Ae5b2C86C', 6, 'USDC', 'USD Coin', 0],
  ['0xE2053BCf56D2030d2470Fb454574237cF9ee3D4B', 6, 'USDC.e', 'Bridged USD Coin', 0],
  ['0x9025095263d1E548dc890A7589A4C78038aC40ab', 6, 'USDT', 'USDT', 0],
  ['0x55Acee547DF909CF844e32DD66eE55a6F81dC71b', 18, 'WETH', 'WETH', 0],
]
