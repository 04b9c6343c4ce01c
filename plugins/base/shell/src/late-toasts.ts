import { once } from '@portico/kernel'
import { walletConnectedEvent } from '@portico/kernel/session'
import { configurationRefusedEvent, shellSlice, type Toasts } from '@portico/kernel/shell'
import type { ShellContext } from './refs.js'
import type { AllToasts } from './toasts-controller.js'

const methods = [
  'success',
  'progress',
  'fail',
  'dismiss',
  'alert',
  'dismissAlert',
] as const satisfies readonly (keyof Toasts)[]

/** Queues toasts until their code is loaded, and drops them where it cannot be loaded. */
export function lateToasts(context: ShellContext, load: () => Promise<AllToasts>): Toasts {
  const arrive = once(load)
  const late =
    <Method extends keyof AllToasts>(method: Method) =>
    (...args: Parameters<AllToasts[Method]>): void =>
      void arrive()
        .then(toasts => (toasts[method] as (...args: unknown[]) => void)(...args))
        .catch(context.report)
  // Before a wallet is connected only the shell shows toasts; from then on others do, and the
  // network may be gone by then.
  context.on(walletConnectedEvent, arrive)
  context.on(configurationRefusedEvent, late('refused'))
  context.watch(({ state }) => state(shellSlice).shaking, late('held'))
  return Object.fromEntries(methods.map(method => [method, late(method)])) as unknown as Toasts
}
