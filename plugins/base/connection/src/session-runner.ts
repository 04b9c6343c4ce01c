/**
 * Runs the session: reduces each event, commits the result and carries out its effects, whose
 * results come back as events.
 */
import { type ConnectionId, connectionId } from '@portico/kernel/account'
import { chainOf, chainsSlot, networkOf } from '@portico/kernel/chain'
import type { Connection, Connector, WalletSession } from '@portico/kernel/connector-kit'
import { activeAccount, type Connections, sessionSlice } from '@portico/kernel/session'
import { trackedEvent } from '@portico/kernel/shell'
import { groupWallets } from '@portico/kernel/wallet'
import { approvedTogether } from './connecting/approved-together.js'
import { createDisconnects } from './connecting/disconnect-wallets.js'
import { createModalViews } from './connecting/modal-views.js'
import { createAccountRequests, recentWalletOf } from './connecting/request-accounts.js'
import { listedConnectors, workingConnectors } from './discovery/discover-wallets.js'
import type { ConnectionOptions } from './options.js'
import type { ConnectionContext } from './refs.js'
import { createRestores } from './restoring/restore-sessions.js'
import { brandingOf, withoutConnections, withRecent } from './restoring/saved-connections.js'
import { createSavedStore } from './restoring/saved-store.js'
import { announceConnected, announceEnd, commitSession, connectedIn } from './session/announce.js'
import type { NewConnection, SessionEffect, SessionEvent } from './session/session-events.js'
import { type HostChains, isConnected, reduceSession } from './session/session-reducer.js'
import { createWalletSessions } from './session/wallet-sessions.js'

/** What the effects of one event share. */
interface StepState {
  readonly hadAccount: boolean
  /** The wallet sessions that this event ended. */
  readonly released: Map<ConnectionId, WalletSession>
  readonly disconnects: Promise<void>[]
}

/** A connection with a wallet that has not answered yet. */
export const connectionWith = (connector: Connector): NewConnection => ({
  id: connectionId(connector.namespace, connector.id),
  namespace: connector.namespace,
  connector: connector.id,
  wallet: brandingOf(connector),
})

/** `live` is what `connection.live` reads; it is filled and emptied here. */
export function createSessionRunner(
  context: ConnectionContext,
  live: Map<ConnectionId, Connection>,
  discover: Connections['discover'],
  options: ConnectionOptions,
) {
  const { allowUnsupportedChain, restoreTimeoutMs = 10_000 } = options
  const hostChains: HostChains = {
    get first() {
      return context.items(chainsSlot)[0]?.id
    },
    isUsable: network =>
      networkOf(context, network) !== undefined ||
      (allowUnsupportedChain === true && chainOf(context, network) !== undefined),
  }
  const saved = createSavedStore(context)
  const sessions = createWalletSessions(context, live, dispatch)
  const disconnects = createDisconnects(context)
  const requests = createAccountRequests(context, sessions, disconnects, dispatch)
  const restores = createRestores(context, restoreTimeoutMs, saved, sessions, discover, dispatch)
  const modal = createModalViews(context, options)

  /**
   * The only way to change the session. Answers the disconnects of wallets that the event started.
   */
  function dispatch(event: SessionEvent): readonly Promise<void>[] {
    let before = context.state(sessionSlice)
    let { session: next, effects } = reduceSession(before, event, hostChains)
    const step: StepState = {
      hadAccount: activeAccount(context) !== undefined,
      released: new Map(),
      disconnects: [],
    }
    for (const effect of effects) if (effect.name === 'release') release(effect.ids, step)
    // A release runs code of wallets, which may have dispatched and committed events of its own:
    // the commit below must not overwrite them.
    if (context.state(sessionSlice) !== before) {
      before = context.state(sessionSlice)
      ;({ session: next, effects } = reduceSession(before, event, hostChains))
    }
    if (next !== before) commitSession(context, next)
    for (const effect of effects) carryOut(effect, step)
    return step.disconnects
  }

  const release = (ids: readonly ConnectionId[], { released }: StepState) => {
    for (const id of ids) {
      restores.abort(id)
      requests.abort(id)
      const walletSession = sessions.release(id)
      if (walletSession) released.set(id, walletSession)
    }
  }
  const carryOut = (effect: SessionEffect, step: StepState): void => {
    switch (effect.name) {
      // Carried out before the commit.
      case 'release':
        break
      case 'requestAccounts': {
        const connector = workingConnectors(context).find(
          ({ namespace, id }) => connectionId(namespace, id) === effect.id,
        )
        if (connector) requests.start(connector, effect.options, modal.showWaiting(connector))
        break
      }
      case 'restore':
        restores.start(effect.id, effect.address)
        break
      case 'keepPicked':
        restores.keepPicked(effect.namespace)
        break
      case 'save':
        save(effect)
        break
      case 'saveLater':
        saved.saveLater(effect.lost)
        break
      case 'announceConnected': {
        const connected = connectedIn(context, effect.id)
        if (connected)
          announceConnected(context, connected, effect.restored, requests.of(effect.id)?.connector)
        break
      }
      case 'restoreSiblings':
        for (const sibling of siblingsOf(effect.id))
          dispatch({
            name: 'restoreRequested',
            connection: connectionWith(sibling),
            deadline: Date.now() + restoreTimeoutMs,
          })
        break
      case 'showNext': {
        const connected = connectedIn(context, effect.id)
        if (connected)
          modal.showNext(connected, requests.of(effect.id)?.screen).catch(context.report)
        break
      }
      case 'checkView':
        modal.check(effect.isAfterEnd && step.hadAccount)
        break
      case 'announceEnd':
        announceEnd(context, effect)
        break
      case 'disconnectWallets':
        step.disconnects.push(...disconnects.start(step.released))
        break
      case 'trackFailure':
        context.emit(trackedEvent, { name: 'CONNECT_ERROR', properties: { message: effect.code } })
        break
      case 'trackSwitch':
        context.emit(trackedEvent, {
          name: 'SWITCH_NETWORK',
          properties: { network: effect.network },
        })
        break
      case 'report':
        context.report(effect.error)
        break
    }
  }
  const save = ({
    lost = [],
    ended = [],
    recent,
  }: Extract<SessionEffect, { readonly name: 'save' }>) => {
    const request = recent && requests.of(recent)
    saved.save(before => {
      const kept = withoutConnections(withoutConnections(before, lost, false), ended, true)
      return request ? { ...kept, recent: withRecent(kept.recent, recentWalletOf(request)) } : kept
    })
  }
  /**
   * What the wallet approved in the same prompt and is not connected yet, of the chains that the
   * modal is open for.
   */
  const siblingsOf = (id: ConnectionId): readonly Connector[] => {
    const connector = requests.of(id)?.connector
    const wallet =
      connector &&
      groupWallets(listedConnectors(context)).find(({ connectors }) =>
        connectors.includes(connector),
      )
    return wallet
      ? approvedTogether(connector, wallet).filter(
          ({ namespace, id }) =>
            !isConnected(context.state(sessionSlice), connectionId(namespace, id)),
        )
      : []
  }

  context.onDispose(() => {
    requests.abortAll()
    restores.abortAll()
    sessions.releaseAll()
  })
  return { dispatch, hostChains, saved, sessions, requests, restores, modal }
}
