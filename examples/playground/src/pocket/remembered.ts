/**
 * What the owner has chosen, beyond a reload: which account is shown of each namespace, and where
 * the wallet is.
 */
import type { ChainId, Pocket, PocketOptions } from '@portico/pocket'

const place = 'pocket.chosen'
type Chosen = Required<Pick<PocketOptions, 'shown' | 'active'>>

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isChain = (value: unknown): value is ChainId =>
  typeof value === 'string' && /^[-a-z0-9]+:.+$/.test(value)
const isIndices = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every(index => Number.isInteger(index) && index >= 0)

/** What was kept, as far as it makes sense. */
export function remembered(storage: Pick<Storage, 'getItem'>): Chosen {
  const found = ((): unknown => {
    try {
      return JSON.parse(storage.getItem(place) ?? '{}')
    } catch {
      // Of another origin, or cut off: as if nothing had been chosen.
      return {}
    }
  })()
  const { shown, active } = isRecord(found) ? found : {}
  return {
    shown: Object.fromEntries(
      Object.entries(isRecord(shown) ? shown : {}).flatMap(([namespace, indices]) =>
        isIndices(indices) ? [[namespace, indices]] : [],
      ),
    ),
    active: Array.isArray(active) ? active.filter(isChain) : [],
  }
}

/** Keeps what is chosen, after each change. */
export function remember(
  pocket: Pocket,
  namespaces: readonly string[],
  storage: Pick<Storage, 'setItem'>,
): () => void {
  return pocket.subscribe(() => {
    const chosen: Chosen = {
      shown: Object.fromEntries(namespaces.map(namespace => [namespace, pocket.shown(namespace)])),
      active: namespaces.flatMap(namespace => pocket.active(namespace) ?? []),
    }
    storage.setItem(place, JSON.stringify(chosen))
  })
}
