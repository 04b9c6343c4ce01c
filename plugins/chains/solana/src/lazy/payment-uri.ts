import { formatAmount, type PaymentRequest, TransferError } from '@portico/kernel/contracts'
import { parseAddress } from './addresses.js'
import { mintOf, unknownTokenMessage } from './assets.js'

/** A transfer request of Solana Pay. Amounts are decimal text in whole coins; a token is named by its mint. */
export function paymentUri({ address, network, token, amount }: PaymentRequest): string {
  const { address: to } = parseAddress(address)
  const mint = token && token.asset !== 'native' ? mintOf(token.asset, network) : undefined
  if (token && token.asset !== 'native' && !mint) throw new TransferError('TRANSFER_ASSET', unknownTokenMessage)
  const query = [...(amount === undefined ? [] : [`amount=${formatAmount(amount, token?.decimals ?? 9)}`]), ...(mint ? [`spl-token=${mint}`] : [])]
  return `solana:${to}${query.length ? `?${query.join('&')}` : ''}`
}
