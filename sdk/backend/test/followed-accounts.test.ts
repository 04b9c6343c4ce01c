import { type Devnet, startDevnet } from '@portico/devnet'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Backend, type BackendOptions, startBackend } from '../src/index.js'
import { onBothDatabases } from './databases.js'
import { openTestStore } from './store.js'
import { ada, bob, carol, dollar, json, send, sendDollars, until } from './world.js'

interface Entry {
  readonly metadata: { readonly operationType: string; readonly hash: string }
}

onBothDatabases('the index of accounts', databases => {
  let devnet: Devnet
  let database: string
  const running: Backend[] = []
  type Chain = NonNullable<BackendOptions['chains']>[number]
  const start = async (chain: Partial<Chain> = {}) => {
    const { id, url } = devnet.chain(1)
    const backend = await startBackend({
      port: 0,
      database,
      chains: [{ id, rpc: [url], tokens: [dollar], ...chain }],
      rateLimit: false,
    })
    running.push(backend)
    return backend
  }
  const history = async ({ url }: Backend, address: string) =>
    (
      (await json(`${url}/v1/account/${address}/history`)).body as {
        readonly data: readonly Entry[]
      }
    ).data
  const kinds = async (backend: Backend, address: string) =>
    (await history(backend, address)).map(({ metadata }) => metadata.operationType)
  const has = (backend: Backend, address: string, count: number) =>
    until(
      () => kinds(backend, address),
      ({ length }) => length === count,
    )
  const rows = async (table: 'participants' | 'transactions' | 'index_gaps') => {
    const store = await openTestStore(database)
    const found = await store.database.selectFrom(table).selectAll().execute()
    await store.close()
    return found
  }

  beforeEach(async () => {
    database = await databases.create()
    devnet = await startDevnet({ chains: [1] })
  }, 60_000)
  afterEach(async () => {
    await Promise.all(running.splice(0).map(backend => backend.stop()))
    await devnet.stop()
  })

  it('the index back-fills an account that is requested, follows it, and stores nothing of other accounts', async () => {
    const chain = devnet.chain(1)
    await sendDollars(chain, ada.address, bob.address, 5n)
    await send(chain, ada.address, { to: bob.address, value: 7n })
    await chain.mine(100)
    const backend = await start()
    expect(await history(backend, bob.address)).toEqual([])
    // Minted, received as a token, and received in the native coin, which only traces tell.
    expect(await has(backend, bob.address, 3)).toEqual(['receive', 'receive', 'mint'])
    await send(chain, carol.address, { to: bob.address, value: 9n })
    await send(chain, carol.address, { to: ada.address, value: 9n })
    await has(backend, bob.address, 4)
    const addresses = (await rows('participants')).map(row => 'address' in row && row.address)
    expect(new Set(addresses)).toEqual(new Set([bob.address.toLowerCase()]))
    expect(await rows('transactions')).toHaveLength(4)
    expect(await rows('index_gaps')).toEqual([])
  })

  it('two accounts of one transaction both have it, whichever was back-filled first', async () => {
    const chain = devnet.chain(1)
    await sendDollars(chain, ada.address, bob.address, 5n)
    await chain.mine(100)
    const backend = await start()
    await history(backend, bob.address)
    await has(backend, bob.address, 2)
    await history(backend, ada.address)
    await until(
      () => kinds(backend, ada.address),
      found => found.includes('send'),
    )
    expect(await kinds(backend, bob.address)).toEqual(['receive', 'mint'])
  })

  it('the index back-fills what happened while it was stopped for more blocks than it reads one by one', async () => {
    const chain = devnet.chain(1)
    const first = await start()
    await history(first, bob.address)
    await has(first, bob.address, 1)
    await first.stop()
    await sendDollars(chain, ada.address, bob.address, 5n)
    await chain.mine(500)
    await sendDollars(chain, ada.address, bob.address, 6n)
    const second = await start()
    expect(await has(second, bob.address, 3)).toEqual(['receive', 'receive', 'mint'])
    expect(
      new Set((await history(second, bob.address)).map(({ metadata }) => metadata.hash)).size,
    ).toBe(3)
  })

  it('[R19] a reorg removes dropped transactions of an account, also when all indexed blocks are gone', async () => {
    const chain = devnet.chain(1)
    const snapshot = await devnet.snapshot()
    await sendDollars(chain, ada.address, bob.address, 5n)
    const backend = await start()
    await history(backend, bob.address)
    await has(backend, bob.address, 2)
    await devnet.revert(snapshot)
    await has(backend, bob.address, 1)
    await sendDollars(chain, ada.address, bob.address, 6n)
    await chain.mine(40)
    await has(backend, bob.address, 2)
    await backend.stop()
    database = await databases.create()
    const second = await start() // knows no block below the reorg
    await history(second, bob.address)
    await has(second, bob.address, 2)
    await devnet.revert(snapshot)
    await chain.mine(60)
    expect(await has(second, bob.address, 1)).toEqual(['mint'])
  })
})
