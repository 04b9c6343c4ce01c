import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChainError } from '../contracts/chain-errors.js'
import { isUnanswered, lookUntilAbsent } from './lookout.js'

const never = new AbortController().signal
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs with a look every 5 s, and answers after how many milliseconds it was given up. */
async function givenUpAfter(look: () => Promise<string | undefined>, turn?: () => Promise<void>) {
  const begun = performance.now()
  const ended = lookUntilAbsent(look, { everyMs: 5_000, isPassing: isUnanswered, turn }, never).then(outcome => ({
    outcome,
    afterMs: performance.now() - begun,
  }))
  await vi.advanceTimersByTimeAsync(7_200_000)
  return ended
}

describe('looking for a transaction that no endpoint knows', () => {
  it('[R19] gives it up after two minutes of answers', async () => {
    const { outcome, afterMs } = await givenUpAfter(async () => undefined)
    expect(outcome).toBeUndefined()
    expect(afterMs).toBeGreaterThanOrEqual(120_000)
    expect(afterMs).toBeLessThan(140_000)
  })
  it('[R5] does not count the time in which no endpoint answered', async () => {
    const { afterMs } = await givenUpAfter(async () => {
      if (performance.now() % 600_000 < 300_000) throw new ChainError('CHAIN_UNAVAILABLE')
      return undefined
    })
    expect(afterMs).toBeGreaterThanOrEqual(120_000)
  })
  it('does not count an hour in which nothing was looked for', async () => {
    let turns = 0
    const { afterMs } = await givenUpAfter(
      async () => undefined,
      () => (++turns === 3 ? new Promise(resolve => setTimeout(resolve, 3_600_000)) : Promise.resolve()),
    )
    expect(afterMs).toBeGreaterThanOrEqual(3_600_000 + 90_000)
  })
  it('answers what is found', async () => {
    let looks = 0
    expect((await givenUpAfter(async () => (++looks === 4 ? 'there' : undefined))).outcome).toBe('there')
  })
})
