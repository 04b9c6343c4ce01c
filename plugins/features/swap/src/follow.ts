/** What becomes of a swap: the chain says, and who sent it is told, whatever view is open then. */
import {
  message,
  nativeBalance,
  type TransactionOutcome,
  toasts,
  tokenBalances,
  transactionSettled,
  transactions,
  transactionUndone,
} from '@portico/kernel/contracts'
import { SwapError } from './errors.js'
import { changeSent, isOf, readLog, settleLeft } from './log.js'
import type { SwapContext } from './refs.js'
import type { SentSwap } from './swap.js'

// By context: two kernels in one page share nothing.
const following = /* @__PURE__ */ new WeakMap<AbortSignal, Map<string, Promise<TransactionOutcome | undefined>>>()

/** Follows everything that is under way on a network that is here. Each once. */
export function followAll(context: SwapContext): void {
  for (const sent of readLog(context).sent) if (sent.status === 'pending') void followOne(context, sent)
}

/** What became of it at last. Never rejects: undefined where the network gives no answer; it is asked again with the next visit. */
export function followOne(context: SwapContext, which: Pick<SentSwap, 'hash' | 'network'>): Promise<TransactionOutcome | undefined> {
  const { hash, network } = which
  const own = following.get(context.signal) ?? new Map<string, Promise<TransactionOutcome | undefined>>()
  following.set(context.signal, own)
  const key = `${network} ${hash}`
  const known = own.get(key)
  if (known) return known
  const ask = async () => {
    const learn = (outcome: TransactionOutcome | undefined) => become(context, which, outcome)
    try {
      const outcome = await context.capability(transactions, network)?.confirm?.(hash, network, context.signal, learn)
      if (outcome) learn(outcome)
      return outcome
    } catch (error) {
      if (!context.signal.aborted) context.report(error)
      return undefined
    } finally {
      own.delete(key)
    }
  }
  const asked = ask()
  own.set(key, asked)
  return asked
}

/** Undefined: no block has it any more (situation R19): what was told is taken back. */
function become(context: SwapContext, which: Pick<SentSwap, 'hash' | 'network'>, outcome: TransactionOutcome | undefined): void {
  const sent = readLog(context).sent.find(one => isOf(one, which))
  const status = outcome?.status ?? 'pending'
  // Forgotten, or another tab has told already.
  if (!sent || sent.status === status) return
  changeSent(context, which, status)
  settleLeft(context, { ...sent, status })
  context.invalidate(nativeBalance)
  context.invalidate(tokenBalances)
  if (outcome) context.emit(transactionSettled, { hash: which.hash, network: which.network, outcome })
  else context.emit(transactionUndone, { hash: which.hash, network: which.network })
  tell(context, { ...sent, status })
}

function tell(context: SwapContext, { kind, status, sold, bought }: SentSwap): void {
  const { success, progress, fail } = context.use(toasts)
  const values = { from: sold, to: bought }
  if (status === 'pending') progress(message('swap.status.swapping', 'Swapping {from} to {to}', values))
  else if (kind !== 'swap') return
  else if (status === 'confirmed') success(message('swap.status.swapped', 'Swapped {from} to {to}', values))
  else fail(new SwapError(status === 'replaced' ? 'SWAP_REPLACED' : 'SWAP_REVERTED'))
}
