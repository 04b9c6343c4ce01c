/** What was handed to a chain from here: storage is a stranger (S13), and so is another tab. What was allowed and not used follows from it. */
import type { Read } from '@portico/kernel'
import {
  displayText,
  fitLog,
  isDescription,
  isNetworkId,
  isPlainWord,
  message,
  type NetworkId,
  type OpenRequest,
  parseAssetId,
  type RequestLog,
  readOpenRequests,
} from '@portico/kernel/contracts'
import { type SwapContext, swapLogSlice } from './refs.js'
import type { LeftApproval, SentSwap, SwapRequest } from './swap.js'

export type OpenSwap = OpenRequest<SwapRequest>

export const swappingMessage = /* @__PURE__ */ message('swap.status.swapping', 'Swapping {from} to {to}')
export const swappedToMessage = /* @__PURE__ */ message('swap.status.swapped', 'Swapped {from} to {to}')

const limit = 20
const kinds: readonly SentSwap['kind'][] = ['reset', 'approve', 'swap']
const statuses: readonly SentSwap['status'][] = ['pending', 'unknown', 'confirmed', 'failed', 'expired', 'replaced']
// EIP-5792: an id has at most 4,096 bytes.
const longestId = 8_194

/** Newest first; what is unsound in storage is left out. */
export function readLog(kernel: Read): readonly SentSwap[] {
  const { found } = kernel.state(swapLogSlice)
  return Array.isArray(found) ? found.slice(0, 4 * limit).flatMap(readSent) : []
}
/** Requests whose outcome is unknown, newest first. They stand beside what was sent, so that neither a reload nor another account or network loses them. */
export const openSwaps = ({ state }: Read): readonly OpenSwap[] => readOpenRequests(state(swapLogSlice).found, readRequest)
/** How many requests take an explicit choice before another swap: their wallets may have carried them out, or still may. */
export const openRequests = (read: Read): number => openSwaps(read).filter(({ guards }) => guards).length
export const openLog = (context: SwapContext): RequestLog<SwapRequest> => ({
  read: () => openSwaps(context),
  write: requests => write(context, readLog(context), requests),
})
export type SentState = SentSwap['status'] | 'different' | 'cancelled' | 'absent' | 'waiting' | 'unread'
/** What is said of a swap: the status, unless the transaction is another one, or none that the network knows. */
export function stateOf({ status, differs, isAbsent, isWaiting, isUnread }: SentSwap): SentState {
  if (differs) return differs.isCancel ? 'cancelled' : 'different'
  if (isUnread && status === 'confirmed') return 'unread'
  const isUnderWay = status === 'pending' || status === 'unknown'
  return isUnderWay && isWaiting ? 'waiting' : isUnderWay && isAbsent ? 'absent' : status
}
/** Approvals of an account on a network that no swap has used up, for as long as the network has not taken them back. */
export const leftApprovals = (kernel: Read, network: NetworkId, owner: string): readonly LeftApproval[] =>
  leftIn(readLog(kernel)).filter(one => one.network === network && one.owner === owner)

/** What the newest entries leave: a reorganisation that undoes a swap, or the end of an approval, is told by their status alone. */
function leftIn(log: readonly SentSwap[]): readonly LeftApproval[] {
  return log.flatMap(({ kind, network, sold, status, differs, approval }, at) => {
    // Also an approval of another spender or of more: the person can revoke it. One of another token cannot be revoked here.
    const spender = differs ? (differs.to === undefined ? differs.spender : undefined) : approval?.spender
    if (kind !== 'approve' || !approval || !spender || status === 'failed' || status === 'expired') return []
    const { owner, token, to, route, units } = approval
    const later = log.slice(0, at).filter(one => !one.differs && one.network === network && one.approval?.owner === owner && one.approval.token === token)
    const isOver = later.some(
      one =>
        (!differs && one.kind === 'swap' && one.status === 'confirmed' && one.approval?.route === route && one.approval.units === units) ||
        (one.kind === 'reset' && one.status === 'confirmed' && one.approval?.spender === spender) ||
        (one.kind === 'approve' && one.status !== 'failed' && one.status !== 'expired' && one.approval?.spender === spender),
    )
    const revoking = later.some(one => one.kind === 'reset' && one.status === 'pending' && one.approval?.spender === spender)
    return isOver
      ? []
      : [{ network, owner, token, ...(to && { to }), route, spender, amount: sold, units, revoking, ...(differs && { isOther: true as const }) }]
  })
}

