import { definePlugin, override } from '@portico/kernel'
import { type Account, accountPartsSlot } from '@portico/kernel/account'
import { nativeBalanceEndpoint } from '@portico/kernel/backend'
import { namesCapability } from '@portico/kernel/capabilities'
import { activeAccount, connectionService } from '@portico/kernel/session'
import { tallyWallet } from '@portico/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { bench, chain, main, marks, page, refresh, settle, setUpBench } from '../test/bench.js'
import type { BalancePhase } from './account-page.js'
import { accountPageService } from './refs.js'

setUpBench()

describe('a refresh of the balance', () => {
  it('a refresh goes from loading to known, and a new account starts at loading without the old balance', async () => {
    const wallet = tallyWallet({ accounts: ['t_ada', 't_bob'] })
    const kernel = await bench(
      { plugins: [chain(main, async ({ address }) => marks(address === 't_ada' ? 1n : 2n))] },
      wallet,
    )
    const phases: BalancePhase[] = []
    kernel.subscribe(
      () => phases.at(-1) !== page(kernel).balance && phases.push(page(kernel).balance),
    )
    await refresh(kernel)
    wallet.setAccounts(['t_bob', 't_ada'])
    await settle()
    await refresh(kernel)
    const shown = phases
      .filter(({ name }, i) => name !== phases[i - 1]?.name)
      .map(phase => [phase.name, 'last' in phase ? phase.last?.balance.amount : undefined])
    expect(shown).toEqual([
      ['loading', undefined],
      ['known', 1n],
      ['loading', undefined],
      ['known', 2n],
    ])
  })

  it('[R5] a refresh keeps the old value with its age when the network is down, and has the time of the next try', async () => {
    let isUp = true
    const kernel = await bench({
      plugins: [
        chain(main, async () => (isUp ? marks(5n) : Promise.reject(new RangeError('down')))),
      ],
    })
    await refresh(kernel)
    const { last } = page(kernel).balance as Extract<BalancePhase, { name: 'known' }>
    isUp = false
    vi.advanceTimersByTime(60_000)
    await refresh(kernel)
    const retryAt = Date.now() + 30_000
    expect(page(kernel).balance).toEqual({ name: 'unavailable', last, retryAt })
    vi.advanceTimersByTime(10_000)
    await refresh(kernel)
    expect(page(kernel).balance).toEqual({ name: 'unavailable', last, retryAt })
    isUp = true
    vi.advanceTimersByTime(20_001)
    await refresh(kernel)
    expect(page(kernel).balance).toMatchObject({ name: 'known', last: { balance: { amount: 5n } } })
    expect(kernel.reported).toEqual([])
  })

  it('[R18] the wait before the next try of a balance does not change when the system clock is set', async () => {
    const kernel = await bench({
      plugins: [chain(main, async () => Promise.reject(new RangeError('down')))],
    })
    await refresh(kernel)
    vi.advanceTimersByTime(10_000)
    vi.setSystemTime(Date.now() - 86_400_000)
    await refresh(kernel)
    expect(page(kernel).balance).toEqual({ name: 'unavailable', retryAt: Date.now() + 20_000 })
  })

  it('no balance is requested without an account, or where a feature shows the balance', async () => {
    const native = vi.fn(async () => marks(1n))
    const feature = definePlugin({
      id: 'test/portfolio',
      setup: context =>
        void context.contribute(accountPartsSlot, {
          id: 'portfolio',
          place: 'balance',
          load: async () => ({ default: () => null }),
        }),
    })
    const shown = await bench({ plugins: [chain(main, native), feature] })
    await refresh(shown)
    expect(native).not.toHaveBeenCalled()

    const silent = await bench({
      endpoints: [override(nativeBalanceEndpoint, async () => marks(1n))],
    })
    await silent.use(connectionService).disconnect()
    await refresh(silent)
    expect(page(silent)).toEqual({ balance: { name: 'loading' } })
  })

  it('[R20] a burst of account changes causes one request', async () => {
    const native = vi.fn(async ({ address }: Account) => marks(BigInt(address.length)))
    const wallet = tallyWallet()
    const kernel = await bench({ plugins: [chain(main, native)] }, wallet)
    // What the view does: another subject, another question.
    let before = 't_ada'
    kernel.subscribe(() => {
      const address = activeAccount(kernel)?.address ?? ''
      if (address !== before) void kernel.use(accountPageService).refresh()
      before = address
    })
    for (let i = 0; i < 100; i++) wallet.setAccounts([`t_${'a'.repeat((i % 9) + 1)}`])
    await settle()
    await vi.dynamicImportSettled()
    await settle()
    expect(native).toHaveBeenCalledTimes(1)
    expect(page(kernel).balance).toMatchObject({ name: 'known', last: { balance: { amount: 3n } } })
  })

  it('[R29] an aborted refresh notifies its caller no more, and the known balance stays', async () => {
    let release = () => {}
    let aborted = false
    const slow = override(
      nativeBalanceEndpoint,
      (_, signal) =>
        new Promise(resolve => {
          release = () => resolve(marks(1n))
          signal.addEventListener('abort', () => {
            aborted = true
          })
        }),
    )
    const kernel = await bench({ endpoints: [slow] })
    const controller = new AbortController()
    const done = kernel.use(accountPageService).refresh(controller.signal)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
    controller.abort()
    await done
    expect(aborted).toBe(true)
    release()
    await vi.advanceTimersByTimeAsync(0)
    expect(page(kernel).balance).toEqual({ name: 'loading' })
    expect(kernel.reported).toEqual([])
  })

  it('balances that are answered after the last disconnect are not kept', async () => {
    let answer = (_: ReturnType<typeof marks>) => {}
    const answered = new Promise<ReturnType<typeof marks>>(resolve => {
      answer = resolve
    })
    const wallet = tallyWallet({ accounts: ['t_ada', 't_bob'] })
    const kernel = await bench({ plugins: [chain(main, () => answered)] }, wallet)
    const service = kernel.use(accountPageService)
    const bob = { ...(activeAccount(kernel) as Account), address: 't_bob' }
    const runs = [service.refresh(), service.readBalance(bob)]
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(200)
    await kernel.use(connectionService).disconnect()
    answer(marks(7n))
    await vi.advanceTimersByTimeAsync(0)
    await Promise.all(runs)
    expect(page(kernel)).toEqual({ balance: { name: 'loading' } })
  })

  it('[R22] stale answers are dropped: 10,000 interleavings, no stale balance, name or picture', {
    tags: 'thorough',
  }, async () => {
    let scheduler: fc.Scheduler
    const late = <Value>(value: Value) => scheduler.schedule(Promise.resolve(value))
    const worth = (address: string) => BigInt(parseInt(address.slice(2), 36))
    const addresses = ['t_a', 't_b', 't_c', 't_d']
    const wallet = tallyWallet({ accounts: addresses })
    const kernel = await bench(
      {
        plugins: [
          definePlugin({
            id: 'test/names',
            setup: context =>
              void context.offer(
                namesCapability,
                'tally',
                {
                  looksLike: () => false,
                  resolve: async () => undefined,
                  reverse: address => late({ name: `${address}.name`, imageUrl: address }),
                },
                { id: 'late' },
              ),
          }),
        ],
        endpoints: [
          override(nativeBalanceEndpoint, ({ account }) => late(marks(worth(account.address)))),
        ],
      },
      wallet,
    )
    await kernel.use(accountPageService).selectTab('warm')
    const check = () => {
      const { subject, balance, profile } = page(kernel)
      const address = subject?.slice(main.length + 1) ?? ''
      if ('last' in balance && balance.last && balance.last.balance.amount !== worth(address))
        expect.unreachable('a stale balance')
      if (profile && (profile.name !== `${address}.name` || profile.imageUrl !== address))
        expect.unreachable('a stale name')
    }
    kernel.subscribe(check)
    let switches = 0
    const { activate } = kernel.use(connectionService)
    const { refresh } = kernel.use(accountPageService)
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat(3), { minLength: 10, maxLength: 10, size: 'max' }),
        fc.array(fc.nat(3), { minLength: 10, maxLength: 10, size: 'max' }),
        async (s, picks, answers) => {
          scheduler = s
          vi.advanceTimersByTime(nativeBalanceEndpoint.cacheFor + 1)
          const all: Promise<void>[] = []
          for (const [i, pick] of picks.entries()) {
            activate('tally/tally:org.tally.tally-wallet', addresses[pick])
            all.push(refresh())
            await vi.advanceTimersByTimeAsync(0)
            switches++
            for (let n = answers[i] ?? 0; n > 0 && s.count(); n--) await s.waitOne()
          }
          const done = Promise.all(all)
          await s.waitFor(done)
          const address = addresses[picks.at(-1) ?? 0] ?? ''
          expect(page(kernel)).toMatchObject({
            subject: `${main}:${address}`,
            balance: { name: 'known', last: { balance: { amount: worth(address) } } },
            profile: { name: `${address}.name` },
          })
        },
      ),
      { numRuns: 1_000 },
    )
    expect(switches).toBe(10_000)
    expect(kernel.reported).toEqual([])
  })
})
