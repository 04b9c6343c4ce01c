/**
 * What is shown of an account's past, in which order, under which heading. Pure.
 */
import type { ActivityEntry, ActivityPage, ActivityTransfer } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isOptional = (value: unknown): value is string | undefined =>
  value === undefined || isText(value)
/**
 * A hash, an address or a name: without invisible characters, and without half a surrogate pair,
 * which cannot go into the address of a page.
 */
const isWord = (value: unknown) => isText(value) && !/[\p{C}\p{DI}]/u.test(value)
const statuses: readonly unknown[] = [
  'confirmed',
  'failed',
  'pending',
] satisfies ActivityEntry['metadata']['status'][]
function isTransfer(found: unknown): boolean {
  const { nft_info: nft, fungible_info: token, quantity } = fieldsOf(found)
  const texts = [
    fieldsOf(token).symbol,
    fieldsOf(token).asset,
    fieldsOf(fieldsOf(token).icon).url,
    fieldsOf(fieldsOf(fieldsOf(nft).content).preview).url,
  ]
  return (
    isText(fieldsOf(quantity).numeric) &&
    texts.every(isOptional) &&
    (nft === undefined || Object(fieldsOf(nft).flags) === fieldsOf(nft).flags)
  )
}
function isEntry(found: unknown): found is ActivityEntry {
  const { id, metadata, transfers } = fieldsOf(found)
  const { minedAt, chain, operationType, status, sentFrom, sentTo, hash } = fieldsOf(metadata)
  return (
    [id, minedAt, operationType, chain ?? ''].every(isText) &&
    [sentFrom, sentTo, hash ?? ''].every(isWord) &&
    Number.isFinite(Date.parse(String(minedAt))) &&
    statuses.includes(status) &&
    Array.isArray(transfers) &&
    transfers.every(isTransfer)
  )
}
/**
 * Reads a page that an untrusted service wrote, without the malformed entries (situation R7).
 * Undefined: it is not a page.
 */
export function soundPage(found: unknown): ActivityPage | undefined {
  const { entries, next } = fieldsOf(found)
  return Array.isArray(entries) && isOptional(next)
    ? { entries: entries.filter(isEntry), ...(isText(next) && next && { next }) }
    : undefined
}

const isOn = ({ metadata: { chain } }: ActivityEntry, networks: readonly NetworkId[]): boolean =>
  chain === null || networks.includes(chain)
/** True where every transfer is spam. Without transfers it is a contract call (decision 41). */
export const isSpam = ({ transfers }: Pick<ActivityEntry, 'transfers'>): boolean =>
  transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam)
/** True for entries on these networks that move more than spam. */
export const isShown = (entry: ActivityEntry, networks: readonly NetworkId[]): boolean =>
  isOn(entry, networks) && !isSpam(entry)

const timeOf = ({ metadata }: ActivityEntry): number => Date.parse(metadata.minedAt) || 0
const isPending = ({ metadata }: ActivityEntry): boolean => metadata.status === 'pending'

/**
 * What two entries of one transaction have in common. Hashes in hexadecimal digits may come in
 * either case.
 */
export const keyOf = ({ id, metadata }: ActivityEntry): string => {
  const hash = metadata.hash ?? id
  return hash.startsWith('0x') ? hash.toLowerCase() : hash
}
/**
 * Each transaction of one answer once, where it came first, as the last of its entries says;
 * settled where one of them is.
 */
function onceEach(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const known = new Map<string, ActivityEntry>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const found = known.get(key)
    if (!found || isPending(found) || !isPending(entry)) known.set(key, entry)
  }
  return [...known.values()]
}

/**
 * What is not settled yet, then newest first, each transaction once. What was sent from here stands
 * there until the list has it, and may know sooner what became of it. `withSpam`: spam is kept.
 */
