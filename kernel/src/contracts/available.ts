import type { CapabilityRef, Read } from '../refs.js'
import { activeNetwork } from './session.js'

/** Whether the active network's chain offers all of these. What a button's `when` asks. */
// biome-ignore lint/suspicious/noExplicitAny: a Ref is invariant; any capability may be asked about.
export function has(read: Read, ...capabilities: readonly CapabilityRef<any>[]): boolean {
  const network = activeNetwork(read)
  if (network === undefined) return false
  return capabilities.every(ref => (ref.many ? read.capabilities(ref, network).length > 0 : read.capability(ref, network) !== undefined))
}
