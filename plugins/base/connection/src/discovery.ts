/** Looks for the wallets in the page, when somebody wants one. */
import { type Dispose, withTimeout } from '@portico/kernel'
import { connectMethods, type Discovery, discoveries, environment } from '@portico/kernel/contracts'
import { detectEnvironment } from './environment.js'
import { type ConnectionContext, memorySlice } from './refs.js'
import { listsWallets } from './select.js'

/** Milliseconds after which nobody waits for a chain that is still looking for its wallets. Its code may have to come over a slow line first. */
const patience = 2_000

const loadRows = () => import('./views/wallet-list.js')

/**
 * Asks every chain once, also those that come later, and gives the wallets their place among the ways to connect. Resolves when the wallets that were there are
 * listed.
 */
export async function discoverWallets(context: ConnectionContext): Promise<void> {
  context.update(environment, draft => void Object.assign(draft, detectEnvironment(globalThis)))
  const started = new Set<Discovery>()
  const startAll = async () => {
    const fresh = context.items(discoveries).filter(one => !started.has(one) && started.add(one))
    await Promise.all(fresh.map(one => (async () => one.start())().catch(context.report)))
  }
  let remove: Dispose | undefined
  const place = (isFirst: boolean) => {
    // On their way before the view asks for them.
    if (isFirst) loadRows().catch(() => undefined)
    remove?.()
    remove = context.contribute(connectMethods, {
      id: 'wallet',
      rank: isFirst ? 'first' : 'late',
      load: loadRows,
    })
  }
  context.watch(read => read.items(discoveries), startAll)
  await withTimeout(startAll, patience, context.signal).catch(() => context.signal.throwIfAborted())
  place(listsWallets(context))
  context.watch(listsWallets, place)
  context.update(memorySlice, draft => {
    draft.isDiscovered = true
  })
}
