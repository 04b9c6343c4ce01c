import { type Message, ModalError, message, unloadedMessage } from '@portico/kernel/text'
import { walletProblem } from '@portico/kernel/wallet'

/** Returns the message for a thrown error. */
export function problemOf(error: unknown): Message {
  if (error instanceof ModalError) return error.userMessage
  const { kind, message: reason } = walletProblem(error)
  if (kind === 'unloaded') return unloadedMessage
  // A browser's error is not readable for people.
  if (kind === 'transport')
    return message(
      'send.problem.unreachable',
      'The network cannot be reached right now. Nothing was sent.',
    )
  return reason
    ? message('send.problem.reason', 'Nothing was sent: {reason}', { reason })
    : message('send.problem.unknown', 'Nothing was sent. No reason was given.')
}
