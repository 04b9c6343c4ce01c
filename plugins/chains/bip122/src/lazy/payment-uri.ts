import { formatAmount, type PaymentRequest, requestAssetMessage, TransferError } from '@portico/kernel/contracts'
import type { AddressFormat } from '../networks.js'
import { parseBitcoinAddress } from './address.js'

/** Decimals of a bitcoin: the unit of BIP-21, whatever the wallet shows. */
const decimals = 8

/** A payment request by BIP-21. */
export function paymentUri({ address, token, amount }: PaymentRequest, format: AddressFormat): string {
  if (token && token.asset !== 'native') throw new TransferError('TRANSFER_ASSET', requestAssetMessage)
  const { address: to } = parseBitcoinAddress(address, format)
  return `bitcoin:${to}${amount === undefined ? '' : `?amount=${formatAmount(amount, decimals)}`}`
}
