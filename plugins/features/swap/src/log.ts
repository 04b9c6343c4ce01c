/** What was handed to a chain from here: storage is a stranger (S13), and so is another tab. What was allowed and not used follows from it. */
import type { Read } from '@portico/kernel'
import { displayText, isNetworkId, type NetworkId, parseAssetId } from '@portico/kernel/contracts'
import { readAsked } from './asked.js'
import { type SwapContext, swapLogSlice } from './refs.js'
import type { LeftApproval, SentSwap } from './swap.js'

const limit = 20
const kinds: readonly SentSwap['kind'][] = ['reset', 'approve', 'swap']
const statuses: readonly SentSwap['status'][] = ['pending', 'unknown', 'confirmed', 'failed', 'expired', 'replaced']
// EIP-5792: an id has at most 4,096 bytes.
const longestId = 8_194

/** Newest first; what is unsound in storage is left out. */
export function readLog(kernel: Read): readonly SentSwap[] {
  const { found } = kernel.state(swapLogSlice)
  return Array.isArray(found) ? found.slice(0, 3 * limit).flatMap(readSent) : []
}
/** Approvals of an account on a network that no swap has used up, for as long as the network has not taken them back. */
export const leftApprovals = (kernel: Read, network: NetworkId, owner: string): readonly LeftApproval[] =>
  leftIn(readLog(kernel)).filter(one => one.network === network && one.owner === owner)

/** What the newest entries leave: a reorganisation that undoes a swap, or the end of an approval, is told by their status alone. */
function leftIn(log: readonly SentSwap[]): readonly LeftApproval[] {
  return log.flatMap(({ kind, network, sold, status, approval }, at) => {
    if (kind !== 'approve' || !approval?.spender || status === 'failed' || status === 'expired') return []
    const { owner, token, to, route, spender, units } = approval
    const later = log.slice(0, at).filter(one => one.network === network && one.approval?.owner === owner && one.approval.token === token)
    const isOver = later.some(
      one =>
        (one.kind === 'swap' && one.status === 'confirmed' && one.approval?.route === route && one.approval.units === units) ||
        (one.kind === 'reset' && one.status === 'confirmed' && one.approval?.spender === spender) ||
        (one.kind === 'approve' && one.status !== 'failed' && one.status !== 'expired' && one.approval?.spender === spender),
    )
    const revoking = later.some(one => one.kind === 'reset' && one.status === 'pending' && one.approval?.spender === spender)
    return isOver ? [] : [{ network, owner, token, ...(to && { to }), route, spender, amount: sold, units, revoking }]
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
export function changeSent(context: SwapContext, which: Pick<SentSwap, 'hash' | 'network'>, to: Partial<SentSwap>): void {
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
      const { together: _, ...named } = one
      return isOf(one, which) ? { ...named, hash, id: one.hash } : one
    }),
  )
}
export const isOf = (one: SentSwap, { hash, network }: Pick<SentSwap, 'hash' | 'network'>): boolean => one.hash === hash && one.network === network

const write = (context: SwapContext, sent: readonly SentSwap[]) =>
  context.update(swapLogSlice, state => void Object.assign(state, { found: [...readAsked(context), ...sent] }))
/** A hash or an address of any chain. */
const isWord = (text: unknown, longest = 200): text is string => typeof text === 'string' && text.length <= longest && /^[!-~]+$/.test(text)

function readSent(found: unknown): readonly SentSwap[] {
  const { hash, network, kind, sold, bought, at, status, seen, id, by, until, deadline, isLate, isHeld, together, got, approval } = Object(found) as SentSwap
  const spender = Object(together).spender
  if (together !== undefined && !isWord(spender)) return []
  if (!isWord(hash, together && longestId) || !isNetworkId(network) || !kinds.includes(kind) || !statuses.includes(status)) return []
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
      ...(isWord(id) && { id }),
      ...(isWord(by) && { by }),
      ...(Number.isFinite(until) && { until: until as number }),
      ...(Number.isFinite(deadline) && { deadline: deadline as number }),
      ...(isLate === true && { isLate }),
      ...(isHeld === true && { isHeld }),
      ...(together && { together: { spender } }),
      ...(own && { got: own }),
      ...(of && { approval: of }),
    },
  ]
}
function readGot(found: unknown, network: NetworkId): SentSwap['got'] {
  const { owner, token } = Object(found) as NonNullable<SentSwap['got']>
  return [owner, token].every(one => isWord(one)) && parseAssetId(token)?.network === network ? { owner, token } : undefined
}
function readApproval(found: unknown, network: NetworkId): SentSwap['approval'] {
  const { owner, token, to, route, units, spender } = Object(found) as NonNullable<SentSwap['approval']>
  if (![owner, token, route, units].every(one => isWord(one)) || parseAssetId(token)?.network !== network) return undefined
  const isSound = to === 'native' || (isWord(to) && parseAssetId(to)?.network === network)
  return { owner, token, ...(isSound && { to }), route, units, ...(isWord(spender) && { spender }) }
}
