/**
 * Moves the log of the earlier versions of Swap into the outbox. Loads where there is such a log.
 */
import { earlierSwapsSlice } from '@portico/kernel/transactions'
import { addLog, readAll } from './outbox.js'
import type { OutboxContext } from './refs.js'

export async function moveEarlierSwaps(context: OutboxContext): Promise<void> {
  await context.restore(earlierSwapsSlice, saved => ({
    phase: 'ready',
    log: readAll(ofEarlierSwaps(saved)),
  }))
  const state = context.state(earlierSwapsSlice)
  if (state.phase === 'unread' || !state.log.length) return
  if (addLog(context, state.log)) added.add(context.signal)
  else if (!added.has(context.signal)) context.patch(earlierSwapsSlice, { log: [] })
}
/**
 * The pages that added to the outbox. A later page finds in storage what these added, and empties
 * the log: until then each swap is in one of the two.
 */
const added = /* @__PURE__ */ new WeakSet<AbortSignal>()

// The earlier version kept until when an outcome could be taken back.
const mayChangeForMs = 2 * 60 * 60_000
/**
 * The log of the earlier versions of Swap with each swap, and each approval, as the data of a
 * submission.
 */
function ofEarlierSwaps(saved: unknown): readonly unknown[] {
  return Array.isArray(saved)
    ? saved.map(entry =>
        'open' in Object(entry)
          ? { ...Object(entry), subject: ofSwap(Object(entry).subject) }
          : ofSentSwap(entry),
      )
    : []
}
function ofSentSwap(entry: unknown): object {
  const { id, until, isLate, isHeld, together, deadline, differs, ...sent } = Object(
    entry,
  ) as Readonly<Record<string, unknown>>
  const { kind, sold, bought, got, approval, ...others } = sent
  return {
    ...others,
    ...ofSwap({ kind, sold, bought, got, approval, deadline, spender: Object(together).spender }),
    from: Object(approval).owner ?? Object(got).owner ?? '?',
    seen: sent.seen !== false,
    was: id,
    isBundle: together !== undefined,
    ...(differs !== undefined && { differs }),
    ...(typeof until === 'number' && { endedAt: until - mayChangeForMs }),
    ...(isLate === true && typeof deadline === 'number' && { blockAt: deadline + 1 }),
    ...(isHeld === true && { reason: 'paused' }),
  }
}
const ofSwap = (subject: unknown): object => ({
  kind: 'swap',
  data: subject,
  isAllowance: Object(subject).kind !== 'swap',
})
