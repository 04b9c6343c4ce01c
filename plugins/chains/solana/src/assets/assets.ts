import { type AssetId, type NetworkId, parseAssetId } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { readBase58 } from '../messages/keys.js'

export const unknownTokenMessage = /* @__PURE__ */ message(
  'solana.error.asset',
  'This token is not on this network.',
)

/** CAIP-19 identifies a token by its mint, in either token program. */
export const assetOf = (network: NetworkId, mint: string): AssetId => `${network}/token:${mint}`

/** Returns the mint of a token on a network. Undefined for any other asset. */
export function mintOf(asset: AssetId | 'native', network: NetworkId): string | undefined {
  const { network: its, assetNamespace, assetReference, tokenId } = parseAssetId(asset) ?? {}
  return its === network && assetNamespace === 'token' && !tokenId && readBase58(assetReference, 32)
    ? assetReference
    : undefined
}
