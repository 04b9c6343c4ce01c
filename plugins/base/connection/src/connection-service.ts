/** The connection service, callable at once. Its controller loads with the first call, or when a saved connection exists. */
import { KernelError, once, withTimeout } from '@portico/kernel'
import {
  type Connection,
  type ConnectionId,
  type Connections,
  connectMethods,
  connectParts,
  connectView,
  discoveries,
  modalOpened,
  session,
} from '@portico/kernel/contracts'
import type { Controller } from './connection-controller.js'
import type { ConnectionOptions } from './options.js'
import { type ConnectionContext, memorySlice } from './refs.js'

/** Milliseconds after which a page no longer shows that it restores a connection, because the code for it does not load. */
const restoreTimeoutMs = 10_000

export function createConnectionService(context: ConnectionContext, options: ConnectionOptions): Connections {
  const live = new Map<ConnectionId, Connection>()
  const loadDiscovery = () => import('./discovery/discover-wallets.js')
  // What a click needs is requested in the same tick, so that it arrives in one wave. A failure is reported where the module is used.
  const fetchAll = (items: readonly { readonly load?: () => Promise<unknown> }[]) => {
    for (const { load } of items) (async () => load?.())().catch(() => undefined)
  }
  const discover = once(() => {
    fetchAll(context.items(discoveries))
    const loadRows = () => import('./views/connect-view.js').then(({ loadPictures, Wallets }) => ({ loadPictures, Wallets }))
    return loadDiscovery().then(module => module.discoverWallets(context, loadRows))
  })
  // Before the controller loads no wallet was connected, and the errors of wallets that are gone are not loaded.
  let notConnected = (): Error => new KernelError('SERVICE_UNKNOWN', 'Connect a wallet first.', 'base/connection')
  let controller: Controller | undefined
  const load = once(() =>
    import('./connection-controller.js').then(module => {
      context.signal.throwIfAborted()
      controller = module.create(context, live, discover, options)
      notConnected = module.notConnected
      return controller
    }),
  )
  // In the same tick once the controller is there: a wallet that opens a window needs the click itself.
  const call = <Answer>(run: (controller: Controller) => Promise<Answer>) => (controller ? run(controller) : load().then(run))
  const notify = (run: (controller: Controller) => void) => {
    if (controller) run(controller)
    else load().then(run).catch(context.report)
  }
  const setReturning = (returning?: readonly string[]) => context.update(session, draft => void Object.assign(draft, { returning }))
  // On start when a connection is saved, and whenever another tab has written.
  context.watch(
    read => read.state(memorySlice).found,
    found => {
      if (controller) return controller.follow()
      // Untrusted (S13) and not validated yet: only the keys are read.
      setReturning(options.autoConnect === false ? [] : Object.keys(Object(Object(found).active)))
      withTimeout(() => load().then(c => c.follow()), restoreTimeoutMs, context.signal)
        .catch(context.report)
        .then(() => setReturning())
    },
  )
  context.on(modalOpened, ({ view }) => {
    if (view !== connectView.id) return
    fetchAll([...context.items(connectMethods), ...context.items(connectParts)])
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
