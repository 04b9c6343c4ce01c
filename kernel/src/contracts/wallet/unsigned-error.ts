import { ModalError } from '../text/errors.js'
import { message } from '../text/text.js'

/** The wallet signed nothing, or another transaction. Nothing was submitted. */
export class UnsignedError extends ModalError<'WALLET_UNSIGNED'> {
  constructor(options?: { readonly cause: unknown }) {
    super('WALLET_UNSIGNED', {
      userMessage: message(
        'wallet.error.unsigned',
        'Your wallet did not sign the transaction that you saw. Nothing was sent.',
      ),
      ...options,
    })
  }
}
