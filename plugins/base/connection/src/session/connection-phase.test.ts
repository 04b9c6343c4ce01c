import type { ConnectionPhase } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ConnectionChange, moves, transition, waitingStage } from './connection-phase.js'

const problem = message('test', 'No.')
const phases: Record<ConnectionPhase['name'], ConnectionPhase> = {
  disconnected: { name: 'disconnected' },
  connecting: { name: 'connecting', since: 1 },
  reconnecting: { name: 'reconnecting', deadline: 2 },
  connected: { name: 'connected' },
  failed: { name: 'failed', problem, declined: false },
}
const changes: Record<ConnectionChange['name'], ConnectionChange> = {
  requested: { name: 'requested', at: 5 },
  remembered: { name: 'remembered', deadline: 6 },
  approved: { name: 'approved' },
  refused: { name: 'refused', problem, declined: true },
  gone: { name: 'gone' },
}
const rests = ['connected', 'failed', 'disconnected']
const anyPhase = fc.constantFrom(...Object.values(phases))
const anyChange = fc.constantFrom(...Object.values(changes))

describe('the state machine of a connection', () => {
  // Written by hand, row by row: what is not here must leave the phase as it is.
  const table: Record<
    ConnectionPhase['name'],
    Partial<Record<ConnectionChange['name'], ConnectionPhase>>
  > = {
    disconnected: {
      requested: { name: 'connecting', since: 5 },
      remembered: { name: 'reconnecting', deadline: 6 },
    },
    connecting: {
      approved: { name: 'connected' },
      refused: { name: 'failed', problem, declined: true },
      gone: { name: 'disconnected' },
    },
    reconnecting: {
      requested: { name: 'connecting', since: 5 },
      approved: { name: 'connected' },
      refused: { name: 'failed', problem, declined: true },
      gone: { name: 'disconnected' },
    },
    connected: { gone: { name: 'disconnected' } },
    failed: {
      requested: { name: 'connecting', since: 5 },
      remembered: { name: 'reconnecting', deadline: 6 },
      gone: { name: 'disconnected' },
    },
  }
  it.each(
    Object.values(phases).flatMap(phase =>
      Object.values(changes).map(change => [phase, change] as const),
    ),
  )('[D10a] A connection that is $name changes as the table says', (phase, change) => {
    expect(transition(phase, change)).toEqual(table[phase.name][change.name] ?? phase)
  })
  it('[S4.01] The phases are disconnected, connecting, connected, reconnecting and failed', () => {
    expect(Object.keys(moves).sort()).toEqual([
      'connected',
      'connecting',
      'disconnected',
      'failed',
      'reconnecting',
    ])
    expect(new Set(Object.values(moves).flatMap(row => Object.values(row)))).toEqual(
      new Set(Object.keys(moves)),
    )
  })
  it('[D10a] A change that does not apply returns the same phase object, so that late and repeated answers are no commits', () => {
    fc.assert(
      fc.property(anyPhase, anyChange, (phase, change) => {
        if (!moves[phase.name][change.name]) expect(transition(phase, change)).toBe(phase)
      }),
    )
  })
  it('[D10b] Every phase that is not final has a deadline: a restore ends then, and a prompt that waits offers to try again', () => {
    for (const phase of Object.values(phases)) {
      const isBounded =
        (phase.name === 'reconnecting' && Number.isFinite(phase.deadline)) ||
        (phase.name === 'connecting' &&
          waitingStage(phase.since, phase.since + 60_000).stage === 'retry')
      expect(isBounded).toBe(!rests.includes(phase.name))
    }
  })
  it('[D10b] Every phase that is not final has an exit, after any earlier phase', () => {
    fc.assert(
      fc.property(anyPhase, fc.array(anyChange, { maxLength: 50 }), (start, story) => {
        const phase = story.reduce(transition, start)
        // The exits that are always possible: a wallet's refusal or the deadline of a restore, and
        // a cancel by the person.
        for (const exit of [changes.refused, changes.gone])
          expect(rests).toContain(transition(phase, exit).name)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('waiting for a wallet', () => {
  it.each([
    [0, 'requesting', 4_000],
    [2_999, 'requesting', 4_000],
    [3_000, 'slow', 6_000],
    [4_999, 'slow', 6_000],
    [5_000, 'retry', undefined],
    [3_600_000, 'retry', undefined],
    [-86_400_000, 'requesting', 4_000],
  ])('[R10] The waiting view is after %i ms in the stage: %s', (waited, stage, next) => {
    expect(waitingStage(1_000, 1_000 + waited)).toEqual(
      next === undefined ? { stage } : { stage, next },
    )
  })
})
