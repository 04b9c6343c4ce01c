/** The ends of sessions: here at once, and wherever they are kept. */
import { withTimeout } from '@portico/kernel'
import { toasts as toastService } from '@portico/kernel/contracts'
import type { SiwxContext } from '../refs.js'
import type { SessionFilter } from '../siwx.js'
import { type Ended, endHere, patience } from './keeper.js'
import type { Parts } from './parts.js'

export function createEnding(context: SiwxContext, parts: Parts) {
  const {
    book,
    keeper: { leaving },
    progress,
    storage,
  } = parts
  const toasts = context.use(toastService)

  /** Throws a SignInError `NOT_SIGNED_OUT`. */
  const remove = async (ended: Ended): Promise<void> => {
    leaving.add(ended)
    try {
      await withTimeout(async within => storage.remove(ended, within), patience, context.signal)
    } catch (cause) {
      throw progress.refusal('NOT_SIGNED_OUT', cause)
    } finally {
      leaving.delete(ended)
      book.touch()
    }
  }
  /** Nobody is there to whom a call could answer. `isSaid`: who was signed in should know of it. */
  const tellOf = (isSaid: boolean) => (error: unknown) => {
    if (context.signal.aborted) return
    context.report(error)
    if (isSaid) toasts.fail(error)
  }
  const removeUnasked = (ended: Ended, isSaid: boolean): Promise<void> => remove(ended).catch(tellOf(isSaid))

  return {
    end: async (which: SessionFilter): Promise<void> => {
      const ended = endHere(parts, which)
      if (ended.length) await remove(ended)
    },
    /** Nobody waits for it: what fails is said. */
    endUnasked(which: SessionFilter): void {
      const ended = endHere(parts, which)
      if (ended.length) void removeUnasked(ended, true)
    },
    /** Tells storage of what has ended here. */
    removeUnasked,
  }
}
