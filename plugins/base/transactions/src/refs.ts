import type { ContextOf, Read } from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { shellService, toastsService } from '@portico/kernel/shell'
import {
  earlierSwapsSlice,
  type OutboxEntry,
  outboxService,
  outboxSlice,
} from '@portico/kernel/transactions'

export const methods = [
  'restore',
  'submit',
  'add',
  'open',
  'outcome',
  'watch',
  'acknowledge',
  'remove',
  'replacements',
  'replace',
] as const
/** What this plugin may use and write. */
export const access = {
  needs: [connectionService, toastsService],
  wants: [shellService],
  owns: [outboxSlice, earlierSwapsSlice],
  provides: [outboxService],
} as const
export type OutboxContext = ContextOf<typeof access>

/**
 * An outcome that was reported after this may still be taken back, milliseconds since the epoch: no
 * chain takes two hours to be sure of its blocks.
 */
export const mayChangeSince = (): number => Date.now() - 72e5
/**
 * Whether a transaction has an outcome that the person has not seen, or that was reported after
 * `since`.
 */
export function hasUnseen({ state }: Read, since = Infinity): boolean {
  const log = (slice: typeof outboxSlice): readonly Pick<OutboxEntry, 'seen' | 'endedAt'>[] =>
    state(slice).log
  return [...log(outboxSlice), ...log(earlierSwapsSlice)].some(
    ({ seen, endedAt = 0 }) => !seen || endedAt > since,
  )
}
