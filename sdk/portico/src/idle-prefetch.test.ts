import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prefetchInIdle } from './idle-prefetch.js'

/**
 * A page that has loaded, in a visible tab of a browser without `requestIdleCallback`, as in
 * WebKit.
 */
function openPage({
  readyState = 'complete',
  visibilityState = 'visible',
  connection,
}: {
  readyState?: string
  visibilityState?: string
  connection?: object
} = {}) {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { readyState, visibilityState })
  const resources: object[] = []
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('navigator', { onLine: true, ...(connection && { connection }) })
  vi.stubGlobal('performance', { getEntriesByType: () => resources })
  vi.stubGlobal('requestIdleCallback', undefined)
  return { window, document, resources }
}
/** Prefetches three pieces, and records which arrived. */
function prefetch(
  signal = new AbortController().signal,
  pieces: readonly (() => unknown)[] = [() => 1, () => 2, () => 3],
) {
  const fetched: unknown[] = []
  const done = prefetchInIdle(async pause => {
    for (const piece of pieces) {
      await pause()
      fetched.push(await piece())
    }
  }, signal)
  return { fetched, done }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    }),
)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the prefetch of an idle page', () => {
  it('begins after the page has loaded', async () => {
    const { window, document } = openPage({ readyState: 'interactive' })
    const { fetched } = prefetch()
    await pass(10_000)
    expect(fetched).toEqual([])
    document.readyState = 'complete'
    window.dispatchEvent(new Event('load'))
    await pass(2_000)
    expect(fetched).toEqual([1, 2, 3])
  })

  it('leaves no listener on the signal of the page when it ends', async () => {
    openPage()
    const { signal } = new AbortController()
    const count = { added: 0, removed: 0 }
    const [add, remove] = [
      signal.addEventListener.bind(signal),
      signal.removeEventListener.bind(signal),
    ]
    vi.spyOn(signal, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
      count.added++
      add(...args)
    })
    vi.spyOn(signal, 'removeEventListener').mockImplementation(
      (...args: Parameters<typeof remove>) => {
        count.removed++
        remove(...args)
      },
    )
    const { fetched, done } = prefetch(signal)
    await pass(10_000)
    await done
    expect(fetched).toEqual([1, 2, 3])
    expect(count.added).toBeGreaterThan(3)
    expect(count.removed).toBe(count.added)
  })

  it('waits while requests of the page end, and begins after a limit when they never stop', async () => {
    const { resources } = openPage()
    const busy = setInterval(() => resources.push({}), 100)
    const { fetched } = prefetch()
    await pass(1_000)
    expect(fetched).toEqual([])
    await pass(11_000)
    expect(fetched).toEqual([1, 2, 3])
    clearInterval(busy)
  })

  it('yields before each piece, so that no two pieces are one task', async () => {
    openPage()
    const { fetched } = prefetch()
    const seen = []
    for (let time = 0; time < 20; time++) {
      await pass(100)
      seen.push(fetched.length)
    }
    expect([...new Set(seen)]).toEqual([0, 1, 2, 3])
  })

  it.each([
    ['with Save-Data', { connection: { saveData: true } }],
    ['on 2g', { connection: { effectiveType: '2g' } }],
  ])('fetches nothing and reports nothing %s', async (_where, conditions) => {
    openPage(conditions)
    const { fetched, done } = prefetch()
    await pass(60_000)
    await expect(done).resolves.toBeUndefined()
    expect(fetched).toEqual([])
  })

  it('fetches nothing offline', async () => {
    openPage()
    vi.stubGlobal('navigator', { onLine: false })
    const { fetched, done } = prefetch()
    await pass(60_000)
    await expect(done).resolves.toBeUndefined()
    expect(fetched).toEqual([])
  })

  it('fetches nothing in a hidden tab, and begins when the tab is shown', async () => {
    const { document } = openPage({ visibilityState: 'hidden' })
    const { fetched } = prefetch()
    await pass(60_000)
    expect(fetched).toEqual([])
    document.visibilityState = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(2_000)
    expect(fetched).toEqual([1, 2, 3])
  })

  it('waits between two pieces while the tab is hidden, and goes on when it is shown', async () => {
    const { document } = openPage()
    const { fetched } = prefetch(undefined, [
      () => {
        // Hidden while the next idle moment is waited for.
        setTimeout(() => {
          document.visibilityState = 'hidden'
        }, 100)
        return 1
      },
      () => 2,
    ])
    await pass(60_000)
    expect(fetched).toEqual([1])
    document.visibilityState = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(2_000)
    expect(fetched).toEqual([1, 2])
  })

  it('stops between two pieces when the person begins to save data', async () => {
    const connection = { saveData: false }
    openPage({ connection })
    const { fetched, done } = prefetch(undefined, [
      () => {
        connection.saveData = true
        return 1
      },
      () => 2,
    ])
    await pass(60_000)
    await done
    expect(fetched).toEqual([1])
  })

  it('stops without a rejection when a piece fails to load', async () => {
    openPage()
    const { fetched, done } = prefetch(undefined, [
      () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
      () => 2,
    ])
    await pass(60_000)
    await expect(done).resolves.toBeUndefined()
    expect(fetched).toEqual([])
  })

  it.each([
    ['before the page has loaded', { readyState: 'loading' }, 0],
    ['while the network is busy', {}, 100],
    ['while an idle moment is waited for', {}, 400],
    ['in a hidden tab', { visibilityState: 'hidden' }, 1_000],
  ])(
    'the prefetch of an idle page is cancelled with its owner %s, and leaves no timer',
    async (_when, conditions, ms) => {
      const { window, document } = openPage(conditions)
      const owner = new AbortController()
      const { fetched, done } = prefetch(owner.signal)
      await pass(ms)
      owner.abort()
      await done
      expect(vi.getTimerCount()).toBe(0)
      document.visibilityState = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
      window.dispatchEvent(new Event('load'))
      await pass(60_000)
      expect(fetched).toEqual([])
    },
  )
})
