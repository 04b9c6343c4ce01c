/**
 * The connection service, callable at once. Its controller loads with the first call, or when a
 * saved connection exists.
 */
import { KernelError, once, withTimeout } from '@portico/kernel'
import type { ConnectionId } from '@portico/kernel/account'
import { connectMethodsSlot, connectPartsSlot, connectView } from '@portico/kernel/connect-page'
import { type Connection, discoveriesSlot } from '@portico/kernel/connector-kit'
import { type Connections, sessionSlice } from '@portico/kernel/session'
import { modalOpenedEvent } from '@portico/kernel/shell'
import type { Controller } from './connection-controller.js'
import type { ConnectionOptions } from './options.js'
import { savedConnectionsSlice } from './persisted.js'
import type { ConnectionContext } from './refs.js'

/**
 * Milliseconds after which a page no longer shows that it restores a connection, because the code
 * for it does not load.
 */
const restoreTimeoutMs = 10_000

/**
 * The code of the Connect view. Kept once loaded: an `import()` of a module that is there still
 * takes three ticks of the event loop.
 */
export const loadConnectView = /* @__PURE__ */ once(() => import('./views/connect-view.js'))

export function createConnectionService(
  context: ConnectionContext,
  options: ConnectionOptions,
): Connections {
  const live = new Map<ConnectionId, Connection>()
  const loadDiscovery = () => import('./discovery/discover-wallets.js')
  // What a click needs is requested in the same tick, so that it arrives in one wave. A failure is
  // reported where the module is used.
  const fetchAll = (items: readonly { readonly load?: () => Promise<unknown> }[]) => {
    for (const { load } of items) (async () => load?.())().catch(() => undefined)
  }
  const discover = once(() => {
    fetchAll(context.items(discoveriesSlot))
    return loadDiscovery().then(module => module.discoverWallets(context, loadConnectView))
  })
  // Before the controller loads no wallet was connected, and the errors of wallets that are gone
  // are not loaded.
  let notConnected = (): Error =>
    new KernelError('SERVICE_UNKNOWN', 'Connect a wallet first.', 'base/connection')
  let controller: Controller | undefined
  const load = once(() =>
    import('./connection-controller.js').then(module => {
      context.signal.throwIfAborted()
      controller = module.create(context, live, discover, options)
      notConnected = module.notConnected
      return controller
    }),
  )
  // In the same tick once the controller is there: a wallet that opens a window needs the click
  // itself.
  const call = <Answer>(run: (controller: Controller) => Promise<Answer>) =>
    controller ? run(controller) : load().then(run)
  const notify = (run: (controller: Controller) => void) => {
    if (controller) run(controller)
    else load().then(run).catch(context.report)
  }
  const setReturning = (returning?: readonly string[]) => context.patch(sessionSlice, { returning })
  // On start when a connection is saved, and whenever another tab has written.
  context.watch(
    read => read.state(savedConnectionsSlice),
    ({ saved, returning }) => {
      if (saved) return controller?.follow()
      setReturning(options.autoConnect === false ? [] : returning)
      withTimeout(() => load().then(c => c.follow()), restoreTimeoutMs, context.signal)
        .catch(context.report)
        .then(() => setReturning())
    },
  )
  context.on(modalOpenedEvent, ({ view }) => {
    if (view !== connectView.id) return
    fetchAll([...context.items(connectMethodsSlot), ...context.items(connectPartsSlot)])
    discover().catch(context.report)
  })
  return {
    discover,
    connect: (...args) => call(c => c.connect(...args)),
    disconnect: (...args) => call(c => c.disconnect(...args)),
    switchNetwork: (...args) => call(c => c.switchNetwork(...args)),
    cancel: (...args) => notify(c => c.cancel(...args)),
    activate: (...args) => notify(c => c.activate(...args)),
    forget: (...args) => notify(c => c.forget(...args)),
    live: id => live.get(id),
    require(account) {
      const connection = live.get(account.connection)
      if (!connection) throw notConnected()
      return connection
    },
  }
}
