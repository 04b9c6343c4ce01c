/** What becomes of a swap: the chain says, and who sent it is told, whatever view is open then. */
import {
  ModalError,
  message,
  nativeBalance,
  session,
  shellSlice,
  type TransactionOutcome,
  type Turn,
  toasts,
  tokenBalances,
  transactionSettled,
  transactions,
  transactionUndone,
  turnOf,
} from '@portico/kernel/contracts'
import { SwapError } from './errors.js'
import { changeSent, isOf, readLog } from './log.js'
import type { SwapContext } from './refs.js'
import type { SentSwap } from './swap.js'

type Which = Pick<SentSwap, 'hash' | 'network'>
// By context: two kernels in one page share nothing.
const following = /* @__PURE__ */ new WeakMap<AbortSignal, Map<string, Promise<TransactionOutcome | undefined>>>()

/** Follows everything that is under way on a network that is here, once a wallet is connected. Each once. */
export function followAll(context: SwapContext): void {
  if (!Object.keys(context.state(session).connections).length) return
  for (const sent of readLog(context)) if (sent.status === 'pending') void followOne(context, sent, turnOf(context))
}

/** Of what is sent now: where the modal is closed a host has sent it, and waits for it. */
export const turnOfSender = (context: SwapContext): Turn | undefined => (context.state(shellSlice).open ? turnOf(context) : undefined)

/**
 * What became of it at last. Never rejects, and asks nobody out of its turn: undefined where the network gives no answer for long; it is asked again when the modal
 * is opened the next time.
 */
export function followOne(context: SwapContext, which: Which, turn: Turn | undefined): Promise<TransactionOutcome | undefined> {
  const own = following.get(context.signal) ?? new Map<string, Promise<TransactionOutcome | undefined>>()
  following.set(context.signal, own)
  const key = `${which.network} ${which.hash}`
  const asked = own.get(key) ?? ask(context, which, turn).finally(() => own.delete(key))
  own.set(key, asked)
  return asked
}
async function ask(context: SwapContext, which: Which, turn: Turn | undefined): Promise<TransactionOutcome | undefined> {
  const { hash, network } = which
  const learn = (outcome: TransactionOutcome | undefined) => become(context, which, outcome)
  try {
    const outcome = await context.capability(transactions, network)?.confirm?.(hash, network, context.signal, learn, turn)
    if (outcome) learn(outcome)
    return outcome
  } catch (error) {
    if (!context.signal.aborted && !(error instanceof ModalError)) context.report(error)
    return undefined
  }
}

/** Undefined: no block has it any more (situation R19): what was told is taken back. */
function become(context: SwapContext, { hash, network }: Which, outcome: TransactionOutcome | undefined): void {
  const sent = readLog(context).find(one => isOf(one, { hash, network }))
  const status = outcome?.status ?? 'pending'
  // Forgotten, or another tab has told already.
  if (!sent || sent.status === status) return
  changeSent(context, sent, status)
  context.invalidate(nativeBalance)
  context.invalidate(tokenBalances)
  if (outcome) context.emit(transactionSettled, { hash, network, outcome })
  else context.emit(transactionUndone, { hash, network })
  tell(context, { ...sent, status })
}

function tell(context: SwapContext, { kind, status, sold, bought }: SentSwap): void {
  const { success, progress, fail } = context.use(toasts)
  const values = { from: sold, to: bought }
  if (kind !== 'swap') return
  if (status === 'pending') progress(message('swap.status.swapping', 'Swapping {from} to {to}', values))
  else if (status === 'confirmed') success(message('swap.status.swapped', 'Swapped {from} to {to}', values))
  else if (status === 'failed') {
    const sentence = message('swap.error.reverted', 'The network did not carry out your swap: the price moved too far. You still have your tokens.')
    fail(new SwapError('SWAP_REVERTED', { sentence }))
  } else if (status === 'expired')
    fail(new SwapError('SWAP_DROPPED', { sentence: message('swap.error.dropped', 'The network did not take your swap in time. You still have your tokens.') }))
  else fail(new SwapError('SWAP_REPLACED', { sentence: message('swap.error.replaced', 'Another transaction took the place of your swap.') }))
}
