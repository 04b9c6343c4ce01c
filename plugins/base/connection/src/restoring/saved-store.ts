/** Keeps the saved connections of this tab and of the other tabs in step (decision 12). */
import { delay } from '@portico/kernel'
import type { ConnectionId } from '@portico/kernel/account'
import { type ConnectionState, liveConnections, sessionSlice } from '@portico/kernel/session'
import { savedConnectionsSlice } from '../persisted.js'
import type { ConnectionContext } from '../refs.js'
import { isConnected } from '../session/session-reducer.js'
import { isSame, merged, movedAt, newestIn, stamped } from './merge-tabs.js'
import {
  readSaved,
  type SavedConnections,
  storableBranding,
  withConnection,
  withoutConnections,
} from './saved-connections.js'

/**
 * Milliseconds after which a tab writes again what another tab has overwritten: the tab that wrote
 * last, and, if that one is gone, any tab.
 */
const rewriteAfterMs = { last: 50, any: 500 }
/**
 * Milliseconds that other tabs have for writing what a wallet reports to all tabs: the tab that
 * caused the report writes at once. For other reports a visible tab is quicker.
 */
const writeAfterMs = { visible: 300, hidden: 600 }

export type SavedStore = ReturnType<typeof createSavedStore>
export function createSavedStore(context: ConnectionContext) {
  const reportUnlessAborted = (error: unknown) => context.signal.aborted || context.report(error)
  context.restore(savedConnectionsSlice, saved => ({ phase: 'ready', saved: readSaved(saved) }))
  /** What storage holds. Undefined until slow storage answers. */
  const stored = () => context.state(savedConnectionsSlice).saved
  let hasAnswered = stored() !== undefined
  /** What this tab knows. Storage holds another tab's state when both have written at once. */
  let known = stored() ?? readSaved(undefined)
  /** The stamp of the last change of this tab. */
  let lastStamp = -1
  const write = (next: SavedConnections) => {
    known = next
    // Slow storage is written after its answer is merged.
    if (stored()) context.patch(savedConnectionsSlice, { saved: next })
  }
  const rewrite = async (afterMs: number) => {
    await delay(afterMs, context.signal)
    if (!isSame(known, stored() ?? known)) write(known)
  }

  /**
   * Disconnected by their wallets and not written yet, with the time when each connection began:
   * one that has begun again since then stays.
   */
  const lost = new Map<ConnectionId, number>()
  const isLost = (id: ConnectionId) =>
    lost.get(id) === movedAt(known, id) && !isConnected(context.state(sessionSlice), id)

  /** Writes what outlives the page: at most once, and not at all when nothing changed. */
  const save = (change: (saved: SavedConnections) => SavedConnections = saved => saved) => {
    const { active, chosen, namespace } = context.state(sessionSlice)
    const live = liveConnections(context)
    const kept = live.map(savedConnectionOf).reduce(withConnection, known)
    const pointers = live
      .filter(one => active[one.namespace] === one.id)
      .map(one => [one.namespace, one.connector])
    const changed = change({
      ...kept,
      ...(namespace && { namespace }),
      networks: { ...kept.networks, ...chosen },
      active: { ...kept.active, ...Object.fromEntries(pointers) },
    })
    const next = readSaved(withoutConnections(changed, [...lost.keys()].filter(isLost), false))
    lost.clear()
    if (isSame(next, known)) return
    write(stamped(known, next))
    lastStamp = newestIn(known)
  }
  let isWaiting = false
  const saveAfterOthers = async () => {
    if (isWaiting) return
    isWaiting = true
    await delay(writeAfterMs[globalThis.document?.visibilityState ?? 'visible'], context.signal)
    isWaiting = false
    save()
  }
  // A page that unloads writes at once.
  globalThis.addEventListener?.('pagehide', () => isWaiting && save(), { signal: context.signal })

  return {
    known: () => known,
    save,
    isLost,
    /** Merges what storage says, which may lack what this tab knows. */
    read(): SavedConnections {
      const found = stored()
      if (!found) return known
      // An older version writes no stamps: its state counts as the newest, unless storage had it
      // before this tab changed anything.
      known = merged(
        known,
        Object.keys(found.stamps).length || !hasAnswered ? found : stamped(known, found),
      )
      hasAnswered = true
      if (!isSame(known, found))
        rewrite(lastStamp === newestIn(known) ? rewriteAfterMs.last : rewriteAfterMs.any).catch(
          reportUnlessAborted,
        )
      return known
    },
    /** What is stored was deleted: nothing that this tab knew is written again. */
    forget() {
      known = readSaved(undefined)
      lastStamp = -1
      lost.clear()
    },
    /**
     * Saves what a wallet reports to all tabs unless another tab does so first, at the latest when
     * this page unloads. `disconnected`: by its wallet.
     */
    saveLater(disconnected?: ConnectionId) {
      if (disconnected) lost.set(disconnected, movedAt(known, disconnected))
      saveAfterOthers().catch(reportUnlessAborted)
    },
  }
}

const savedConnectionOf = ({ namespace, connector, wallet, address }: ConnectionState) => ({
  namespace,
  connector,
  wallet: storableBranding(wallet),
  ...(address && { address }),
})
