import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChainError } from '../contracts/chain-errors.js'
import { isUnanswered, lookUntil } from './lookout.js'

const never = new AbortController().signal
const ways = { everyMs: 1, isPassing: isUnanswered }

/** A page that the person can leave and come back to. */
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

describe('looking until there is an outcome', () => {
  it('looks at once, and again until there is one', async () => {
    let looks = 0
    expect(await lookUntil(async () => (++looks === 3 ? 'there' : undefined), ways, never)).toBe('there')
    expect(looks).toBe(3)
  })

  it('outlives what passes, and nothing else', async () => {
    const thrown: Error[] = [new ChainError('CHAIN_UNAVAILABLE'), new ChainError('CHAIN_ANSWER'), new ChainError('CHAIN_REFUSED')]
    const look = async () => {
      throw thrown.shift()
    }
    await expect(lookUntil(look, ways, never)).rejects.toMatchObject({ code: 'CHAIN_REFUSED' })
    expect(thrown).toEqual([])
  })

  it('does not look while the page is hidden, and looks as soon as it is seen', async () => {
    const page = openPage(true)
    let looks = 0
    const outcome = lookUntil(async () => ++looks, ways, never)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(looks).toBe(0)
    page.show()
    expect(await outcome).toBe(1)
  })

  it('looks as often as it is told for a minute, then every 15 s, at the beats of a clock that all share', async () => {
    vi.useFakeTimers()
    try {
      const looks: number[] = []
      const life = new AbortController()
      const look = async () => void looks.push(performance.now())
      lookUntil(look, { everyMs: 4_000, isPassing: isUnanswered }, life.signal).catch(() => undefined)
      await vi.advanceTimersByTimeAsync(1_500)
      lookUntil(look, { everyMs: 4_000, isPassing: isUnanswered }, life.signal).catch(() => undefined)
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

  it('ends after ten minutes of looking in which nobody answered; time in which it was not its turn is none of them', async () => {
    vi.useFakeTimers()
    try {
      let ends = 0
      let show: (() => void) | undefined
      const turn = () => (ends > 4 && ends < 7 ? new Promise<void>(resolve => (show = resolve)) : Promise.resolve())
      const look = async () => {
        ends++
        throw new ChainError('CHAIN_UNAVAILABLE')
      }
      const outcome = lookUntil(look, { everyMs: 4_000, isPassing: isUnanswered, turn }, never).catch(error => error)
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

  it.each([false, true])('ends with its signal, whether the page is hidden (%s) or not', async hidden => {
    openPage(hidden)
    const life = new AbortController()
    const outcome = lookUntil(async () => undefined, ways, life.signal)
    life.abort(new DOMException('enough', 'AbortError'))
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' })
    await expect(lookUntil(async () => undefined, ways, life.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
