/** Written by `scripts/token-lists.mjs`: tokens of eip155:1313161554. */
import type { TokenRow } from '../token-rows.js'

/** Where the addresses were read. */
export const urls: readonly string[] = [
  'https://unpkg.com/@lifi/data-types@7.1.0/src/_esm/coins/coins.js',
  'https://unpkg.com/blockchain-addressbook@0.54.111/build/address-book/aurora/tokens/tokens.js',
]
export const rows: readonly TokenRow[] = [
  ['0xF4eB217Ba2454613b15dBdea6e5f22276410e89e', 8, 'WBTC', 'Wrapped Bitcoin', 0],
  ['0xe3520349F477A5F6EB06107066048508498A291b', 18, 'DAI', 'Dai', 1],
  ['0x8BEc47865aDe3B172A928df8f990Bc7f2A3b9f79', 18, 'AURORA', 'Aurora', 1],
  ['0xea62791aa682d455614eaA2A12Ba3d9A2fD197af', 18, 'FLX', 'SEDA Protocol', 1],
  ['0x4988a896b1227218e4A686fdE5EabdcAbd91571f', 6, 'USDT', 'USDT', 0],
  ['0xC9BdeEd33CD01541e1eeD10f90519d2C06Fe3feB', 18, 'WETH', 'WETH', 0],
]
