/** The one state machine of a connection (decision 10): pure, so that a table and a property test hold all of it. */
import type { ConnectionPhase, Message } from '@portico/kernel/contracts'

/** What can happen to a connection. */
export type ConnectionChange =
  /** The person picked the wallet. `at`: milliseconds since the epoch. */
  | { readonly name: 'asked'; readonly at: number }
  /** Storage names it: its wallet is asked silently until the deadline (milliseconds since the epoch). */
  | { readonly name: 'remembered'; readonly deadline: number }
  /** The wallet gave its accounts. */
  | { readonly name: 'approved' }
  /** The wallet, or the way to it, said no. */
  | { readonly name: 'refused'; readonly problem: Message; readonly declined: boolean }
  /** The deadline of a restore passed. */
  | { readonly name: 'expired'; readonly problem: Message }
  /** Given up, hung up, disconnected, forgotten. */
  | { readonly name: 'gone' }

type Moves = { readonly [Phase in ConnectionPhase['name']]: { readonly [Change in ConnectionChange['name']]?: ConnectionPhase['name'] } }

/** From phase and change to phase. What is not here changes nothing: a late or doubled answer finds no move. */
export const moves: Moves = {
  disconnected: { asked: 'connecting', remembered: 'reconnecting' },
  connecting: { approved: 'connected', refused: 'failed', gone: 'disconnected' },
  reconnecting: { asked: 'connecting', approved: 'connected', refused: 'failed', expired: 'failed', gone: 'disconnected' },
  connected: { gone: 'disconnected' },
  failed: { asked: 'connecting', remembered: 'reconnecting', gone: 'disconnected' },
}

/** The phase after a change; the very same object where the change does not apply. */
export function transition(phase: ConnectionPhase, change: ConnectionChange): ConnectionPhase {
  const next = moves[phase.name][change.name]
  if (!next) return phase
  switch (change.name) {
    case 'asked':
      return { name: 'connecting', since: change.at }
    case 'remembered':
      return { name: 'reconnecting', deadline: change.deadline }
    case 'refused':
      return { name: 'failed', problem: change.problem, declined: change.declined }
    case 'expired':
      return { name: 'failed', problem: change.problem, declined: false }
    case 'approved':
      return { name: 'connected' }
    case 'gone':
      return { name: 'disconnected' }
  }
}

/** Milliseconds of waiting for a person and a wallet, after which the view says more (look.md, rule 4). */
const patience = { slow: 3_000, retry: 5_000 }

/**
 * The moment (milliseconds since the epoch) at which something has to happen; undefined for a rest state.
 *
 * A restore ends then. A pending signature is never killed by a timer (R10): its deadline is the moment from which the person is offered to try again.
 */
export function deadlineOf(phase: ConnectionPhase): number | undefined {
  if (phase.name === 'reconnecting') return phase.deadline
  return phase.name === 'connecting' ? phase.since + patience.retry : undefined
}

/** How long the person has been waiting, and when there is more to say. Milliseconds since the epoch; a clock that was set back counts as no time. */
export function waitingStage(since: number | undefined, now: number): { readonly stage: 'asking' | 'slow' | 'retry'; readonly next?: number } {
  if (since === undefined) return { stage: 'asking' }
  const waited = now - since
  if (waited >= patience.retry) return { stage: 'retry' }
  if (waited >= patience.slow) return { stage: 'slow', next: since + patience.retry }
  return { stage: 'asking', next: since + patience.slow }
}
