import type { PaymentRequest } from '@portico/kernel/capabilities'
import { TransferError } from '@portico/kernel/chain'
import { formatAmount } from '@portico/kernel/text'
import { mintOf, unknownTokenMessage } from '../assets/assets.js'
import { parseAddress } from './addresses.js'

/**
 * Formats a Solana Pay transfer request. Amounts are decimal text in whole coins; a token is
 * identified by its mint.
 */
export function paymentUri({ address, network, token, amount }: PaymentRequest): string {
  const { address: to } = parseAddress(address)
  const mint = token && token.asset !== 'native' ? mintOf(token.asset, network) : undefined
  if (token && token.asset !== 'native' && !mint)
    throw new TransferError('TRANSFER_ASSET', unknownTokenMessage)
  const query = [
    ...(amount === undefined ? [] : [`amount=${formatAmount(amount, token?.decimals ?? 9)}`]),
    ...(mint ? [`spl-token=${mint}`] : []),
  ]
  return `solana:${to}${query.length ? `?${query.join('&')}` : ''}`
}
