/** Taking up earlier connections without asking anybody (decision 11), and keeping step with the other tabs (decision 12). */
import { delay, KernelError, withTimeout } from '@portico/kernel'
import {
  activeAccount,
  activeConnection,
  type ConnectionId,
  type Connector,
  chainOf,
  connectionId,
  type NetworkId,
  type WalletLine,
  walletConnected,
} from '@portico/kernel/contracts'
import type { Ledger } from '../connecting/session-ledger.js'
import { type WalletLines, waitForWallet } from '../connecting/wallet-sessions.js'
import { workingConnectors } from '../discovery/discover-wallets.js'
import { problem, problemOf } from '../errors.js'
import type { ConnectionOptions } from '../options.js'
import type { ConnectionContext } from '../refs.js'
import { movedAt } from './merge-tabs.js'
import { faceOfConnector, idOf, type Memory, type Remembered, withoutConnections } from './saved-connections.js'

/** Milliseconds for which a wallet may tell this tab itself what another tab has made it do, or may not know of it here. */
const grace = 500
/** For so many milliseconds a connection is new. */
const newness = 5_000

export interface Neighbours {
  /** Wallets are found only when somebody wants them. */
  discover(): Promise<void>
  /** `had`: there was an account before. */
  checkView(had: boolean): void
}

