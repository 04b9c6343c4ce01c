/**
 * Tabs that change at once what is remembered (decision 12). Each part of it carries the time of its last change, and the later word about a part counts: all
 * tabs come to the same, in whatever order they hear of each other.
 */
import type { ConnectionId } from '@portico/kernel/contracts'
import { connectionLimit, idOf, lastMoment, type Memory, type Remembered, readMemory, type Stamps } from './saved-connections.js'

type Place = Omit<Remembered, 'address'> | 'ended'
type Parts = ReadonlyMap<string, unknown>

/** By the names of their stamps. What is gone is `undefined`. */
function partsOf({ namespace, networks, connections, active, ended, recent, stamps }: Memory): Parts {
  return new Map<string, unknown>([
    ...Object.keys(stamps).map(key => [key, undefined] as const),
    ['namespace', namespace],
    ['recent', recent],
    ...Object.entries(networks).map(([of, network]) => [`networks ${of}`, network] as const),
    ...Object.entries(active).map(([of, connector]) => [`active ${of}`, connector] as const),
    ...connections.flatMap(({ address, ...place }) => [[`connections ${idOf(place)}`, place] as const, [`address ${idOf(place)}`, address] as const]),
    ...ended.map(id => [`connections ${id}`, 'ended'] as const),
  ])
}
function memoryFrom(parts: Parts, stamps: Stamps): Memory {
  const under = <Part>(field: string) =>
    [...parts].flatMap(([key, part]): [string, Part][] =>
      key.startsWith(`${field} `) && part !== undefined ? [[key.slice(field.length + 1), part as Part]] : [],
    )
  const age = (id: string) => stamps[`connections ${id}`] ?? 0
  const places = under<Place>('connections').sort(([a], [b]) => age(a) - age(b) || (a < b ? -1 : 1))
  return readMemory({
    namespace: parts.get('namespace'),
    networks: Object.fromEntries(under('networks')),
    active: Object.fromEntries(under('active')),
    connections: places.flatMap(([id, place]) => (place === 'ended' ? [] : [{ ...place, address: parts.get(`address ${id}`) }])).slice(-connectionLimit),
    ended: places.flatMap(([id, place]) => (place === 'ended' ? [id as ConnectionId] : [])).reverse(),
    recent: parts.get('recent'),
    stamps,
  })
}

const keysOf = (...all: readonly Parts[]) => new Set(all.flatMap(parts => [...parts.keys()]))
const textOf = (part: unknown) => JSON.stringify(part) ?? ''
/** A connection in its place is in its place, whatever its wallet looks like by now: only coming and going are changes. */
const changeOf = (key: string, part: unknown) => (key.startsWith('connections ') && part !== 'ended' ? typeof part : textOf(part))

/** Whether they say the same, whenever they said it. */
export function isSame(one: Memory, two: Memory): boolean {
  const [a, b] = [partsOf(one), partsOf(two)]
  return [...keysOf(a, b)].every(key => textOf(a.get(key)) === textOf(b.get(key)))
}

/** When a connection came or went last. */
export const movedAt = ({ stamps }: Memory, id: ConnectionId): number => stamps[`connections ${id}`] ?? 0

/** When somebody said the newest of it. */
export const newestIn = ({ stamps }: Memory): number => Math.max(-1, ...Object.values(stamps))

/** `next` with the time of what is new in it. Later than everything that was known before: clocks may be set back. */
export function stamped(before: Memory, next: Memory): Memory {
  const at = Math.min(Math.max(Date.now(), newestIn(before) + 1), lastMoment)
  const [old, parts] = [partsOf(before), partsOf(next)]
  const stamps: Record<string, number> = { ...before.stamps }
  for (const key of keysOf(old, parts)) {
    const part = parts.get(key)
    // A wallet that hung up ends what it had, no more: an end on purpose, or a new beginning, that this tab has not heard of yet is later.
    if (part === undefined && /^(?:connections|address) /.test(key)) stamps[key] ??= 0
    else if (changeOf(key, part) !== changeOf(key, old.get(key))) stamps[key] = at
  }
  return readMemory({ ...next, stamps })
}

/** What both know together; the same whichever comes first. */
export function merged(one: Memory, two: Memory): Memory {
  const sides = [one, two].map(memory => ({ stamps: memory.stamps, parts: partsOf(memory) })) as [Side, Side]
  const stamps: Record<string, number> = {}
  const parts = new Map<string, unknown>()
  for (const key of keysOf(...sides.map(side => side.parts))) {
    const [a, b] = sides.map(side => wordOf(side, key)) as [Word, Word]
    const { at, part } = a.at - b.at > 0 || (a.at === b.at && (a.weight > b.weight || (a.weight === b.weight && textOf(a.part) > textOf(b.part)))) ? a : b
    parts.set(key, part)
    if (one.stamps[key] !== undefined || two.stamps[key] !== undefined) stamps[key] = at
  }
  return memoryFrom(parts, stamps)
}

interface Side {
  readonly stamps: Stamps
  readonly parts: Parts
}
type Word = ReturnType<typeof wordOf>
/** Of two at the same time: what was ended on purpose is ended, what is gone is gone. */
function wordOf({ stamps, parts }: Side, key: string) {
  const part = parts.get(key)
  return { part, at: stamps[key] ?? 0, weight: part === 'ended' ? 3 : part !== undefined ? 1 : stamps[key] !== undefined ? 2 : 0 }
}
