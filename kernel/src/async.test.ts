import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settle } from '../test/boot.js'
import { anySignal, delay, KernelError, once, unlessAborted, withTimeout } from './index.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each(['with AbortSignal.any', 'where AbortSignal.any is missing'])(
  'anySignal, %s',
  where => {
    const original = AbortSignal.any
    beforeEach(() => {
      if (where.startsWith('where')) Object.assign(AbortSignal, { any: undefined })
    })
    afterEach(() => {
      Object.assign(AbortSignal, { any: original })
    })

    it('anySignal is aborted with the reason of the first signal that is aborted', () => {
      const [a, b] = [new AbortController(), new AbortController()]
      const any = anySignal([a.signal, undefined, b.signal])
      expect(any.aborted).toBe(false)
      // Node 24 compares them only when there is a listener or a call.
      any.addEventListener('abort', () => undefined)
      b.abort('b')
      a.abort('a')
      expect(any.reason).toBe('b')
    })

    it('anySignal is aborted at once when one of its signals is already aborted', () => {
      expect(anySignal([new AbortController().signal, AbortSignal.abort('late')]).reason).toBe(
        'late',
      )
    })

    it('anySignal of no signals is never aborted', () => {
      expect(anySignal([undefined]).aborted).toBe(false)
    })

    it('anySignal notifies its listeners once', () => {
      const [a, b] = [new AbortController(), new AbortController()]
      const listener = vi.fn()
      anySignal([a.signal, b.signal]).addEventListener('abort', listener)
      a.abort()
      b.abort()
      expect(listener).toHaveBeenCalledTimes(1)
    })
  },
)

describe('delay', () => {
  it('delay waits that many milliseconds', async () => {
    const done = vi.fn()
    void delay(100).then(done)
    await vi.advanceTimersByTimeAsync(99)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toHaveBeenCalled()
  })

  it('[R29] delay rejects with the reason of its signal, and leaves no timer behind', async () => {
    const owner = new AbortController()
    const waiting = delay(100, owner.signal).catch((error: unknown) => error)
    owner.abort('gone')
    expect(await waiting).toBe('gone')
    await expect(delay(100, owner.signal)).rejects.toBe('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('unlessAborted', () => {
  // Node keeps a combined signal alive as long as it has a listener: a server that polls would fill
  // its memory.
  it('[R30] unlessAborted leaves no listener behind after the abort, though its promise never settles', async () => {
    const controller = new AbortController()
    const cut = unlessAborted(new Promise(() => undefined), controller.signal)
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
    controller.abort(new Error('enough'))
    await expect(cut).rejects.toThrow('enough')
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })
})

describe('withTimeout', () => {
  it('withTimeout answers what the work answers, and leaves no timer behind', async () => {
    expect(await withTimeout(async () => 7, 1000)).toBe(7)
    await expect(withTimeout(() => Promise.reject('broken'), 1000)).rejects.toBe('broken')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('withTimeout rejects with TIMEOUT and aborts the work, even when that ignores its signal', async () => {
    let given: AbortSignal | undefined
    const work = withTimeout(signal => {
      given = signal
      return new Promise<never>(() => undefined)
    }, 10_000).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    const error = await work
    expect(error).toBeInstanceOf(KernelError)
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'No answer within 10000 ms.' })
    expect(given?.aborted).toBe(true)
  })

  it('withTimeout is aborted earlier by its signal', async () => {
    const owner = new AbortController()
    const work = withTimeout(() => new Promise<never>(() => undefined), 10_000, owner.signal).catch(
      (error: unknown) => error,
    )
    owner.abort('gone')
    expect(await work).toBe('gone')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('withTimeout does not begin when its signal is aborted already', async () => {
    const work = vi.fn(async () => 1)
    await expect(withTimeout(work, 10, AbortSignal.abort('gone'))).rejects.toBe('gone')
    expect(work).not.toHaveBeenCalled()
  })
})

describe('once', () => {
  it('once runs once for all callers', async () => {
    const load = vi.fn(async () => ({}))
    const get = once(load)
    const [a, b] = await Promise.all([get(), get()])
    expect(a).toBe(b)
    expect(await get()).toBe(a)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('once forgets a failure, so that the next call tries again', async () => {
    let isOnline = false
    const get = once(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return 'module'
    })
    await expect(Promise.all([get(), get()])).rejects.toThrow('Failed to fetch')
    await settle()
    isOnline = true
    expect(await get()).toBe('module')
  })
})
