/** What was handed to a chain from here, and what was allowed and not used: storage is a stranger (S13), and so is another tab. */
import type { Read } from '@portico/kernel'
import { displayText, isNetworkId, type NetworkId, parseAssetId } from '@portico/kernel/contracts'
import { type SwapContext, swapLogSlice } from './refs.js'
import type { LeftApproval, SentSwap } from './swap.js'

export interface SwapLog {
  readonly sent: readonly SentSwap[]
  readonly left: readonly LeftApproval[]
}
const limit = 20
const statuses: readonly SentSwap['status'][] = ['pending', 'confirmed', 'failed', 'expired', 'replaced']
const kinds: readonly SentSwap['kind'][] = ['reset', 'approve', 'swap']

/** Newest first; what is unsound in storage is left out. */
export function readLog(kernel: Read): SwapLog {
  const { sent, left } = Object(kernel.state(swapLogSlice).found) as { readonly sent?: unknown; readonly left?: unknown }
  return { sent: listOf(sent).flatMap(readSent), left: listOf(left).flatMap(readLeft) }
}
/** Approvals of an account on a network whose swap did not follow. */
export const leftApprovals = (kernel: Read, network: NetworkId, owner: string): readonly LeftApproval[] =>
  readLog(kernel).left.filter(one => one.network === network && one.owner === owner)

export function keepSent(context: SwapContext, swap: SentSwap): void {
  const { sent, left } = readLog(context)
  write(context, { sent: [swap, ...sent.filter(one => !isOf(one, swap))].slice(0, limit), left })
}
export function changeSent(context: SwapContext, which: Pick<SentSwap, 'hash' | 'network'>, status: SentSwap['status']): void {
  const { sent, left } = readLog(context)
  write(context, { sent: sent.map(one => (isOf(one, which) ? { ...one, status } : one)), left })
}
export function keepLeft(context: SwapContext, approval: LeftApproval): void {
  forgetLeft(context, approval)
  const { sent, left } = readLog(context)
  write(context, { sent, left: [approval, ...left].slice(0, limit) })
}
export function forgetLeft(context: SwapContext, which: Pick<LeftApproval, 'network' | 'owner' | 'token' | 'spender'>): void {
  const { sent, left } = readLog(context)
  const names = ['network', 'owner', 'token', 'spender'] as const
  write(context, { sent, left: left.filter(one => names.some(name => one[name] !== which[name])) })
}
/**
 * An approval of as much as was sold is used up by the swap, and one that failed is none. All others stay in sight: what is left of them can be taken back.
 */
export function settleLeft(context: SwapContext, { kind, network, sold, status, approval }: SentSwap): void {
  const isOver = kind === 'swap' ? status === 'confirmed' : status === 'failed' || status === 'expired'
  if (!approval || !isOver) return
  const { owner, token, route } = approval
  for (const one of leftApprovals(context, network, owner)) if (one.token === token && one.route === route && one.amount === sold) forgetLeft(context, one)
}
export const isOf = (one: SentSwap, { hash, network }: Pick<SentSwap, 'hash' | 'network'>): boolean => one.hash === hash && one.network === network

const write = (context: SwapContext, found: SwapLog) => context.update(swapLogSlice, state => void Object.assign(state, { found }))
const listOf = (found: unknown): readonly unknown[] => (Array.isArray(found) ? found.slice(0, limit) : [])
/** A hash or an address of any chain. */
const isWord = (text: unknown): text is string => typeof text === 'string' && /^[!-~]{1,200}$/.test(text)

function readSent(found: unknown): readonly SentSwap[] {
  const { hash, network, kind, sold, bought, at, status, approval } = Object(found) as Readonly<Record<string, unknown>>
  const kindOf = kinds.find(one => one === kind)
  const statusOf = statuses.find(one => one === status)
  if (!isWord(hash) || !isNetworkId(network) || !kindOf || !statusOf || typeof at !== 'number' || !Number.isFinite(at)) return []
  const of = readApproval(approval, network)
  const [soldText, boughtText] = [sold, bought].map(text => displayText(text, 60) ?? '?') as [string, string]
  return [{ hash, network, kind: kindOf, sold: soldText, bought: boughtText, at, status: statusOf, ...(of && { approval: of }) }]
}
function readApproval(found: unknown, network: NetworkId): Pick<LeftApproval, 'owner' | 'token' | 'route'> | undefined {
  const { owner, token, route } = Object(found) as Readonly<Record<string, unknown>>
  if (![owner, token, route].every(isWord) || parseAssetId(String(token))?.network !== network) return undefined
  return { owner, token, route } as Pick<LeftApproval, 'owner' | 'token' | 'route'>
}
function readLeft(found: unknown): readonly LeftApproval[] {
  const { network, spender, amount } = Object(found) as Readonly<Record<string, unknown>>
  const of = isNetworkId(network) && readApproval(found, network)
  return of && isWord(spender) ? [{ network: network as NetworkId, spender, amount: displayText(amount, 60) ?? '?', ...of }] : []
}
