/** Why a transfer cannot be prepared, in sentences. */
import {
  accountCostMessage,
  decimalsMessage,
  feeMessage,
  fundsMessage,
} from '@portico/kernel/capabilities'
import { type Network, TransferError, type TransferErrorCode } from '@portico/kernel/chain'
import { formatAmount, message, withValues } from '@portico/kernel/text'
import { unknownTokenMessage } from '../assets/assets.js'

export const unknownToken = (): TransferError =>
  new TransferError('TRANSFER_ASSET', unknownTokenMessage)
/** Another amount would be sent than was shown (threat S19). */
export const otherDecimals = (shown: number, actual: number): TransferError =>
  new TransferError('TRANSFER_ASSET', withValues(decimalsMessage, { shown, actual }))

export const tooSmall = (leastLamports: bigint, network: Network): TransferError =>
  new TransferError(
    'TRANSFER_TOO_SMALL',
    withValues(accountCostMessage, shown(leastLamports, network)),
  )

export const missingLamports = (
  lamports: bigint,
  network: Network,
  code: TransferErrorCode,
): TransferError =>
  new TransferError(
    code,
    withValues(code === 'TRANSFER_FEE' ? feeMessage : fundsMessage, shown(lamports, network)),
  )
export const missingTokens = (missing: {
  readonly amount: string
  readonly symbol: string
}): TransferError =>
  new TransferError(
    'TRANSFER_FUNDS',
    message('solana.error.tokens-short', 'You need {amount} {symbol} more.', missing),
  )
export const nothingToSend = (): TransferError =>
  new TransferError(
    'TRANSFER_FUNDS',
    message('solana.error.nothing', 'There is nothing to send: the rest is needed for the fee.'),
  )

export const isProgram = (): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'solana.error.program',
      'This is the address of a program. What you send there is lost.',
    ),
  )
export const isToken = (): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'solana.error.mint',
      'This is the address of the token itself, not of a person who has it.',
    ),
  )
export const holdsOneToken = (): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'solana.error.tokens',
      'This address holds only one kind of token. Ask the recipient for their own address.',
    ),
  )
export const holdsOtherToken = (): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'solana.error.other-token',
      'This address holds another token. Ask the recipient for their own address.',
    ),
  )
export const belongsToOther = (): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'solana.error.taken',
      'The recipient’s account for this token belongs to someone else now.',
    ),
  )
export const tooLittleLeft = (leastLamports: bigint, network: Network): TransferError =>
  new TransferError(
    'TRANSFER_REFUSED',
    message(
      'solana.error.dust',
      'Too little would be left: send everything, or leave at least {amount} {symbol}.',
      shown(leastLamports, network),
    ),
  )

const shown = (lamports: bigint, { nativeCurrency: { decimals, symbol } }: Network) => ({
  amount: formatAmount(lamports, decimals),
  symbol,
})
