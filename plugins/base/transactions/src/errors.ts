import { absentMessage } from '@portico/kernel/capabilities'
import { type Message, ModalError, message } from '@portico/kernel/text'

export type TransactionErrorCode =
  /** The network did not carry it out. */
  | 'TRANSACTION_FAILED'
  /** Another transaction of the same account took its place. */
  | 'TRANSACTION_REPLACED'
  /** The wallet cancelled it by a transaction that moves nothing. */
  | 'TRANSACTION_CANCELLED'
  /** A reorganization took it out of its block: it is pending again. */
  | 'TRANSACTION_UNDONE'
  /** After an unknown outcome: the network can never carry it out. */
  | 'TRANSACTION_NOT_SENT'
  /** The wallet named a transaction that no endpoint knows. */
  | 'TRANSACTION_ABSENT'

/** What became of a transaction whose kind no plugin describes. */
export class TransactionError extends ModalError<TransactionErrorCode> {
  constructor(code: TransactionErrorCode) {
    super(code, { userMessage: sentences()[code] })
  }
}
const sentences = (): Record<TransactionErrorCode, Message> => ({
  TRANSACTION_FAILED: message(
    'transactions.error.failed',
    'The network did not carry out your transaction.',
  ),
  TRANSACTION_REPLACED: message(
    'transactions.error.replaced',
    'Another transaction replaced your transaction.',
  ),
  TRANSACTION_CANCELLED: message(
    'transactions.error.cancelled',
    'Your wallet cancelled this transaction. Nothing was sent.',
  ),
  TRANSACTION_UNDONE: message(
    'transactions.error.undone',
    'The network reverted its last blocks: your transaction is pending again.',
  ),
  TRANSACTION_NOT_SENT: message(
    'transactions.error.notSent',
    'Your wallet did not send the transaction. You can try again.',
  ),
  TRANSACTION_ABSENT: absentMessage,
})
