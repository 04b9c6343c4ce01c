/** Transactions that the host's app has sent itself and adds with its own description. */
import { type AddedTransaction, appKind } from '@portico/kernel/transactions'
import { record } from './follow.js'
import type { OutboxContext } from './refs.js'
import { loadWording } from './wording.js'

export async function add(
  context: OutboxContext,
  { hash, network, account, description }: AddedTransaction,
): Promise<boolean> {
  await loadWording(context, appKind, context.report)
  const data = { description }
  const at = Date.now()
  return record(context, account, { hash, network, kind: appKind, data, at, isAdded: true })
}