export function keepSent(context: SwapContext, swap: SentSwap): void {
  const log = [swap, ...readLog(context).filter(one => !isOf(one, swap))]
  const left = leftIn(log)
  // An approval stays in sight however many swaps came after it.
  write(
    context,
    log.filter(({ approval }, at) => at < limit || left.some(one => one.token === approval?.token && one.spender === approval.spender)),
  )
}
type Change = { readonly [Key in keyof SentSwap]?: SentSwap[Key] | undefined }
export function changeSent(context: SwapContext, which: Pick<SentSwap, 'hash' | 'network'>, to: Change): void {
  write(
    context,
    readLog(context).map(one => (isOf(one, which) ? { ...one, ...to } : one)),
  )
}
/** Its wallet has said which transaction it is. */
export function nameSent(context: SwapContext, which: Pick<SentSwap, 'hash' | 'network'>, hash: string): void {
  write(
    context,
    readLog(context).map(one => {
      const { together: _, isWaiting: __, ...named } = one
      return isOf(one, which) ? { ...named, hash, id: one.hash } : one
    }),
  )
}
export const isOf = (one: SentSwap, { hash, network }: Pick<SentSwap, 'hash' | 'network'>): boolean => one.hash === hash && one.network === network

const write = (context: SwapContext, sent: readonly unknown[], open = openSwaps(context)) =>
  context.update(swapLogSlice, state => void Object.assign(state, { found: fitLog(open, sent) }))

function readSent(found: unknown): readonly SentSwap[] {
  const { hash, network, kind, sold, bought, at, status, seen, id, by, until, deadline, together, got, approval } = Object(found) as SentSwap
  const spender = Object(together).spender
  if (together !== undefined && !isPlainWord(spender)) return []
  if (!isPlainWord(hash, together ? longestId : undefined) || !isNetworkId(network) || !kinds.includes(kind) || !statuses.includes(status)) return []
  if (typeof at !== 'number' || !Number.isFinite(at)) return []
  const of = readApproval(approval, network)
  const own = readGot(got, network)
  return [
    {
      hash,
      network,
      kind,
      sold: displayText(sold, 60) ?? '?',
      bought: displayText(bought, 60) ?? '',
      at,
      status,
      seen: seen !== false,
      ...(isPlainWord(id) && { id }),
      ...(isPlainWord(by) && { by }),
      ...(Number.isFinite(until) && { until: until as number }),
      ...(Number.isFinite(deadline) && { deadline: deadline as number }),
      ...readFindings(found),
      ...(together && { together: { spender } }),
      ...(own && { got: own }),
      ...(of && { approval: of }),
    },
  ]
}
/** What was found out about it. */
function readFindings(found: unknown): Pick<SentSwap, 'isLate' | 'isHeld' | 'isAbsent' | 'isWaiting' | 'isUnread' | 'differs' | 'description'> {
  const { isLate, isHeld, isAbsent, isWaiting, isUnread, differs, description } = Object(found) as SentSwap
  return {
    ...(isLate === true && { isLate }),
    ...(isHeld === true && { isHeld }),
    ...(isAbsent === true && { isAbsent }),
    ...(isWaiting === true && { isWaiting }),
    ...(isUnread === true && { isUnread }),
    ...(differs !== undefined && { differs: readDifference(differs) }),
    ...(isDescription(description) && { description }),
  }
}
/** What a wallet was asked for. */
function readRequest(found: unknown, network: NetworkId): SwapRequest | undefined {
  const { kind, sold, bought, deadline, got, approval } = Object(found) as SwapRequest
  if (kind !== 'permit' && !kinds.includes(kind)) return undefined
  const own = readGot(got, network)
  const of = readApproval(approval, network)
  return {
    kind,
    sold: displayText(sold, 60) ?? '?',
    bought: displayText(bought, 60) ?? '',
    ...(Number.isFinite(deadline) && { deadline: deadline as number }),
    ...(own && { got: own }),
    ...(of && { approval: of }),
  }
}
function readDifference(found: unknown): NonNullable<SentSwap['differs']> {
  const { from, to, spender, isCancel } = Object(found) as NonNullable<SentSwap['differs']>
  return {
    ...(isPlainWord(from) && { from }),
    ...(isPlainWord(to) && { to }),
    ...(isPlainWord(spender) && { spender }),
    ...(isCancel === true && { isCancel }),
  }
}
function readGot(found: unknown, network: NetworkId): SentSwap['got'] {
  const { owner, token } = Object(found) as NonNullable<SentSwap['got']>
  return [owner, token].every(one => isPlainWord(one)) && parseAssetId(token)?.network === network ? { owner, token } : undefined
}
function readApproval(found: unknown, network: NetworkId): SentSwap['approval'] {
  const { owner, token, to, route, units, spender } = Object(found) as NonNullable<SentSwap['approval']>
  if (![owner, token, route, units].every(one => isPlainWord(one)) || parseAssetId(token)?.network !== network) return undefined
  const isSound = to === 'native' || (isPlainWord(to) && parseAssetId(to)?.network === network)
  return { owner, token, ...(isSound && { to }), route, units, ...(isPlainWord(spender) && { spender }) }
}
