/** Signs the active account in, by the plugin `siwx()`. */

import type { Read } from '@portico/kernel'
import { activeConnection, activeNetwork } from '@portico/kernel/session'
import { type KnownSession, signIn as signInWith, siwxSlice } from '@portico/plugin-siwx'
import type { Portico } from '../portico.js'

/**
 * Shows the message, and resolves with the session once it is signed; at once where there is one.
 * Rejects with a SignInError: `CANCELLED` when the person cancels, `NOT_ENABLED` without the plugin
 * `siwx()`.
 */
export const signIn = ({ kernel }: Pick<Portico, 'kernel'>): Promise<KnownSession> =>
  signInWith(kernel)

/** Returns the session of the active account on the active network, or undefined. */
export function activeSession(read: Read): KnownSession | undefined {
  const connection = activeConnection(read)
  const network = activeNetwork(read)
  return read
    .state(siwxSlice)
    .sessions.find(
      session =>
        session.connection === connection?.id &&
        session.address === connection.address &&
        session.network === network,
    )
}
