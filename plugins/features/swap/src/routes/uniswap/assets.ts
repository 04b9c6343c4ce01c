/** Converts the tokens of a request to addresses of an EVM network. */
import type { SwapQuoteRequest } from '@portico/kernel/capabilities'
import { type Hex, type NetworkId, parseAssetId } from '@portico/kernel/chain'
import { SwapError } from '../../errors.js'

/**
 * Returns the address of a token. Throws a SwapError for an asset of another network (threat S24).
 */
function addressOf(asset: SwapQuoteRequest['from'], network: NetworkId): Hex | 'native' {
  if (asset === 'native') return 'native'
  const parsed = parseAssetId(asset)
  if (parsed?.network !== network || !isAddress(parsed.assetReference))
    throw new SwapError('SWAP_NO_ROUTE')
  return parsed.assetReference
}
/**
 * Returns both sides of the request. Throws a SwapError for a zero amount, and for equal tokens.
 */
export function sidesOf(
  { from, to, amount }: Pick<SwapQuoteRequest, 'from' | 'to' | 'amount'>,
  network: NetworkId,
): readonly [Hex | 'native', Hex | 'native'] {
  const sides = [addressOf(from, network), addressOf(to, network)] as const
  if (isSame(...sides) || amount <= 0n) throw new SwapError('SWAP_NO_ROUTE')
  return sides
}
export const chainIdOf = (network: NetworkId): bigint =>
  BigInt(network.slice(network.indexOf(':') + 1))
export const isAddress = (text: unknown): text is Hex =>
  typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text)
export const isSame = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()
