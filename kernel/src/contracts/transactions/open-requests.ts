/**
 * Wallet requests with an unknown outcome, as a feature keeps them in storage: the guard against
 * paying twice (threat S23).
 */
import type { NetworkId } from '../chain/caip.js'
import { isNetworkId } from '../chain/caip-grammar.js'
import { displayText } from '../text/display-text.js'

/**
 * A request that may move money and has no usable answer. `Subject`: the request, in the
 * feature's own shape.
 */
export interface OpenRequest<Subject> {
  /** Id, unique in this log. Its name tells an open request from a sent transaction. */
  readonly open: string
  /**
   * `asked`: the wallet has not answered. `unknown`: it failed in a way that does not prove that
   * nothing was sent (`failedRequest`).
   */
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
  /**
   * The account must choose before it pays again. Absent: the person has chosen to, and the other
   * payment was sent.
   */
  readonly guards?: true
  /** The account shows it. */
  readonly seen: false
}

// No wallet is known to show a request for longer than an hour; a transaction may be pending for
// much longer.
const keptForMs = { asked: 60 * 60_000, unknown: 24 * 60 * 60_000 } as const
/** At most this many open requests: those that guard nothing go first. */
const most = 5
/** At most this many that guard. */
const mostGuarding = 20
/** Characters of a log in storage, which takes 65,536 of one slice. */
const longestLog = 64_000
/**
 * The requests that a page waits for, by their ids, and the context that waits. However long a
 * wallet takes, these are kept.
 */
export const inFlight = /* @__PURE__ */ new Map<string, AbortSignal>()
/** Characters of a description, as the contract of `describe` says. */
export const longestDescription = 4_096

/** Text of printable ASCII without spaces: a hash, an address. */
export const isPlainWord = (text: unknown, longest = 200): text is string =>
  typeof text === 'string' && text.length <= longest && /^[!-~]+$/.test(text)
export const isDescription = (text: unknown): text is string =>
  typeof text === 'string' && text.length > 0 && text.length <= longestDescription

const lengthOf = (entry: unknown): number =>
  JSON.stringify(entry, (_, value) => (typeof value === 'bigint' ? { $bigint: `${value}` } : value))
    .length + 1
/**
 * A log as storage takes it: open requests, then what was sent, each newest first. Storage keeps
 * nothing of a log that is too long. So the oldest of these go, in this order, until the rest fits:
 * what has ended, descriptions of what was sent, descriptions of open requests, what was sent.
 */
export function fitLog<Request extends OpenRequest<unknown>, Sent>(
  open: readonly Request[],
  sent: readonly Sent[],
  hasEnded: (sent: Sent) => boolean,
): readonly (Request | Sent)[] {
  const guards = limitRequests(open)
  const log: (Request | Sent | undefined)[] = [...guards, ...sent]
  let excess = log.reduce<number>((sum, one) => sum + lengthOf(one), 1) - longestLog
  const shed = (
    first: number,
    to: number,
    change: (one: Request | Sent) => Request | Sent | undefined,
  ) => {
    for (let at = to - 1; at >= first && excess > 0; at--) {
      const one = log[at]
      if (one === undefined) continue
      const next = change(one)
      excess += (next === undefined ? 0 : lengthOf(next)) - lengthOf(one)
      log[at] = next
    }
  }
  const sentFrom = guards.length
  shed(sentFrom, log.length, one => (hasEnded(one as Sent) ? undefined : one))
  shed(sentFrom, log.length, withoutDescription)
  shed(0, sentFrom, withoutDescription)
  shed(sentFrom, log.length, () => undefined)
  return log.flatMap(one => one ?? [])
}
function withoutDescription<Entry>(entry: Entry): Entry {
  const { description: _, ...rest } = entry as Entry & { readonly description?: string }
  return rest as Entry
}
function limitRequests<Request extends OpenRequest<unknown>>(
  requests: readonly Request[],
): readonly Request[] {
  const guarding = requests.filter(({ guards }) => guards).slice(0, mostGuarding)
  const others = requests
    .filter(({ guards }) => !guards)
    .slice(0, Math.max(0, most - guarding.length))
  return requests.filter(one => guarding.includes(one) || others.includes(one))
}

/** Reads the open requests out of a stored log, newest first. Leaves out what is unsound. */
export function readOpenRequests<Subject>(
  found: unknown,
  readSubject: (subject: unknown, network: NetworkId) => Subject | undefined,
): readonly OpenRequest<Subject>[] {
  return Array.isArray(found) ? found.flatMap(one => readOpenRequest(one, readSubject)) : []
}
function readOpenRequest<Subject>(
  found: unknown,
  readSubject: (subject: unknown, network: NetworkId) => Subject | undefined,
): readonly OpenRequest<Subject>[] {
  const { open, status, network, from, wallet, at, subject, description, guards } = Object(
    found,
  ) as Readonly<Record<keyof OpenRequest<Subject>, unknown>>
  if (
    typeof open !== 'string' ||
    !open ||
    open.length > 40 ||
    (status !== 'asked' && status !== 'unknown')
  )
    return []
  if (!isNetworkId(network) || !isPlainWord(from) || typeof at !== 'number') return []
  const known = readSubject(subject, network)
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
/**
 * The open requests that still count, newest first: those that a page waits for, and those that are
 * not too old.
 */
export const recentRequests = <Request extends OpenRequest<unknown>>(
  requests: readonly Request[],
): readonly Request[] =>
  limitRequests(
    requests.filter(
      ({ open, status, at }) =>
        inFlight.get(open)?.aborted === false || Math.abs(Date.now() - at) < keptForMs[status],
    ),
  )
