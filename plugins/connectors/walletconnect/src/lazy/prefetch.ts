/** The library before anybody has asked for it, where pairing is what they are about to do. */
import { type Connector, connection, connectors, type Environment, environment, liveConnections, mayPrefetch, whenIdle } from '@portico/kernel/contracts'
import type { WalletConnectOptions } from '../options.js'
import type { WalletConnectContext } from '../refs.js'
import { createAsked } from './asked.js'
import { loadLibrary } from './library.js'

/** A wallet that works here only because it frames the page: Safe, wherever its host has it. */
export const isAround = ({ worksIn }: Pick<Connector, 'worksIn'>, here: Environment) => worksIn?.(here) === true && !worksIn({ ...here, iframe: false })

/**
 * Fetches what a pairing needs in an idle moment after Connect was painted, where it shows no wallet of the page itself: on a phone outside of a wallet's browser, on a
 * desktop without an extension. Not for a person who is connected already, inside of Safe, or where nothing may be prefetched. It speaks to no relay.
 */
export async function prefetchWhereLikely(context: WalletConnectContext, options: WalletConnectOptions): Promise<void> {
  const isLikely = () => {
    const here = context.state(environment)
    const isElsewhere = (one: Connector) => (one.type === 'EXTERNAL' || one.type === 'AUTH') && !isAround(one, here)
    return mayPrefetch() && !here.safe && !liveConnections(context).length && context.items(connectors).every(isElsewhere)
  }
  if (context.signal.aborted) return
  await context.find(connection)?.discover()
  if (context.signal.aborted || !isLikely()) return
  const cancel = whenIdle(() => {
    context.signal.removeEventListener('abort', cancel)
    if (!isLikely()) return
    const parts = [loadLibrary(options), import('./controller.js'), import('./socket-owner.js'), createAsked(context, options)()]
    const view = import('../views/connecting-walletconnect-basic-view.js').then(({ loadQr }) => loadQr())
    // The pairing asks for each of them again, and reports what is wrong.
    for (const part of [...parts, view]) part.catch(() => undefined)
  })
  context.signal.addEventListener('abort', cancel)
}
