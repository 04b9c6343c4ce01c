import { absentMessage } from '@portico/kernel/capabilities'
import { failureMessage, type Message, ModalError, message } from '@portico/kernel/text'
import { walletProblem } from '@portico/kernel/wallet'

export type SendErrorCode =
  /** The transfer could not be prepared: the network is down, or something threw. */
  | 'SEND_PREPARE'
  /** The wallet or the chain refused it. */
  | 'SEND_FAILED'
  /** The wallet failed, but may have sent it all the same. */
  | 'SEND_UNKNOWN'
  /** After an unknown outcome: the network can never carry it out. */
  | 'SEND_NOT_SENT'
  /** The wallet named a transaction that no endpoint knows. */
  | 'SEND_ABSENT'
  /** The transaction was sent, and reverted. */
  | 'SEND_REVERTED'
  /** Another transaction of the same account replaced it. */
  | 'SEND_REPLACED'
  /** The wallet cancelled it by a transaction that moves nothing. */
  | 'SEND_CANCELLED'
  /** A reorganisation removed it from its block: it is pending again. */
  | 'SEND_UNDONE'
/** A transfer that did not happen, with the thrown error as its cause. Shown as a toast. */
export class SendError extends ModalError<SendErrorCode> {
  constructor(
    code: SendErrorCode,
    options?: { readonly cause?: unknown; readonly sentence?: Message },
  ) {
    super(code, { userMessage: options?.sentence ?? sentences()[code], ...options })
  }
}
/** Creates the error of an unknown outcome, with the reason that the wallet or its node gave. */
export function unknownOutcome(cause: unknown): SendError {
  // Our own error only says that the outcome is unknown; its cause says why.
  const answer = cause instanceof ModalError ? cause.cause : cause
  const { kind, message: answered } = walletProblem(answer)
  // A browser's error about a failed request is not readable for people.
  const reason = kind === 'transport' || kind === 'unloaded' ? undefined : answered
  if (!reason) return new SendError('SEND_UNKNOWN', { cause })
  const sentence = message(
    'send.error.unknownReason',
    'Your wallet may have sent this. Check your wallet before you send again. It answered: {reason}',
    {
      reason,
    },
  )
  return new SendError('SEND_UNKNOWN', { cause, sentence })
}
const sentences = (): Record<SendErrorCode, Message> => ({
  SEND_PREPARE: failureMessage,
  SEND_FAILED: message('send.error.failed', 'Failed to send transaction. Please try again.'),
  SEND_UNKNOWN: message(
    'send.error.unknown',
    'Your wallet may have sent this. Check your wallet before you send again.',
  ),
  SEND_NOT_SENT: message(
    'send.error.notSent',
    'Your wallet did not send the transfer. You can send it again.',
  ),
  SEND_ABSENT: absentMessage,
  SEND_REVERTED: message('send.error.reverted', 'The network did not carry out your transfer.'),
  SEND_REPLACED: message('send.error.replaced', 'Another transaction replaced your transfer.'),
  SEND_CANCELLED: message(
    'send.error.cancelled',
    'Your wallet cancelled this transfer. Nothing was sent.',
  ),
  SEND_UNDONE: message(
    'send.error.undone',
    'The network reverted its last blocks: your transfer is pending again.',
  ),
})
