import type { NetworkId } from '@portico/kernel/chain'
import { activeNetwork, liveConnections } from '@portico/kernel/session'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  connectionsOf,
  connectorSource,
  id,
  main,
  puppet,
  puppetSession,
  reportOf,
  sharedStorage,
  side,
  use,
} from '../../test/bench.js'

const steps = {
  connect: tab => use(tab).connect(ada),
  disconnect: tab => use(tab).disconnect(id),
  main: tab => use(tab).switchNetwork(main),
  side: tab => use(tab).switchNetwork(side),
  ada: tab => use(tab).activate(id, 't_ada'),
  abe: tab => use(tab).activate(id, 't_abe'),
} satisfies Record<string, (tab: Awaited<ReturnType<typeof bench>>) => unknown>
interface Step {
  /** Of the tab. */
  readonly number: number
  readonly what: keyof typeof steps
  /** Milliseconds until the next. */
  readonly pause: number
}

/**
 * A wallet that restores every earlier connection. It reports its network to every tab, and with
 * `alsoDisconnects` also a disconnect.
 */
function faithful({ alsoDisconnects = false } = {}) {
  const walletSessions: ReturnType<typeof puppetSession>[] = []
  const report = () => reportOf(['t_ada', 't_abe'], at)
  let at: NetworkId = main
  let connects = 0
  const move = async (next: NetworkId) => {
    at = next
    for (const one of walletSessions) one.say(report())
  }
  const walletSession = () => {
    const disconnect = async () => {
      for (const one of walletSessions) if (alsoDisconnects && one !== made) one.say(undefined)
    }
    const made = Object.assign(puppetSession(report()), { handle: { switch: move }, disconnect })
    walletSessions.push(made)
    return made
  }
  const connect = async () => {
    connects++
    return walletSession()
  }
  return {
    move,
    connects: () => connects,
    connector: puppet(ada, { connect, restore: async () => walletSession() }),
  }
}

/** Plays the steps in so many tabs and waits until no tab writes any more. */
async function play(
  count: number,
  latency: (from: number, to: number) => number,
  wanted: readonly Step[],
  wallet = faithful(),
) {
  const shared = sharedStorage(latency)
  const tabs = await Promise.all(
    Array.from({ length: count }, async () => {
      const source = connectorSource()
      const tab = await bench({ plugins: [source.plugin], storage: shared.tab() })
      source.add(wallet.connector)
      return tab
    }),
  )
  // The code of each tab is there: from now on only the clock of the test counts.
  for (const tab of tabs) {
    void use(tab).discover()
    use(tab).activate(id)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(100)
  }
  let endedAt = -1
  let connectedAt = -1
  for (const [i, { number, what, pause }] of wanted.entries()) {
    const tab = tabs[number]
    if (!tab) continue
    const connects = wallet.connects()
    // Who disconnects where nothing is has said nothing.
    const ends = what === 'disconnect' && connectionsOf(tab).length > 0
    // What cannot be done here and now says so to the person; what counts here is what all tabs
    // make of it.
    void Promise.resolve(steps[what](tab)).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(2)
    if (ends) endedAt = i
    if (wallet.connects() > connects) connectedAt = i
    await vi.advanceTimersByTimeAsync(pause)
  }
  await vi.advanceTimersByTimeAsync(3_000)
  const writes = shared.writes()
  await vi.advanceTimersByTimeAsync(20_000)
  const stored = shared.stored()
  const seen = tabs.map(tab => ({
    live: liveConnections(tab.kernel).map(one => one.id),
    network: activeNetwork(tab.kernel),
  }))
  for (const tab of tabs) tab.kernel.dispose()
  return {
    seen,
    stored,
    writes,
    later: shared.writes() - writes,
    isOver: endedAt > connectedAt,
    reported: tabs.flatMap(tab => tab.reported),
  }
}

describe('[R15] tabs that change things at once', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  it('[D11d] A network switch at the moment of a disconnect in another tab does not bring the connection back', async () => {
    const { seen, stored } = await play(3, () => 30, [
      { number: 0, what: 'connect', pause: 1_000 },
      { number: 0, what: 'disconnect', pause: 5 },
      { number: 1, what: 'side', pause: 0 },
    ])
    expect(seen).toEqual(Array(3).fill({ live: [], network: side }))
    expect(stored).toMatchObject({ connections: [], ended: [id], networks: { tally: side } })
  })
  it('Only the tab that moved the wallet writes, also when the other tab receives the report of the wallet first', async () => {
    const connected = { number: 0, what: 'connect', pause: 1_000 } as const
    const { writes: before } = await play(3, () => 200, [connected])
    for (const what of ['side', 'abe', 'disconnect'] as const) {
      const { seen, writes, later } = await play(
        3,
        () => 200,
        [connected, { number: 0, what, pause: 0 }],
        faithful({ alsoDisconnects: true }),
      )
      expect(new Set(seen.map(each => JSON.stringify(each))).size).toBe(1)
      expect(writes - before, what).toBe(1)
      expect(later).toBe(0)
    }
  })
  it('A change in the wallet itself is saved, at the latest when the page unloads', async () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    const shared = sharedStorage()
    const wallet = faithful()
    const source = connectorSource()
    const tab = await bench({ plugins: [source.plugin], storage: shared.tab() })
    source.add(wallet.connector)
    void use(tab).connect(ada)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(1_000)
    const kept = () => shared.stored().networks
    await wallet.move(side)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(kept()).toEqual({ tally: side })
    await wallet.move(main)
    await vi.advanceTimersByTimeAsync(20)
    expect([activeNetwork(tab.kernel), kept()]).toEqual([main, { tally: side }])
    page.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(0)
    expect(kept()).toEqual({ tally: main })
  })
  it('[R17] A disconnect in a tab of an older version, which writes no stamps, counts', async () => {
    const shared = sharedStorage()
    const source = connectorSource()
    const tab = await bench({ plugins: [source.plugin], storage: shared.tab() })
    source.add(faithful().connector)
    void use(tab).connect(ada)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(1_000)
    const { stamps, ...saved } = shared.stored()
    expect([saved.connections.length, Object.keys(stamps).length > 0]).toEqual([1, true])
    shared.save({ ...saved, connections: [], active: {}, ended: [id] })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(liveConnections(tab.kernel)).toEqual([])
    void use(tab).switchNetwork(side)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(shared.stored()).toMatchObject({
      connections: [],
      ended: [id],
      networks: { tally: side },
    })
  })
  it('[D11d] [D12a] Two or three tabs that change things at once end in the same state, keep what was ended, and stop writing', {
    tags: 'thorough',
  }, async () => {
    const step = fc.record({
      number: fc.nat(2),
      what: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
      pause: fc.constantFrom(0, 0, 5, 40, 2_000),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(2, 3),
        fc.array(fc.constantFrom(0, 1, 10, 45), { minLength: 9, maxLength: 9 }),
        fc.array(step, { minLength: 1, maxLength: 7 }),
        async (count, latencies, wanted) => {
          const { seen, stored, writes, later, isOver } = await play(
            count,
            (from, to) => latencies[from * 3 + to] ?? 0,
            wanted,
          )
          for (const one of seen) expect(one).toEqual(seen[0])
          if (isOver) expect(seen[0]?.live).toEqual([])
          expect(stored.connections).toHaveLength(seen[0]?.live.length ?? 0)
          expect(later).toBe(0)
          // Two for a change; and where changes meet, each tab but one may have to say once more
          // what they come to.
          expect(writes).toBeLessThanOrEqual(wanted.length * 2 + count - 1)
        },
      ),
      { numRuns: 60 },
    )
  })
})
