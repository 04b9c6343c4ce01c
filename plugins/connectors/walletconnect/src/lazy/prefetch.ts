/** The library before anybody has asked for it, where pairing is what they are about to do. */
import {
  type Connector,
  connection,
  connectors,
  connectView,
  type Environment,
  environment,
  liveConnections,
  modalOpened,
  shellSlice,
} from '@portico/kernel/contracts'
import type { WalletConnectOptions } from '../options.js'
import type { WalletConnectContext } from '../refs.js'
import { createAsked } from './asked.js'
import { loadLibrary } from './library.js'

/** When the page's thread is free, or was busy for too long to wait for it. Safari has no such word. */
const whenIdle = (run: () => void) => {
  const { requestIdleCallback: idle } = globalThis as { requestIdleCallback?: typeof requestIdleCallback }
  return idle ? idle(run, { timeout: 1_000 }) : setTimeout(run, 200)
}
const savesData = () => (globalThis.navigator as { readonly connection?: { readonly saveData?: boolean } } | undefined)?.connection?.saveData === true

/** A wallet that works here only because it frames the page: Safe, wherever its host has it. */
export const isAround = ({ worksIn }: Pick<Connector, 'worksIn'>, here: Environment) => worksIn?.(here) === true && !worksIn({ ...here, iframe: false })

/**
 * Fetches what a pairing needs while Connect is on screen and shows no wallet of the page itself: on a phone outside of a wallet's browser, on a desktop without an
 * extension. Not for a person who is connected already, inside of Safe, or who asked to save data. It speaks to no relay.
 */
export function prefetchWhereLikely(context: WalletConnectContext, options: WalletConnectOptions): void {
  const isLikely = () => {
    const here = context.state(environment)
    const isElsewhere = (one: Connector) => (one.type === 'EXTERNAL' || one.type === 'AUTH') && !isAround(one, here)
    return !savesData() && !here.safe && !liveConnections(context).length && context.items(connectors).every(isElsewhere)
  }
  const fetch = () => {
    if (context.signal.aborted || !isLikely()) return
    const parts = [loadLibrary(options), import('./controller.js'), import('./socket-owner.js'), createAsked(context, options)()]
    const view = import('../views/connecting-walletconnect-basic-view.js').then(({ loadQr }) => loadQr())
    // Who pairs asks for it again, and hears what is wrong.
    for (const part of [...parts, view]) part.catch(() => undefined)
  }
  const look = () => {
    const found = context.find(connection)?.discover()
    found?.then(() => isLikely() && whenIdle(fetch), context.report)
  }
  context.on(modalOpened, ({ view }) => {
    if (view === connectView.id) look()
  })
  if (context.state(shellSlice).open) look()
}
