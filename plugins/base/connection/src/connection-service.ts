/** The connection service as others hold it: there at once, while its controller arrives with the first call. */
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

/** Milliseconds after which no page says any more that a connection of before is being taken up: the code for it does not come. */
const patience = 10_000

export function createConnectionService(context: ConnectionContext, options: ConnectionOptions): Connections {
  const live = new Map<ConnectionId, Connection>()
  const code = () => import('./discovery/discover-wallets.js')
  // What a click needs is requested in the same tick, so that it arrives in one wave. A failure is reported where the module is used.
  const fetchAll = (items: readonly { readonly load?: () => Promise<unknown> }[]) => {
    for (const { load } of items) (async () => load?.())().catch(() => undefined)
  }
  const discover = once(() => {
    fetchAll(context.items(discoveries))
    const rows = () => import('./views/connect-view.js').then(({ loadPictures, Wallets }) => ({ loadPictures, Wallets }))
    return code().then(module => module.discoverWallets(context, rows))
  })
  // Before the controller there was no wallet, and the errors of those that are gone are not here yet.
  let lost = (): Error => new KernelError('SERVICE_UNKNOWN', 'Connect a wallet first.', 'base/connection')
  let controller: Controller | undefined
  const load = once(() =>
    import('./connection-controller.js').then(module => {
      context.signal.throwIfAborted()
      controller = module.create(context, live, discover, options)
      lost = module.notConnected
      return controller
    }),
  )
  // At once where it is there already: a wallet that opens a window wants the click itself.
  const ask = <Answer>(run: (controller: Controller) => Promise<Answer>) => (controller ? run(controller) : load().then(run))
  const tell = (run: (controller: Controller) => void) => {
    if (controller) run(controller)
    else load().then(run).catch(context.report)
  }
  const awaitReturn = (returning?: readonly string[]) => context.update(session, draft => void Object.assign(draft, { returning }))
  // On start, when there is something to restore, and whenever another tab has written.
  context.watch(
    read => read.state(memorySlice).found,
    found => {
      if (controller) return controller.follow()
      // A stranger's word (S13), of which only the keys are taken: nobody has read it yet.
      awaitReturn(options.autoConnect === false ? [] : Object.keys(Object(Object(found).active)))
      withTimeout(() => load().then(c => c.follow()), patience, context.signal)
        .catch(context.report)
        .then(() => awaitReturn())
    },
  )
  context.on(modalOpened, ({ view }) => {
    if (view !== connectView.id) return
    fetchAll([...context.items(connectMethods), ...context.items(connectParts)])
    discover().catch(context.report)
  })
  return {
    discover,
    connect: (...args) => ask(c => c.connect(...args)),
    disconnect: (...args) => ask(c => c.disconnect(...args)),
    switchNetwork: (...args) => ask(c => c.switchNetwork(...args)),
    cancel: (...args) => tell(c => c.cancel(...args)),
    activate: (...args) => tell(c => c.activate(...args)),
    forget: (...args) => tell(c => c.forget(...args)),
    live: id => live.get(id),
    require(account) {
      const line = live.get(account.connection)
      if (!line) throw lost()
      return line
    },
  }
}
