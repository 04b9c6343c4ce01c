import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChainError } from '../contracts/chain/chain-errors.js'
import { isUnanswered, pollUntil } from './poll.js'

const never = new AbortController().signal
const options = { everyMs: 1, isPassing: isUnanswered }

/** A page that the test hides and shows. */
function openPage(hidden: boolean) {
  const page = Object.assign(new EventTarget(), { hidden })
  vi.stubGlobal('document', page)
  return {
    show() {
      page.hidden = false
      page.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
afterEach(() => vi.unstubAllGlobals())

describe('polling until there is an outcome', () => {
  it('pollUntil polls at once, and again until there is an outcome', async () => {
    let looks = 0
    expect(await pollUntil(async () => (++looks === 3 ? 'there' : undefined), options, never)).toBe(
      'there',
    )
    expect(looks).toBe(3)
  })

  it('pollUntil continues after passing errors, and after no others', async () => {
    const thrown: Error[] = [
      new ChainError('CHAIN_UNAVAILABLE'),
      new ChainError('CHAIN_ANSWER'),
      new ChainError('CHAIN_REFUSED'),
    ]
    const look = async () => {
      throw thrown.shift()
    }
    await expect(pollUntil(look, options, never)).rejects.toMatchObject({ code: 'CHAIN_REFUSED' })
    expect(thrown).toEqual([])
  })

  it('pollUntil does not poll while the page is hidden, and polls as soon as it is visible', async () => {
    const page = openPage(true)
    let looks = 0
    const outcome = pollUntil(async () => ++looks, options, never)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(looks).toBe(0)
    page.show()
    expect(await outcome).toBe(1)
  })

  it('pollUntil polls at its own interval for a minute, then every 15 s, on a timer that all polls share', async () => {
    vi.useFakeTimers()
    try {
      const looks: number[] = []
      const life = new AbortController()
      const look = async () => void looks.push(performance.now())
      pollUntil(look, { everyMs: 4_000, isPassing: isUnanswered }, life.signal).catch(
        () => undefined,
      )
      await vi.advanceTimersByTimeAsync(1_500)
      pollUntil(look, { everyMs: 4_000, isPassing: isUnanswered }, life.signal).catch(
        () => undefined,
      )
      await vi.advanceTimersByTimeAsync(298_500)
      life.abort()
      const beats = looks.filter(at => at > 66_000)
      expect(looks.length).toBeGreaterThan(30)
      expect(new Set(beats.map(at => Math.round(at) % 15_000))).toEqual(new Set([0]))
      expect(beats.filter(at => at < 126_000)).toHaveLength(8)
    } finally {
      vi.useRealTimers()
    }
  })

  it('pollUntil ends after ten minutes without a response; paused time does not count', async () => {
    vi.useFakeTimers()
    try {
      let ends = 0
      let show: (() => void) | undefined
      const whenVisible = () =>
        ends > 4 && ends < 7 ? new Promise<void>(resolve => (show = resolve)) : Promise.resolve()
      const look = async () => {
        ends++
        throw new ChainError('CHAIN_UNAVAILABLE')
      }
      const outcome = pollUntil(
        look,
        { everyMs: 4_000, isPassing: isUnanswered, whenVisible },
        never,
      ).catch(error => error)
      await vi.advanceTimersByTimeAsync(3_600_000)
      expect(ends).toBe(5)
      for (let at = 0; at < 2; at++) {
        show?.()
        await vi.advanceTimersByTimeAsync(16_000)
      }
      expect(ends).toBeGreaterThanOrEqual(7)
      await vi.advanceTimersByTimeAsync(400_000)
      expect(ends).toBeLessThan(45)
      await vi.advanceTimersByTimeAsync(300_000)
      expect(await outcome).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([false, true])(
    'pollUntil ends on abort, whether the page is hidden (%s) or not',
    async hidden => {
      openPage(hidden)
      const life = new AbortController()
      const outcome = pollUntil(async () => undefined, options, life.signal)
      life.abort(new DOMException('enough', 'AbortError'))
      await expect(outcome).rejects.toMatchObject({ name: 'AbortError' })
      await expect(pollUntil(async () => undefined, options, life.signal)).rejects.toMatchObject({
        name: 'AbortError',
      })
    },
  )
})
