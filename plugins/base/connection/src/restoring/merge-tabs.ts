/**
 * Merges the saved connections of tabs that change them at once (decision 12). Each part carries
 * the time of its last change and the latest change wins, so all tabs reach the same state in
 * whatever order their writes arrive.
 */
import type { ConnectionId } from '@portico/kernel/account'
import {
  connectionLimit,
  idOf,
  latestTime,
  readSaved,
  type SavedConnection,
  type SavedConnections,
  type Stamps,
} from './saved-connections.js'

type Entry = Omit<SavedConnection, 'address'> | 'ended'
type Parts = ReadonlyMap<string, unknown>

/** The parts by the names of their stamps. A removed part is `undefined`. */
function partsOf({
  namespace,
  networks,
  connections,
  active,
  ended,
  recent,
  stamps,
}: SavedConnections): Parts {
  return new Map<string, unknown>([
    ...Object.keys(stamps).map(key => [key, undefined] as const),
    ['namespace', namespace],
    ['recent', recent],
    ...Object.entries(networks).map(([of, network]) => [`networks ${of}`, network] as const),
    ...Object.entries(active).map(([of, connector]) => [`active ${of}`, connector] as const),
    ...connections.flatMap(({ address, ...entry }) => [
      [`connections ${idOf(entry)}`, entry] as const,
      [`address ${idOf(entry)}`, address] as const,
    ]),
    ...ended.map(id => [`connections ${id}`, 'ended'] as const),
  ])
}
function savedFrom(parts: Parts, stamps: Stamps): SavedConnections {
  const under = <Part>(field: string) =>
    [...parts].flatMap(([key, part]): [string, Part][] =>
      key.startsWith(`${field} `) && part !== undefined
        ? [[key.slice(field.length + 1), part as Part]]
        : [],
    )
  const age = (id: string) => stamps[`connections ${id}`] ?? 0
  const entries = under<Entry>('connections').sort(
    ([a], [b]) => age(a) - age(b) || (a < b ? -1 : 1),
  )
  return readSaved({
    namespace: parts.get('namespace'),
    networks: Object.fromEntries(under('networks')),
    active: Object.fromEntries(under('active')),
    connections: entries
      .flatMap(([id, entry]) =>
        entry === 'ended' ? [] : [{ ...entry, address: parts.get(`address ${id}`) }],
      )
      .slice(-connectionLimit),
    ended: entries
      .flatMap(([id, entry]) => (entry === 'ended' ? [id as ConnectionId] : []))
      .reverse(),
    recent: parts.get('recent'),
    stamps,
  })
}

const keysOf = (...all: readonly Parts[]) => new Set(all.flatMap(parts => [...parts.keys()]))
const textOf = (part: unknown) => JSON.stringify(part) ?? ''
/** Only adding and removing a connection are changes; a new icon of its wallet is none. */
const changeOf = (key: string, part: unknown) =>
  key.startsWith('connections ') && part !== 'ended' ? typeof part : textOf(part)

/** Whether both have the same parts, whatever their stamps. */
export function isSame(one: SavedConnections, two: SavedConnections): boolean {
  const [a, b] = [partsOf(one), partsOf(two)]
  return [...keysOf(a, b)].every(key => textOf(a.get(key)) === textOf(b.get(key)))
}

/** When a connection was last added or removed. */
export const movedAt = ({ stamps }: SavedConnections, id: ConnectionId): number =>
  stamps[`connections ${id}`] ?? 0

/** The newest stamp. */
export const newestIn = ({ stamps }: SavedConnections): number =>
  Math.max(-1, ...Object.values(stamps))

/** `next` with stamps for its changes, later than all stamps before: a clock may be set back. */
export function stamped(before: SavedConnections, next: SavedConnections): SavedConnections {
  const at = Math.min(Math.max(Date.now(), newestIn(before) + 1), latestTime)
  const [old, parts] = [partsOf(before), partsOf(next)]
  const stamps: Record<string, number> = { ...before.stamps }
  for (const key of keysOf(old, parts)) {
    const part = parts.get(key)
    // A disconnect by the wallet never overrides a disconnect on purpose or a new connection that
    // this tab has not read yet.
    if (part === undefined && /^(?:connections|address) /.test(key)) stamps[key] ??= 0
    else if (changeOf(key, part) !== changeOf(key, old.get(key))) stamps[key] = at
  }
  return readSaved({ ...next, stamps })
}

/** Both merged; the order of the two does not matter. */
export function merged(one: SavedConnections, two: SavedConnections): SavedConnections {
  const sides = [one, two].map(saved => ({ stamps: saved.stamps, parts: partsOf(saved) })) as [
    Side,
    Side,
  ]
  const stamps: Record<string, number> = {}
  const parts = new Map<string, unknown>()
  for (const key of keysOf(...sides.map(side => side.parts))) {
    const [a, b] = sides.map(side => versionOf(side, key)) as [Version, Version]
    const { at, part } =
      a.at - b.at > 0 ||
      (a.at === b.at &&
        (a.weight > b.weight || (a.weight === b.weight && textOf(a.part) > textOf(b.part))))
        ? a
        : b
    parts.set(key, part)
    if (one.stamps[key] !== undefined || two.stamps[key] !== undefined) stamps[key] = at
  }
  return savedFrom(parts, stamps)
}

interface Side {
  readonly stamps: Stamps
  readonly parts: Parts
}
type Version = ReturnType<typeof versionOf>
/** A part with its stamp. With equal stamps, a disconnect on purpose wins, then a removal. */
function versionOf({ stamps, parts }: Side, key: string) {
  const part = parts.get(key)
  return {
    part,
    at: stamps[key] ?? 0,
    weight: part === 'ended' ? 3 : part !== undefined ? 1 : stamps[key] !== undefined ? 2 : 0,
  }
}
