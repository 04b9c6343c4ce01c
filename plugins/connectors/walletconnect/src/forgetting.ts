import { forgottenEvent } from '@portico/kernel/session'
import { isConfigured, type WalletConnectOptions } from './options.js'
import { savedSessionsSlice } from './persisted.js'
import type { WalletConnectContext } from './refs.js'

/**
 * Deletes what the library has stored, on a page that has not restored a session. `byController`
 * disconnects the stored sessions.
 */
export function forgetStoredSessions(
  context: WalletConnectContext,
  options: WalletConnectOptions,
  byController: () => Promise<unknown>,
): void {
  const forget = async () => {
    const { deleteLibraryStorage, hasStoredSessions } = await import('./relay/library-storage.js')
    // The controller loads only for a session that this page has not restored: its wallet must be
    // notified.
    const hasSessions = isConfigured(options) && (await hasStoredSessions().catch(() => false))
    if (hasSessions) await byController().catch(context.report)
    // Also where the controller did not load.
    await deleteLibraryStorage()
  }
  context.on(forgottenEvent, ({ waitUntil }) => {
    // The controller that is loaded does this by itself.
    if (context.state(savedSessionsSlice).phase === 'unread') waitUntil(forget())
  })
}
