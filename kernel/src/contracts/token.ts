import type { Read } from '../refs.js'
import type { AssetId, NetworkId } from './caip.js'
import { balances } from './capabilities/balances.js'

/** A token as the chain knows it. What it is worth is a feature's concern. */
export interface Token {
  readonly asset: AssetId | 'native'
  readonly network: NetworkId
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly imageUrl?: string
}

/** What stands for the native coin at the border of an API that wants an address (spec section 9): what the chain plugin says, else `0x`. */
export function nativeAddress(read: Read, network: NetworkId): string {
  return read.capability(balances, network)?.nativeAddress ?? '0x'
}
