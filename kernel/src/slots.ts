/** Ordered contributions of many plugins to one place. */
import { isSame } from './equal.js'
import { KernelError } from './error.js'
import type { Dispose, Rank, Read, SlotItem } from './refs.js'
import type { Report } from './store.js'

const ranks: readonly Rank[] = ['first', 'early', 'normal', 'late', 'last']
export const byRank = (a: { rank?: Rank | undefined }, b: { rank?: Rank | undefined }) => ranks.indexOf(a.rank ?? 'normal') - ranks.indexOf(b.rank ?? 'normal')

interface Contribution {
  readonly item: SlotItem
  readonly plugin: string
}
type Shelf = Map<string, Map<string, Contribution>>

/** The old array when the new one holds the same, so that React sees no change. */
export function keep<Item>(before: readonly Item[] | undefined, after: readonly Item[]): readonly Item[] {
  return before && isSame(before, after) ? before : after
}
export type Slots = ReturnType<typeof createSlots>
export function createSlots(order: ReadonlyMap<string, readonly string[]>, report: Report, shelf: Shelf = new Map()) {
  const sorted = new Map<string, readonly Contribution[]>()
  const shown = new Map<string, { readonly revision: number; readonly items: readonly SlotItem[] }>()
  const failed = new WeakSet<SlotItem>()

  const sort = (slot: string) => {
    const wished = order.get(slot) ?? []
    const place = ({ item }: Contribution) => wished.indexOf(item.id) + 1 || wished.length + 1
    const list = [...(shelf.get(slot)?.values() ?? [])].sort((a, b) => place(a) - place(b) || byRank(a.item, b.item))
    sorted.set(slot, list)
    return list
  }

  return {
    contribute(slot: string, item: SlotItem, plugin: string): Dispose {
      const items = shelf.get(slot) ?? new Map<string, Contribution>()
      const other = items.get(item.id)
      if (other) throw new KernelError('TWO_ITEMS', `"${plugin}" and "${other.plugin}" both contribute "${item.id}" to the slot "${slot}".`, plugin)
      shelf.set(slot, items.set(item.id, { item, plugin }))
      sorted.delete(slot)
      return () => {
        items.delete(item.id)
        sorted.delete(slot)
      }
    },
    items(slot: string, read: Read, revision: number): readonly SlotItem[] {
      const before = shown.get(slot)
      if (before?.revision === revision) return before.items
      const holds = ({ item, plugin }: Contribution) => {
        try {
          return !item.when || item.when(read)
        } catch (error) {
          if (!failed.has(item)) report(error, plugin)
          failed.add(item)
          return false
        }
      }
      const items = keep(
        before?.items,
        (sorted.get(slot) ?? sort(slot)).filter(holds).map(({ item }) => item),
      )
      shown.set(slot, { revision, items })
      return items
    },
    report: () => [...shelf].map(([id, items]) => ({ id, items: [...items.keys()] })),
    copy: () => createSlots(order, report, new Map([...shelf].map(([id, items]) => [id, new Map(items)]))),
  }
}
