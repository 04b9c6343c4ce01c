import { type Message, ModalError, message, walletProblem } from '@portico/kernel/contracts'

/** The sentence for something that threw. */
export function problemOf(error: unknown): Message {
  if (error instanceof ModalError) return error.userMessage
  const { message: reason } = walletProblem(error)
  return reason
    ? message('send.problem.reason', 'Nothing was sent: {reason}', { reason })
    : message('send.problem.unknown', 'Nothing was sent, and nobody said why.')
}
