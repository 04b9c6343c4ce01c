/** A page whose storage answers later than the person clicks. */
import { memoryStorage, type StorageDriver } from '@portico/kernel'
import {
  activeAccount,
  activeNetwork,
  connectionService,
  sessionSlice,
} from '@portico/kernel/session'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  ada,
  bench,
  connectorSource,
  id,
  isConnected,
  puppet,
  puppetSession,
  reportOf,
  savedConnection,
  savedIn,
  savedKey,
  savedStorage,
  savedText,
  side,
  startBench,
  storedIn,
  tick,
  until,
  use,
  wallet,
} from '../../test/bench.js'

/** Answers a read once `answer` is called. */
function slowStorage(inner: StorageDriver) {
  let answer = () => {}
  const answered = new Promise<void>(resolve => (answer = resolve))
  const storage: StorageDriver = { ...inner, get: async key => answered.then(() => inner.get(key)) }
  return { storage, answer }
}
const eve = 'tally:org.tally.eve'
const recent = [{ id: 'rdns:org.tally.eve', rdns: 'org.tally.eve', name: 'Eve' }]

// Loads the code, which may take longer than the kernel waits for storage.
beforeAll(async () => {
  const { kernel } = await bench({ wallets: [wallet()] })
  await kernel.use(connectionService).connect(ada)
  kernel.dispose()
})

describe('[R16] storage that answers late', () => {
  it.each([
    ['with stamps', { [`connections tally/${eve}`]: 5 }],
    ['of an older version, without stamps', undefined],
  ])(
    'A wallet that connects before storage %s answers is saved beside the connections, the networks and the recent wallets in it',
    async (_, stamps) => {
      const inner = savedStorage({
        connections: [savedConnection(eve)],
        networks: { other: 'other:main' },
        recent,
        ...(stamps && { stamps }),
      })
      const { storage, answer } = slowStorage(inner)
      const it = startBench({ storage, wallets: [wallet()] })
      await use(it).connect(ada)
      expect(await inner.get(savedKey)).toContain(eve)
      answer()
      await it.started
      await until(async () => (await storedIn(inner)).connections.length === 2)
      expect(await storedIn(inner)).toMatchObject({
        networks: { other: 'other:main', tally: 'tally:main' },
        active: { tally: ada },
      })
      expect((await storedIn(inner)).recent.map(({ name }) => name)).toContain('Ada')
      expect(activeAccount(it.kernel)?.address).toBe('t_ada')
      expect(it.reported).toEqual([])
    },
  )
  it('A wallet that connects before storage answers that it holds nothing is saved', async () => {
    const inner = memoryStorage()
    const { storage, answer } = slowStorage(inner)
    const it = startBench({ storage, wallets: [wallet()] })
    await use(it).connect(ada)
    await tick(20)
    expect(await inner.get(savedKey)).toBeUndefined()
    answer()
    await it.started
    await until(async () => (await storedIn(inner)).connections.length === 1)
    expect(it.reported).toEqual([])
  })
  it('[D11d] A connection that was ended in an earlier visit stays when the person connects it again before storage answers', async () => {
    const inner = savedStorage({ ended: [id], stamps: { [`connections ${id}`]: 5 } })
    const { storage, answer } = slowStorage(inner)
    const it = startBench({ storage, wallets: [wallet()] })
    await use(it).connect(ada)
    answer()
    await it.started
    await until(async () => (await storedIn(inner)).connections.length === 1)
    expect((await storedIn(inner)).ended).toEqual([])
    expect(isConnected(it)).toBe(true)
  })
  it('A network that the person chooses before storage answers replaces the saved network', async () => {
    const inner = savedStorage({
      networks: { tally: 'tally:main' },
      stamps: { 'networks tally': 5 },
    })
    const { storage, answer } = slowStorage(inner)
    const it = startBench({ storage })
    await use(it).switchNetwork(side)
    answer()
    await it.started
    await until(async () => (await storedIn(inner)).networks.tally === side)
    expect(activeNetwork(it.kernel)).toBe(side)
  })
})

describe('a page with saved connections', () => {
  it('[S13] The namespaces that wait for a restore are the keys of untrusted data, whatever stands under them', async () => {
    for (const [active, keys] of [
      [{ tally: 7 }, ['tally']],
      ['ab', ['0', '1']],
      [7, []],
      [null, []],
    ] as const) {
      const it = startBench({ storage: savedStorage({ active }) })
      expect(it.kernel.state(sessionSlice).returning).toEqual(keys)
      await until(() => it.kernel.state(sessionSlice).returning === undefined)
      expect(savedIn(it.kernel).connections).toEqual([])
      it.kernel.dispose()
    }
  })
  it('[R15] A connection that another tab saves is restored in a page that had nothing to restore', async () => {
    const inner = memoryStorage()
    let notify: (key: string, text: string) => void = () => {}
    const source = connectorSource()
    const it = await bench({
      storage: {
        ...inner,
        subscribe(listener) {
          notify = listener
          return () => {}
        },
      },
      plugins: [source.plugin],
    })
    source.add(puppet('fox', { restore: async () => puppetSession(reportOf(['t_fox'])) }))
    notify(savedKey, savedText({ connections: [savedConnection('fox')], active: { tally: 'fox' } }))
    await until(() => isConnected(it))
    expect(activeAccount(it.kernel)?.address).toBe('t_fox')
  })
})
