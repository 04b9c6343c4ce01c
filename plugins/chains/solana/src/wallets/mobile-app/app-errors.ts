/** Why a wallet app cannot be used, in sentences. */
import { ChainError } from '@portico/kernel/chain'
import { ModalError, message } from '@portico/kernel/text'
import { WalletRefusal } from '../wallet-errors.js'

type WalletAppErrorCode = 'WALLET_APP_MISSING' | 'WALLET_APP_CLOSED'
class WalletAppError extends ModalError<WalletAppErrorCode> {}

/** No app took the link, or the page's policy forbids to connect to it. */
export const appMissing = (cause?: unknown): Error =>
  new WalletAppError('WALLET_APP_MISSING', {
    userMessage: message(
      'solana.app.missing',
      'No Solana wallet app answered. Install one, such as Phantom or Solflare, and try again.',
    ),
    cause,
  })
/** The app ended the connection before it answered. */
export const appClosed = (): Error =>
  new WalletAppError('WALLET_APP_CLOSED', {
    userMessage: message(
      'solana.app.closed',
      'The wallet app ended the connection before it answered. Try again.',
    ),
  })
export const badAppAnswer = (cause?: unknown): Error =>
  new ChainError('WALLET_ANSWER', undefined, { cause })

/**
 * Gives a refusal of a wallet app its standard code (Mobile Wallet Adapter 2.0, "Constants").
 * Returns any other error unchanged.
 */
export function appRefusal(error: unknown): unknown {
  const { code } = Object(error) as { readonly code?: unknown }
  if (code === -1 || code === -3) return new WalletRefusal('4001', error)
  if (code === -7) return new ChainError('WALLET_NETWORK', undefined, { cause: error })
  return error
}
