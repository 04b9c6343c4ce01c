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
/** More open requests than this at once: the oldest are dropped. With their descriptions they fit into what storage takes of one slice (64 kB). */
const most = 5
/** Characters of a description, as the contract of `describe` says. */
export const longestDescription = 4_096

/** Text of printable ASCII without spaces: a hash, an address. */
export const isPlainWord = (text: unknown, longest = 200): text is string => typeof text === 'string' && text.length <= longest && /^[!-~]+$/.test(text)
export const isDescription = (text: unknown): text is string => typeof text === 'string' && text.length > 0 && text.length <= longestDescription

/** The same transactions, newest first; only the newest five keep their descriptions, so that storage takes the whole log. */
export function limitDescriptions<Sent extends { readonly description?: string }>(sent: readonly Sent[]): readonly Sent[] {
  let count = 0
  return sent.map(one => {
    if (one.description === undefined || ++count <= most) return one
    const { description: _, ...rest } = one
    return rest as Sent
  })
}

/** Reads the open requests out of a stored log, newest first. Leaves out what is unsound or too old. */
export function readOpenRequests<Subject>(
  found: unknown,
  readSubject: (subject: unknown, network: NetworkId) => Subject | undefined,
): readonly OpenRequest<Subject>[] {
  if (!Array.isArray(found)) return []
  return found.flatMap(one => readOpenRequest(one, readSubject)).slice(0, most)
}
function readOpenRequest<Subject>(found: unknown, readSubject: (subject: unknown, network: NetworkId) => Subject | undefined): readonly OpenRequest<Subject>[] {
  const { open, status, network, from, wallet, at, subject, description, guards } = Object(found) as Readonly<Record<keyof OpenRequest<Subject>, unknown>>
  if (typeof open !== 'string' || !open || open.length > 40 || (status !== 'asked' && status !== 'unknown')) return []
  if (!isNetworkId(network) || !isPlainWord(from) || typeof at !== 'number') return []
  const isKept = Math.abs(Date.now() - at) < keptForMs[status]
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
