/** Why a transfer cannot be prepared, in sentences. */
import { accountCostMessage, feeMessage } from '@portico/kernel/capabilities'
import { TransferError } from '@portico/kernel/chain'
import { formatAmount, message, withValues } from '@portico/kernel/text'
import type { SubstrateNetwork } from '../networks.js'

export const onlyOwnCoin = (): TransferError =>
  new TransferError(
    'TRANSFER_ASSET',
    message('polkadot.asset', 'Only the network’s own coin can be sent here.'),
  )
/** Another amount would be sent than was shown (threat S19). */
export function otherDecimals(symbol: string): TransferError {
  return new TransferError(
    'TRANSFER_ASSET',
    message(
      'polkadot.decimals',
      'The amount of {symbol} was shown with the wrong number of decimals. Nothing was sent.',
      { symbol },
    ),
  )
}
export function tooSmall(least: bigint, network: SubstrateNetwork): TransferError {
  return new TransferError(
    'TRANSFER_TOO_SMALL',
    withValues(accountCostMessage, shown(least, network)),
  )
}

export const missingFee = (missing: bigint, network: SubstrateNetwork): TransferError =>
  new TransferError('TRANSFER_FEE', withValues(feeMessage, shown(missing, network)))
export const missingFunds = (missing: bigint, network: SubstrateNetwork): TransferError =>
  new TransferError(
    'TRANSFER_FUNDS',
    message(
      'polkadot.funds',
      'You need {amount} {symbol} more, including the fee and the deposit that keeps your account open.',
      shown(missing, network),
    ),
  )
export const nothingToSend = (): TransferError =>
  new TransferError(
    'TRANSFER_FUNDS',
    message(
      'polkadot.nothing',
      'There is nothing to send: the rest pays the fee and keeps the account open.',
    ),
  )

/** An amount of the network’s coin, as the messages name it. */
export const shown = (
  amount: bigint,
  { nativeCurrency: { decimals, symbol } }: SubstrateNetwork,
) => ({
  amount: formatAmount(amount, decimals),
  symbol,
})
