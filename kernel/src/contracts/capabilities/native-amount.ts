import { TransferError } from '../chain/chain-errors.js'
import { formatAmount } from '../text/amount.js'
import { message, withValues } from '../text/text.js'
import { decimalsMessage, fundsMessage } from './transfer-messages.js'
import type { TransferIntent } from './transfers.js'

/**
 * Returns how much of the native coin a transfer sends. `most`: base units that the account can
 * send once the fee is paid; below zero, the fee is missing too. Throws a TransferError:
 * TRANSFER_ASSET for any other asset, and where the amount was shown with other decimals,
 * TRANSFER_FUNDS with the missing amount, and TRANSFER_TOO_SMALL for nothing and less.
 */
export function nativeAmount(
  { asset, amount, decimals }: Pick<TransferIntent, 'asset' | 'amount' | 'decimals'>,
  coin: { readonly symbol: string; readonly decimals: number },
  most: bigint,
): bigint {
  const { symbol } = coin
  if (asset !== 'native')
    throw new TransferError(
      'TRANSFER_ASSET',
      message('transfer.onlyNative', 'Only {symbol} can be sent.', { symbol }),
    )
  // Shown with other decimals, the amount would differ from what the person read.
  if (decimals !== coin.decimals)
    throw new TransferError(
      'TRANSFER_ASSET',
      withValues(decimalsMessage, { shown: decimals, actual: coin.decimals }),
    )
  const sent = amount === 'max' ? most : amount
  if (amount !== 'max' && amount <= 0n)
    throw new TransferError(
      'TRANSFER_TOO_SMALL',
      message('transfer.nothing', 'Send more than 0 {symbol}.', { symbol }),
    )
  if (sent <= most && sent > 0n) return sent
  const missing = formatAmount(amount === 'max' ? 1n - most : sent - most, coin.decimals)
  throw new TransferError('TRANSFER_FUNDS', withValues(fundsMessage, { amount: missing, symbol }))
}
