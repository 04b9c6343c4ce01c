/** What this plugin stores between page loads. */
import { defineSlice } from '@portico/kernel'
import type { KnownSession } from './siwx-state.js'

/**
 * The stored sessions. Read when the controller is loaded, so that a page without a wallet needs no
 * code for them.
 */
export type SavedSignIns =
  | { readonly phase: 'unread'; readonly isKept: boolean; readonly sessions: readonly [] }
  | { readonly phase: 'ready'; readonly isKept?: never; readonly sessions: readonly KnownSession[] }
/**
 * @stores the sign-ins (at most 64): connection, address, network, when they were issued and when
 * they expire, a digest; with `storage: 'local-full'` also message and signature
 * @reason not ask for a second signature after a reload
 * @kept until the sign-in expires
 * @deletedBy signing out; disconnecting the wallet; "Disconnect and forget"
 */
export const savedSignInsSlice = /* @__PURE__ */ defineSlice<SavedSignIns>({
  id: 'sign-ins',
  initial: () => ({ phase: 'unread', isKept: false, sessions: [] }),
  persist: {
    version: 1,
    pick: state => state.sessions,
    summary: saved => ({ phase: 'unread', isKept: !!saved, sessions: [] }),
  },
})
