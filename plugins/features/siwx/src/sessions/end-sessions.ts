/** Ends sessions: at once in this browser, and in their storage. */
import { withTimeout } from '@portico/kernel'
import { toastsService } from '@portico/kernel/shell'
import type { SiwxContext } from '../refs.js'
import { storageTimeoutMs } from '../signing/deadlines.js'
import type { Parts } from '../signing/sign-in-parts.js'
import type { SessionFilter } from '../siwx.js'
import { type Ended, endHere } from './pending-storage.js'

export function createEnding(context: SiwxContext, parts: Parts) {
  const {
    book,
    pendingStorage: { removing },
    progress,
    storage,
  } = parts
  const toasts = context.use(toastsService)

  /** Throws a SignInError `NOT_SIGNED_OUT`. */
  const remove = async (ended: Ended): Promise<void> => {
    removing.add(ended)
    try {
      await withTimeout(
        async within => storage.remove(ended, within),
        storageTimeoutMs,
        context.signal,
      )
    } catch (cause) {
      throw progress.refusal('NOT_SIGNED_OUT', cause)
    } finally {
      removing.delete(ended)
      book.touch()
    }
  }
  /** Reports an error that no caller receives. `isSaid`: also shows it to the person. */
  const tellOf = (isSaid: boolean) => (error: unknown) => {
    if (context.signal.aborted) return
    context.report(error)
    if (isSaid) toasts.fail(error)
  }
  const removeInBackground = (ended: Ended, isSaid: boolean): Promise<void> =>
    remove(ended).catch(tellOf(isSaid))

  return {
    end: async (which: SessionFilter): Promise<void> => {
      const ended = endHere(parts, which)
      if (ended.length) await remove(ended)
    },
    /** Ends sessions without a caller that waits, so a failure is shown. */
    endInBackground(which: SessionFilter): void {
      const ended = endHere(parts, which)
      if (ended.length) void removeInBackground(ended, true)
    },
    /** Removes sessions from the storage that have ended here. */
    removeInBackground,
  }
}
