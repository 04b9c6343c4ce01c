import { evmNativeAddress } from './chains/evm-chain.js'

const nativeMarkers = new Set([
  'native',
  '0x',
  evmNativeAddress,
  'So11111111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
])
/** What an address of the wire means: `native`, or the address as it is compared. */
export const assetOf = (address: string): string =>
  nativeMarkers.has(address) || address.toLowerCase() === evmNativeAddress
    ? 'native'
    : address.startsWith('0x')
      ? address.toLowerCase()
      : address

/** The CAIP-10 id of a token in the form in which ids are compared. */
export function normalisedAsset(caip10: string): string {
  const at = caip10.lastIndexOf(':')
  return `${caip10.slice(0, at)}:${assetOf(caip10.slice(at + 1))}`
}