export function arrange(
  entries: readonly ActivityEntry[],
  sent: readonly ActivityEntry[],
  networks: readonly NetworkId[],
  withSpam = false,
): readonly ActivityEntry[] {
  const listed = new Set(entries.map(keyOf))
  const settled = new Map(
    sent.filter(entry => !isPending(entry)).map(entry => [keyOf(entry), entry.metadata.status]),
  )
  // Only the entry that this page sent has these details.
  const ownDetails = new Map(
    sent.flatMap(({ description, approved, ...entry }) =>
      description || approved
        ? [
            [
              keyOf(entry),
              { ...(description && { description }), ...(approved && { approved }) },
            ] as const,
          ]
        : [],
    ),
  )
  const newest = (entry: ActivityEntry): ActivityEntry => {
    const details = ownDetails.get(keyOf(entry))
    const status = isPending(entry) && settled.get(keyOf(entry))
    if (!status && !details) return entry
    return {
      ...entry,
      ...details,
      ...(status && { metadata: { ...entry.metadata, status } }),
    }
  }
  const all = [
    ...sent.filter(entry => !listed.has(keyOf(entry))),
    ...onceEach(entries).map(newest),
  ].filter(entry => (withSpam ? isOn : isShown)(entry, networks))
  // Read once each: thousands of them are compared many times.
  const times = new Map(
    all.map(entry => [entry, isPending(entry) ? Number.POSITIVE_INFINITY : timeOf(entry)]),
  )
  const timeIn = (entry: ActivityEntry) => times.get(entry) ?? 0
  return all.sort((a, b) =>
    timeIn(a) === timeIn(b) ? timeOf(b) - timeOf(a) : timeIn(b) - timeIn(a),
  )
}

export type Months = Readonly<Record<number, Readonly<Record<number, readonly ActivityEntry[]>>>>
/** By year, then by month index (0 to 11), in the time zone of the page, newest first. */
export function groupByMonth(entries: readonly ActivityEntry[]): Months {
  const years: Record<number, Record<number, ActivityEntry[]>> = {}
  for (const entry of entries) {
    const date = new Date(timeOf(entry))
    const [year, month] = [date.getFullYear(), date.getMonth()]
    years[year] ??= {}
    const months = years[year] ?? {}
    months[month] ??= []
    months[month]?.push(entry)
  }
  return years
}

export type Row =
  | { readonly kind: 'month'; readonly year: number; readonly month: number }
  | { readonly kind: 'entry'; readonly entry: ActivityEntry }
/** Headings and entries under each other, as they are shown. */
export function rowsOf(entries: readonly ActivityEntry[]): readonly Row[] {
  const descending = (record: object) =>
    Object.keys(record)
      .map(Number)
      .sort((a, b) => b - a)
  const years = groupByMonth(entries)
  return descending(years).flatMap(year =>
    descending(years[year] ?? {}).flatMap((month): Row[] => [
      { kind: 'month', year, month },
      ...(years[year]?.[month] ?? []).map((entry): Row => ({ kind: 'entry', entry })),
    ]),
  )
}

// A token that is handed to a contract is not received here. A minted token has no sender, and a
// burned one no recipient.
const hasNoCounterpart = /^(?:trade|execute|approve|mint|burn)$/
/**
 * Returns the sender of a received transfer, or the recipient of a sent one; undefined without one.
 */
export function counterpartOf({
  operationType,
  sentFrom,
  sentTo,
}: ActivityEntry['metadata']): string | undefined {
  return hasNoCounterpart.test(operationType)
    ? undefined
    : (operationType === 'receive' ? sentFrom : sentTo) || undefined
}

const plus = /^(?:receive|deposit|borrow|claim)$/
const minus = /^(?:withdraw|repay|burn)$/
/** Returns the sign of a quantity: by its direction, else by the operation (S9.41, S9.42). */
export function signOf(
  operationType: string,
  direction?: ActivityTransfer['direction'],
): '+' | '−' | '' {
  if (direction) return direction === 'in' ? '+' : direction === 'out' ? '−' : ''
  return plus.test(operationType) ? '+' : minus.test(operationType) ? '−' : ''
}

/**
 * Where the older pages join on: the place of the last entry of a newer first page. -1 where they
 * do not meet.
 */
