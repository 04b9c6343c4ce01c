import { type Devnet, startDevnet } from '@portico/devnet'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRpc } from '../src/chains/json-rpc.js'
import { readBlocks } from '../src/history/evm-blocks.js'
import { reorganisationDepth } from '../src/history/index-writer.js'
import { type Backend, type BackendOptions, startBackend } from '../src/index.js'
import { tokenPaying, transferEmitter } from './code.js'
import { onBothDatabases } from './databases.js'
import { openTestStore } from './store.js'
import { ada, bob, call, carol, evmChains, json, queue, send, sendDollars, until } from './world.js'

const emitter = '0x00000000000000000000000000000000000fee75' as const
interface Page {
  readonly data: readonly {
    readonly id: string
    readonly metadata: Record<string, unknown>
    readonly transfers: readonly Record<string, unknown>[]
  }[]
  readonly next: string | null
}

onBothDatabases('the history', databases => {
  let devnet: Devnet
  let database: string
  const running: Backend[] = []
  const start = async (options: Partial<BackendOptions> = {}) => {
    const backend = await startBackend({
      port: 0,
      database,
      chains: evmChains(devnet),
      rateLimit: false,
      ...options,
    })
    running.push(backend)
    return backend
  }
  const page = async ({ url }: Backend, address: string, query = '') =>
    (await json(`${url}/v1/account/${address}/history?${query}`)).body as Page
  /** Every hash of an account, over all pages. */
  const allOf = async (backend: Backend, address: string, query = ''): Promise<string[]> => {
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data, next }: Page = await page(backend, address, `${query}&cursor=${cursor}`)
      found.push(...data.map(({ id }) => id))
      cursor = next
    }
    return found
  }
  const head = async (chainId: number) =>
    Number(await devnet.chain(chainId).request('eth_blockNumber'))
  const caughtUp = async (backend: Backend) => {
    const chain = devnet.chain(1)
    const { hash } = (await chain.request('eth_getBlockByNumber', ['latest', false])) as {
      hash: string
    }
    await until(
      () => backend.indexes,
      ([index]) => index?.phase === 'following' && index.hash === hash,
    )
  }
  const count = async (table: 'transactions' | 'transfers' | 'participants') => {
    const store = await openTestStore(database)
    const { rows } = await store.database
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    await store.close()
    return Number(rows)
  }

  beforeEach(async () => {
    database = await databases.create()
    devnet = await startDevnet({ chains: [1] })
  }, 60_000)
  afterEach(async () => {
    await Promise.all(running.splice(0).map(backend => backend.stop()))
    await devnet.stop()
  })

  it('[D57] the history names the kind of a transaction for each participant: sent, received, failed, created', async () => {
    const chain = devnet.chain(1)
    await send(chain, ada.address, { to: bob.address, value: 1_500_000_000_000_000_000n })
    await sendDollars(chain, bob.address, bob.address, 7n)
    await send(chain, bob.address, {
      to: devnet.contracts.porticoDollar.address,
      data: `0x095ea7b3${call(carol.address, 5n).slice(2)}`,
      gas: 200_000n,
    })
    await send(chain, bob.address, { data: '0x5f5ff3', gas: 200_000n })
    // more than there is: it fails on the chain
    await sendDollars(chain, bob.address, ada.address, 10n ** 15n)
    const backend = await start()
    await caughtUp(backend)
    const { data } = await page(backend, bob.address)
    const entries = data.map(({ metadata, transfers }) => [
      metadata.operationType,
      metadata.status,
      transfers[0]?.direction,
      (transfers[0]?.quantity as { numeric: string } | undefined)?.numeric,
    ])
    expect(entries).toEqual([
      ['execute', 'failed', undefined, undefined],
      ['deploy', 'confirmed', undefined, undefined],
      ['approve', 'confirmed', undefined, undefined],
      ['send', 'confirmed', 'self', '0.000007'],
      ['receive', 'confirmed', 'in', '1.5'],
      ['mint', 'confirmed', 'in', '1000000'],
    ])
    expect((await page(backend, ada.address)).data[0]?.metadata).toMatchObject({
      operationType: 'send',
      sentTo: bob.address.toLowerCase(),
      nonce: 0,
    })
  })

  it('[S17] transfers of nothing do not put a third party into the history of an account', async () => {
    const chain = devnet.chain(1)
    const backend = await start()
    await caughtUp(backend)
    const before = await allOf(backend, bob.address)
    // Anybody may call transferFrom with zero: the event says that bob sent to a look-alike.
    await send(chain, carol.address, {
      to: devnet.contracts.porticoDollar.address,
      data: `0x23b872dd${call(bob.address, ada.address, 0n).slice(2)}`,
      gas: 200_000n,
    })
    await caughtUp(backend)
    expect(await allOf(backend, bob.address)).toEqual(before)
    expect(await allOf(backend, carol.address)).toHaveLength(2)
  })

  it('[S17] the recipient of a payment is read from the call: a token that names another in its logs is ignored', async () => {
    const chain = devnet.chain(1)
    const [liar, honest] = [
      '0x00000000000000000000000000000000000f0f0e',
      '0x00000000000000000000000000000000000ca5e0',
    ] as const
    await chain.request('anvil_setCode', [liar, tokenPaying(carol.address)])
    await chain.request('anvil_setCode', [honest, tokenPaying(bob.address)])
    const transfer = `0xa9059cbb${call(bob.address, 5n).slice(2)}`
    const transferFrom = (from: string) => `0x23b872dd${call(from, bob.address, 5n).slice(2)}`
    // The token reads the amount where transfer has it: what stands there of transferFrom is a
    // number, too.
    const calls = [
      [liar, transfer],
      [liar, transferFrom(ada.address)],
      [honest, transfer],
      [honest, transferFrom(ada.address)],
      [honest, transferFrom(carol.address)],
    ] as const
    for (const [to, data] of calls) await send(chain, ada.address, { to, data, gas: 200_000n })
    await sendDollars(chain, ada.address, bob.address, 7n)
    const backend = await start()
    await caughtUp(backend)
    const { data } = await page(backend, ada.address)
    expect(
      data.slice(0, 6).map(({ metadata }) => [metadata.operationType, metadata.sentTo]),
    ).toEqual([
      ['send', bob.address.toLowerCase()],
      ['execute', honest],
      ['send', bob.address.toLowerCase()],
      ['send', bob.address.toLowerCase()],
      ['execute', liar],
      ['execute', liar],
    ])
  })

  it("[S17] the account's own transactions are found behind any number that others sent", async () => {
    const chain = devnet.chain(1)
    await send(chain, carol.address, { to: bob.address, value: 5n })
    await chain.request('evm_setAutomine', [false])
    for (let nonce = 0; nonce < 60; nonce++)
      await queue(chain, ada.address, { to: carol.address, value: 1n })
    await chain.mine()
    await chain.request('evm_setAutomine', [true])
    const backend = await start()
    await caughtUp(backend)
    expect(
      (await page(backend, carol.address)).data.map(({ metadata }) => metadata.operationType),
    ).toEqual(Array(50).fill('receive'))
    const { data, next } = await page(backend, carol.address, 'sent=true')
    expect(data.map(({ metadata }) => [metadata.operationType, metadata.sentTo])).toEqual([
      ['send', bob.address.toLowerCase()],
    ])
    expect(next).toBeNull()
  })

  it('cursor pages hold every entry once, in order, also while new ones arrive', async () => {
    const chain = devnet.chain(1)
    await chain.request('evm_setAutomine', [false])
    for (let nonce = 0; nonce < 120; nonce++)
      await queue(chain, ada.address, { to: carol.address, value: 1n + BigInt(nonce) })
    await chain.mine()
    await chain.request('evm_setAutomine', [true])
    const backend = await start()
    await caughtUp(backend)
    const first = await page(backend, carol.address)
    expect(first.data).toHaveLength(50)
    await send(chain, ada.address, { to: carol.address, value: 500n })
    await caughtUp(backend)
    const second = await page(backend, carol.address, `cursor=${first.next}`)
    const third = await page(backend, carol.address, `cursor=${second.next}`)
    const nonces = [first, second, third].flatMap(({ data }) =>
      data.map(({ metadata }) => metadata.nonce),
    )
    expect(nonces).toEqual([...Array.from({ length: 120 }, (_, index) => 119 - index), 4])
    expect(third.next).toBeNull()
    expect(new Set(await allOf(backend, carol.address)).size).toBe(122)
  })

  it('[R19] a reorganisation removes dropped transactions, also when the chain became shorter', async () => {
    const chain = devnet.chain(1)
    const snapshot = await devnet.snapshot()
    for (const value of [1n, 2n, 3n]) await send(chain, ada.address, { to: carol.address, value })
    const backend = await start()
    await caughtUp(backend)
    const before = await allOf(backend, carol.address)
    expect(before).toHaveLength(4)

    await devnet.revert(snapshot)
    await until(
      () => allOf(backend, carol.address),
      found => found.length === 1,
    )
    for (const value of [40n, 50n]) await send(chain, bob.address, { to: carol.address, value })
    await chain.mine(3)
    await caughtUp(backend)
    const after = await page(backend, carol.address)
    expect(after.data.map(({ metadata }) => metadata.sentFrom)).toEqual([
      bob.address.toLowerCase(),
      bob.address.toLowerCase(),
      expect.any(String),
    ])
    expect(after.data.filter(({ id }) => before.slice(0, 3).includes(id))).toEqual([])
  })

  it('a chain is indexed anew when a reorganisation is deeper than the indexer follows', async () => {
    const chain = devnet.chain(1)
    const snapshot = await devnet.snapshot()
    await send(chain, ada.address, { to: carol.address, value: 1n })
    await chain.mine(reorganisationDepth + 5)
    const backend = await start()
    await caughtUp(backend)
    await backend.stop()
    await devnet.revert(snapshot)
    await send(chain, bob.address, { to: carol.address, value: 2n })
    await chain.mine(reorganisationDepth + 10)
    const again = await start()
    await caughtUp(again)
    const { data } = await page(again, carol.address)
    expect(data.map(({ metadata }) => metadata.operationType)).toEqual(['receive', 'mint'])
    expect(data[0]?.metadata.sentFrom).toBe(bob.address.toLowerCase())
  })

  it('the indexer loses nothing over a restart, and resumes where it stopped', async () => {
    const chain = devnet.chain(1)
    const first = await start()
    await caughtUp(first)
    const before = await allOf(first, carol.address)
    await first.stop()
    await send(chain, ada.address, { to: carol.address, value: 1n })
    const second = await start()
    expect(await allOf(second, carol.address)).toEqual(expect.arrayContaining(before))
    await caughtUp(second)
    expect(await allOf(second, carol.address)).toHaveLength(before.length + 1)
  })

  it('a node that is down and answers wrongly for a while delays the index, and changes nothing in it', async () => {
    const proxy = await devnet.proxy(1)
    const backend = await start({
      chains: evmChains(devnet).map(chain => ({ ...chain, rpc: [proxy.url] })),
    })
    await caughtUp(backend)
    for (const mode of ['html', 'partial', 'down'] as const) {
      proxy.set(mode)
      await send(devnet.chain(1), ada.address, { to: carol.address, value: 1n })
      const seen = proxy.requests
      await until(
        () => proxy.requests,
        now => now > seen,
      )
    }
    proxy.set('ok')
    await caughtUp(backend)
    expect(await allOf(backend, carol.address)).toHaveLength(4)
    expect(await count('transactions')).toBe(15)
  })

  it('receipts are requested one by one from a node that has no receipts of whole blocks', async () => {
    const chain = devnet.chain(1)
    await send(chain, ada.address, { to: carol.address, value: 9n })
    const to = await head(1)
    const signal = new AbortController().signal
    const usual = await readBlocks(createRpc('eip155:1', [chain.url]), 0, to, signal)
    const whole = createRpc('eip155:1', [chain.url])
    const without = {
      ...whole,
      batch: async (calls: Parameters<typeof whole.batch>[0]) =>
        Promise.all(
          (await whole.batch(calls)).map((answer, index) =>
            calls[index]?.method === 'eth_getBlockReceipts'
              ? { refusal: { code: -32601, message: 'method not found' } }
              : answer,
          ),
        ),
    }
    expect(await readBlocks(without, 0, to, signal)).toEqual(usual)
    expect(usual).toHaveLength(to + 1)
  })

  // A file of SQLite belongs to one server.
  it.runIf(databases.kind === 'postgres')(
    'two servers on one database index each block once, and the second takes over when the first stops',
    async () => {
      const first = await start()
      const second = await start()
      await caughtUp(first)
      await until(
        () => second.indexes,
        ([index]) => index?.phase === 'waiting',
      )
      await send(devnet.chain(1), ada.address, { to: carol.address, value: 1n })
      await caughtUp(first)
      expect(await allOf(second, carol.address)).toEqual(await allOf(first, carol.address))
      expect(await count('transactions')).toBe(13)
      await first.stop()
      await send(devnet.chain(1), ada.address, { to: carol.address, value: 2n })
      await caughtUp(second)
      expect(await allOf(second, carol.address)).toHaveLength(3)
      expect(await count('transactions')).toBe(14)
    },
  )

  it.runIf(databases.kind === 'postgres')(
    'the server reconnects to a database that cut every connection, and loses nothing',
    async () => {
      const backend = await start()
      await caughtUp(backend)
      await databases.cut()
      await send(devnet.chain(1), ada.address, { to: carol.address, value: 1n })
      await caughtUp(backend)
      expect(await allOf(backend, carol.address)).toHaveLength(2)
      expect(await count('transactions')).toBe(13)
    },
  )

  it('a contract that emits thousands of transfers in a block is indexed to the last one', async () => {
    const chain = devnet.chain(1)
    await chain.request('anvil_setCode', [emitter, transferEmitter])
    for (const from of [1_000n, 2_000n])
      await send(chain, ada.address, { to: emitter, data: call(1_000n, from), gas: 20_000_000n })
    const backend = await start()
    await caughtUp(backend)
    expect(await count('transfers')).toBe(2_010)
    const account = `0x${2_500n.toString(16).padStart(40, '0')}`
    expect((await page(backend, account)).data).toHaveLength(1)
    expect((await page(backend, ada.address)).data[0]?.transfers).toHaveLength(50)
  })
})
