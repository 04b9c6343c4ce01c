import {
  type AssetId,
  type Hex,
  type NetworkId,
  parseAssetId,
  type Token,
} from '@portico/kernel/chain'
import { encodeCall } from '@portico/signatures/abi'
import { checksumAddress } from '../addresses/checksum.js'
import type { EvmNetwork } from '../networks.js'

/** Returns the contract of an ERC-20 token on this network, or undefined for any other asset. */
export function contractOf(asset: AssetId | 'native', network: NetworkId): Hex | undefined {
  const { network: its, assetNamespace, assetReference = '', tokenId } = parseAssetId(asset) ?? {}
  return its === network &&
    assetNamespace === 'erc20' &&
    !tokenId &&
    /^0x[\da-fA-F]{40}$/.test(assetReference)
    ? checksumAddress(assetReference)
    : undefined
}

/** `balanceOf(address)` of ERC-20. */
export const balanceOf = (owner: Hex): Hex => encodeCall('0x70a08231', ['address'], [owner])
/** `transfer(address,uint256)` of ERC-20. */
export const transferTo = (receiver: Hex, amount: bigint): Hex =>
  encodeCall('0xa9059cbb', ['address', 'word'], [receiver, amount])

export const nativeToken = ({ caipNetworkId, nativeCurrency, assets }: EvmNetwork): Token => ({
  asset: 'native',
  network: caipNetworkId,
  ...nativeCurrency,
  ...(assets?.imageUrl && { imageUrl: assets.imageUrl }),
})
