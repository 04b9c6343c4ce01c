/** Connections of wagmi that other connectors hold, as wagmi's storage shows them. */
import type { WagmiStorage } from './wagmi-types.js'

export interface ForeignConnections {
  /** Remembers what earlier visits left. Call this before wagmi reconnects. */
  remember(): Promise<void>
  /** The id of a connector beside Portico that wagmi has connected in this visit. */
  find(): Promise<string | undefined>
}

/**
 * A connector does not see wagmi's config, only its storage. wagmi gives each connector a new key
 * in every visit, so a key that was there at the start belongs to an earlier visit.
 */
export function createForeignConnections(
  storage: WagmiStorage | null | undefined,
): ForeignConnections {
  let earlier: Promise<ReadonlySet<string>> | undefined
  const read = async () => connectionsIn(await storage?.getItem('store'))
  const keys = async () => new Set((await read()).map(({ key }) => key))
  return {
    async remember() {
      // Text that cannot be read holds no connection of this visit.
      earlier = keys().catch(() => new Set<string>())
      await earlier
    },
    async find() {
      const known = await earlier
      const found = await read().catch(() => [])
      return found.find(({ key, type }) => type !== 'portico' && !known?.has(key))?.id
    },
  }
}

/** The connections in the value that wagmi stores; none where its shape is another one. */
function connectionsIn(
  stored: unknown,
): readonly { readonly key: string; readonly id: string; readonly type: unknown }[] {
  const { connections } = Object(Object(stored).state) as { readonly connections?: unknown }
  if (!(connections instanceof Map)) return []
  return [...connections].flatMap(([key, connection]) => {
    const { id, type } = Object(Object(connection).connector) as Record<string, unknown>
    return typeof key === 'string' && typeof id === 'string' ? [{ key, id, type }] : []
  })
}
