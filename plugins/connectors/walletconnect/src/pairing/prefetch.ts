/** Loads the library before it is needed, where a pairing is likely. */
import { type Connector, connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService, liveConnections } from '@portico/kernel/session'
import { mayPrefetch, shellSlice, whenIdle } from '@portico/kernel/shell'
import { type Environment, environmentSlice } from '@portico/kernel/wallet'
import type { WalletConnectOptions } from '../options.js'
import { type Pairings, pairingSlice, type WalletConnectContext } from '../refs.js'
import { loadLibrary } from '../relay/library.js'
import { offeredConnector } from './offered-connector.js'
import { createRequestedNamespaces } from './requested-namespaces.js'

/** True for a wallet that works here only because it frames the page. Safe does so on any host. */
export const isAround = ({ worksIn }: Pick<Connector, 'worksIn'>, here: Environment) =>
  worksIn?.(here) === true && !worksIn({ ...here, iframe: false })

/**
 * Loads what a pairing needs when the page is idle after Connect was painted.
 * It does so where Connect shows no wallet of the page itself: on a phone outside of a wallet's
 * browser, on a desktop without an extension. It does not when the person is connected, inside of
 * Safe, or where prefetching is not allowed.
 * On a phone, where only a tap opens an app, it also calls `offer`: the link has to be there before
 * the tap. After a disconnect it does not, until the modal has closed.
 */
export async function prefetchWhereLikely(
  context: WalletConnectContext,
  options: WalletConnectOptions,
  offer: Pairings['offer'],
): Promise<void> {
  const isLikely = () => {
    const here = context.state(environmentSlice)
    const isRemote = (one: Connector) =>
      (one.type === 'EXTERNAL' || one.type === 'AUTH') && !isAround(one, here)
    return (
      mayPrefetch() &&
      !here.safe &&
      !liveConnections(context).length &&
      context.items(connectorsSlot).every(isRemote)
    )
  }
  if (context.signal.aborted) return
  await context.find(connectionService)?.discover()
  if (context.signal.aborted || !isLikely()) return
  const cancel = whenIdle(() => {
    context.signal.removeEventListener('abort', cancel)
    if (!isLikely()) return
    const parts = [
      loadLibrary(options),
      import('./pairing-controller.js'),
      import('../relay/socket-owner.js'),
      createRequestedNamespaces(context, options)(),
    ]
    const view = Promise.all([
      import('../views/connecting-walletconnect-basic-view.js').then(({ loadQr }) => loadQr()),
      import('../views/connecting-walletconnect-view.js'),
    ])
    // The pairing loads each of these files again, and reports a failure.
    Promise.all([...parts, view])
      .then(() => {
        const connector = offeredConnector(context)
        if (
          connector &&
          options.pairOnOpen !== false &&
          !context.state(pairingSlice).waitsForClick &&
          context.state(environmentSlice).kind === 'mobile' &&
          context.state(shellSlice).open
        )
          return offer(connector.namespace)
      })
      .catch(() => undefined)
  })
  context.signal.addEventListener('abort', cancel)
}
