import type { Hex } from '@portico/kernel/chain'

/** A token of the lists that ship. `url`: where in the list's `urls` its address was read. */
export type TokenRow = readonly [
  address: Hex,
  decimals: number,
  symbol: string,
  name: string,
  url: number,
]
