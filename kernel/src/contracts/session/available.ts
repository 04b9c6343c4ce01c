import type { CapabilityRef, Read } from '../../refs.js'
import { activeNetwork } from './session.js'

/** True if the chain of the active network offers all of these, for the `when` of a button. */
// biome-ignore lint/suspicious/noExplicitAny: a Ref is invariant; any capability may be asked about.
export function has(read: Read, ...capabilities: readonly CapabilityRef<any>[]): boolean {
  const network = activeNetwork(read)
  return (
    network !== undefined && capabilities.every(ref => read.capabilities(ref, network).length > 0)
  )
}
