import { defineSlice } from '@portico/kernel'
import type { PairedSession } from './pairing/paired-session.js'

/** The app that the person opened to approve: its next requests open the same app. */
export interface DeepLink {
  readonly name: string
  /** The wallet's own part of its links, ending in a slash. */
  readonly href: string
}
/** What this plugin stores between page loads. */
export interface SavedSessions {
  /**
   * The app that the requests of a session open. Before the session is approved it has no `topic`.
   */
  readonly choice?: DeepLink & { readonly topic?: string | undefined }
  readonly sessions: readonly PairedSession[]
  /** By namespace, the topic of the session that its connection uses. */
  readonly uses: Readonly<Record<string, string>>
}
/** Restored together with session discovery. A page without a session loads no code for it. */
export type SavedSessionsState =
  | { readonly phase: 'unread'; readonly memory?: never }
  | { readonly phase: 'ready'; readonly memory: SavedSessions }
/**
 * @stores the sessions with wallets on other devices (at most 8: topic, wallet, accounts,
 * networks), which namespace uses which, and the wallet app that the person chose
 * @reason restore sessions on the next visit; open the app that has a request
 * @kept until the session ends or expires (a wallet sets at most 7 days, and may extend it)
 * @deletedBy disconnecting; "Disconnect and forget"
 */
export const savedSessionsSlice = /* @__PURE__ */ defineSlice<SavedSessionsState>({
  id: 'walletconnect',
  initial: () => ({ phase: 'unread' }),
  persist: {
    version: 1,
    pick: ({ memory }) => (memory.sessions.length || memory.choice ? memory : undefined),
    summary: () => ({ phase: 'unread' }),
  },
})
