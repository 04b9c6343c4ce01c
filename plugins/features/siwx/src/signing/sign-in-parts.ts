import type { ConnectionId } from '@portico/kernel/account'
import type { SiwxStorage } from '../options.js'
import type { Clock } from '../sessions/clock.js'
import type { Ended, PendingStorage } from '../sessions/pending-storage.js'
import type { Book } from '../sessions/session-list.js'
import type { SiwxSession } from '../siwx.js'
import type { KnownSession, SignInTarget } from '../siwx-state.js'
import type { Progress } from './progress.js'

/** Adds a session to the storage. */
export type Keep = (
  target: SignInTarget,
  session: SiwxSession,
  signal: AbortSignal,
) => Promise<KnownSession>

/** What the parts of a sign-in share. */
export interface Parts {
  readonly book: Book
  readonly clock: Clock
  readonly pendingStorage: PendingStorage
  readonly progress: Progress
  readonly storage: SiwxStorage
  /** The account and network that the person worked with last. */
  last: SignInTarget | undefined
  /** Set once a pairing has requested a sign-in. */
  oneClick?: {
    keep(target: SignInTarget, keep: Keep, signal: AbortSignal): Promise<void>
    drop(connection?: ConnectionId): void
  }
  /** Loads the code for wallet changes, calls and sign-outs. */
  loadChanges(): Promise<{
    removeInBackground(ended: Ended, isSaid: boolean): Promise<void>
    renew(target: SignInTarget, signal: AbortSignal): Promise<void>
  }>
}
