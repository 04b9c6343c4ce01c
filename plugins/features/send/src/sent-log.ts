/** What was sent from here: storage is a stranger (S13), and so is another tab. */
import type { Read } from '@portico/kernel'
import { displayText, isNetworkId, type NetworkId } from '@portico/kernel/contracts'
import { type SendContext, sentSlice } from './refs.js'
import type { SentTransfer } from './send.js'

const limit = 40
const statuses = ['pending', 'unknown', 'confirmed', 'failed', 'expired', 'replaced'] as const
// A slice is read on each change of an open modal: what did not change is the same array.
const read = /* @__PURE__ */ new WeakMap<object, readonly SentTransfer[]>()
const none: readonly SentTransfer[] = []

/** Newest first; what is unsound in storage is left out. */
export function sentTransfers(kernel: Read): readonly SentTransfer[] {
  const { found } = kernel.state(sentSlice)
  if (!Array.isArray(found)) return none
  const known = read.get(found)
  if (known) return known
  const transfers = found.slice(0, limit).flatMap(readSent)
  read.set(found, transfers)
  return transfers
}
export const isOf = (transfer: SentTransfer, { hash, network }: Pick<SentTransfer, 'hash' | 'network'>): boolean =>
  transfer.hash === hash && transfer.network === network
/** What the account has to say of them: those under way, and those whose end nobody has seen yet. */
export const unseen = (kernel: Read): readonly SentTransfer[] => sentTransfers(kernel).filter(({ seen }) => !seen)

/** The recipients of transfers that were sent here and confirmed, on this network: nobody else gets an address in among them (threat S17). Newest first. */
export function recents(kernel: Read, network: NetworkId | undefined): readonly SentTransfer[] {
  const seen = new Set<string>()
  return sentTransfers(kernel).filter(transfer => {
    if (transfer.network !== network || transfer.status !== 'confirmed' || transfer.to === transfer.from || seen.has(transfer.to)) return false
    seen.add(transfer.to)
    return true
  })
}

export function keep(context: SendContext, transfer: SentTransfer): void {
  const others = sentTransfers(context).filter(other => !isOf(other, transfer))
  context.update(sentSlice, state => {
    state.found = [transfer, ...others].slice(0, limit)
  })
}
/** Changes nothing where it is no longer known. */
export function change(
  context: SendContext,
  which: Pick<SentTransfer, 'hash' | 'network'>,
  to: Partial<Pick<SentTransfer, 'status' | 'by' | 'endedAt' | 'seen'>>,
): void {
  const known = sentTransfers(context)
  if (!known.some(transfer => isOf(transfer, which))) return
  context.update(sentSlice, state => {
    state.found = known.map(transfer => (isOf(transfer, which) ? { ...transfer, ...to } : transfer))
  })
}

function readSent(found: unknown): readonly SentTransfer[] {
  const { hash, network, from, to, name, symbol, decimals, amount, at, status, by, endedAt, seen } = Object(found) as Readonly<Record<string, unknown>>
  const called = displayText(name)
  const isSound =
    [hash, from, to].every(isWord) &&
    isNetworkId(network) &&
    typeof decimals === 'number' &&
    (decimals & 255) === decimals &&
    typeof amount === 'bigint' &&
    amount >= 0n &&
    Number.isFinite(at) &&
    statuses.some(one => one === status)
  if (!isSound) return []
  return [
    {
      hash: hash as string,
      network: network as NetworkId,
      from: from as string,
      to: to as string,
      ...(called && { name: called }),
      symbol: displayText(symbol, 16) ?? '?',
      decimals: decimals as number,
      amount: amount as bigint,
      at: at as number,
      status: status as SentTransfer['status'],
      ...(isWord(by) && { by }),
      ...(Number.isFinite(endedAt) && { endedAt: endedAt as number }),
      seen: seen === true,
    },
  ]
}
/** A hash or an address of any chain. */
const isWord = (text: unknown): text is string => typeof text === 'string' && /^[!-~]{1,200}$/.test(text)
