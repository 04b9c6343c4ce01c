/** Why a transfer cannot be prepared, in sentences. */
import { feeMessage, fundsMessage } from '@portico/kernel/capabilities'
import { TransferError } from '@portico/kernel/chain'
import { formatAmount, message, withValues } from '@portico/kernel/text'
import type { BitcoinNetwork } from '../networks.js'

export const onlyBitcoin = (): TransferError =>
  new TransferError('TRANSFER_ASSET', message('bip122.asset', 'Only bitcoin can be sent here.'))

/** Another amount would be sent than was shown (threat S19). */
export function otherDecimals(
  shown: number,
  { nativeCurrency: { decimals } }: BitcoinNetwork,
): TransferError {
  return new TransferError(
    'TRANSFER_ASSET',
    message(
      'bip122.decimals',
      'The amount was shown with {shown} decimals, but bitcoin has {decimals}. Nothing was sent.',
      {
        shown: String(shown),
        decimals: String(decimals),
      },
    ),
  )
}

export const tooSmall = (least: bigint, network: BitcoinNetwork): TransferError =>
  new TransferError(
    'TRANSFER_TOO_SMALL',
    message(
      'bip122.small',
      'The smallest amount that you can send is {amount} {symbol}.',
      shown(least, network),
    ),
  )

export const missingFee = (missing: bigint, network: BitcoinNetwork): TransferError =>
  new TransferError('TRANSFER_FEE', withValues(feeMessage, shown(missing, network)))
export const missingFunds = (missing: bigint, network: BitcoinNetwork): TransferError =>
  new TransferError('TRANSFER_FUNDS', withValues(fundsMessage, shown(missing, network)))
/** Coins that would suffice are on their way. */
export const unconfirmed = (waiting: bigint, network: BitcoinNetwork): TransferError =>
  new TransferError(
    'TRANSFER_FUNDS',
    message(
      'bip122.waiting',
      'Your coins are not confirmed yet: {amount} {symbol} arrive with one of the next blocks.',
      shown(waiting, network),
    ),
  )

export const holdsCollectibles = (): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'bip122.account',
      'This account holds collectibles. Sending its coins could give one away. Send from the payment account.',
    ),
  )
export const noPublicKey = (): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'bip122.script',
      'Your wallet does not share the public key of this account, so nothing can be sent from it.',
    ),
  )
export const unknownVersion = (): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'bip122.version',
      'One of your coins comes from an unusual transaction and cannot be spent here. Nothing was sent.',
    ),
  )

const shown = (amount: bigint, { nativeCurrency: { decimals, symbol } }: BitcoinNetwork) => ({
  amount: formatAmount(amount, decimals),
  symbol,
})
