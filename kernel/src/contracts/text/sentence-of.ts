/** What people read of an error, in a toast or in the state of a flow. */

import { walletProblem } from '../wallet/wallet-problem.js'
import { ModalError } from './errors.js'
import { type Message, message } from './text.js'
import { unloadedMessage } from './unloaded-code.js'

export const failureMessage = /* @__PURE__ */ message('shell.failure', 'Something went wrong')

/**
 * The sentence that `toasts.fail` says for an error. Undefined where nothing is to be said: the
 * person declined, or the work was given up.
 */
export function sentenceOf(error: unknown): Message | undefined {
  const { name, userMessage } = Object(error) as { name?: unknown; userMessage?: unknown }
  const { kind } = walletProblem(error)
  if (name === 'AbortError' || kind === 'declined') return undefined
  // By name too: a plugin may bring its own copy of the kernel.
  const speaks = error instanceof ModalError || name === 'ModalError'
  if (speaks && typeof Object(userMessage).en === 'string') return userMessage as Message
  return kind === 'unloaded' ? unloadedMessage : failureMessage
}
