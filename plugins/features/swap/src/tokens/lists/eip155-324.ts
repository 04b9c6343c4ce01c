/** Written by `scripts/token-lists.mjs`: tokens of eip155:324. */
import type { TokenRow } from '../token-rows.js'

/** Where the addresses were read. */
export const urls: readonly string[] = [
  'https://unpkg.com/@aave-dao/aave-address-book@4.68.1/tokenlist.json',
  'https://unpkg.com/@lifi/data-types@7.1.0/src/_esm/coins/coins.js',
  'https://unpkg.com/blockchain-addressbook@0.54.111/build/address-book/zksync/tokens/tokens.js',
]
export const rows: readonly TokenRow[] = [
  ['0xBBeB516fb02a01611cBBE0453Fe3c580D7281011', 8, 'WBTC', 'Wrapped Bitcoin', 2],
  ['0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4', 6, 'USDC', 'USDC', 0],
  ['0x493257fD37EDB34451f62EDf8D2a0C418852bA4C', 6, 'USDT', 'Tether USD', 0],
  ['0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91', 18, 'WETH', 'Wrapped Ether', 0],
  ['0x3355df6D4c9C3035724Fd0e3914dE96A5a83aaf4', 6, 'USDC.e', 'Bridged USD Coin', 1],
  ['0x5A7d6b2F92C77FAD6CCaBd7EE0624E64907Eaf3E', 18, 'ZK', 'ZKsync', 0],
]