export function createRestoring(
  context: ConnectionContext,
  options: ConnectionOptions,
  ledger: Ledger,
  lines: WalletLines,
  { discover, checkView }: Neighbours,
) {
  const { restoreTimeoutMs = 10_000 } = options
  const running = new Map<ConnectionId, AbortController>()
  /** What storage said last, so that only news of another tab counts as news. */
  let known: Pick<Memory, 'networks' | 'connections'> = { networks: {}, connections: [] }

  /** The connector as soon as its wallet has announced itself. */
  const arrival = ({ namespace, connector }: Remembered, signal: AbortSignal) =>
    new Promise<Connector>((resolve, reject) => {
      const find = () => (chainOf(context, namespace) ? workingConnectors(context).find(({ id, chain }) => id === connector && chain === namespace) : undefined)
      const found = find()
      if (found) return resolve(found)
      const stop = context.watch(find, late => {
        if (!late) return
        stop()
        resolve(late)
      })
      signal.addEventListener('abort', () => {
        stop()
        reject(signal.reason)
      })
    })
  /** Then a wallet that knows nothing of it here may know it in another tab, which has just begun it. */
  const isNew = (id: ConnectionId) => Math.abs(Date.now() - movedAt(ledger.memory(), id)) < newness
  /** Its connector, and its line if the wallet still knows this page. Asks nobody. */
  const takeUp = async (entry: Remembered, network: NetworkId | undefined, signal: AbortSignal) => {
    const connector = await arrival(entry, signal)
    const ask = () =>
      waitForWallet((async () => connector.restore(network ? { network } : {}, signal))(), signal, late => {
        context.report(problem('LATE_ANSWER', connector.name))
        lines.letGo(late)
      })
    const line = await ask()
    if (line || !isNew(idOf(entry))) return { connector, line }
    await delay(grace, signal)
    return { connector, line: await ask() }
  }
  const takeUpInTime = async (entry: Remembered, network: NetworkId | undefined, signal: AbortSignal) => {
    let taking: ReturnType<typeof takeUp> | undefined
    try {
      return await withTimeout(within => (taking = takeUp(entry, network, within)), restoreTimeoutMs, signal)
    } catch (error) {
      // Given up in the moment of its answer.
      taking?.then(
        ({ line }) => lines.letGo(line),
        () => undefined,
      )
      throw error
    }
  }
  const settle = (entry: Remembered, connector: Connector, line: WalletLine | undefined, isActive: boolean, signal: AbortSignal) => {
    const id = idOf(entry)
    const report = lines.usable(line, connector, () => !signal.aborted)
    // Given up between the answer and this line.
    signal.throwIfAborted()
    if (!line || !report) {
      ledger.remove([id], { byPerson: false })
      if (!isNew(id)) ledger.remember(memory => withoutConnections(memory, [id], false))
      return
    }
    lines.hold(connector, line)
    ledger.approve(id, report, { address: entry.address, isActive })
    ledger.remember()
    const { accounts, address } = ledger.connectionOf(id) ?? { accounts: [] }
    const account = accounts.find(one => one.address === address)
    if (account) context.emit(walletConnected, { connection: id, account, network: report.network, restored: true })
  }
  const restore = async (entry: Remembered) => {
    const id = idOf(entry)
    const { namespace, connector, wallet } = entry
    const controller = new AbortController()
    running.set(id, controller)
    discover().catch(error => controller.signal.aborted || context.report(error))
    ledger.begin({ id, namespace, connector, wallet }, { name: 'remembered', deadline: Date.now() + restoreTimeoutMs })
    try {
      // Read now: whoever is back first stands in for the active one, and that is remembered too.
      const { networks, active } = ledger.memory()
      const isActive = active[namespace] === connector
      const network = networks[namespace]
      const picks = ledger.picksIn(namespace)
      const found = await takeUpInTime(entry, network, controller.signal)
      // Whatever the person has picked meanwhile stays.
      settle(entry, found.connector, found.line, isActive && picks === ledger.picksIn(namespace), controller.signal)
    } catch (thrown) {
      if (controller.signal.aborted) return
      const expired = thrown instanceof KernelError && thrown.code === 'TIMEOUT'
      const error = expired ? problem('RESTORE_TIMEOUT', wallet.name, thrown) : problemOf(thrown, wallet.name)
      ledger.fail(id, expired ? { name: 'expired', problem: error.userMessage } : { name: 'refused', problem: error.userMessage, declined: false })
      context.report(error)
    } finally {
      if (running.get(id) === controller) running.delete(id)
    }
  }
  /**
   * Another tab has moved the wallet to a network. Most wallets tell every tab; where the network is the page's own affair, the line is taken up again with it,
   * silently.
   */
  const catchUp = async (id: ConnectionId, network: NetworkId) => {
    await delay(grace, context.signal)
    const state = ledger.connectionOf(id)
    const isBehind = () => ledger.isConnected(id) && ledger.connectionOf(id)?.network !== network
    if (!state || !isBehind()) return
    const { connector, line } = await takeUpInTime(state, network, context.signal)
    const report = lines.usable(line, connector, isBehind)
    if (!line || !report) return
    lines.hold(connector, line)
    ledger.update(id, report)
  }
  const stop = (id: ConnectionId) => {
    running.get(id)?.abort()
    running.delete(id)
  }
  context.onDispose(() => {
    for (const id of [...running.keys()]) stop(id)
  })

  /** Ended on purpose in another tab: over here too. */
  const drop = (ids: readonly ConnectionId[]) => {
    if (!ids.length) return
    const had = activeAccount(context) !== undefined
    for (const id of ids) {
      stop(id)
      lines.release(id)
    }
    ledger.remove(ids, { byPerson: true })
    checkView(had)
  }
  /** What failed here is tried again only when another tab has it connected anew. */
  const isDue = (entry: Remembered, before: readonly ConnectionId[]) => {
    if (ledger.hasHungUp(idOf(entry))) return false
    const phase = ledger.phaseOf(idOf(entry)).name
    return (phase === 'disconnected' || (phase === 'failed' && !before.includes(idOf(entry)))) && chainOf(context, entry.namespace) !== undefined
  }

  return {
    stop,
    /** For a wallet that has approved this page just now, for another chain: asks nobody. */
    takeUp(connector: Connector) {
      if (running.has(connectionId(connector.chain, connector.id))) return
      void restore({ namespace: connector.chain, connector: connector.id, wallet: faceOfConnector(connector) })
    },
    /**
     * Brings this tab to what storage says: on start what was there, later what another tab wrote. Nothing of that is written back, so that two tabs never
     * answer each other.
     */
    follow() {
      const memory = ledger.hear()
      const { namespace, networks, connections, ended } = memory
      const moved = Object.entries(networks).filter(([namespace, network]) => known.networks[namespace] !== network)
      const before = known.connections.map(idOf)
      known = memory

      // Whom the person is asking anew is no longer ended; storage learns of it with the answer.
      drop(ended.filter(id => ledger.connectionOf(id) && ledger.phaseOf(id).name !== 'connecting'))
      ledger.commit(draft => {
        for (const [namespace, network] of moved) if (ledger.isUsable(network)) draft.chosen[namespace] = network
        if (namespace && chainOf(context, namespace)) draft.namespace = namespace
      })

      if (options.autoConnect === false) return
      for (const entry of connections) if (isDue(entry, before) && !ended.includes(idOf(entry))) void restore(entry)
      for (const [namespace, network] of moved) {
        const { id, network: present } = activeConnection(context, namespace) ?? {}
        if (id && ledger.isConnected(id) && present !== network) catchUp(id, network).catch(error => context.signal.aborted || context.report(error))
      }
    },
  }
}
