import type { Connector } from '@portico/kernel/connector-kit'
import { accountState, activeAccount, sessionSlice } from '@portico/kernel/session'
import { tally } from '@portico/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  connectionsOf,
  connectorSource,
  id,
  isConnected,
  payloadsOf,
  puppet,
  puppetSession,
  reportOf,
  savedConnection,
  savedStorage,
  storedIn,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'

describe('[D11c] a wallet that does not confirm', () => {
  it('A wallet that does not confirm within 10 s fails with a one-tap reset, and its late answer changes nothing', async () => {
    vi.useFakeTimers()
    try {
      const storage = savedStorage({ connections: [savedConnection(ada)] })
      const source = connectorSource()
      const it = await bench({ storage, plugins: [source.plugin] })
      let answer = (_: ReturnType<typeof puppetSession>) => {}
      const restore = vi.fn(
        () =>
          new Promise<ReturnType<typeof puppetSession>>(resolve => {
            answer = resolve
          }),
      )
      source.add(puppet(ada, { name: 'Ada', restore }))
      await vi.waitFor(() => expect(connectionsOf(it)[0]?.phase.name).toBe('reconnecting'))
      await vi.advanceTimersByTimeAsync(9_900)
      expect(connectionsOf(it)[0]?.phase.name).toBe('reconnecting')
      await vi.advanceTimersByTimeAsync(200)
      expect(connectionsOf(it)[0]?.phase).toMatchObject({
        name: 'failed',
        declined: false,
        problem: { id: 'connection.error.RESTORE_TIMEOUT' },
      })
      expect(it.reported).toMatchObject([{ code: 'RESTORE_TIMEOUT' }])
      const walletSession = puppetSession(reportOf(['t_ada']))
      answer(walletSession)
      await vi.advanceTimersByTimeAsync(50)
      expect(activeAccount(it.kernel)).toBeUndefined()
      expect([walletSession.listeners.size, walletSession.isOpen]).toEqual([0, false])
      expect((await storedIn(storage)).connections).toHaveLength(1)

      use(it).forget(id)
      expect(connectionsOf(it)).toEqual([])
      await vi.advanceTimersByTimeAsync(10)
      expect(await storedIn(storage)).toMatchObject({ connections: [], ended: [id] })
      expect(restore).toHaveBeenCalledTimes(1)
      it.kernel.dispose()
    } finally {
      vi.useRealTimers()
    }
  })
  it('A connection whose wallet refuses the restore shows the reason', async () => {
    const storage = savedStorage({ connections: [savedConnection(ada)] })
    const source = connectorSource()
    const it = await bench({ storage, plugins: [source.plugin] })
    source.add(puppet(ada, { restore: () => Promise.reject(new TypeError('Failed to fetch')) }))
    await until(() => connectionsOf(it)[0]?.phase.name === 'failed')
    expect(connectionsOf(it)[0]?.phase).toMatchObject({
      problem: { id: 'connection.error.UNREACHABLE' },
    })
  })
  it('A wallet that is being restored can be connected by a click, which ends the restore', async () => {
    const storage = savedStorage({ connections: [savedConnection(ada)] })
    const source = connectorSource()
    const it = await bench({ storage, plugins: [source.plugin] })
    source.add(
      puppet(ada, {
        connect: async () => puppetSession(reportOf(['t_ada'])),
        restore: () => new Promise(() => {}),
      }),
    )
    await until(() => connectionsOf(it)[0]?.phase.name === 'reconnecting')
    expect((await use(it).connect(ada)).connection).toBe(id)
    expect(payloadsOf(it, 'walletConnected')).toMatchObject([{ restored: false }])
    expect(it.reported).toEqual([])
  })
  it.each(Array.from({ length: 10 }, (_, microtasks) => microtasks))(
    'A wallet that answers a restore %i microtasks after it is forgotten is connected as a whole or not at all',
    async microtasks => {
      const source = connectorSource()
      const walletSession = puppetSession(reportOf(['t_ada']))
      let answer: (() => void) | undefined
      const own = await bench({
        storage: savedStorage({ connections: [savedConnection(ada)] }),
        plugins: [source.plugin],
      })
      source.add(
        puppet(ada, {
          restore: () => new Promise(resolve => (answer = () => resolve(walletSession))),
        }),
      )
      await until(() => answer !== undefined)
      answer?.()
      for (let i = 0; i < microtasks; i++) await undefined
      use(own).forget(id)
      await tick()
      expect(connectionsOf(own)).toEqual([])
      expect(use(own).live(id)).toBeUndefined()
      expect([walletSession.listeners.size, walletSession.isOpen]).toEqual([0, false])
    },
  )
  it('A restore waits for a wallet that announces itself late', async () => {
    const storage = savedStorage({ connections: [savedConnection(ada)] })
    const source = connectorSource()
    const it = await bench({ storage, plugins: [source.plugin] })
    await until(() => connectionsOf(it)[0]?.phase.name === 'reconnecting')
    await tick(60)
    source.add(puppet('other'))
    source.add(puppet(ada, { restore: async () => puppetSession(reportOf(['t_ada'])) }))
    await until(() => isConnected(it))
    expect(activeAccount(it.kernel)?.address).toBe('t_ada')
  })
  it('[S35] A wallet that is restored with an invalid report is not connected', async () => {
    const storage = savedStorage({ connections: [savedConnection(ada)] })
    const it = await bench({ storage, wallets: [wallet({ remembers: true, policy: 'nonsense' })] })
    await until(() => connectionsOf(it)[0]?.phase.name === 'failed')
    expect(it.reported).toMatchObject([{ code: 'WALLET_ANSWER' }])
  })
  it.each([
    ['without an account', reportOf([])],
    ['with nonsense', null],
  ])('[R30] The session of a wallet is closed when it is restored %s', async (_, report) => {
    const walletSession = puppetSession(report)
    const source = connectorSource()
    const it = await bench({
      storage: savedStorage({ connections: [savedConnection(ada)] }),
      plugins: [source.plugin],
    })
    source.add(puppet(ada, { restore: async () => walletSession }))
    await until(() => !walletSession.isOpen)
    expect(isConnected(it, 0)).toBe(true)
    expect(walletSession.listeners.size).toBe(0)
  })
  it('A wallet that fails to disconnect is reported, and dropped all the same', async () => {
    const source = connectorSource()
    const it = await bench({
      storage: savedStorage({ connections: [savedConnection(ada)] }),
      plugins: [source.plugin],
    })
    const watch = () => {
      throw new TypeError('torn')
    }
    source.add(puppet(ada, { restore: async () => ({ ...puppetSession(reportOf([])), watch }) }))
    await until(() => it.reported.length === 1)
    expect(it.reported).toMatchObject([{ message: 'torn' }])
    await until(() => connectionsOf(it).length === 0)
  })
  it('[R25] One wallet of four that hangs delays no other: three are usable within 3 s', async () => {
    const namespaces = ['tally', 'bbb', 'ccc', 'ddd']
    const storage = savedStorage({
      connections: namespaces.map(namespace =>
        savedConnection(`${namespace}:org.tally.ada`, namespace),
      ),
    })
    const began = performance.now()
    const hung = wallet({ remembers: true, policy: 'hang' })
    const chains = namespaces.map((namespace, i) =>
      tally({ namespace, wallets: [i === 1 ? hung : wallet({ remembers: true })] }),
    )
    const it = await bench({ storage, chains })
    await until(() => isConnected(it, 3))
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(accountState(it.kernel, 'bbb').phase).toBe('reconnecting')
    it.kernel.dispose()
    expect(hung.listeners).toBe(0)
  })
  it('[R25] One wallet of four that throws delays no other', async () => {
    const source = connectorSource()
    const storage = savedStorage({
      connections: ['a', 'b', 'c', 'd'].map(name => savedConnection(name)),
    })
    const it = await bench({ storage, plugins: [source.plugin] })
    const restores: Record<string, Connector['restore']> = {
      a: () => {
        throw new TypeError('at once')
      },
    }
    for (const name of ['a', 'b', 'c', 'd'])
      source.add(
        puppet(name, {
          restore: restores[name] ?? (async () => puppetSession(reportOf([`t_${name}`]))),
        }),
      )
    await until(() => isConnected(it, 3))
    expect(it.kernel.state(sessionSlice).connections['tally/a']?.phase.name).toBe('failed')
  })
})
