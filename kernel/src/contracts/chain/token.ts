import { message } from '../text/text.js'
import type { AssetId, NetworkId } from './caip.js'

export const selectTokenMessage = /* @__PURE__ */ message('token.select', 'Select token')

/** A token as the chain knows it. What it is worth is a feature's concern. */
export interface Token {
  readonly asset: AssetId | 'native'
  readonly network: NetworkId
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly imageUrl?: string
}
