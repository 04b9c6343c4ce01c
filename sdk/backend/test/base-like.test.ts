import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Backend, type BackendOptions, startBackend } from '../src/index.js'
import { account, type BaseLikeNode, startBaseLikeNode } from './base-like-node.js'
import { onBothDatabases } from './databases.js'
import { openTestStore } from './store.js'
import { json, until } from './world.js'

onBothDatabases('the index of a chain like Base', databases => {
  let node: BaseLikeNode
  let database: string
  const running: Backend[] = []
  type Chain = NonNullable<BackendOptions['chains']>[number]
  const start = async (chain: Partial<Chain> = {}) => {
    const backend = await startBackend({
      port: 0,
      database,
      chains: [{ id: 'eip155:8453', rpc: [node.url], ...chain }],
      rateLimit: false,
    })
    running.push(backend)
    return backend
  }
  const followed = (backend: Backend) =>
    until(
      () => backend.indexes,
      ([index]) => index?.phase === 'following' && index.block === node.head,
    )
  const history = async ({ url }: Backend, address: string) =>
    (await json(`${url}/v1/account/${address}/history?chainId=eip155:8453`)).body as {
      readonly data: readonly { readonly metadata: { readonly hash: string } }[]
    }

  beforeEach(async () => {
    node = await startBaseLikeNode()
    database = await databases.create()
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map(backend => backend.stop()))
    await node.stop()
  })

  it('the index reads every block once, in requests that the node accepts, when the node refuses large batches', async () => {
    const backend = await start({ index: 'chain', startBlock: node.head - 7 })
    await followed(backend)
    const bytesPerBlock = 1_500_000
    expect(node.largest).toBeLessThanOrEqual(10)
    expect(node.bytes).toBeGreaterThan(8 * bytesPerBlock * 0.8)
    expect(node.bytes).toBeLessThan(8 * bytesPerBlock * 1.5)
    expect((await history(backend, account(1_000))).data).toHaveLength(8)
  })

  it('the index goes on after the node lied about a block or sent 25 MB, and also while it cuts large responses', {
    timeout: 120_000,
  }, async () => {
    const backend = await start({ index: 'chain', startBlock: node.head })
    await followed(backend)
    for (const mode of ['lie', 'huge'] as const) {
      node.set(mode)
      const before = node.head
      node.mine(3)
      await until(
        () => backend.indexes,
        ([index]) => index?.phase === 'failing',
      )
      expect(backend.indexes[0]?.block).toBeLessThan(node.head)
      expect(backend.indexes[0]?.block).toBeGreaterThanOrEqual(before)
      node.set('ok')
      await followed(backend)
      expect(backend.indexes[0]).toMatchObject({ lag: 0, block: node.head })
    }
    node.set('cut') // only large responses: smaller requests get through
    node.mine(3)
    await followed(backend)
    expect((await history(backend, account(1_000))).data).toHaveLength(10)
  })

  it('the index back-fills requested accounts from logs when the node has no traces and refuses long ranges, each transaction once', async () => {
    await node.stop()
    node = await startBaseLikeNode({ mostRange: 30, perBlock: 20 })
    const backend = await start()
    await followed(backend)
    const senders = Array.from({ length: 12 }, (_, place) => account(1_000 + place))
    for (const sender of senders) await history(backend, sender)
    const store = await openTestStore(database)
    const rows = async (table: 'index_gaps' | 'participants') =>
      (await store.database.selectFrom(table).selectAll().execute()).length
    await until(
      () => rows('participants'),
      count => count >= 12 * 101,
    )
    node.mine(2)
    await until(
      () => rows('participants'),
      count => count >= 12 * 103,
    )
    expect(await rows('participants')).toBe(12 * 103)
    expect(await rows('index_gaps')).toBe(0)
    await store.close()
  })

  it('the index stores nothing of a node that serves another chain from the start', async () => {
    node.set('other-chain')
    const backend = await start({ index: 'chain', startBlock: 0 })
    await until(
      () => backend.indexes,
      ([index]) => index?.phase === 'failing',
    )
    expect(backend.indexes[0]).toMatchObject({ reason: 'NODE_WRONG_NETWORK' })
    expect(backend.indexes[0]?.block).toBeUndefined()
  })
})
