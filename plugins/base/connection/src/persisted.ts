import { defineSlice } from '@portico/kernel'
import type { SavedConnections } from './restoring/saved-connections.js'

/**
 * What outlives the page. The controller restores it, so a page with nothing to restore loads no
 * code for it.
 */
export type SavedConnectionsState =
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
export const savedConnectionsSlice = /* @__PURE__ */ defineSlice<SavedConnectionsState>({
  id: 'connection',
  initial: () => ({ phase: 'unread' }),
  persist: {
    version: 1,
    pick: ({ saved }) => saved,
    // Untrusted (S13): only the keys are read.
    summary: saved => ({ phase: 'unread', returning: Object.keys(Object(Object(saved).active)) }),
  },
})
