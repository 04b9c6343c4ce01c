import { walletDeclinedMessage } from '../capabilities/transfer-messages.js'
import { ModalError } from '../text/errors.js'
import { walletProblem } from './wallet-problem.js'

/** The person declined in the wallet, so nothing was sent. The cause is the wallet's error. */
class DeclinedError extends ModalError<'DECLINED'> {
  constructor(cause: unknown) {
    super('DECLINED', { userMessage: walletDeclinedMessage, cause })
  }
}

/**
 * Runs a wallet request that moves no money. Throws a DeclinedError where the person declined, and
 * rethrows every other error.
 */
export async function runWalletRequest<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw walletProblem(error).kind === 'declined' ? declined(error) : error
  }
}

/** Returns an error that has the code already unchanged. */
export const declined = (error: unknown): ModalError =>
  error instanceof ModalError && error.code === 'DECLINED' ? error : new DeclinedError(error)
