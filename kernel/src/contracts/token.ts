import type { AssetId, NetworkId } from './caip.js'

/** A token as the chain knows it. What it is worth is a feature's concern. */
export interface Token {
  readonly asset: AssetId | 'native'
  readonly network: NetworkId
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly imageUrl?: string
}
