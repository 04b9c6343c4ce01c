import { type AssetId, type Hex, type NetworkId, parseAssetId, type Token } from '@portico/kernel/contracts'
import type { EvmNetwork } from '../networks.js'
import { checksumAddress } from './checksum.js'

/** The contract of an ERC-20 token on this network; undefined for any other asset. */
export function contractOf(asset: AssetId | 'native', network: NetworkId): Hex | undefined {
  const { network: its, assetNamespace, assetReference = '', tokenId } = parseAssetId(asset) ?? {}
  return its === network && assetNamespace === 'erc20' && !tokenId && /^0x[\da-fA-F]{40}$/.test(assetReference) ? checksumAddress(assetReference) : undefined
}

/** A call of a contract: the function's selector, then its arguments, each one word. */
export function callData(selector: Hex, ...words: readonly (Hex | bigint)[]): Hex {
  return `${selector}${words.map(word => (typeof word === 'bigint' ? word.toString(16) : word.slice(2).toLowerCase()).padStart(64, '0')).join('')}`
}
export const balanceOf = (owner: Hex): Hex => callData('0x70a08231', owner)
/** `transfer(address,uint256)` of ERC-20. */
export const transferTo = (receiver: Hex, amount: bigint): Hex => callData('0xa9059cbb', receiver, amount)

export const nativeToken = ({ caipNetworkId, nativeCurrency, assets }: EvmNetwork): Token => ({
  asset: 'native',
  network: caipNetworkId,
  ...nativeCurrency,
  ...(assets?.imageUrl && { imageUrl: assets.imageUrl }),
})
