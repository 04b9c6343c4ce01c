/** Which view the modal shows while a wallet is asked, and what follows. */
import type { CurrentView } from '@portico/kernel'
import {
  accountView,
  activeAccount,
  afterConnect,
  type Connector,
  connectingExternalView,
  connectView,
  type NetworkId,
  openingRules,
  session,
  shell,
  shellSlice,
  unsupportedChainView,
  walletConnected,
} from '@portico/kernel/contracts'
import { problem } from '../errors.js'
import { openAtUnsupportedNetwork, unsupportedNetwork } from '../networks/unsupported-network.js'
import type { ConnectionOptions } from '../options.js'
import type { ConnectionContext } from '../refs.js'
import type { Connected } from '../session/announce.js'
import { connectGates } from './connect-gate.js'

export function createModalViews(context: ConnectionContext, options: ConnectionOptions) {
  const { views } = context
  const blockedBy = () => unsupportedNetwork(context, options.allowUnsupportedChain)
  const isShown = (screen: CurrentView) => views.history.includes(screen)
  const resetTo = (view: typeof accountView) => {
    if (views.current && views.has(view)) views.reset(view)
  }
  /** The unsupported network that was shown last: a person who closed it sees it again only after the wallet has moved. */
  let noticed: NetworkId | undefined

  const firstAnswer = async (connected: Connected) => {
    for (const item of context.items(afterConnect)) {
      try {
        const view = await item.decide(context, connected)
        if (view && views.has(view)) return view
      } catch (error) {
        context.report(error)
      }
    }
    return undefined
  }

  context.contribute(openingRules, openAtUnsupportedNetwork(options))
  context.on(walletConnected, ({ restored }) => {
    noticed = blockedBy()
    const { open, embedded, namespace } = context.state(shellSlice)
    const isAtConnect = views.history.length === 1 && views.current?.id === connectView.id
    // The modal opened before the wallet of the last visit answered: it now shows what it would have opened with.
    if (restored && (open || embedded) && isAtConnect) context.find(shell)?.open({ namespace })
  })

  return {
    isShown,
    showAccount: () => resetTo(accountView),
    /** Throws CONSENT_REQUIRED while the host requires something first; an open modal shows the view that asks for it. */
    checkGates({ id, waitsIn }: Connector) {
      const missing = context.items(connectGates).flatMap(gate => gate.missing(context) ?? [])[0]
      if (!missing) return
      const { current } = views
      if (current && current.id !== missing.id && views.has(missing)) {
        // A view that connects by itself comes back after the gate.
        if (waitsIn?.some(own => own.id === current.id)) views.replace(missing, { connector: id, from: current })
        else views.push(missing, { connector: id })
      }
      throw problem('CONSENT_REQUIRED')
    },
    /** Answers the view that waits for the wallet. A closed modal stays closed: the host has its own interface. */
    showWaiting({ id, waitsIn, view = connectingExternalView }: Connector): CurrentView | undefined {
      if (waitsIn?.some(own => own.id === views.current?.id)) return views.current
      if (!views.current || !views.has(view)) return undefined
      views.push(view, { connector: id })
      return views.current
    },
    /** Moves on from the waiting view. A person who left it stays where they are. */
    async showNext(connected: Connected, screen: CurrentView | undefined) {
      const next = blockedBy() ? unsupportedChainView : await firstAnswer(connected)
      if (!screen) {
        if (next) context.find(shell)?.open({ view: next })
      } else if (isShown(screen)) {
        const view = next ?? accountView
        if (views.has(view)) views.reset(view)
        else context.find(shell)?.close()
      }
    },
    /**
     * Keeps the modal at a view that fits the session: an unsupported network blocks everything else, and a view of an account that is gone (`wasAccountLost`)
     * gives way to the Connect view.
     */
    check(wasAccountLost: boolean) {
      const account = activeAccount(context)
      const before = noticed
      noticed = blockedBy()
      const isWaiting = Object.values(context.state(session).connections).some(({ phase }) => phase.name === 'connecting')
      if (noticed) {
        if (noticed === before) return
        if (views.current) resetTo(unsupportedChainView)
        else context.find(shell)?.open({ view: unsupportedChainView })
      } else if (views.current?.id === unsupportedChainView.id) resetTo(account ? accountView : connectView)
      else if (wasAccountLost && !account && !isWaiting) resetTo(connectView)
    },
  }
}
