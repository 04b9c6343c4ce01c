import { type ContextOf, defineSlice, type Read } from '@portico/kernel'
import { sessionSlice } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'
import { environmentSlice } from '@portico/kernel/wallet'
import type { RecentWallet, SavedConnections } from './restoring/saved-connections.js'

export const connectTitle = /* @__PURE__ */ message('connection.title.connect', 'Connect wallet')

/**
 * What outlives the page. The controller restores it, so a page with nothing to restore loads no
 * code for it.
 */
export type MemoryState =
  /**
   * `returning`: the namespaces with an active connection, not validated yet. Absent: nothing is
   * saved.
   */
  | { readonly phase: 'unread'; readonly returning?: readonly string[]; readonly saved?: never }
  | { readonly phase: 'ready'; readonly returning?: never; readonly saved: SavedConnections }
/**
 * @stores which connectors are connected (at most 16), with the wallet's name, rdns, small icon,
 * and the address in use; the active connector and the chosen network of each namespace;
 * connections that the person ended (at most 32); the last two wallets (name, id); when each of
 * these changed last (at most 64 times)
 * @reason restore connections on the next visit; list the recent wallets; never restore a
 * connection that the person ended; let tabs that change something at once agree
 * @kept a connection until it ends; the rest until newer choices replace it
 * @deletedBy disconnecting removes the connection; "Disconnect and forget" removes everything
 */
export const memorySlice = /* @__PURE__ */ defineSlice<MemoryState>({
  id: 'connection',
  initial: () => ({ phase: 'unread' }),
  persist: {
    version: 1,
    pick: ({ saved }) => saved,
    // Untrusted (S13): only the keys are read.
    summary: saved => ({ phase: 'unread', returning: Object.keys(Object(Object(saved).active)) }),
  },
})
const none: readonly RecentWallet[] = []
/**
 * The wallets that were connected last, newest first: at most 2. None before the controller has
 * restored them.
 */
export const recentWallets = ({ state }: Read): readonly RecentWallet[] =>
  state(memorySlice).saved?.recent ?? none

/** The services that the plugin uses, and the slices that it writes. */
export const access = {
  wants: [shellService],
  owns: [sessionSlice, environmentSlice, memorySlice],
} as const
export type ConnectionContext = ContextOf<typeof access>
