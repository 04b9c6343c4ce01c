import { definePlugin, memoryStorage, type Plugin } from '@portico/kernel'
import { historyPageEndpoint } from '@portico/kernel/backend'
import { type ActivityEntry, activityCapability } from '@portico/kernel/capabilities'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { tally, tallyWallet } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { start, until } from '../test/bench.js'
import { recents } from './index.js'

describe('a history into which third parties have written', () => {
  const entry = (
    at: number,
    sentFrom: string,
    sentTo: string,
    direction: 'in' | 'out',
    numeric: string,
    operationType = 'send',
  ): ActivityEntry => ({
    id: String(at),
    metadata: {
      minedAt: '2026-01-01T00:00:00Z',
      chain: 'tally:main',
      operationType,
      status: 'confirmed',
      sentFrom,
      sentTo,
    },
    transfers: [{ direction, quantity: { numeric } }],
  })
  const history = (entries: readonly ActivityEntry[]): Plugin =>
    definePlugin({
      id: 'test/history',
      setup: context =>
        void context.offer(activityCapability, 'tally:main', { page: async () => ({ entries }) }),
    })
  const friend = 't_abcdefghijklmnopq'
  const forged = 't_abcxxxxxxxxxxxopq'

  it('[S17] [D28b] an address that only looks like one that was paid is warned of', async () => {
    const { form, state } = await start({
      plugins: [history([entry(1, 't_ada', friend, 'out', '5')])],
    })
    await form.setRecipient(forged)
    expect(state().recipient).toMatchObject({
      name: 'known',
      resembles: friend,
      warnings: [{ id: 'send.warning.lookAlike' }],
    })
    await form.setRecipient(friend)
    expect(state().recipient).toMatchObject({ name: 'known', warnings: [] })
  })

  it('[S17] two paid addresses that look alike have a warning that names neither as the known one', async () => {
    const both = [entry(1, 't_ada', friend, 'out', '5'), entry(2, 't_ada', forged, 'out', '1')]
    const { form, state } = await start({ plugins: [history(both)] })
    for (const [typed, other] of [
      [forged, friend],
      [friend, forged],
    ] as const) {
      await form.setRecipient(typed)
      expect(state().recipient).toMatchObject({
        resembles: other,
        isDouble: true,
        warnings: [{ id: 'send.warning.double' }],
      })
    }
  })

  it('[S17] a thousand transfers of nothing suggest no recipient, and make no unknown address known', async () => {
    const poison = Array.from({ length: 1_000 }, (_, at) =>
      entry(
        at,
        at % 2 ? 't_ada' : forged,
        at % 2 ? forged : 't_ada',
        at % 2 ? 'out' : 'in',
        at % 2 ? '0.000' : '7',
      ),
    )
    const { form, state, kernel } = await start({ plugins: [history(poison)] })
    expect(recents(kernel, 'tally:main')).toEqual([])
    await form.setRecipient(friend)
    expect(state().recipient).toMatchObject({ name: 'known', warnings: [] })
  })

  it('[S17] a paid recipient is found behind pages of incoming transfers, and the search ends', async () => {
    const requested: (string | undefined)[] = []
    const pagesOf = (paid: number): Plugin =>
      definePlugin({
        id: 'test/history',
        setup: context =>
          void context.offer(activityCapability, 'tally:main', {
            async page(_account, _network, cursor) {
              requested.push(cursor)
              const at = Number(cursor ?? 0)
              const dust = Array.from({ length: 50 }, (_, nth) =>
                entry(at * 50 + nth, forged, 't_ada', 'in', '0.1', 'receive'),
              )
              return {
                entries: at === paid ? [entry(0, 't_ada', friend, 'out', '5')] : dust,
                next: String(at + 1),
              }
            },
          }),
      })
    const behind = await start({ plugins: [pagesOf(3)] })
    await behind.form.setRecipient(forged)
    expect(behind.state().recipient).toMatchObject({ resembles: friend })
    expect(requested.splice(0)).toEqual([undefined, '1', '2', '3'])
    const endless = await start({ plugins: [pagesOf(Number.POSITIVE_INFINITY)] })
    await endless.form.setRecipient(forged)
    expect(endless.state().recipient).toMatchObject({ name: 'known', warnings: [] })
    expect(requested).toHaveLength(4)
  })

  it('[R6] [S17] a history that does not answer delays Send by at most 10 s', async () => {
    const silent = definePlugin({
      id: 'test/history',
      setup: context =>
        void context.offer(activityCapability, 'tally:main', {
          page: () => new Promise(() => undefined),
        }),
    })
    const { form, state } = await start({ plugins: [silent] })
    await form.setRecipient('t_ada') // loads the code, which takes real time
    vi.useFakeTimers()
    try {
      const requested = form.setRecipient(forged)
      await vi.advanceTimersByTimeAsync(9_000)
      expect(state().recipient).toMatchObject({ name: 'resolving' })
      await vi.advanceTimersByTimeAsync(1_500)
      await requested
      expect(state().recipient).toMatchObject({ name: 'known', warnings: [] })
    } finally {
      vi.useRealTimers()
    }
  })

  it('[S17] a backend with a history is queried for the transactions that the account sent', async () => {
    const kept = definePlugin({
      id: 'test/backend',
      setup: context =>
        context.handle(
          historyPageEndpoint,
          async ({ sent }) => ({ entries: sent ? [entry(1, 't_ada', friend, 'out', '5')] : [] }),
          { id: 'backend' },
        ),
    })
    const { form, state } = await start({ plugins: [kept] })
    await form.setRecipient(forged)
    expect(state().recipient).toMatchObject({ resembles: friend })
  })

  it('[S17] pages of the history are requested until one has a payment', async () => {
    const requested: (string | undefined)[] = []
    const kept = definePlugin({
      id: 'test/backend',
      setup(context) {
        const page = async ({ cursor }: { readonly cursor?: string }) => {
          requested.push(cursor)
          return cursor === 'two'
            ? { entries: [entry(1, 't_ada', friend, 'out', '5')] }
            : { entries: [], next: 'two' }
        }
        context.handle(historyPageEndpoint, page, { id: 'backend' })
      },
    })
    const { form, state } = await start({ plugins: [kept] })
    await form.setRecipient(forged)
    expect(state().recipient).toMatchObject({ resembles: friend })
    expect(requested).toEqual([undefined, 'two'])
  })

  it('[S17] a history that fails is reported, warns of no address and does not block the form', async () => {
    const down = new TypeError('down')
    const failing = definePlugin({
      id: 'test/history',
      setup: context =>
        void context.offer(activityCapability, 'tally:main', { page: () => Promise.reject(down) }),
    })
    const { form, state, kernel } = await start({ plugins: [failing] })
    await form.setRecipient(forged)
    expect(state().recipient).toMatchObject({ name: 'known', warnings: [] })
    expect(kernel.reported.map(({ error }) => error)).toEqual([down])
  })

  it('[S17] a history that fails after another text was typed is not reported', async () => {
    const waiting: (() => void)[] = []
    const page = () =>
      new Promise<never>((_, reject) => waiting.push(() => reject(new TypeError('late'))))
    const late = definePlugin({
      id: 'test/history',
      setup: context => void context.offer(activityCapability, 'tally:main', { page }),
    })
    const { form, kernel } = await start({ plugins: [late] })
    const first = form.setRecipient(forged)
    await until(() => waiting.length === 1)
    const second = form.setRecipient('')
    waiting[0]?.()
    await Promise.all([first, second])
    expect(kernel.reported).toEqual([])
  })

  it('[S17] an address that another account paid, or that only sent to this one, does not count as paid', async () => {
    for (const strange of [
      entry(1, 't_eve', friend, 'out', '5'),
      entry(1, 't_ada', friend, 'in', '5'),
    ]) {
      const { form, state } = await start({ plugins: [history([strange])] })
      await form.setRecipient(forged)
      expect(state().recipient).not.toHaveProperty('resembles')
    }
    const { transfers: [out] = [], ...both } = entry(1, 't_ada', friend, 'out', '5')
    const change: ActivityEntry = {
      ...both,
      transfers: [{ direction: 'in', quantity: { numeric: '0' } }, ...(out ? [out] : [])],
    }
    const { form, state } = await start({ plugins: [history([change])] })
    await form.setRecipient(forged)
    expect(state().recipient).toMatchObject({ resembles: friend })
  })

  it.each(['execute', 'approve', 'trade', 'burn'])(
    '[S17] an account that is named by something other than a payment (%s) does not count as paid',
    async operationType => {
      const { form, state } = await start({
        plugins: [history([entry(1, 't_ada', forged, 'out', '1000', operationType)])],
      })
      await form.setRecipient(friend)
      expect(state().recipient).toMatchObject({ name: 'known', warnings: [] })
    },
  )
})

