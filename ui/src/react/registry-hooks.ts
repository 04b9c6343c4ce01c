/**
 * Hooks that read the kernel's registry: services, slices, slots and the capabilities of chains.
 */
import type { CapabilityRef, ServiceRef, SliceRef, SlotItem, SlotRef } from '@portico/kernel'
import { activeNetwork } from '@portico/kernel/session'
import { useKernel } from './kernel-provider.js'
import { useRead } from './use-read.js'

/**
 * Returns a service, the same object each time. Throws a KernelError `SERVICE_UNKNOWN` when no
 * running plugin provides it.
 */
export function useService<T>(service: ServiceRef<T>): T {
  return useKernel().use(service)
}

/** Returns a slice, or the result of `select`. */
export function useSlice<State extends object>(slice: SliceRef<State>): State
export function useSlice<State extends object, Value>(
  slice: SliceRef<State>,
  select: (state: State) => Value,
): Value
export function useSlice<State extends object, Value>(
  slice: SliceRef<State>,
  select?: (state: State) => Value,
): State | Value {
  return useRead<State | Value>(read => (select ? select(read.state(slice)) : read.state(slice)))
}

/**
 * Returns the items of a slot whose `when` is true, in order. The array stays the same until they
 * change.
 */
export function useSlot<Item extends SlotItem>(slot: SlotRef<Item>): readonly Item[] {
  return useRead(read => read.items(slot))
}

/**
 * Returns the capability that the chain of a scope offers, by default of the active network, or
 * undefined.
 */
export function useCapability<T>(capability: CapabilityRef<T>, scope?: string): T | undefined {
  return useRead(read => {
    const found = scope ?? activeNetwork(read)
    return found === undefined ? undefined : read.capability(capability, found)
  }, Object.is)
}
