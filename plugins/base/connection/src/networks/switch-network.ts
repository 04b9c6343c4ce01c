/**
 * Switches the network: in the wallet when one is connected there, else only the choice (decisions
 * 18 and 19).
 */
import type { ConnectionId } from '@portico/kernel/account'
import { networksCapability } from '@portico/kernel/capabilities'
import {
  chainOf,
  chainsSlot,
  isNetworkId,
  type NetworkId,
  namespaceOf,
} from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { activeConnection, type ConnectionState, sessionSlice } from '@portico/kernel/session'
import { modalClosedEvent, shellService } from '@portico/kernel/shell'
import { problem, problemOf } from '../errors.js'
import type { ConnectionContext } from '../refs.js'
import type { SessionEvent } from '../session/session-events.js'
import type { HostChains } from '../session/session-reducer.js'
import { type WalletSessions, waitForWallet } from '../session/wallet-sessions.js'
import { canSwitch } from './can-switch.js'

/** Milliseconds in which a wallet that confirmed a switch has to report it. */
const reportTimeoutMs = 1_000

interface Switching {
  readonly network: NetworkId
  readonly controller: AbortController
  readonly done: Promise<void>
}

export function createNetworkSwitch(
  context: ConnectionContext,
  sessions: WalletSessions,
  live: ReadonlyMap<ConnectionId, Connection>,
  { isUsable }: HostChains,
  dispatch: (event: SessionEvent) => void,
) {
  const running = new Map<ConnectionId, Switching>()
  const stateOf = (id: ConnectionId) => context.state(sessionSlice).connections[id]

  /** Waits until the wallet reports the network; throws NETWORK_UNCHANGED when it does not. */
  const verify = (id: ConnectionId, network: NetworkId, wallet: string, signal: AbortSignal) => {
    signal.throwIfAborted()
    const isThere = () => stateOf(id)?.network === network
    sessions.flush(id)
    return new Promise<void>((resolve, reject) => {
      if (isThere()) return resolve()
      const end = (settle: () => void) => () => {
        stop()
        clearTimeout(timer)
        settle()
      }
      const stop = context.watch(isThere, end(resolve))
      const timer = setTimeout(
        end(() => reject(problem('NETWORK_UNCHANGED', wallet))),
        reportTimeoutMs,
      )
      signal.addEventListener(
        'abort',
        end(() => reject(signal.reason)),
      )
    })
  }
  /** The request of the wallet's chain. Throws where there is none, before anything is open. */
  const requestOf = ({ id, wallet }: ConnectionState, network: NetworkId) => {
    const networks = context.capability(networksCapability, network)
    const connection = live.get(id)
    if (!networks || !connection) throw problem('CLIENT_NOT_SET')
    if (!canSwitch(networks, connection)) throw problem('UNSUPPORTED_BY_WALLET', wallet.name)
    return async (signal: AbortSignal) => networks.switch?.(connection, network, signal)
  }
  const ask = async (
    { id, wallet }: ConnectionState,
    network: NetworkId,
    request: ReturnType<typeof requestOf>,
    signal: AbortSignal,
  ) => {
    const done = context.find(shellService)?.wait()
    try {
      await waitForWallet(request(signal), signal, () =>
        context.report(problem('LATE_ANSWER', wallet.name)),
      )
      await verify(id, network, wallet.name, signal)
    } catch (thrown) {
      throw signal.aborted ? signal.reason : problemOf(thrown, wallet.name)
    } finally {
      done?.()
      running.delete(id)
    }
  }
  const move = (state: ConnectionState, network: NetworkId) => {
    const open = running.get(state.id)
    if (open?.network === network) return open.done
    // A wallet never gets a second request while the first one is open, and no request can be
    // withdrawn.
    if (open) throw problem('PENDING', state.wallet.name)
    const request = requestOf(state, network)
    const controller = new AbortController()
    const done = ask(state, network, request, controller.signal)
    running.set(state.id, { network, controller, done })
    return done
  }
  const cancel = () => {
    for (const [id, { controller }] of running)
      controller.abort(problem('CANCELLED', stateOf(id)?.wallet.name ?? ''))
  }
  context.on(modalClosedEvent, cancel)
  context.onDispose(cancel)

  return async (network: NetworkId): Promise<void> => {
    if (!isNetworkId(network) || !context.items(chainsSlot).length) throw problem('CHAIN_REQUIRED')
    if (!chainOf(context, network) || !isUsable(network)) throw problem('UNSUPPORTED_CHAIN')
    const state = activeConnection(context, namespaceOf(network))
    if (state?.phase.name === 'connected' && state.network !== network) await move(state, network)
    dispatch({ name: 'networkChosen', network })
  }
}
