import { type PaymentRequest, requestAssetMessage } from '@portico/kernel/capabilities'
import { TransferError } from '@portico/kernel/chain'
import { contractOf } from '../assets/assets.js'
import { chainIdOf } from '../wallets/handle.js'
import { parseAddress } from './addresses.js'

/**
 * Formats an ERC-681 payment request. Always names the chain, because a wallet would otherwise use
 * its current one. Amounts are whole base units, because wallets disagree on the exponents that the
 * standard allows.
 */
export function paymentUri({ address, network, token, amount }: PaymentRequest): string {
  const to = parseAddress(address)
  const chainId = BigInt(chainIdOf(network))
  if (!token || token.asset === 'native')
    return `ethereum:${to}@${chainId}${amount === undefined ? '' : `?value=${amount}`}`
  const contract = contractOf(token.asset, network)
  if (!contract) throw new TransferError('TRANSFER_ASSET', requestAssetMessage)
  return `ethereum:${contract}@${chainId}/transfer?address=${to}${amount === undefined ? '' : `&uint256=${amount}`}`
}
