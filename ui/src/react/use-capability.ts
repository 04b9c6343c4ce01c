import type { CapabilityRef } from '@portico/kernel'
import { activeNetwork } from '@portico/kernel/contracts'
import { useRead } from './use-read.js'

/** What the chain of a scope (by default the active network) offers, or undefined. */
export function useCapability<T>(capability: CapabilityRef<T>, scope?: string): T | undefined {
  return useRead(read => {
    const place = scope ?? activeNetwork(read)
    return place === undefined ? undefined : read.capability(capability, place)
  }, Object.is)
}
