import { once } from '@portico/kernel'
import { configurationRefused, shellSlice, type Toasts, walletConnected } from '@portico/kernel/contracts'
import type { ShellContext } from './refs.js'
import type { AllToasts } from './toasts-controller.js'

const methods = ['success', 'progress', 'fail', 'dismiss', 'alert', 'dismissAlert'] as const satisfies readonly (keyof Toasts)[]

/** The face of the toasts: callable at once, in order, and quiet where their code cannot be loaded. */
export function lateToasts(context: ShellContext, load: () => Promise<AllToasts>): Toasts {
  const arrive = once(load)
  const late =
    <Method extends keyof AllToasts>(method: Method) =>
    (...args: Parameters<AllToasts[Method]>): void =>
      void arrive()
        .then(toasts => (toasts[method] as (...args: unknown[]) => void)(...args))
        .catch(context.report)
  // Before a wallet is there only the shell has something to say; from then on others do, and the network may be gone when they have.
  context.on(walletConnected, arrive)
  context.on(configurationRefused, late('refused'))
  context.watch(({ state }) => state(shellSlice).shaking, late('held'))
  return Object.fromEntries(methods.map(method => [method, late(method)])) as unknown as Toasts
}
