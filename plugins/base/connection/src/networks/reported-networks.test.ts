import { activeAccount, activeNetwork, sessionSlice } from '@portico/kernel/session'
import { tally, tallyWallet } from '@portico/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  connectionsOf,
  connectorSource,
  idsOf,
  main,
  payloadsOf,
  puppet,
  puppetSession,
  reportOf,
  side,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'

describe('reports of a wallet', () => {
  const connected = async () => {
    const source = connectorSource()
    const walletSession = puppetSession(reportOf(['t_a']))
    const it = await bench({ plugins: [source.plugin] })
    source.add(puppet('ada', { connect: async () => walletSession }))
    await use(it).connect('ada')
    return { it, walletSession }
  }
  it('[R20] A burst of a hundred reports causes one commit and one notification', async () => {
    const { it, walletSession } = await connected()
    let commits = 0
    let before = it.kernel.state(sessionSlice)
    it.kernel.subscribe(() => {
      if (it.kernel.state(sessionSlice) !== before) commits++
      before = it.kernel.state(sessionSlice)
    })
    it.events.length = 0
    for (let i = 0; i < 100; i++)
      walletSession.say(reportOf([i % 2 ? 't_a' : 't_b'], i % 3 ? main : side))
    walletSession.say(reportOf(['t_z'], side))
    await tick(40)
    expect(commits).toBe(1)
    expect(activeAccount(it.kernel)?.address).toBe('t_z')
    expect(idsOf(it, 'accountSwitched', 'networkSwitched')).toEqual([
      'accountSwitched',
      'networkSwitched',
    ])
  })
  it('[R20] Continuous reports cause one commit in each frame', async () => {
    const { it, walletSession } = await connected()
    let commits = 0
    it.kernel.subscribe(() => commits++)
    const began = performance.now()
    for (let i = 0; i < 60; i++) {
      walletSession.say(reportOf([`t_${'x'.repeat((i % 9) + 1)}`]))
      await tick(1)
    }
    const frames = Math.ceil((performance.now() - began) / 16) + 1
    expect(connectionsOf(it)).toHaveLength(1)
    // Each commit is written through: session, memory, and what follows from them.
    expect(commits).toBeLessThanOrEqual(frames * 4)
  })
  it('[R21] A thousand orders of the same changes end in the same state', {
    tags: 'thorough',
  }, async () => {
    const { it, walletSession } = await connected()
    type Step = { account: string } | { network: typeof main | typeof side }
    const steps: Step[] = [
      { account: 't_b' },
      { network: side },
      { account: 't_c' },
      { network: main },
      { account: 't_d' },
      { network: side },
    ]
    const random = fc.array(fc.shuffledSubarray(steps, { minLength: steps.length }), {
      minLength: 1_000,
      maxLength: 1_000,
    })
    const ends = new Set<string>()
    vi.useFakeTimers()
    try {
      for (const order of fc.sample(random, 1)[0] ?? []) {
        walletSession.say(reportOf(['t_a']))
        vi.advanceTimersByTime(20)
        // Each event carries the wallet's whole state, in any order; frames pass
        // between some of them.
        let now = { account: 't_a', network: main as typeof main | typeof side }
        for (const [i, step] of order.entries()) {
          now = { ...now, ...step }
          walletSession.say(reportOf([now.account, 't_other'], now.network))
          if (i % 2) vi.advanceTimersByTime(20)
        }
        walletSession.say(reportOf(['t_end', 't_other'], side))
        vi.advanceTimersByTime(20)
        ends.add(JSON.stringify(it.kernel.state(sessionSlice)))
      }
    } finally {
      vi.useRealTimers()
    }
    expect([...ends]).toHaveLength(1)
    expect(activeAccount(it.kernel)?.address).toBe('t_end')
  })
  it('The account that the person chose stays active until the wallet selects another one', async () => {
    const { it, walletSession } = await connected()
    walletSession.say(reportOf(['t_a', 't_b', 't_c']))
    await until(() => connectionsOf(it)[0]?.accounts.length === 3)
    use(it).activate('tally/ada', 't_b')
    walletSession.say(reportOf(['t_a', 't_b'], side))
    await until(() => activeNetwork(it.kernel) === side)
    expect(activeAccount(it.kernel)?.address).toBe('t_b')
    walletSession.say(reportOf(['t_c', 't_b'], side))
    await until(() => activeAccount(it.kernel)?.address === 't_c')
    expect(payloadsOf(it, 'accountSwitched')).toMatchObject([
      { account: { address: 't_b' } },
      { account: { address: 't_c' } },
    ])
  })
  it('Reports of one namespace change nothing in another', async () => {
    const one = wallet()
    const it = await bench({
      chains: [
        tally({ wallets: [one] }),
        tally({ namespace: 'other', wallets: [tallyWallet({ name: 'Eve' })] }),
      ],
    })
    await use(it).connect('other:org.tally.eve')
    await use(it).connect(ada)
    const { connections, chosen } = it.kernel.state(sessionSlice)
    const [other] = Object.values(connections)
    one.setNetwork(side)
    one.setAccounts(['t_abe'])
    await until(() => activeAccount(it.kernel)?.address === 't_abe')
    const after = it.kernel.state(sessionSlice)
    expect(after.connections['other/other:org.tally.eve']).toBe(other)
    expect(after.chosen.other).toBe(chosen.other)
  })
})
