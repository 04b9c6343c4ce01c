/** Wallet requests with an unknown outcome, as a feature keeps them in storage: the guard against paying twice (threat S23). */
import type { NetworkId } from './caip.js'
import { isNetworkId } from './caip-grammar.js'
import { displayText } from './display-text.js'

/** A request that may move money and has no usable answer. `Subject`: what was asked, in the feature's own shape. */
export interface OpenRequest<Subject> {
  /** Id, unique in this log. Its name tells an open request from a sent transaction. */
  readonly open: string
  /** `asked`: the wallet has not answered. `unknown`: it failed in a way that does not prove that nothing was sent (`failedRequest`). */
  readonly status: 'asked' | 'unknown'
  readonly network: NetworkId
  /** The sender. */
  readonly from: string
  /** The wallet's name. */
  readonly wallet: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly subject: Subject
  /** What the chain says of it: see `Transactions.describe`. */
  readonly description?: string
  /** The account must choose before it pays again. Absent: the person has chosen to, and the other payment was sent. */
  readonly guards?: true
  /** The account shows it. */
  readonly seen: false
}

// No wallet is known to show a request for longer than an hour; a transaction may be pending for much longer.
const keptForMs = { asked: 60 * 60_000, unknown: 24 * 60 * 60_000 } as const
/** At most this many open requests: those that guard nothing go first. */
const most = 5
/** At most this many that guard. */
const mostGuarding = 20
/** At most this many open requests have a description. */
const mostDescribed = 5
/** At most this many sent transactions have a description. */
const mostSentDescribed = 3
/** Characters of a log in storage, which takes 65,536 of one slice. */
const longestLog = 64_000
/** The requests that a page waits for, by their ids, and the context that waits. However long a wallet takes, these are kept. */
export const inFlight = /* @__PURE__ */ new Map<string, AbortSignal>()
/** Characters of a description, as the contract of `describe` says. */
export const longestDescription = 4_096

/** Text of printable ASCII without spaces: a hash, an address. */
export const isPlainWord = (text: unknown, longest = 200): text is string => typeof text === 'string' && text.length <= longest && /^[!-~]+$/.test(text)
export const isDescription = (text: unknown): text is string => typeof text === 'string' && text.length > 0 && text.length <= longestDescription

/** The same entries, newest first; only the newest `count` keep their descriptions. */
function limitDescriptions<Entry>(entries: readonly Entry[], count: number): readonly Entry[] {
  let described = 0
  return entries.map(one => {
    const { description, ...rest } = one as Entry & { readonly description?: string }
    return description === undefined || ++described <= count ? one : (rest as Entry)
  })
}
const lengthOf = (entries: readonly unknown[]): number =>
  JSON.stringify(entries, (_, value) => (typeof value === 'bigint' ? { $bigint: `${value}` } : value)).length
/**
 * A log as storage takes it: what is open before what was sent, each newest first. Storage keeps nothing of a log that is too long, so the oldest of what was sent goes
 * before any guard does.
 */
export function fitLog(open: readonly OpenRequest<unknown>[], sent: readonly unknown[]): readonly unknown[] {
  const guards = limitRequests(open)
  for (const [described, sentDescribed] of [
    [mostDescribed, mostSentDescribed],
    [mostDescribed, 0],
    [0, 0],
  ] as const) {
    const log = [...limitDescriptions(guards, described), ...limitDescriptions(sent, sentDescribed)]
    if (lengthOf(log) <= longestLog) return log
  }
  const log = [...limitDescriptions(guards, 0), ...limitDescriptions(sent, 0)]
  while (log.length > 1 && lengthOf(log) > longestLog) log.pop()
  return log
}
function limitRequests<Request extends OpenRequest<unknown>>(requests: readonly Request[]): readonly Request[] {
  const guarding = requests.filter(({ guards }) => guards).slice(0, mostGuarding)
  const others = requests.filter(({ guards }) => !guards).slice(0, Math.max(0, most - guarding.length))
  return requests.filter(one => guarding.includes(one) || others.includes(one))
}

/** Reads the open requests out of a stored log, newest first. Leaves out what is unsound or too old. */
export function readOpenRequests<Subject>(
  found: unknown,
  readSubject: (subject: unknown, network: NetworkId) => Subject | undefined,
): readonly OpenRequest<Subject>[] {
  if (!Array.isArray(found)) return []
  return limitRequests(found.flatMap(one => readOpenRequest(one, readSubject)))
}
function readOpenRequest<Subject>(found: unknown, readSubject: (subject: unknown, network: NetworkId) => Subject | undefined): readonly OpenRequest<Subject>[] {
  const { open, status, network, from, wallet, at, subject, description, guards } = Object(found) as Readonly<Record<keyof OpenRequest<Subject>, unknown>>
  if (typeof open !== 'string' || !open || open.length > 40 || (status !== 'asked' && status !== 'unknown')) return []
  if (!isNetworkId(network) || !isPlainWord(from) || typeof at !== 'number') return []
  const isKept = inFlight.get(open)?.aborted === false || Math.abs(Date.now() - at) < keptForMs[status]
  const known = isKept ? readSubject(subject, network) : undefined
  if (known === undefined) return []
  return [
    {
      open,
      status,
      network,
      from,
      wallet: displayText(wallet, 40) ?? '?',
      at,
      subject: known,
      ...(isDescription(description) && { description }),
      ...(guards === true && { guards }),
      seen: false,
    },
  ]
}
