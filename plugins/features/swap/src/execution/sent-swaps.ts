/**
 * Swaps, approvals and open requests, as the outbox keeps them, and the allowances that are unused.
 * What is stored is untrusted (S13).
 */
import type { Read } from '@portico/kernel'
import { type NetworkId, parseAssetId } from '@portico/kernel/chain'
import { displayText, message } from '@portico/kernel/text'
import {
  isPlainWord,
  type OpenRequest,
  type OutboxEntry,
  type OutboxRequest,
  outboxEntries,
  outboxRequests,
  type StoredData,
} from '@portico/kernel/transactions'
import type { SentSwap, SwapRequest, UnusedApproval } from '../swap.js'

export type OpenSwap = OpenRequest<SwapRequest>

/** The kind of transaction that Swap submits. */
export const swapKind = 'swap'
export const swappingMessage = /* @__PURE__ */ message(
  'swap.status.swapping',
  'Swapping {from} to {to}',
)
export const swappedToMessage = /* @__PURE__ */ message(
  'swap.status.swapped',
  'Swapped {from} to {to}',
)

const kinds: readonly SwapRequest['kind'][] = ['reset', 'approve', 'swap', 'permit']

// Memoised by entry, so that an unchanged swap stays the same object.
const swaps = /* @__PURE__ */ new WeakMap<OutboxEntry, readonly SentSwap[]>()
const requests = /* @__PURE__ */ new WeakMap<OutboxRequest, readonly OpenSwap[]>()
function parsed<From extends object, To>(
  known: WeakMap<From, readonly To[]>,
  from: From,
  parse: () => readonly To[],
): readonly To[] {
  const found = known.get(from) ?? parse()
  known.set(from, found)
  return found
}
export function swapOf(entry: OutboxEntry): SentSwap | undefined {
  const [swap] = parsed(swaps, entry, () => {
    const { kind: _, data, ...sent } = entry
    const { kind, ...request } = readSwap(data, entry.network) ?? {
      kind: 'permit' as const,
      sold: '',
      bought: '',
    }
    return kind === 'permit' ? [] : [{ ...sent, ...request, kind }]
  })
  return swap
}
/** Newest first. Empty before the outbox is restored. */
export const readLog = (read: Read): readonly SentSwap[] =>
  outboxEntries(read, swapKind).flatMap(entry => swapOf(entry) ?? [])
/** Requests whose outcome is unknown, newest first. */
export const openSwaps = (read: Read): readonly OpenSwap[] =>
  outboxRequests(read, swapKind).flatMap(request =>
    parsed(requests, request, () => {
      const subject = readSwap(request.subject.data, request.network)
      return subject ? [{ ...request, subject }] : []
    }),
  )
/**
 * How many requests take an explicit choice before another swap: their wallets may have carried
 * them out, or still may.
 */
export const openRequests = (read: Read): number =>
  openSwaps(read).filter(({ guards }) => guards).length
/**
 * Approvals of an account on a network that no swap has used up, for as long as the network has not
 * taken them back.
 */
export const unusedApprovals = (
  kernel: Read,
  network: NetworkId,
  owner: string,
): readonly UnusedApproval[] =>
  leftIn(readLog(kernel)).filter(one => one.network === network && one.owner === owner)

/**
 * Computes the unused approvals from the newest entries. Only the status of an entry shows that a
 * reorganisation undid a swap, or that an approval ended.
 */
