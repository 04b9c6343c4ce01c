import { type AssetId, message, type NetworkId, parseAssetId } from '@portico/kernel/contracts'
import { readBase58 } from './keys.js'

export const unknownTokenMessage = /* @__PURE__ */ message('solana.error.asset', 'This is no token of this network.')

/** CAIP-19: a token is named by its mint, whichever of the token programs keeps it. */
export const assetOf = (network: NetworkId, mint: string): AssetId => `${network}/token:${mint}`

/** The mint of a token on a network; undefined for any other asset. */
export function mintOf(asset: AssetId | 'native', network: NetworkId): string | undefined {
  const { network: its, assetNamespace, assetReference, tokenId } = parseAssetId(asset) ?? {}
  return its === network && assetNamespace === 'token' && !tokenId && readBase58(assetReference, 32) ? assetReference : undefined
}
