/** Revokes an allowance whose token and spender come from storage. */
import type { SwapApproval } from '@portico/kernel/capabilities'
import {
  type Draft,
  eip155Transaction,
  type Hex,
  type NetworkId,
  parseAssetId,
} from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { encodeCall, wordAt } from '@portico/signatures/abi'
import { SwapError } from '../../errors.js'
import { chainIdOf, isAddress } from './assets.js'
import { createNode } from './node.js'
import { writeApprove } from './router-calls.js'

const decimals: Hex = '0x313ce567' // decimals()
// supportsInterface(bytes4 of ERC-721)
const isErc721 = encodeCall('0x01ffc9a7', ['word'], [0x80ac58cdn << 224n])

/**
 * The transaction that sets an allowance to zero. Throws a SwapError unless the contract is an
 * ERC-20 token of this network: for an ERC-721 the same call lets the spender take item 0.
 */
export async function revocation(
  urls: readonly string[],
  network: NetworkId,
  { token, spender }: Pick<SwapApproval, 'token' | 'spender'>,
  signal: AbortSignal,
): Promise<Draft> {
  const parsed = parseAssetId(token)
  const to = parsed?.assetReference
  if (parsed?.network !== network || !isAddress(to) || !isAddress(spender))
    throw new SwapError('SWAP_APPROVAL')
  const answers = await createNode(urls, chainIdOf(network)).readAll(
    [decimals, isErc721].map(data => ({ to, data })),
    signal,
  )
  const [counted, collectible] = answers.map(answer => wordAt(answer ?? '', 0))
  if (counted === undefined || counted > 255n || collectible) throw noAmounts()
  return eip155Transaction.draft(network, { to, data: writeApprove(spender, 0n), value: 0n })
}
const noAmounts = (): SwapError =>
  new SwapError('SWAP_NO_TOKEN', {
    sentence: message(
      'swap.error.noToken',
      'This contract is not a token with amounts, so its approval cannot be revoked here. Nothing was sent.',
    ),
  })
