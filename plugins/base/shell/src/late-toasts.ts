import { once } from '@portico/kernel'
import { configurationRefused, type Toasts, walletConnected } from '@portico/kernel/contracts'
import type { ShellContext } from './refs.js'
import type { createToasts } from './toasts-controller.js'

type LoadedToasts = ReturnType<typeof createToasts>

const methods = ['success', 'progress', 'fail', 'dismiss', 'alert', 'dismissAlert'] as const satisfies readonly (keyof Toasts)[]

/** The face of the toasts: callable at once, in order, and quiet where their code cannot be loaded. */
export function lateToasts(context: ShellContext, load: () => Promise<LoadedToasts>): Toasts {
  const arrive = once(load)
  const late =
    <Method extends 'refused' | keyof Toasts>(method: Method) =>
    (...args: Parameters<LoadedToasts[Method]>): void =>
      void arrive()
        .then(toasts => (toasts[method] as (...args: unknown[]) => void)(...args))
        .catch(context.report)
  // Nobody has anything to say before a wallet is there, and from then on the network may be gone when there is.
  context.on(walletConnected, arrive)
  context.on(configurationRefused, late('refused'))
  return Object.fromEntries(methods.map(method => [method, late(method)])) as unknown as Toasts
}
