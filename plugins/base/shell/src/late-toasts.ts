import { once } from '@portico/kernel'
import { configurationRefused, type Toasts, walletConnected } from '@portico/kernel/contracts'
import type { ShellContext } from './refs.js'

/** The face of the toasts: callable at once, in order, and quiet where their code cannot be loaded. */
export function lateToasts(context: ShellContext, load: () => Promise<typeof import('./toasts-controller.js')>): Toasts {
  const arrive = once(() => load().then(code => code.createToasts(context)))
  const late =
    <Method extends 'refused' | keyof Toasts>(method: Method) =>
    (...args: Parameters<Awaited<ReturnType<typeof arrive>>[Method]>): void =>
      void arrive()
        .then(toasts => (toasts[method] as (...args: unknown[]) => void)(...args))
        .catch(context.report)
  // Nobody has anything to say before a wallet is there, and from then on the network may be gone when there is.
  context.on(walletConnected, () => void arrive().catch(context.report))
  context.on(configurationRefused, late('refused'))
  return {
    success: late('success'),
    progress: late('progress'),
    fail: late('fail'),
    dismiss: late('dismiss'),
    alert: late('alert'),
    dismissAlert: late('dismissAlert'),
  }
}
