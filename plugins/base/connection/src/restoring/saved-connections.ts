/**
 * The connections that are saved, and the reader that validates them: storage is untrusted (S13).
 */
import { type ConnectionId, connectionId } from '@portico/kernel/account'
import { isNetworkId, type NetworkId, namespaceOf } from '@portico/kernel/chain'
import type { Connector } from '@portico/kernel/connector-kit'
import type { WalletBranding } from '@portico/kernel/session'
import { displayText } from '@portico/kernel/text'
import { parseImage } from '@portico/kernel/wallet'

/** A connection to restore. */
export interface SavedConnection {
  readonly namespace: string
  readonly connector: string
  readonly wallet: WalletBranding
  /** The address that the person worked with. */
  readonly address?: string
}
/** A wallet that was connected before, by its identity (decision 13). */
export interface RecentWallet {
  readonly id: string
  readonly rdns?: string
  readonly name: string
  /** Picked in a wallet directory, which can find it when it is not in the page. */
  readonly listed?: true
}
export interface SavedConnections {
  /** The namespace that the person works in. */
  readonly namespace?: string
  /** The chosen network of each namespace. */
  readonly networks: Readonly<Record<string, NetworkId>>
  /** Connected when the page was left. */
  readonly connections: readonly SavedConnection[]
  /** The connector of the active connection of each namespace. */
  readonly active: Readonly<Record<string, string>>
  /** Disconnected on purpose: never restored, in no tab. Newest first. */
  readonly ended: readonly ConnectionId[]
  /** Newest first. */
  readonly recent: readonly RecentWallet[]
  readonly stamps: Stamps
}
/**
 * When each part changed last, in milliseconds since the epoch. A part without a stamp is older
 * than all others; earlier versions wrote none.
 */
export type Stamps = Readonly<Record<string, number>>

export const connectionLimit = 16
const endedLimit = 32
/** How many recent wallets are kept. */
const recentLimit = 2
const stampLimit = 64
/** The limit of `Date`: a stamp from untrusted storage cannot exceed it. */
export const latestTime = 8.64e15
/** Characters of an icon that is saved. A longer icon comes again with the wallet. */
const imageLimit = 4_096

/** Reads untrusted data and leaves out each part that is invalid. Never throws. */
export function readSaved(found: unknown): SavedConnections {
  const { namespace, networks, connections, active, ended, recent, stamps } = recordOf(found)
  return {
    ...(isNamespace(namespace) && { namespace }),
    networks: Object.fromEntries(
      entriesOf(networks).filter(
        (entry): entry is [string, NetworkId] =>
          isNamespace(entry[0]) && isNetworkId(entry[1]) && namespaceOf(entry[1]) === entry[0],
      ),
    ),
    connections: unique(listOf(connections).flatMap(readConnection), idOf).slice(
      0,
      connectionLimit,
    ),
    active: Object.fromEntries(
      entriesOf(active).filter(
        (entry): entry is [string, string] => isNamespace(entry[0]) && isId(entry[1]),
      ),
    ),
    ended: unique(listOf(ended).filter(isConnectionId), id => id).slice(0, endedLimit),
    recent: readRecent(recent),
    stamps: readStamps(stamps),
  }
}

export const idOf = ({ namespace, connector }: SavedConnection): ConnectionId =>
  connectionId(namespace, connector)

/** Adds or replaces a live connection, which is no longer ended. */
export function withConnection(
  saved: SavedConnections,
  connection: SavedConnection,
): SavedConnections {
  const id = idOf(connection)
  const known = saved.connections.some(other => idOf(other) === id)
  return {
    ...saved,
    // Keeps the place: another order would be another text in storage, and so a change for every
    // other tab.
    connections: known
      ? saved.connections.map(other => (idOf(other) === id ? connection : other))
      : [...saved.connections, connection].slice(-connectionLimit),
    ended: saved.ended.filter(other => other !== id),
  }
}
/** Removes connections; `onPurpose` marks them as never to be restored. */
export function withoutConnections(
  saved: SavedConnections,
  ids: readonly ConnectionId[],
  onPurpose: boolean,
): SavedConnections {
  return {
    ...saved,
    connections: saved.connections.filter(connection => !ids.includes(idOf(connection))),
    active: Object.fromEntries(
      Object.entries(saved.active).filter(
        ([namespace, connector]) => !ids.includes(connectionId(namespace, connector)),
      ),
    ),
    ended: onPurpose
      ? unique([...ids, ...saved.ended], id => id).slice(0, endedLimit)
      : saved.ended,
  }
}

