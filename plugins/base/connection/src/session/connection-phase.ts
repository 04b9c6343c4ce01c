/** The phases of a connection and the changes between them (decision 10). */
import type { ConnectionPhase } from '@portico/kernel/session'
import type { Message } from '@portico/kernel/text'

/** What can happen to a connection. */
export type ConnectionChange =
  /** The person picked the wallet. `at`: milliseconds since the epoch. */
  | { readonly name: 'requested'; readonly at: number }
  /** An earlier approval is restored silently until the deadline (milliseconds since the epoch). */
  | { readonly name: 'remembered'; readonly deadline: number }
  /** The wallet gave its accounts. */
  | { readonly name: 'approved' }
  /** The person, the wallet or the transport refused, or the deadline of a restore passed. */
  | { readonly name: 'refused'; readonly problem: Message; readonly declined: boolean }
  /** Cancelled, disconnected or forgotten. */
  | { readonly name: 'gone' }

type Moves = {
  readonly [Phase in ConnectionPhase['name']]: {
    readonly [Change in ConnectionChange['name']]?: ConnectionPhase['name']
  }
}

/**
 * The next phase by phase and change. A missing entry changes nothing: a late or repeated answer
 * finds none.
 */
export const moves: Moves = {
  disconnected: { requested: 'connecting', remembered: 'reconnecting' },
  connecting: { approved: 'connected', refused: 'failed', gone: 'disconnected' },
  reconnecting: {
    requested: 'connecting',
    approved: 'connected',
    refused: 'failed',
    gone: 'disconnected',
  },
  connected: { gone: 'disconnected' },
  failed: { requested: 'connecting', remembered: 'reconnecting', gone: 'disconnected' },
}

/** The phase after a change; the very same object when the change does not apply. */
export function transition(phase: ConnectionPhase, change: ConnectionChange): ConnectionPhase {
  const next = moves[phase.name][change.name]
  if (!next) return phase
  switch (change.name) {
    case 'requested':
      return { name: 'connecting', since: change.at }
    case 'remembered':
      return { name: 'reconnecting', deadline: change.deadline }
    case 'refused':
      return { name: 'failed', problem: change.problem, declined: change.declined }
    case 'approved':
      return { name: 'connected' }
    case 'gone':
      return { name: 'disconnected' }
  }
}

/**
 * Milliseconds after which the waiting view says that the wallet is slow, and then offers to try
 * again.
 */
const slowAfterMs = 3_000
const retryAfterMs = 5_000

/**
 * What the waiting view shows, and when it shows the next stage. Milliseconds since the epoch; a
 * clock that was set back counts as no time.
 */
export function waitingStage(
  since: number | undefined,
  now: number,
): { readonly stage: 'requesting' | 'slow' | 'retry'; readonly next?: number } {
  if (since === undefined) return { stage: 'requesting' }
  const waited = now - since
  if (waited >= retryAfterMs) return { stage: 'retry' }
  if (waited >= slowAfterMs) return { stage: 'slow', next: since + retryAfterMs }
  return { stage: 'requesting', next: since + slowAfterMs }
}
