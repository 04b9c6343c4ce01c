/** Discovers the wallets in the page, and lists the connectors that work here. */
import { type Dispose, type Read, withTimeout } from '@portico/kernel'
import { connectMethodsSlot } from '@portico/kernel/connect-page'
import {
  type Connector,
  connectorsSlot,
  type Discovery,
  discoveriesSlot,
} from '@portico/kernel/connector-kit'
import { sessionSlice } from '@portico/kernel/session'
import { shellSlice } from '@portico/kernel/shell'
import { environmentSlice } from '@portico/kernel/wallet'
import type { ConnectionContext } from '../refs.js'
import { detectEnvironment } from './environment.js'

/**
 * Milliseconds that the wallet list waits for a chain to discover its wallets. Its code may have to
 * load first.
 */
const timeoutMs = 2_000

interface WalletsView {
  readonly Wallets: () => unknown
  loadPictures(read: Read): Promise<unknown>
}

/**
 * Starts the wallet discovery of every chain once, and adds the wallets to the connect methods.
 * Resolves when the wallets in the page are listed, or after `timeoutMs`. `loadView` loads the
 * component that lists them.
 */
export async function discoverWallets(
  context: ConnectionContext,
  loadView: () => Promise<WalletsView>,
): Promise<void> {
  context.patch(environmentSlice, detectEnvironment(globalThis))
  const started = new Set<Discovery>()
  const startAll = async () => {
    const fresh = context
      .items(discoveriesSlot)
      .filter(one => !started.has(one) && started.add(one))
    const start = async (one: Discovery) => {
      try {
        await one.start()
      } catch (error) {
        started.delete(one)
        context.report(error)
      }
    }
    await Promise.all(fresh.map(start))
  }
  // With the images of the first rows, so that the rows appear complete.
  const loadRows = async () => {
    const { loadPictures, Wallets } = await loadView()
    await loadPictures(context)
    return { default: Wallets }
  }
  let remove: Dispose | undefined
  const place = (isFirst: boolean) => {
    remove?.()
    remove = context.contribute(connectMethodsSlot, {
      id: 'wallet',
      rank: isFirst ? 'first' : 'late',
      load: loadRows,
    })
  }
  context.watch(read => read.items(discoveriesSlot), startAll)
  // Opening the modal retries a chain whose code failed to load in a prefetch.
  context.watch(read => read.state(shellSlice).open, startAll)
  await withTimeout(
    signal => Promise.all([startAll(), recentWalletsRead(context, signal)]),
    timeoutMs,
    context.signal,
  ).catch(() => context.signal.throwIfAborted())
  place(listsWallets(context))
  context.watch(listsWallets, place)
}

/**
 * The recent wallets are the first of the list. Resolves when nothing is saved, or when the code
 * that reads it has loaded or failed to load.
 */
const recentWalletsRead = (context: ConnectionContext, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const isPending = (read: Read) => read.state(sessionSlice).returning !== undefined
    if (!isPending(context)) return resolve()
    const stop = context.watch(isPending, () => {
      stop()
      resolve()
    })
    signal.addEventListener('abort', stop)
  })

/** The wallets that were in the page at the first discovery are listed. */
export const isDiscovered = (read: Read): boolean =>
  read.items(connectMethodsSlot).some(({ id }) => id === 'wallet')

/**
 * The connectors that work here, of the namespace that the modal was opened for or the person
 * switched to; else of all.
 */
export function listedConnectors(read: Read): readonly Connector[] {
  const namespace = read.state(shellSlice).namespace ?? read.state(sessionSlice).filter
  return workingConnectors(read).filter(
    connector => !namespace || connector.namespace === namespace,
  )
}
/** The connectors that work in this environment (decision 15), of all namespaces. */
export function workingConnectors(read: Read): readonly Connector[] {
  const here = read.state(environmentSlice)
  return read.items(connectorsSlot).filter(connector => connector.worksIn?.(here) !== false)
}
/**
 * Whether a wallet in the page itself is listed: then wallets come first among the connect methods.
 */
export function listsWallets(read: Read): boolean {
  return listedConnectors(read).some(({ type }) => type !== 'AUTH' && type !== 'EXTERNAL')
}
