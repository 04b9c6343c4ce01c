/** What was handed to a chain from here: storage is a stranger (S13), and so is another tab. What was allowed and not used follows from it. */
import type { Read } from '@portico/kernel'
import { displayText, isNetworkId, type NetworkId, parseAssetId } from '@portico/kernel/contracts'
import { type SwapContext, swapLogSlice } from './refs.js'
import type { LeftApproval, SentSwap } from './swap.js'

const limit = 20
const kinds: readonly SentSwap['kind'][] = ['reset', 'approve', 'swap']
const statuses: readonly SentSwap['status'][] = ['pending', 'confirmed', 'failed', 'expired', 'replaced']

/** Newest first; what is unsound in storage is left out. */
export function readLog(kernel: Read): readonly SentSwap[] {
  const { found } = kernel.state(swapLogSlice)
  return Array.isArray(found) ? found.slice(0, 2 * limit).flatMap(readSent) : []
}
/** Approvals of an account on a network that no swap has used up, for as long as the network has not taken them back. */
export const leftApprovals = (kernel: Read, network: NetworkId, owner: string): readonly LeftApproval[] =>
  leftIn(readLog(kernel)).filter(one => one.network === network && one.owner === owner)

/** What the newest entries leave: a reorganisation that undoes a swap, or the end of an approval, is told by their status alone. */
function leftIn(log: readonly SentSwap[]): readonly LeftApproval[] {
  return log.flatMap(({ kind, network, sold, status, approval }, at) => {
    if (kind !== 'approve' || !approval?.spender || status === 'failed' || status === 'expired') return []
    const { owner, token, route, spender, units } = approval
    const later = log.slice(0, at).filter(one => one.network === network && one.approval?.owner === owner && one.approval.token === token)
    const isOver = later.some(
      one =>
        (one.kind === 'swap' && one.status === 'confirmed' && one.approval?.route === route && one.approval.units === units) ||
        (one.kind === 'reset' && one.status === 'confirmed' && one.approval?.spender === spender) ||
        (one.kind === 'approve' && one.status !== 'failed' && one.status !== 'expired' && one.approval?.spender === spender),
    )
    const revoking = later.some(one => one.kind === 'reset' && one.status === 'pending' && one.approval?.spender === spender)
    return isOver ? [] : [{ network, owner, token, route, spender, amount: sold, units, revoking }]
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
export function changeSent(context: SwapContext, which: Pick<SentSwap, 'hash' | 'network'>, status: SentSwap['status']): void {
  write(
    context,
    readLog(context).map(one => (isOf(one, which) ? { ...one, status } : one)),
  )
}
export const isOf = (one: SentSwap, { hash, network }: Pick<SentSwap, 'hash' | 'network'>): boolean => one.hash === hash && one.network === network

const write = (context: SwapContext, found: readonly SentSwap[]) => context.update(swapLogSlice, state => void Object.assign(state, { found }))
/** A hash or an address of any chain. */
const isWord = (text: unknown): text is string => typeof text === 'string' && /^[!-~]{1,200}$/.test(text)

function readSent(found: unknown): readonly SentSwap[] {
  const { hash, network, kind, sold, bought, at, status, got, approval } = Object(found) as SentSwap
  if (!isWord(hash) || !isNetworkId(network) || !kinds.includes(kind) || !statuses.includes(status) || typeof at !== 'number' || !Number.isFinite(at)) return []
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
      ...(own && { got: own }),
      ...(of && { approval: of }),
    },
  ]
}
function readGot(found: unknown, network: NetworkId): SentSwap['got'] {
  const { owner, token } = Object(found) as NonNullable<SentSwap['got']>
  return [owner, token].every(isWord) && parseAssetId(token)?.network === network ? { owner, token } : undefined
}
function readApproval(found: unknown, network: NetworkId): SentSwap['approval'] {
  const { owner, token, route, units, spender } = Object(found) as NonNullable<SentSwap['approval']>
  if (![owner, token, route, units].every(isWord) || parseAssetId(token)?.network !== network) return undefined
  return { owner, token, route, units, ...(isWord(spender) && { spender }) }
}
