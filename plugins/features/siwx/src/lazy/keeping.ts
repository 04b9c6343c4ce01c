import { anySignal, unlessAborted, withTimeout } from '@portico/kernel'
import type { SiwxContext } from '../refs.js'
import type { SiwxSession } from '../siwx.js'
import type { KnownSession } from '../siwx-state.js'
import { patience } from './keeper.js'
import type { Parts } from './parts.js'

/** Has a server, or a storage of the host's own, take a session. Given up meanwhile, storage is told to end it once it has answered: it may have taken it all the same. */
export async function keepElsewhere(
  context: SiwxContext,
  { keeper, meanwhile, storage }: Parts,
  known: KnownSession,
  session: SiwxSession,
  given: AbortSignal,
): Promise<KnownSession> {
  // What is still to be ended would take this one along.
  await withTimeout(() => keeper.takenBack, patience, given)
  const ended = new AbortController()
  keeper.coming.set(known, ended)
  const signal = anySignal([given, ended.signal])
  let deadline: AbortSignal | undefined
  const adding = withTimeout(
    async within => {
      deadline = within
      return storage.add(session, within)
    },
    patience,
    context.signal,
  )
  try {
    const { expiresAt = known.expiresAt } = (await unlessAborted(adding, signal)) ?? {}
    signal.throwIfAborted()
    return { ...known, ...(expiresAt !== undefined && { expiresAt }) }
  } catch (error) {
    if (signal.aborted || deadline?.aborted) {
      const given = [known]
      keeper.leaving.add(given)
      // Without the code for it storage is not told: what it says then is so.
      const end = () =>
        meanwhile()
          .then(to => to.removeUnasked(given, true))
          .finally(() => keeper.leaving.delete(given))
      keeper.takenBack = adding.then(end, end).catch(context.report)
    }
    throw error
  } finally {
    keeper.coming.delete(known)
  }
}
