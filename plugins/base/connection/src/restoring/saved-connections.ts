/** The connections that are saved, and the reader that validates them: storage is untrusted (S13). */
import type { Read } from '@portico/kernel'
import {
  type ConnectionId,
  type Connector,
  connectionId,
  displayText,
  isNetworkId,
  type NetworkId,
  namespaceOf,
  parseImage,
  type WalletFace,
} from '@portico/kernel/contracts'
import { isId, listOf, type RecentWallet, readRecent, recordOf, unique } from '../discovery/recent-wallets.js'
import { memorySlice } from '../refs.js'

/** A connection to restore. */
export interface SavedConnection {
  readonly namespace: string
  readonly connector: string
  readonly wallet: WalletFace
  /** The address that the person worked with. */
  readonly address?: string
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
/** When each part changed last, in milliseconds since the epoch. A part without a stamp is older than all others; earlier versions wrote none. */
export type Stamps = Readonly<Record<string, number>>

export const connectionLimit = 16
const endedLimit = 32
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
      entriesOf(networks).filter((entry): entry is [string, NetworkId] => isNamespace(entry[0]) && isNetworkId(entry[1]) && namespaceOf(entry[1]) === entry[0]),
    ),
    connections: unique(listOf(connections).flatMap(readConnection), idOf).slice(0, connectionLimit),
    active: Object.fromEntries(entriesOf(active).filter((entry): entry is [string, string] => isNamespace(entry[0]) && isId(entry[1]))),
    ended: unique(listOf(ended).filter(isConnectionId), id => id).slice(0, endedLimit),
    recent: readRecent(recent),
    stamps: readStamps(stamps),
  }
}
export const savedIn = (read: Read): SavedConnections => readSaved(read.state(memorySlice).found)

export const idOf = ({ namespace, connector }: SavedConnection): ConnectionId => connectionId(namespace, connector)

/** Adds or replaces a live connection, which is no longer ended. */
export function withConnection(saved: SavedConnections, connection: SavedConnection): SavedConnections {
  const id = idOf(connection)
  const known = saved.connections.some(other => idOf(other) === id)
  return {
    ...saved,
    // Keeps the place: another order would be another text in storage, and so a change for every other tab.
    connections: known ? saved.connections.map(other => (idOf(other) === id ? connection : other)) : [...saved.connections, connection].slice(-connectionLimit),
    ended: saved.ended.filter(other => other !== id),
  }
}
/** Removes connections; `onPurpose` marks them as never to be restored. */
export function withoutConnections(saved: SavedConnections, ids: readonly ConnectionId[], onPurpose: boolean): SavedConnections {
  return {
    ...saved,
    connections: saved.connections.filter(connection => !ids.includes(idOf(connection))),
    active: Object.fromEntries(Object.entries(saved.active).filter(([namespace, connector]) => !ids.includes(connectionId(namespace, connector)))),
    ended: onPurpose ? unique([...ids, ...saved.ended], id => id).slice(0, endedLimit) : saved.ended,
  }
}

/** The part of a wallet's branding that is saved. */
function readBranding({ name, imageUrl, imageId, rdns }: { readonly [Key in keyof WalletFace]: unknown }, id: string): WalletFace {
  const image = parseImage(imageUrl)
  return {
    name: displayText(name) ?? displayText(id) ?? id,
    ...(image && { imageUrl: image }),
    ...(isId(imageId) && { imageId }),
    ...(isId(rdns) && { rdns }),
  }
}
export const brandingOf = ({ id, name, imageUrl, imageId, info }: Pick<Connector, 'id' | 'name' | 'imageUrl' | 'imageId' | 'info'>): WalletFace =>
  readBranding({ name, imageUrl, imageId, rdns: info?.rdns }, id)
/** Leaves out an image that is too long for storage. */
export function storableBranding({ imageUrl, ...branding }: WalletFace): WalletFace {
  return imageUrl && imageUrl.length <= imageLimit && !imageUrl.startsWith('blob:') ? { ...branding, imageUrl } : branding
}

function readConnection(found: unknown): readonly SavedConnection[] {
  const { namespace, connector, wallet, address } = recordOf(found)
  if (!isNamespace(namespace) || !isId(connector)) return []
  const { name, imageUrl, imageId, rdns } = recordOf(wallet)
  return [{ namespace, connector, wallet: storableBranding(readBranding({ name, imageUrl, imageId, rdns }, connector)), ...(isId(address) && { address }) }]
}

/** The newest stamps, up to the limit. */
function readStamps(found: unknown): Stamps {
  const sound = entriesOf(found).filter((entry): entry is [string, number] => isId(entry[0]) && isMoment(entry[1]))
  const newest = [...sound].sort(([, a], [, b]) => b - a).slice(0, stampLimit)
  return Object.fromEntries(sound.filter(entry => newest.includes(entry)))
}
/** Sorted, so that two tabs with the same state write the same text. */
const entriesOf = (found: unknown): readonly [string, unknown][] =>
  Object.entries(recordOf(found))
    .slice(0, 256)
    .sort(([a], [b]) => (a < b ? -1 : 1))
const isNamespace = (found: unknown): found is string => typeof found === 'string' && /^[-a-z0-9]{3,8}$/.test(found)
const isMoment = (found: unknown) => Number.isSafeInteger(found) && (found as number) >= 0 && (found as number) <= latestTime
const isConnectionId = (found: unknown): found is ConnectionId => isId(found) && /^[-a-z0-9]{3,8}\/./.test(found)
