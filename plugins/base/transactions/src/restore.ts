import { earlierSwapsSlice, outboxEntries, outboxRequests } from '@portico/kernel/transactions'
import { restoreOutbox } from './outbox.js'
import type { OutboxContext } from './refs.js'
import { loadWording } from './wording.js'

/**
 * Restores the outbox, with the words for what is in it: what the service and each view await
 * first.
 */
export async function restore(context: OutboxContext): Promise<void> {
  await restoreOutbox(context)
  if (context.state(earlierSwapsSlice).log.length)
    await import('./earlier-swaps.js').then(code => code.moveEarlierSwaps(context))
  const kinds = new Set(
    [...outboxEntries(context), ...outboxRequests(context).map(({ subject }) => subject)].map(
      ({ kind }) => kind,
    ),
  )
  await Promise.all([...kinds].map(kind => loadWording(context, kind, context.report)))
}