describe('known recipients', () => {
  const entry = (to: string, status: string) => ({
    hash: `#${to}`,
    network: 'tally:main',
    from: 't_ada',
    to,
    symbol: 'MRK',
    decimals: 0,
    amount: 5n,
    at: 1,
    status,
    seen: true,
  })
  const withSent = async (...entries: readonly object[]) => {
    const storage = memoryStorage()
    storage.set(
      'portico.sent',
      JSON.stringify({ version: 1, saved: entries }, (_, value) =>
        typeof value === 'bigint' ? { $bigint: `${value}` } : value,
      ),
    )
    return start({ storage })
  }
  const friend = 't_abcxxxxxxxxxxxxxxyz'
  const alike = 't_abcqqqqqqqqqqqqqxyz'

  it.each(['pending', 'unknown', 'failed', 'expired', 'replaced'])(
    '[S17] the recipient of a transfer that is %s is not known: a look-alike of a known one is warned of, and no address is compared with it',
    async status => {
      const warned = await withSent(entry(alike, status), entry(friend, 'confirmed'))
      await warned.form.setRecipient(alike)
      expect(warned.state().recipient).toMatchObject({ resembles: friend })
      const quiet = await withSent(entry(friend, status))
      await quiet.form.setRecipient(alike)
      expect(quiet.state().recipient).not.toHaveProperty('resembles')
    },
  )

  it('[S17] an address that was paid from here raises no warning although another paid address looks alike', async () => {
    const { form, state } = await withSent(entry(alike, 'confirmed'), entry(friend, 'confirmed'))
    await form.setRecipient(alike)
    expect(state().recipient).toMatchObject({ name: 'known', address: alike, warnings: [] })
    expect(state().recipient).not.toHaveProperty('resembles')
  })

  it('[S17] each account of the person on this chain counts as known, accounts of other chains do not', async () => {
    const { form, state } = await start({ wallet: { accounts: ['t_ada', friend] } })
    await form.setRecipient(alike)
    expect(state().recipient).toMatchObject({ resembles: friend })
    const onThird = await start({
      wallet: { accounts: ['t_ada'] },
      plugins: [
        tally({
          namespace: 'third',
          wallets: [tallyWallet({ name: 'Third', accounts: [friend] })],
        }),
      ],
    })
    const third = onThird.kernel
      .items(connectorsSlot)
      .find(({ namespace }) => namespace === 'third')
    await onThird.kernel.use(connectionService).connect(third?.id ?? '', { network: 'third:main' })
    await onThird.kernel.use(connectionService).switchNetwork('tally:main')
    await onThird.form.setRecipient(alike)
    expect(onThird.state().recipient).toMatchObject({ name: 'known', address: alike })
    expect(onThird.state().recipient).not.toHaveProperty('resembles')
  })

  it('[S2] [S17] the recipient who was shown while another one was paid does not count as known', async () => {
    const { form, state } = await withSent({
      ...entry(friend, 'confirmed'),
      differs: { to: 't_eve' },
    })
    await form.setRecipient(alike)
    expect(state().recipient).not.toHaveProperty('resembles')
  })
})
