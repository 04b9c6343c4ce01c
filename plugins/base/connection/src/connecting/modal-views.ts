/**
 * The views of the modal around a connect: the waiting view, what follows it, and the view of an
 * unsupported network.
 */
import type { CurrentView, Read } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { type NetworkId, networkOf } from '@portico/kernel/chain'
import {
  connectingExternalView,
  connectView,
  unsupportedChainView,
} from '@portico/kernel/connect-page'
import type { Connector } from '@portico/kernel/connector-kit'
import {
  activeAccount,
  activeConnection,
  afterConnectSlot,
  sessionSlice,
  walletConnectedEvent,
} from '@portico/kernel/session'
import { type OpeningRule, openingRulesSlot, shellService, shellSlice } from '@portico/kernel/shell'
import { problem } from '../errors.js'
import type { ConnectionOptions } from '../options.js'
import type { ConnectionContext } from '../refs.js'
import type { Connected } from '../session/announce.js'
import { connectGatesSlot } from './connect-gate.js'

export function createModalViews(context: ConnectionContext, options: ConnectionOptions) {
  const { views } = context
  const blockedBy = () => unsupportedNetwork(context, options.allowUnsupportedChain)
  const isShown = (screen: CurrentView) => views.history.includes(screen)
  const resetTo = (view: typeof accountView) => {
    if (views.current && views.has(view)) views.reset(view)
  }
  /**
   * True where Account follows a connection: in the host's page, after the person came from Account
   * to connect another wallet, and where the host asks for it. Otherwise the visitor goes on in the
   * host's page (decision 86).
   */
  const staysOpen = () => {
    const { embedded, isAtRequestedView } = context.state(shellSlice)
    const cameFromAccount = views.history[0]?.id === accountView.id
    return embedded || isAtRequestedView || cameFromAccount || options.afterConnect === 'account'
  }
  /**
   * The unsupported network that was shown last: a person who closed it sees it again only after
   * the wallet has moved.
   */
  let noticed: NetworkId | undefined

  context.contribute(openingRulesSlot, openAtUnsupportedNetwork(options))
  context.on(walletConnectedEvent, ({ restored }) => {
    noticed = blockedBy()
    const { open, embedded, namespace } = context.state(shellSlice)
    const isAtConnect = views.history.length === 1 && views.current?.id === connectView.id
    // The modal opened before the wallet of the last visit answered: it now shows what it would
    // have opened with.
    if (restored && (open || embedded) && isAtConnect)
      context.find(shellService)?.open({ namespace })
  })

  return {
    isShown,
    showAccount: () => resetTo(accountView),
    /**
     * Throws CONSENT_REQUIRED while the host requires something first; an open modal shows the view
     * that asks for it.
     */
    checkGates({ id, waitsIn }: Connector) {
      const missing = connectGatesSlot.combine(
        context.items(connectGatesSlot),
        context.report,
        context,
      )
      if (!missing) return
      const { current } = views
      if (current && current.id !== missing.id && views.has(missing)) {
        // A view that connects by itself is shown again after the gate.
        if (waitsIn?.some(own => own.id === current.id))
          views.replace(missing, { connector: id, from: current })
        else views.push(missing, { connector: id })
      }
      throw problem('CONSENT_REQUIRED')
    },
    /**
     * Answers the view that waits for the wallet. A closed modal stays closed: the host has its own
     * interface.
     */
    showWaiting({
      id,
      waitsIn,
      view = connectingExternalView,
    }: Connector): CurrentView | undefined {
      if (waitsIn?.some(own => own.id === views.current?.id)) return views.current
      if (!views.current || !views.has(view)) return undefined
      views.push(view, { connector: id })
      return views.current
    },
    /** Moves on from the waiting view. A person who left it stays at the view they opened. */
    async showNext(connected: Connected, screen: CurrentView | undefined) {
      const next = blockedBy()
        ? unsupportedChainView
        : await afterConnectSlot.combine(
            context.items(afterConnectSlot),
            context.report,
            context,
            connected,
            views,
          )
      if (!screen) {
        if (next) context.find(shellService)?.open({ view: next })
      } else if (isShown(screen)) {
        const view = next ?? accountView
        if (views.has(view) && (next || staysOpen())) views.reset(view)
        else context.find(shellService)?.close()
      }
    },
    /**
     * Keeps the modal at a view that fits the session: an unsupported network blocks everything
     * else, and a view of an account that is gone (`wasAccountLost`) gives way to the Connect view.
     */
    check(wasAccountLost: boolean) {
      const account = activeAccount(context)
      const before = noticed
      noticed = blockedBy()
      const isWaiting = Object.values(context.state(sessionSlice).connections).some(
        ({ phase }) => phase.name === 'connecting',
      )
      if (noticed) {
        if (noticed === before) return
        if (views.current) resetTo(unsupportedChainView)
        else context.find(shellService)?.open({ view: unsupportedChainView })
      } else if (views.current?.id === unsupportedChainView.id)
        resetTo(account ? accountView : connectView)
      else if (wasAccountLost && !account && !isWaiting) resetTo(connectView)
    },
  }
}

/**
 * The active network of a connection when nothing can be used there: the host does not list the
 * network (unless `isAllowed`), or the wallet approved no account on it.
 */
export function unsupportedNetwork(read: Read, isAllowed?: boolean): NetworkId | undefined {
  const { phase, network } = activeConnection(read) ?? {}
  return phase?.name === 'connected' &&
    !(activeAccount(read) && (isAllowed || networkOf(read, network)))
    ? network
    : undefined
}

/** Opens the modal at *Unsupported network* while the active network cannot be used. */
const openAtUnsupportedNetwork = ({ allowUnsupportedChain }: ConnectionOptions): OpeningRule => ({
  id: 'unsupportedChain',
  rank: 'first',
  decide: read =>
    unsupportedNetwork(read, allowUnsupportedChain) ? { view: unsupportedChainView } : undefined,
})
