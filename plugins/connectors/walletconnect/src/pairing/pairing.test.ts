import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isExpired, pairingLifeMs } from '../pairing-times.js'
import type { PairingPhase } from '../refs.js'
import { type PairingRun, pair } from './pairing.js'

/** Creates a relay with numbered links, whose wallets answer on command. */
function bench(rest: Partial<PairingRun> = {}) {
  const phases: PairingPhase[] = []
  const dismissed: unknown[] = []
  const reported: unknown[] = []
  const links: {
    approve(session: unknown): void
    refuse(error: unknown): void
    isAbandoned: boolean
  }[] = []
  let failing: unknown
  const page = { isSeen: true, look: [] as (() => void)[] }
  const controller = new AbortController()
  const run: PairingRun = {
    requested: {},
    signIn: async () => undefined,
    client: async () => ({
      async propose() {
        if (failing) throw failing
        const link = {
          approve: (_: unknown) => undefined as void,
          refuse: (_: unknown) => undefined as void,
          isAbandoned: false,
        }
        const approval = new Promise<unknown>((resolve, reject) =>
          Object.assign(link, { approve: resolve, refuse: reject }),
        )
        approval.catch(() => undefined)
        links.push(link)
        return {
          uri: `wc:${links.length}`,
          approval,
          abandon() {
            link.isAbandoned = true
          },
        }
      },
    }),
    show: phase => void phases.push(phase),
    seen: () => (page.isSeen ? Promise.resolve() : new Promise(resolve => page.look.push(resolve))),
    dismiss: session => void dismissed.push(session),
    report: error => void reported.push(error),
    ...rest,
  }
  const outcome = pair(run, controller.signal)
  outcome.catch(() => undefined)
  return {
    outcome,
    phases,
    dismissed,
    reported,
    links,
    page,
    controller,
    fail: (error: unknown) => {
      failing = error
    },
    last: () => phases.at(-1),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}
beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

describe('a pairing link', () => {
  it('[S9.01] a pairing link lives for four minutes', async () => {
    const it = bench()
    await it.pass(0)
    expect(it.phases).toEqual([
      { name: 'preparing', since: 0 },
      { name: 'offered', uri: 'wc:1', expiresAt: 240_000 },
    ])
  })
  it.each([
    [240_000, 0, false],
    [240_000, 229_999, false],
    [240_000, 230_000, false],
    [240_000, 230_001, true],
    [240_000, 240_000, true],
    [240_000, 500_000, true],
  ])(
    '[S4.07] [S34] a pairing link that ends at %i counts as expired at %i: %s',
    (expiresAt, now, expected) => {
      expect(isExpired(expiresAt, now)).toBe(expected)
    },
  )
  it('[D17a] a pairing link is renewed before fewer than 10 s are left, again and again', async () => {
    const it = bench()
    for (let moment = 0; moment < 3_600_000; moment += 1_000) {
      await it.pass(1_000)
      const phase = it.last()
      expect(phase?.name).toBe('offered')
      expect(phase?.name === 'offered' && isExpired(phase.expiresAt, Date.now())).toBe(false)
    }
    expect(it.links.length).toBe(Math.ceil(3_600_000 / 220_000))
  })
  it('a pairing link is not renewed while the page is hidden, and is renewed as soon as the page is visible', async () => {
    const it = bench()
    await it.pass(0)
    it.page.isSeen = false
    await it.pass(30 * 60_000)
    expect(it.links).toHaveLength(1)
    it.page.isSeen = true
    for (const look of it.page.look) look()
    await it.pass(0)
    expect(it.last()).toEqual({
      name: 'offered',
      uri: 'wc:2',
      expiresAt: Date.now() + pairingLifeMs,
    })
  })
  it.each([
    [{ code: 6, message: 'Proposal expired' }],
    // A link that carries a sign-in.
    [new Error('Request expired')],
  ])(
    'a pairing link that the library expired (%o) is shown as expired, and is renewed when the page is visible',
    async reason => {
      const it = bench()
      await it.pass(0)
      it.page.isSeen = false
      it.links[0]?.refuse(reason)
      await it.pass(300_000)
      expect(it.last()).toEqual({ name: 'expired' })
      it.page.isSeen = true
      for (const look of it.page.look) look()
      await it.pass(0)
      expect(it.last()?.name).toBe('offered')
    },
  )
  it('a pairing link that cannot be renewed is shown as expired, and the renewal is retried', async () => {
    const it = bench()
    await it.pass(0)
    it.fail(new TypeError('relay down'))
    await it.pass(245_000)
    expect(it.last()).toEqual({ name: 'expired' })
    expect(it.reported.length).toBeGreaterThan(1)
    it.fail(undefined)
    await it.pass(5_000)
    expect(it.last()?.name).toBe('offered')
  })
  it('a pairing link may still be approved when the next one is on screen: the first approval wins, and a later one is dismissed', async () => {
    const it = bench()
    await it.pass(225_000)
    expect(it.links).toHaveLength(2)
    it.links[0]?.approve('first')
    expect(await it.outcome).toBe('first')
    it.links[1]?.approve('second')
    await it.pass(0)
    expect(it.dismissed).toEqual(['second'])
    expect(it.links.map(link => link.isAbandoned)).toEqual([true, true])
  })
  it('a pairing link that expired does not change the state of the link that replaced it', async () => {
    const it = bench()
    await it.pass(225_000)
    it.links[0]?.refuse({ code: 6, message: 'Proposal expired' })
    await it.pass(0)
    expect(it.last()).toMatchObject({ name: 'offered', uri: 'wc:2' })
    it.links[1]?.approve('yes')
    expect(await it.outcome).toBe('yes')
  })
  it.each([5000, 5001, 5002])(
    '[R12] a pairing link that the person refuses with %i ends the pairing',
    async code => {
      const it = bench()
      await it.pass(0)
      it.links[0]?.refuse({ code, message: 'User rejected.' })
      await expect(it.outcome).rejects.toMatchObject({ code })
    },
  )
  it('a pairing ends when its first link never arrives', async () => {
    const error = new TypeError('no relay')
    const it = bench({ client: () => Promise.reject(error) })
    await expect(it.outcome).rejects.toBe(error)
  })
  it('[S4.10] a pairing link is abandoned, with every timer, when the pairing is given up', async () => {
    const it = bench()
    await it.pass(0)
    it.controller.abort('closed')
    await expect(it.outcome).rejects.toBe('closed')
    expect(it.links[0]?.isAbandoned).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
  it('a pairing link that arrives after the pairing was given up is abandoned', async () => {
    const abandon = vi.fn()
    const late = { uri: 'wc:1', approval: new Promise<unknown>(() => undefined), abandon }
    const it = bench({
      client: async () => ({
        propose: () => new Promise(resolve => void setTimeout(() => resolve(late), 1_000)),
      }),
    })
    await it.pass(0)
    it.controller.abort('closed')
    await it.pass(1_000)
    expect(abandon).toHaveBeenCalledOnce()
    expect(it.phases).toEqual([{ name: 'preparing', since: 0 }])
  })
})
