import { type PaymentRequest, requestAssetMessage, TransferError } from '@portico/kernel/contracts'
import { parseAddress } from './addresses.js'
import { contractOf } from './assets.js'
import { chainIdOf } from './port.js'

/**
 * A payment request by ERC-681, always with its chain: without it a wallet would take the one that it happens to be on. Amounts are whole base units, because the
 * exponents that the standard allows are read in more than one way.
 */
export function paymentUri({ address, network, token, amount }: PaymentRequest): string {
  const to = parseAddress(address)
  const chainId = BigInt(chainIdOf(network))
  if (!token || token.asset === 'native') return `ethereum:${to}@${chainId}${amount === undefined ? '' : `?value=${amount}`}`
  const contract = contractOf(token.asset, network)
  if (!contract) throw new TransferError('TRANSFER_ASSET', requestAssetMessage)
  return `ethereum:${contract}@${chainId}/transfer?address=${to}${amount === undefined ? '' : `&uint256=${amount}`}`
}
