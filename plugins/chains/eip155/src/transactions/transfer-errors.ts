/** Why a transfer cannot be prepared, in sentences. */
import { decimalsMessage, feeMessage, type TransferIntent } from '@portico/kernel/capabilities'
import { type Network, TransferError } from '@portico/kernel/chain'
import { formatAmount, message, withValues } from '@portico/kernel/text'
import type { Rpc } from '../node/rpc.js'

/**
 * Refuses an amount shown with other decimals than the asset has, because another amount would be
 * sent (threat S19).
 */
export function otherDecimals(
  { decimals: shown }: TransferIntent,
  actual: number | undefined,
): TransferError {
  return new TransferError(
    'TRANSFER_ASSET',
    actual === undefined
      ? message(
          'eip155.error.noDecimals',
          'This token does not say how many decimals it has, so the amount cannot be checked. Nothing was sent.',
        )
      : withValues(decimalsMessage, { shown, actual }),
  )
}
export const noToken = ({ network }: Rpc) =>
  new TransferError(
    'TRANSFER_ASSET',
    message('eip155.error.asset', 'This asset cannot be sent on {network}.', {
      network: network.name,
    }),
  )
export const tooSmall = () =>
  new TransferError(
    'TRANSFER_TOO_SMALL',
    message('eip155.error.small', 'There is nothing to send.'),
  )

/** The balance is this much too low, for the amount or for the fee. */
export function missingFunds(
  missing: bigint,
  { decimals, symbol }: Network['nativeCurrency'],
  code: 'TRANSFER_FUNDS' | 'TRANSFER_FEE',
): TransferError {
  const values = { amount: formatAmount(missing, decimals), symbol }
  return new TransferError(
    code,
    code === 'TRANSFER_FEE'
      ? withValues(feeMessage, values)
      : message('eip155.error.short', 'Your balance is {amount} {symbol} too low.', values),
  )
}
export const tooFewTokens = () =>
  new TransferError(
    'TRANSFER_FUNDS',
    message('eip155.error.tokens', 'This account does not have enough of this token.'),
  )
export const tokenRefuses = () =>
  new TransferError(
    'TRANSFER_REFUSED',
    message('eip155.error.tokenRefuses', 'The token refuses this transfer.'),
  )
