/** What people read of errors. Loaded with the first one. */
import { type Alert, type Message, ModalError, message, walletProblem } from '@portico/kernel/contracts'

/** Undefined where nothing is to be said: the person declined, or the work was given up. */
export function sentenceOf(error: unknown): Message | undefined {
  const { name, userMessage } = Object(error) as { name?: unknown; userMessage?: unknown }
  if (name === 'AbortError' || walletProblem(error).kind === 'declined') return undefined
  // By name too: a plugin may bring its own copy of the kernel.
  const speaks = error instanceof ModalError || name === 'ModalError'
  return speaks && typeof Object(userMessage).en === 'string' ? (userMessage as Message) : message('shell.failure', 'Something went wrong')
}

/** Specification section 8: a service does not know this page. */
export function configurationAlert(service: string): Alert {
  return {
    kind: 'failure',
    title: message('shell.configuration', 'Invalid App Configuration'),
    detail: message('shell.configuration.detail', '{service} does not accept requests from this site. Only the people who run the site can change that.', {
      service,
    }),
  }
}
