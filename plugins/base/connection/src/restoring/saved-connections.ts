/** What is remembered of connections, and how it is read: storage is a stranger (S13). */
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

/** A connection to take up again. */
export interface Remembered {
  readonly namespace: string
  readonly connector: string
  readonly wallet: WalletFace
  /** The address that the person worked with. */
  readonly address?: string
}
export interface Memory {
  /** The namespace that the person works in. */
  readonly namespace?: string
  /** The chosen network of each namespace. */
  readonly networks: Readonly<Record<string, NetworkId>>
  /** Its namespaces are the connected ones; that it is there is the hint of its status. */
  readonly connections: readonly Remembered[]
  /** The connector of the active connection of each namespace. */
  readonly active: Readonly<Record<string, string>>
  /** Disconnected on purpose: never restored, in no tab. Newest first. */
  readonly ended: readonly ConnectionId[]
  /** Newest first. */
  readonly recent: readonly RecentWallet[]
  readonly stamps: Stamps
}
/** When each part was changed last, in milliseconds since the epoch; what has none is older than all others. Older versions wrote none. */
export type Stamps = Readonly<Record<string, number>>

export const connectionLimit = 16
const endedLimit = 32
const stampLimit = 64
/** The last moment that counts (the limit of `Date`), so that a stranger's stamp leaves room for no later one but breaks nothing. */
export const lastMoment = 8.64e15
/** Characters of an icon that is kept; a longer one is drawn again when the wallet is there. */
const imageLimit = 4_096

/** Reads whatever was found; what is unsound in it is left out. Never throws. */
export function readMemory(found: unknown): Memory {
  const { namespace, networks, connections, active, ended, recent, stamps } = recordOf(found)
  return {
    ...(isNamespace(namespace) && { namespace }),
    networks: Object.fromEntries(
      entriesOf(networks).filter((entry): entry is [string, NetworkId] => isNamespace(entry[0]) && isNetworkId(entry[1]) && namespaceOf(entry[1]) === entry[0]),
    ),
    connections: unique(listOf(connections).flatMap(rememberedOf), idOf).slice(0, connectionLimit),
    active: Object.fromEntries(entriesOf(active).filter((entry): entry is [string, string] => isNamespace(entry[0]) && isId(entry[1]))),
    ended: unique(listOf(ended).filter(isConnectionId), id => id).slice(0, endedLimit),
    recent: readRecent(recent),
    stamps: readStamps(stamps),
  }
}
export const memoryOf = (read: Read): Memory => readMemory(read.state(memorySlice).found)

export const idOf = ({ namespace, connector }: Remembered): ConnectionId => connectionId(namespace, connector)

/** A connection that lives: first in line of its kind, and not ended any more. */
export function withConnection(memory: Memory, connection: Remembered): Memory {
  const id = idOf(connection)
  const known = memory.connections.some(other => idOf(other) === id)
  return {
    ...memory,
    // A known one keeps its place: another order would be another text in storage, and a change for every other tab.
    connections: known
      ? memory.connections.map(other => (idOf(other) === id ? connection : other))
      : [...memory.connections, connection].slice(-connectionLimit),
    ended: memory.ended.filter(other => other !== id),
  }
}
/** Connections that are over; `onPurpose` marks them as never to be restored. */
export function withoutConnections(memory: Memory, ids: readonly ConnectionId[], onPurpose: boolean): Memory {
  return {
    ...memory,
    connections: memory.connections.filter(connection => !ids.includes(idOf(connection))),
    active: Object.fromEntries(Object.entries(memory.active).filter(([namespace, connector]) => !ids.includes(connectionId(namespace, connector)))),
    ended: onPurpose ? unique([...ids, ...memory.ended], id => id).slice(0, endedLimit) : memory.ended,
  }
}

/** What is kept of a wallet's face. */
function faceOf({ name, imageUrl, imageId, rdns }: { readonly [Key in keyof WalletFace]: unknown }, id: string): WalletFace {
  const image = parseImage(imageUrl)
  return {
    name: displayText(name) ?? displayText(id) ?? id,
    ...(image && { imageUrl: image }),
    ...(isId(imageId) && { imageId }),
    ...(isId(rdns) && { rdns }),
  }
}
export const faceOfConnector = ({ id, name, imageUrl, imageId, info }: Pick<Connector, 'id' | 'name' | 'imageUrl' | 'imageId' | 'info'>): WalletFace =>
  faceOf({ name, imageUrl, imageId, rdns: info?.rdns }, id)
/** A face fit for storage. */
export function smallFace({ imageUrl, ...face }: WalletFace): WalletFace {
  return imageUrl && imageUrl.length <= imageLimit && !imageUrl.startsWith('blob:') ? { ...face, imageUrl } : face
}

function rememberedOf(found: unknown): readonly Remembered[] {
  const { namespace, connector, wallet, address } = recordOf(found)
  if (!isNamespace(namespace) || !isId(connector)) return []
  const { name, imageUrl, imageId, rdns } = recordOf(wallet)
  return [{ namespace, connector, wallet: smallFace(faceOf({ name, imageUrl, imageId, rdns }, connector)), ...(isId(address) && { address }) }]
}

/** The newest of them. */
function readStamps(found: unknown): Stamps {
  const sound = entriesOf(found).filter((entry): entry is [string, number] => isId(entry[0]) && isMoment(entry[1]))
  const newest = [...sound].sort(([, a], [, b]) => b - a).slice(0, stampLimit)
  return Object.fromEntries(sound.filter(entry => newest.includes(entry)))
}
/** Sorted, so that two tabs that know the same write the same text. */
const entriesOf = (found: unknown): readonly [string, unknown][] =>
  Object.entries(recordOf(found))
    .slice(0, 256)
    .sort(([a], [b]) => (a < b ? -1 : 1))
const isNamespace = (found: unknown): found is string => typeof found === 'string' && /^[-a-z0-9]{3,8}$/.test(found)
const isMoment = (found: unknown) => Number.isSafeInteger(found) && (found as number) >= 0 && (found as number) <= lastMoment
const isConnectionId = (found: unknown): found is ConnectionId => isId(found) && /^[-a-z0-9]{3,8}\/./.test(found)
