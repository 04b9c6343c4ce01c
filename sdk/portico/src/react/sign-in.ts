/** The hook over the plugin `siwx()`. A separate entry, so that apps without sign-in omit it. */
import type { Read } from '@portico/kernel'
import { activeConnection, activeNetwork } from '@portico/kernel/session'
import { type KnownSession, signIn, siwxSlice } from '@portico/plugin-siwx'
import { useRead } from '@portico/ui/react'
import { useMemo } from 'react'
import type { Portico } from '../portico.js'
import { type ActionResult, useAction } from './use-action.js'

/** Returns the session of the active account on the active network, or undefined. */
function activeSession(read: Read): KnownSession | undefined {
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
const run = ({ kernel }: Portico) => signIn(kernel)

/**
 * Signs the active account in: `signIn()`. `session`: the session of the active account on the
 * active network. It resolves at once where there is a session. Rejects with a
 * SignInError: `CANCELLED` when the person cancels, `NOT_ENABLED` without the plugin.
 */
export function useSignIn(): ActionResult<'signIn', [], KnownSession> & {
  readonly session: KnownSession | undefined
} {
  const session = useRead(activeSession)
  const result = useAction('signIn', run)
  return useMemo(() => ({ ...result, session }), [result, session])
}
