import type { ConnectionId } from '@portico/kernel/contracts'
import type { SiwxStorage } from '../options.js'
import type { SiwxSession } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import type { Book } from './book.js'
import type { Clock } from './clock.js'
import type { Ended, Keeper } from './keeper.js'
import type { Progress } from './progress.js'

/** Has storage take a session. */
export type Keep = (target: SignInTarget, session: SiwxSession, signal: AbortSignal) => Promise<KnownSession>

/** What the parts of a sign-in know of each other. */
export interface Parts {
  readonly book: Book
  readonly clock: Clock
  readonly keeper: Keeper
  readonly progress: Progress
  readonly storage: SiwxStorage
  /** Whom the person worked with last. */
  last: SignInTarget | undefined
  /** Once a pairing was asked to sign along. */
  oneClick?: {
    keep(target: SignInTarget, keep: Keep, signal: AbortSignal): Promise<void>
    drop(connection?: ConnectionId): void
  }
  /** The code for what else is asked and happens, once it is there. */
  meanwhile(): Promise<{
    removeUnasked(ended: Ended, isSaid: boolean): Promise<void>
    renew(target: SignInTarget, signal: AbortSignal): Promise<void>
  }>
}
