import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type GuardedRelayer, guardLibrary, pauseAfter } from './library-guard.js'

/**
 * Creates a relayer that retries like the library's.
 * Five attempts in a row, 1 to 5 s apart, and again with each heartbeat.
 */
function createRelayer() {
  const attempts: number[] = []
  const ears = new Map<string, Set<(event: unknown) => void>>()
  const reach = { isUp: false }
  let closings = 0
  const relayer = {
    connected: false,
    on: (event: string, ear: (event: unknown) => void) =>
      void ears.set(event, (ears.get(event) ?? new Set()).add(ear)),
    off: (event: string, ear: (event: unknown) => void) => void ears.get(event)?.delete(ear),
    tell: (event: string) => ears.get(event)?.forEach(ear => void ear(undefined)),
    async createProvider() {
      attempts.push(Date.now())
    },
    async connect() {
      for (let attempt = 1; attempt < 6; attempt++) {
        try {
          await relayer.createProvider()
          relayer.connected = reach.isUp
        } catch {
          return
        }
        if (relayer.connected) {
          relayer.tell('relayer_connect')
          return relayer.tell('relayer_message_ack')
        }
        relayer.tell('relayer_disconnect')
        await new Promise(resolve => setTimeout(resolve, attempt * 1_000))
      }
    },
    transportOpen: () => relayer.connect(),
    async transportClose() {
      closings++
    },
  }
  const beat = setInterval(
    () => relayer.connected || relayer.transportOpen().catch(() => undefined),
    5_000,
  )
  const guard = guardLibrary(relayer satisfies GuardedRelayer, () => undefined)
  const cut = () => {
    relayer.connected = false
    relayer.tell('relayer_disconnect')
  }
  return {
    relayer,
    guard,
    attempts,
    reach,
    cut,
    get closings() {
      return closings
    },
    stop: () => clearInterval(beat),
    ears: () => [...ears.values()].reduce((sum, one) => sum + one.size, 0),
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
beforeEach(
  () =>
    void vi.useFakeTimers({
      now: 0,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    }),
)
afterEach(() => void vi.useRealTimers())

describe('a relay that is down', () => {
  it('[R1] a relay that is down is retried after 1, 2, 4, 8, 16 and 30 s, and up to a fifth sooner', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 40].map(failures => pauseAfter(failures, 0))).toEqual([
      0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ])
    expect([pauseAfter(1, 1), pauseAfter(9, 1)]).toEqual([800, 24_000])
  })
  it('[R1] a relay that is down is tried at most 12 times in two minutes, however many callers need it', async () => {
    const it = createRelayer()
    it.cut()
    for (let second = 0; second < 120; second++) {
      it.relayer.connect().catch(() => undefined)
      await pass(1_000)
    }
    it.stop()
    expect(it.attempts.length).toBeGreaterThan(6)
    expect(it.attempts.length).toBeLessThanOrEqual(12)
  })
  it('[R1] a relay that is down is tried at once when the page returns or a caller needs it, but not twice in a second', async () => {
    const it = createRelayer()
    it.cut()
    await pass(70_000)
    const before = it.attempts.length
    it.reach.isUp = true
    it.guard.hurry()
    it.guard.hurry()
    await pass(5_000)
    it.stop()
    expect(it.attempts.length).toBe(before + 1)
    expect(it.relayer.connected).toBe(true)
  })
  it('[R1] a relay that is down rejects the waiting callers, and is not tried again after the guard is closed', async () => {
    const it = createRelayer()
    const waiting = it.relayer.connect()
    waiting.catch(() => undefined)
    await pass(3_000)
    const before = it.attempts.length
    it.guard.close()
    await pass(60_000)
    it.stop()
    await expect(waiting).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
    // One listener stays: it closes a socket that opens late.
    expect([it.attempts.length, it.ears()]).toEqual([before, 1])
  })
  it('[D12c] a socket that was opening when the guard closed is closed', async () => {
    const it = createRelayer()
    it.guard.close()
    expect(it.closings).toBe(0)
    it.relayer.tell('relayer_connect')
    it.stop()
    expect(it.closings).toBe(1)
  })
})

describe('a message that the relay answers with an error', () => {
  it('a message that the relay answers with an error stays in the queue, and is sent again until the relay accepts it', async () => {
    const answers = ['error', 'error', 'taken']
    const queue = new Map([['1', { request: { id: '1' } }]])
    const publisher = {
      queue,
      async rpcPublish(request: { readonly id: string }) {
        const answer = answers.shift()
        // The library takes any answer, also an error, for a confirmation.
        publisher.removeRequestFromQueue(request.id)
        if (answer === 'error') throw new TypeError('out of order')
      },
      removeRequestFromQueue: (sent: unknown) => void queue.delete(String(sent)),
      checkQueue: () => queue.forEach(({ request }) => void publisher.rpcPublish(request)),
    }
    const relayer = {
      connected: true,
      publisher,
      on: () => undefined,
      off: () => undefined,
      transportOpen: async () => undefined,
      transportClose: async () => undefined,
    }
    const guard = guardLibrary(relayer as unknown as GuardedRelayer, () => undefined)
    const left: number[] = []
    for (let beat = 0; beat < 4; beat++) {
      publisher.checkQueue()
      await pass(0)
      left.push(queue.size)
    }
    guard.close()
    expect([left, answers]).toEqual([[1, 1, 0, 0], []])
  })
})
