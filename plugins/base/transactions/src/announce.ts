import { ownersMessage } from '@portico/kernel/capabilities'
import { toastsService } from '@portico/kernel/shell'
import type {
  OutboxEntry,
  Submission,
  TransactionChange,
  TransactionToast,
} from '@portico/kernel/transactions'
import { changeEntry, findEntry } from './outbox.js'
import type { OutboxContext } from './refs.js'
import { wordingOf } from './wording.js'

type Changed = Submission & Partial<OutboxEntry> & Pick<OutboxEntry, 'network'>

/** An error in the words of a feature is reported, and changes nothing of the transaction. */
function toastOf(
  context: OutboxContext,
  change: TransactionChange,
  of: Changed,
): TransactionToast | undefined {
  try {
    return wordingOf(context, of).toast(context, change, of)
  } catch (error) {
    context.report(error)
    return undefined
  }
}
/** Shows the toast of a change, in the words of the transaction's feature. */
export function announceChange(
  context: OutboxContext,
  change: TransactionChange,
  of: Changed,
): void {
  const toast = toastOf(context, change, of)
  if (!toast) return
  const { fail, success, progress } = context.use(toastsService)
  if (toast.kind === 'failure') fail(toast.error)
  else if (toast.kind === 'progress') progress(toast.message)
  else success(toast.message)
}
/** Other owners have to sign first: said once, and shown until the network has it. */
export function announceWaiting(
  context: OutboxContext,
  which: Pick<OutboxEntry, 'hash' | 'network'>,
): void {
  const known = findEntry(context, which)
  // The entry was deleted during the import.
  if (!known) return
  if (!known.isWaiting) context.use(toastsService).progress(ownersMessage)
  changeEntry(context, which, { isWaiting: true, isAbsent: undefined, seen: false })
}
