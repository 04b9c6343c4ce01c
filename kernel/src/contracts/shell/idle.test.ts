import { afterEach, describe, expect, it, vi } from 'vitest'
import { mayPrefetch, whenIdle } from './idle.js'

const page = (
  conditions: { readonly visibilityState?: string; readonly navigator?: object } = {},
) => {
  vi.stubGlobal('document', { visibilityState: conditions.visibilityState ?? 'visible' })
  vi.stubGlobal('navigator', { onLine: true, ...conditions.navigator })
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the idle prefetch', () => {
  it.each([
    ['in a visible tab of a browser that tells nothing of its connection', {}, true],
    ['on 4g', { navigator: { connection: { saveData: false, effectiveType: '4g' } } }, true],
    [
      'with Save-Data',
      { navigator: { connection: { saveData: true, effectiveType: '4g' } } },
      false,
    ],
    ['on 2g', { navigator: { connection: { effectiveType: '2g' } } }, false],
    ['on slow 2g', { navigator: { connection: { effectiveType: 'slow-2g' } } }, false],
    ['offline', { navigator: { onLine: false } }, false],
    ['in a hidden tab', { visibilityState: 'hidden' }, false],
  ])(
    'an idle prefetch runs unless the page is hidden, offline, slow or saves data: %s',
    (_where, conditions, outcome) => {
      page(conditions)
      expect(mayPrefetch()).toBe(outcome)
    },
  )

  it('the idle prefetch does not run on a server, which has no document', () => {
    expect(mayPrefetch()).toBe(false)
  })
})

describe('whenIdle', () => {
  it('whenIdle uses requestIdleCallback with a timeout of one second', () => {
    const request = vi.fn(() => 7)
    const cancel = vi.fn()
    vi.stubGlobal('requestIdleCallback', request)
    vi.stubGlobal('cancelIdleCallback', cancel)
    const run = vi.fn()
    whenIdle(run)()
    expect(request).toHaveBeenCalledWith(run, { timeout: 1_000 })
    expect(cancel).toHaveBeenCalledWith(7)
  })

  it('whenIdle runs after 200 ms in a browser without requestIdleCallback, unless the call is cancelled', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('requestIdleCallback', undefined)
    const [run, cancelled] = [vi.fn(), vi.fn()]
    whenIdle(run)
    whenIdle(cancelled)()
    vi.advanceTimersByTime(199)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledOnce()
    expect(cancelled).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
