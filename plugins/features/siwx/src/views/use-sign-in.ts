import { activeConnection, session } from '@portico/kernel/contracts'
import { useRead, useSlice } from '@portico/ui'
import { siwxSlice } from '../refs.js'

/** Where the sign-in stands, and with which wallet. */
export function useSignIn() {
  const phase = useSlice(siwxSlice, state => state.phase)
  const id = phase.name === 'idle' ? undefined : phase.target.connection
  const state = useRead(read => (id ? read.state(session).connections[id] : activeConnection(read)), Object.is)
  return { phase, request: 'request' in phase ? phase.request : undefined, wallet: state?.wallet ?? { name: '' } }
}