function leftIn(log: readonly SentSwap[]): readonly UnusedApproval[] {
  return log.flatMap((swap, at) => leftOf(swap, log.slice(0, at)))
}
/** Returns the unused approval of one transaction. `newer`: the later entries. */
function leftOf(swap: SentSwap, newer: readonly SentSwap[]): readonly UnusedApproval[] {
  const { network, sold, differs, approval } = swap
  const spender = spenderOf(swap)
  if (!approval || !spender) return []
  const { owner, token, to, route, units } = approval
  const later = newer.filter(
    one =>
      !one.differs &&
      one.network === network &&
      one.approval?.owner === owner &&
      one.approval.token === token,
  )
  const isOver = later.some(
    one =>
      (!differs &&
        one.kind === 'swap' &&
        one.status === 'confirmed' &&
        one.approval?.route === route &&
        one.approval.units === units) ||
      (one.kind === 'reset' && one.status === 'confirmed' && one.approval?.spender === spender) ||
      (one.kind === 'approve' &&
        one.status !== 'failed' &&
        one.status !== 'expired' &&
        one.approval?.spender === spender),
  )
  const revoking = later.some(
    one =>
      one.kind === 'reset' &&
      (one.status === 'pending' || one.status === 'unknown') &&
      one.approval?.spender === spender,
  )
  if (isOver) return []
  return [
    {
      network,
      owner,
      token,
      ...(to && { to }),
      route,
      spender,
      amount: sold,
      units,
      revoking,
      ...(differs && { isOther: true as const }),
    },
  ]
}
/**
 * Returns the spender that this transaction allows to take tokens, except for a swap that it
 * executed.
 */
function spenderOf({
  kind,
  status,
  differs,
  approval,
  isPart,
  spender,
}: SentSwap): string | undefined {
  // A wallet that executed only a part of an atomic batch has left an approval behind (threat S20).
  if (kind === 'swap') return isPart ? spender : undefined
  if (kind !== 'approve' || status === 'failed' || status === 'expired') return undefined
  // Also an approval of another spender or of more: the person can revoke it. One of another token
  // cannot be revoked here.
  return differs ? (differs.to === undefined ? differs.spender : undefined) : approval?.spender
}
/**
 * The entries that gave an allowance which is unused: they stay in sight however many swaps came
 * after them.
 */
export function unusedIn(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const log = entries.flatMap(entry => swapOf(entry) ?? [])
  return entries.filter(entry => {
    const swap = swapOf(entry)
    return swap && leftOf(swap, log.slice(0, log.indexOf(swap))).length > 0
  })
}

/**
 * Undefined for data that is no request of Swap. Without `network`, whether its tokens are of that
 * network is not looked at.
 */
export function readSwap(data: StoredData, network?: NetworkId): SwapRequest | undefined {
  const { kind, sold, bought, deadline, got, approval, spender } = Object(data) as SwapRequest
  if (!kinds.includes(kind)) return undefined
  const own = readGot(got, network)
  const of = readApproval(approval, network)
  return {
    kind,
    sold: displayText(sold, 60) ?? '?',
    bought: displayText(bought, 60) ?? '',
    ...(Number.isFinite(deadline) && { deadline: deadline as number }),
    ...(own && { got: own }),
    ...(of && { approval: of }),
    ...(isPlainWord(spender) && { spender }),
  }
}
const isToken = (token: unknown, network: NetworkId | undefined): boolean => {
  const asset = isPlainWord(token) ? parseAssetId(token) : undefined
  return asset !== undefined && (network === undefined || asset.network === network)
}
function readGot(found: unknown, network: NetworkId | undefined): SwapRequest['got'] {
  const { owner, token } = Object(found) as NonNullable<SwapRequest['got']>
  return isPlainWord(owner) && isToken(token, network) ? { owner, token } : undefined
}
function readApproval(found: unknown, network: NetworkId | undefined): SwapRequest['approval'] {
  const { owner, token, to, route, units, spender } = Object(found) as NonNullable<
    SwapRequest['approval']
  >
  if (![owner, route, units].every(one => isPlainWord(one)) || !isToken(token, network))
    return undefined
  const isSound = to === 'native' || isToken(to, network)
  return {
    owner,
    token,
    ...(to !== undefined && isSound && { to }),
    route,
    units,
    ...(isPlainWord(spender) && { spender }),
  }
}
