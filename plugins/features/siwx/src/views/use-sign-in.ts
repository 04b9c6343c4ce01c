import { activeConnection, sessionSlice } from '@portico/kernel/session'
import { useRead, useSlice } from '@portico/ui'
import { siwxSlice } from '../refs.js'

/** Returns the phase of the sign-in, and its wallet. */
export function useSignIn() {
  const phase = useSlice(siwxSlice, state => state.phase)
  const id = phase.name === 'idle' ? undefined : phase.target.connection
  const state = useRead(
    read => (id ? read.state(sessionSlice).connections[id] : activeConnection(read)),
    Object.is,
  )
  return {
    phase,
    request: 'request' in phase ? phase.request : undefined,
    wallet: state?.wallet ?? { name: '' },
  }
}
