/** The connection service as others hold it: there at once, while its controller arrives with the first call. */
import { KernelError, once } from '@portico/kernel'
import type { Connection, ConnectionId, Connections } from '@portico/kernel/contracts'
import type { Controller } from './connection-controller.js'
import type { ConnectionContext, ConnectionOptions } from './refs.js'

/** The live lines of connections: read at once, kept by the controller. */
export interface LiveLines {
  readonly byId: Map<ConnectionId, Connection>
  /** Throws the error for a line that is not there. */
  lost(): never
}

export function createFace(context: ConnectionContext, options: ConnectionOptions) {
  const live: LiveLines = {
    byId: new Map(),
    lost() {
      throw new KernelError('SERVICE_UNKNOWN', 'No wallet was connected yet.', 'base/connection')
    },
  }
  let controller: Controller | undefined
  const load = once(async () => {
    const { create } = await import('./connection-controller.js')
    context.signal.throwIfAborted()
    controller = create(context, live, options)
    return controller
  })
  // At once where it is there already: a wallet that opens a window wants the click itself.
  const ask = <Answer>(run: (controller: Controller) => Promise<Answer>) => (controller ? run(controller) : load().then(run))
  const tell = (run: (controller: Controller) => void) => {
    if (controller) run(controller)
    else
      load()
        .then(run)
        .catch(error => context.signal.aborted || context.report(error))
  }
  const face: Connections = {
    connect: (...args) => ask(({ connect }) => connect(...args)),
    disconnect: (...args) => ask(({ disconnect }) => disconnect(...args)),
    switchNetwork: (...args) => ask(({ switchNetwork }) => switchNetwork(...args)),
    cancel: (...args) => tell(({ cancel }) => cancel(...args)),
    activate: (...args) => tell(({ activate }) => activate(...args)),
    forget: (...args) => tell(({ forget }) => forget(...args)),
    live: id => live.byId.get(id),
    require: account => live.byId.get(account.connection) ?? live.lost(),
  }
  return { face, tell }
}
