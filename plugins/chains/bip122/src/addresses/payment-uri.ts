import { type PaymentRequest, requestAssetMessage } from '@portico/kernel/capabilities'
import { TransferError } from '@portico/kernel/chain'
import { formatAmount } from '@portico/kernel/text'
import type { AddressFormat } from '../networks.js'
import { parseBitcoinAddress } from './address.js'

/** Decimals of a bitcoin: BIP-21 amounts are in bitcoin, even if the wallet shows satoshi. */
const decimals = 8

/** Formats a BIP-21 payment request. */
export function paymentUri(
  { address, token, amount }: PaymentRequest,
  format: AddressFormat,
): string {
  if (token && token.asset !== 'native')
    throw new TransferError('TRANSFER_ASSET', requestAssetMessage)
  const { address: to } = parseBitcoinAddress(address, format)
  return `bitcoin:${to}${amount === undefined ? '' : `?amount=${formatAmount(amount, decimals)}`}`
}
