import type { SlotItem, SlotRef } from '@portico/kernel'
import { useRead } from './use-read.js'

/** The items of a slot whose `when` holds, in order. The same array as long as nothing changed. */
export function useSlot<Item extends SlotItem>(slot: SlotRef<Item>): readonly Item[] {
  return useRead(read => read.items(slot))
}