function placeOfLast(fresh: readonly ActivityEntry[], before: readonly ActivityEntry[]): number {
  const last = fresh.at(-1)
  return last ? before.findIndex(entry => keyOf(entry) === keyOf(last)) : -1
}
/**
 * The first page anew, with the older pages behind it where they join on. What the new page says of
 * a transaction counts.
 */
export function joinPages(
  fresh: readonly ActivityEntry[],
  before: readonly ActivityEntry[],
): readonly ActivityEntry[] {
  const [first, known] = [onceEach(fresh), new Set(fresh.map(keyOf))]
  const at = placeOfLast(fresh, before)
  return at < 0
    ? first
    : [...first, ...before.slice(at + 1).filter(entry => !known.has(keyOf(entry)))]
}
/**
 * Appends a page. Entries of both appear once, with the status of the later page, which may be
 * pending again after a reorganisation.
 */
export function appendPage(
  before: readonly ActivityEntry[],
  page: readonly ActivityEntry[],
): readonly ActivityEntry[] {
  const later = new Map(onceEach(page).map(entry => [keyOf(entry), entry]))
  const known = new Set(before.map(keyOf))
  return [
    ...before.map(entry => later.get(keyOf(entry)) ?? entry),
    ...[...later.values()].filter(entry => !known.has(keyOf(entry))),
  ]
}
/**
 * Keys of transactions that were settled and are pending or missing in a newer first page: a
 * reorganisation took them back.
 */
export function undoneBy(
  fresh: readonly ActivityEntry[],
  before: readonly ActivityEntry[],
): readonly string[] {
  const now = new Map(onceEach(fresh).map(entry => [keyOf(entry), entry]))
  const at = placeOfLast(fresh, before)
  const isUndone = (entry: ActivityEntry, place: number) => {
    const found = now.get(keyOf(entry))
    return !isPending(entry) && (found ? isPending(found) : place < at)
  }
  return before.filter(isUndone).map(keyOf)
}

/** Spam beside other transfers is noise; an entry that is only spam is shown on request. */
export const shownMoves = (entry: ActivityEntry): readonly ActivityTransfer[] =>
  isSpam(entry)
    ? entry.transfers
    : entry.transfers.filter(({ nft_info }) => !nft_info?.flags.is_spam)

const twoSided = /^(?:trade|execute)$/
/** What left the account and what came in return. An operation in one direction has no return. */
export function sidesOf(entry: ActivityEntry): {
  readonly out: readonly ActivityTransfer[]
  readonly got: readonly ActivityTransfer[]
} {
  const moves = shownMoves(entry)
  const [first] = moves
  if (!twoSided.test(entry.metadata.operationType)) return { out: moves, got: [] }
  // Without directions the sold token comes first.
  const isOut = (move: ActivityTransfer) =>
    move.direction === undefined ? move === first : move.direction !== 'in'
  return { out: moves.filter(isOut), got: moves.filter(move => !isOut(move)) }
}

/** What is known of one account on one network. */
export interface PlaceList {
  readonly network: NetworkId
  readonly entries: readonly ActivityEntry[]
  /** The cursor of the next page. */
  readonly next: string | undefined
}
/** Returns the time back to which a list is complete. */
export const endOf = ({ entries, next }: PlaceList): number =>
  next === undefined ? Number.NEGATIVE_INFINITY : Math.min(...entries.slice(-1).map(timeOf))
/**
 * Merges lists of several networks, newest first. Leaves out what is older than the known part of
 * a list with another page: entries between them are not known yet. One list stays as it is.
 */
export function mergeLists(lists: readonly PlaceList[]): readonly ActivityEntry[] {
  const [first] = lists
  if (!first || lists.length === 1) return first?.entries ?? []
  const end = Math.max(...lists.map(endOf))
  return lists
    .flatMap(({ network, entries }) =>
      entries.flatMap(entry => {
        const { chain } = entry.metadata
        if (timeOf(entry) < end || (chain !== null && chain !== network)) return []
        return chain ? entry : { ...entry, metadata: { ...entry.metadata, chain: network } }
      }),
    )
    .sort((one, other) => timeOf(other) - timeOf(one))
}
