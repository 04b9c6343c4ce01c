/** The connection service: its parts, tied together. Loaded when somebody asks for it, or when there is something to restore. */
import {
  accountView,
  activeAccount,
  type Connection,
  type ConnectionId,
  type Connections,
  connectView,
  environment,
  type NetworkId,
  shell,
  shellSlice,
  unsupportedChainView,
  walletConnected,
} from '@portico/kernel/contracts'
import { createConnecting } from './connecting/connecting.js'
import { createLeaving } from './connecting/disconnecting.js'
import { createLedger } from './connecting/session-ledger.js'
import { createWalletLines } from './connecting/wallet-sessions.js'
import { problem } from './errors.js'
import { createSwitching } from './networks/switch-network.js'
import { unsupportedNetwork } from './networks/unsupported-network.js'
import type { ConnectionOptions } from './options.js'
import type { ConnectionContext } from './refs.js'
import { createRestoring } from './restoring/restoring.js'

export const notConnected = () => problem('CLIENT_NOT_SET')

export interface Controller extends Omit<Connections, 'discover' | 'live' | 'require'> {
  /** Brings this tab to what storage says. */
  follow(): void
}

/** `live` is what `connection.live` reads: this fills and empties it. */
export function create(
  context: ConnectionContext,
  live: Map<ConnectionId, Connection>,
  discover: Connections['discover'],
  options: ConnectionOptions,
): Controller {
  const { views } = context
  const ledger = createLedger(context, options)
  const blockedBy = () => unsupportedNetwork(context, options.allowUnsupportedChain)
  /** The unsupported network that was last noticed: who closed the modal on it is not shown it again until the wallet moves. */
  let noticed: NetworkId | undefined
  const show = (view: typeof accountView) => {
    if (views.current && views.has(view)) views.reset(view)
  }
  /**
   * Keeps the modal where it makes sense: on a network that the host does not support nothing else goes on, back on one that it does everything does, and a page
   * about an account that is gone (`had`) leads nowhere.
   */
  const checkView = (had = false) => {
    const account = activeAccount(context)
    const before = noticed
    noticed = blockedBy()
    if (noticed) {
      if (noticed === before) return
      if (views.current) show(unsupportedChainView)
      else context.find(shell)?.open({ view: unsupportedChainView })
    } else if (views.current?.id === unsupportedChainView.id) show(account ? accountView : connectView)
    else if (had && !account && !connecting.isWaiting()) show(connectView)
  }

  const lines = createWalletLines(context, live, {
    reported(id, report) {
      ledger.update(id, report)
      ledger.rememberInTurn()
      checkView()
    },
    hungUp: id => leaving.hungUp(id),
  })
  const restoring = createRestoring(context, options, ledger, lines, { discover, checkView })
  const leaving = createLeaving(context, ledger, lines, { stopAsking: connector => connecting.cancel(connector), stopRestoring: restoring.stop, checkView })
  const switchTo = createSwitching(context, ledger, lines, live)
  const activate = (connection: ConnectionId, address?: string) => {
    const state = ledger.connectionOf(connection)
    if (!state || !ledger.isConnected(connection)) return
    ledger.pick(state.namespace)
    ledger.commit(draft => {
      draft.namespace = state.namespace
      draft.active[state.namespace] = connection
      delete draft.filter
      const entry = draft.connections[connection]
      if (entry && address !== undefined && entry.accounts.some(account => account.address === address)) entry.address = address
    })
    ledger.remember()
    checkView()
  }
  const connecting = createConnecting(context, ledger, lines, {
    discover,
    stopRestoring: restoring.stop,
    goodbye: leaving.goodbye,
    activate,
    takeUp: restoring.takeUp,
    isBlocked: () => blockedBy() !== undefined,
  })

  // Where a new connection leads is decided where it is made; one that was taken up silently shows nothing by itself.
  context.on(walletConnected, ({ restored }) => {
    noticed = blockedBy()
    const { open, embedded, namespace } = context.state(shellSlice)
    const isAtConnect = views.history.length === 1 && views.current?.id === connectView.id
    // The modal was open before the wallet of the last visit had answered: it shows what it would have opened with.
    if (restored && (open || embedded) && isAtConnect) context.find(shell)?.open({ namespace })
    // Not with the rest of it: a page's first question about dates holds it up for a frame, and nothing needs the answer before.
    context.update(environment, draft => void Object.assign(draft, { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }))
  })
  context.onDispose(() => {
    for (const id of lines.ids()) lines.release(id)
  })

  return {
    connect: connecting.connect,
    cancel: connecting.cancel,
    disconnect: leaving.disconnect,
    forget: leaving.forget,
    activate,
    async switchNetwork(network: NetworkId) {
      await switchTo(network)
      checkView()
    },
    follow: restoring.follow,
  }
}