/** Adds a wallet on top, once. */
export function withRecent(
  recent: readonly RecentWallet[],
  wallet: RecentWallet,
): readonly RecentWallet[] {
  return unique([wallet, ...recent], ({ id }) => id).slice(0, recentLimit)
}

/** The part of a wallet's branding that is saved. */
function readBranding(
  { name, imageUrl, imageId, rdns }: { readonly [Key in keyof WalletBranding]: unknown },
  id: string,
): WalletBranding {
  const image = parseImage(imageUrl)
  return {
    name: displayText(name) ?? displayText(id) ?? id,
    ...(image && { imageUrl: image }),
    ...(isId(imageId) && { imageId }),
    ...(isId(rdns) && { rdns }),
  }
}
export const brandingOf = ({
  id,
  name,
  imageUrl,
  imageId,
  info,
}: Pick<Connector, 'id' | 'name' | 'imageUrl' | 'imageId' | 'info'>): WalletBranding =>
  readBranding({ name, imageUrl, imageId, rdns: info?.rdns }, id)
/** Leaves out an image that is too long for storage. */
export function storableBranding({ imageUrl, ...branding }: WalletBranding): WalletBranding {
  return imageUrl && imageUrl.length <= imageLimit && !imageUrl.startsWith('blob:')
    ? { ...branding, imageUrl }
    : branding
}

function readConnection(found: unknown): readonly SavedConnection[] {
  const { namespace, connector, wallet, address } = recordOf(found)
  if (!isNamespace(namespace) || !isId(connector)) return []
  const { name, imageUrl, imageId, rdns } = recordOf(wallet)
  return [
    {
      namespace,
      connector,
      wallet: storableBranding(readBranding({ name, imageUrl, imageId, rdns }, connector)),
      ...(isId(address) && { address }),
    },
  ]
}

function readRecent(found: unknown): readonly RecentWallet[] {
  const read = listOf(found).flatMap((one): readonly RecentWallet[] => {
    const { id, rdns, name, listed } = recordOf(one)
    const shown = displayText(name)
    return isId(id) && shown
      ? [{ id, ...(isId(rdns) && { rdns }), name: shown, ...(listed === true && { listed }) }]
      : []
  })
  return unique(read, ({ id }) => id).slice(0, recentLimit)
}
/** The newest stamps, up to the limit. */
function readStamps(found: unknown): Stamps {
  const sound = entriesOf(found).filter(
    (entry): entry is [string, number] => isId(entry[0]) && isMoment(entry[1]),
  )
  const newest = [...sound].sort(([, a], [, b]) => b - a).slice(0, stampLimit)
  return Object.fromEntries(sound.filter(entry => newest.includes(entry)))
}
const recordOf = (found: unknown): Readonly<Record<string, unknown>> =>
  typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {}
const listOf = (found: unknown): readonly unknown[] =>
  Array.isArray(found) ? found.slice(0, 256) : []
const isId = (found: unknown): found is string =>
  typeof found === 'string' && /^\P{C}{1,256}$/u.test(found)
function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const seen = new Set<string>()
  return items.filter(item => !seen.has(keyOf(item)) && seen.add(keyOf(item)))
}
/** Sorted, so that two tabs with the same state write the same text. */
const entriesOf = (found: unknown): readonly [string, unknown][] =>
  Object.entries(recordOf(found))
    .slice(0, 256)
    .sort(([a], [b]) => (a < b ? -1 : 1))
const isNamespace = (found: unknown): found is string =>
  typeof found === 'string' && /^[-a-z0-9]{3,8}$/.test(found)
const isMoment = (found: unknown) =>
  Number.isSafeInteger(found) && (found as number) >= 0 && (found as number) <= latestTime
const isConnectionId = (found: unknown): found is ConnectionId =>
  isId(found) && /^[-a-z0-9]{3,8}\/./.test(found)
