import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { debounce, latest } from './index.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('latest', () => {
  it('[R22] latest aborts the previous run when a new one starts, and only the new one is the newest', () => {
    const task = latest()
    const first = task.start()
    const second = task.start()
    expect([first.aborted, second.aborted]).toEqual([true, false])
    expect([task.isNewest(first), task.isNewest(second)]).toEqual([false, true])
  })

  it('A run of latest that its caller aborts stays the newest, and one that was stopped does not', () => {
    const task = latest()
    const caller = new AbortController()
    const run = task.start(caller.signal)
    caller.abort()
    expect([run.aborted, task.isNewest(run)]).toEqual([true, true])
    const stopped = task.start()
    task.stop()
    expect([stopped.aborted, task.isNewest(stopped)]).toEqual([true, false])
  })

  it('latest aborts each run with its lifetime', () => {
    const life = new AbortController()
    const task = latest(life.signal)
    const run = task.start()
    life.abort('over')
    expect(run.reason).toBe('over')
    expect(task.start().aborted).toBe(true)
  })

  it('[R22] latest shows 0 stale answers over 10,000 random interleavings', {
    tags: 'thorough',
  }, async () => {
    vi.useRealTimers()
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 6 }), async (scheduler, calls) => {
        const shown: number[] = []
        const task = latest()
        const ask = async (n: number) => {
          const signal = task.start()
          await scheduler.schedule(Promise.resolve())
          if (!signal.aborted) shown.push(n)
        }
        const all = Array.from({ length: calls }, (_, n) => ask(n))
        await scheduler.waitAll()
        await Promise.all(all)
        expect(shown).toEqual([calls - 1])
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('debounce', () => {
  it('[S9.03] debounce waits 500 ms by default, then runs once with the last arguments', () => {
    const run = vi.fn()
    const later = debounce(run)
    later('a')
    vi.advanceTimersByTime(300)
    later('b')
    vi.advanceTimersByTime(499)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run.mock.calls).toEqual([['b']])
  })

  it('debounce waits for the given time', () => {
    const run = vi.fn()
    debounce(run, 20)()
    vi.advanceTimersByTime(20)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('[R29] debounce leaves no timer behind when it is cancelled or its signal is aborted', () => {
    const run = vi.fn()
    const owner = new AbortController()
    const later = debounce(run, 500, owner.signal)
    later()
    later.cancel()
    later()
    owner.abort()
    later()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(1000)
    expect(run).not.toHaveBeenCalled()
  })
})
