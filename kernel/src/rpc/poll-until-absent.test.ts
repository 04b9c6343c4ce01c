import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChainError } from '../contracts/chain/chain-errors.js'
import { isUnanswered, pollUntilAbsent } from './poll.js'

const never = new AbortController().signal
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Polls every 5 s, and returns after how many milliseconds the polling gave up. */
async function givenUpAfter(
  look: () => Promise<string | undefined>,
  whenVisible?: () => Promise<void>,
) {
  const begun = performance.now()
  const ended = pollUntilAbsent(
    look,
    { everyMs: 5_000, isPassing: isUnanswered, whenVisible },
    never,
  ).then(outcome => ({
    outcome,
    afterMs: performance.now() - begun,
  }))
  await vi.advanceTimersByTimeAsync(7_200_000)
  return ended
}

describe('polling for a transaction that no endpoint knows', () => {
  it('[R19] pollUntilAbsent gives up after two minutes of responses', async () => {
    const { outcome, afterMs } = await givenUpAfter(async () => undefined)
    expect(outcome).toBeUndefined()
    expect(afterMs).toBeGreaterThanOrEqual(120_000)
    expect(afterMs).toBeLessThan(140_000)
  })
  it('[R5] pollUntilAbsent does not count time in which no endpoint responded', async () => {
    const { afterMs } = await givenUpAfter(async () => {
      if (performance.now() % 600_000 < 300_000) throw new ChainError('CHAIN_UNAVAILABLE')
      return undefined
    })
    expect(afterMs).toBeGreaterThanOrEqual(120_000)
  })
  it('pollUntilAbsent does not count an hour without polls', async () => {
    let checks = 0
    const { afterMs } = await givenUpAfter(
      async () => undefined,
      () =>
        ++checks === 3 ? new Promise(resolve => setTimeout(resolve, 3_600_000)) : Promise.resolve(),
    )
    expect(afterMs).toBeGreaterThanOrEqual(3_600_000 + 90_000)
  })
  it('pollUntilAbsent returns what is found', async () => {
    let looks = 0
    expect((await givenUpAfter(async () => (++looks === 4 ? 'there' : undefined))).outcome).toBe(
      'there',
    )
  })
})
