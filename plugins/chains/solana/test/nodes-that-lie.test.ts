/** Nodes that are down, slow, busy, or lie, in front of the devnet's ledger. */
import {
  type FaultMode,
  type FaultProxy,
  type SolanaLedger,
  startingLamports,
  startSolanaLedger,
} from '@portico/devnet'
import {
  activityCapability,
  balancesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  readJson,
  readLamports,
  readSimulationOf,
  readTokenAccounts,
  readTransaction,
} from '../src/node/node-answers.js'
import { never, thrownBy } from './bench.js'
import { type Connected, startWorld, type World } from './world.js'

let ledger: SolanaLedger
let world: (World & Connected) | undefined
beforeAll(async () => {
  ledger = await startSolanaLedger()
})
afterAll(() => ledger.stop())
afterEach(() => world?.stop())

/** A world whose first endpoint has this fault, and whose others have none. */
const start = async (mode: FaultMode, { others = 0, timeoutMs = 10_000 } = {}) => {
  const proxies: FaultProxy[] = []
  for (let count = 0; count <= others; count++) proxies.push(await ledger.proxy())
  proxies[0]?.set(mode)
  const made = await startWorld(ledger, {
    rpcUrls: proxies.map(({ url }) => url),
    plugin: { rpcTimeoutMs: timeoutMs },
  })
  world = { ...made, ...(await made.connect()) }
  return { world, proxies }
}
const native = (of: World & Connected) =>
  of.offer(balancesCapability).native(of.from, of.network.caipNetworkId, never())

describe('[R5] [R7] an endpoint that fails', () => {
  it.each(['down', 'html', '503', 'wrong-chain'] as const)(
    'an endpoint that is %s is skipped at once, without the 3 s that a slow one gets',
    async mode => {
      const { world } = await start(mode, { others: 1 })
      const began = performance.now()
      expect((await native(world)).amount).toBe(startingLamports)
      expect(performance.now() - began).toBeLessThan(2_900)
    },
  )

  it.each([
    ['down', 'CHAIN_UNAVAILABLE'],
    ['html', 'CHAIN_ANSWER'],
    ['wrong-chain', 'CHAIN_NETWORK'],
  ] as const)(
    'a single endpoint that is %s is an error with a message (%s)',
    async (mode, code) => {
      const { world } = await start(mode, { timeoutMs: 1_500 })
      expect(await thrownBy(native(world))).toMatchObject({
        code,
        userMessage: { id: expect.any(String) },
      })
    },
  )

  it('an endpoint of another ledger is never used again', async () => {
    const { world, proxies } = await start('wrong-chain', { others: 1 })
    await native(world)
    const before = proxies[0]?.requests
    for (let count = 0; count < 3; count++) await native(world)
    expect(proxies[0]?.requests).toBe(before)
  })

  it('[R6] an endpoint that never responds times out', async () => {
    const { world } = await start('stall', { timeoutMs: 500 })
    const began = performance.now()
    expect(await thrownBy(native(world))).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it('[R8] a busy endpoint is not used for the time of its Retry-After', async () => {
    const { world, proxies } = await start('ok', { others: 0, timeoutMs: 5_000 })
    await native(world)
    proxies[0]?.set('429', { retryAfterSeconds: 1 })
    const began = performance.now()
    const waiting = native(world)
    await expect.poll(() => proxies[0]?.requests).toBe(2)
    proxies[0]?.set('ok')
    expect((await waiting).amount).toBe(startingLamports)
    expect(performance.now() - began).toBeGreaterThanOrEqual(990)
    expect(proxies[0]?.requests).toBe(3)
  })
})

describe('[R9] a batch', () => {
  it.each(['shuffle', 'extra', 'partial'] as const)(
    'matches responses in %s by their ids',
    async mode => {
      const { world } = await start(mode, { others: 1 })
      const { prepare } = world.offer(transfersCapability)
      const network = world.network.caipNetworkId
      const owners = ledger.accounts.slice(2)
      const all = await Promise.all(
        owners.map(({ address }) =>
          world.offer(balancesCapability).native({ ...world.from, address }, network, never()),
        ),
      )
      expect(all.map(({ amount }) => amount)).toEqual(owners.map(() => startingLamports))
      const prepared = await prepare(
        {
          from: world.from,
          to: ledger.accounts[5].address,
          network,
          asset: 'native',
          decimals: 9,
          amount: 1_000_000n,
        },
        never(),
      )
      expect(prepared).toMatchObject({ amount: 1_000_000n, fee: { amount: 5000n } })
    },
  )
})

/** Unusable responses to any request. */
const nonsense: readonly unknown[] = [
  null,
  true,
  7,
  -1,
  1.5,
  '',
  'yes',
  '0x10',
  [],
  {},
  { value: 1 },
  { context: {}, value: 1 },
  { context: { slot: 1 } },
  { context: { slot: 1 }, value: null },
  { context: { slot: 1 }, value: -1 },
  { context: { slot: 1 }, value: 1.5 },
  { context: { slot: 1 }, value: '1e3' },
  { context: { slot: 1 }, value: '18446744073709551616' },
  { context: { slot: 1 }, value: 2 ** 64 },
  { context: { slot: 1 }, value: [null] },
  { context: { slot: 1 }, value: [{ lamports: -1 }] },
  { context: { slot: 1 }, value: { blockhash: 'Ada', lastValidBlockHeight: 1 } },
  { context: { slot: 'one' }, value: 1 },
]

describe('[R7] a node that lies', () => {
  it.each(nonsense.map(lie => [JSON.stringify(lie), lie] as const))(
    'the response %s to every request is rejected: nothing is shown, drafted or reported',
    async (_, lie) => {
      const { world } = await start(
        ({ method }) => (method === 'getGenesisHash' ? ledger.genesisHash : lie),
        { timeoutMs: 150 },
      )
      const network = world.network.caipNetworkId
      const requests = [
        native(world),
        world.offer(balancesCapability).tokens?.(world.from, network, [], never()) ??
          Promise.resolve(),
        world.offer(activityCapability).page(world.from, network, undefined, never()),
        world.offer(transfersCapability).prepare(
          {
            from: world.from,
            to: ledger.accounts[5].address,
            network,
            asset: 'native',
            decimals: 9,
            amount: 1n,
          },
          never(),
        ),
      ]
      // An empty history is valid.
      const results = await Promise.all(
        requests.map((request, index) =>
          index === 2 && Array.isArray(lie) ? request : thrownBy(request),
        ),
      )
      for (const error of results.filter(one => one instanceof Error))
        expect(error).toMatchObject({ code: expect.stringMatching(/^CHAIN_(ANSWER|UNAVAILABLE)$/) })
      expect(world.wallet.prompts).toBe(1)
    },
  )

  it('a lie about the owner of tokens, or about a sent transaction, is rejected', async () => {
    const { world, proxies } = await start('ok', { timeoutMs: 1_000 })
    const network = world.network.caipNetworkId
    const other = await ledger.request('getTokenAccountsByOwner', [
      ledger.accounts[1].address,
      { mint: ledger.tokens.dollar.mint },
      { encoding: 'jsonParsed' },
    ])
    proxies[0]?.set(({ method }) => (method === 'getGenesisHash' ? ledger.genesisHash : other))
    expect(
      await thrownBy(
        world.offer(balancesCapability).tokens?.(world.from, network, [], never()) ??
          Promise.resolve(),
      ),
    ).toMatchObject({
      code: 'CHAIN_ANSWER',
    })
    proxies[0]?.set('ok')
    await expect.poll(() => native(world).catch(() => undefined), { timeout: 8_000 }).toBeDefined()
    const { draft } = await world.offer(transfersCapability).prepare(
      {
        from: world.from,
        to: ledger.accounts[5].address,
        network,
        asset: 'native',
        decimals: 9,
        amount: 1n,
      },
      never(),
    )
    const results = '5'.repeat(87)
    proxies[0]?.set(() => results)
    expect(
      (await world.offer(transactionsCapability).send(world.via, world.from, draft, never())).hash,
    ).not.toBe(results)
  })

  it.each([['down'], ['503'], ['html']] as const)(
    'a node that is %s over a signed transaction causes no second payment: it is sent again and found',
    async mode => {
      const { world, proxies } = await start('ok', { timeoutMs: 1_000 })
      const network = world.network.caipNetworkId
      const { prepare } = world.offer(transfersCapability)
      const before = await ledger.balanceOf(ledger.accounts[5].address)
      const { draft } = await prepare(
        {
          from: world.from,
          to: ledger.accounts[5].address,
          network,
          asset: 'native',
          decimals: 9,
          amount: 1_000n,
        },
        never(),
      )
      proxies[0]?.set(mode)
      const { hash } = await world
        .offer(transactionsCapability)
        .send(world.via, world.from, draft, never())
      expect(await ledger.balanceOf(ledger.accounts[5].address)).toBe(before)
      proxies[0]?.set('ok')
      expect(
        await world.offer(transactionsCapability).confirm?.(hash, network, { signal: never() }),
      ).toMatchObject({ status: 'confirmed' })
      expect(await ledger.balanceOf(ledger.accounts[5].address)).toBe(before + 1_000n)
    },
  )

  it('malformed responses are rejected by every schema', () => {
    const readers = [readLamports, readTokenAccounts, readSimulationOf(1), readTransaction]
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        for (const read of readers) {
          if (value !== null) expect(read(value)).toBeUndefined()
          expect(() => read({ context: { slot: 1 }, value })).not.toThrow()
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('[S19] whole numbers of 64 bits', () => {
  it('stay exact in JSON, also where a JavaScript number would round them', () => {
    expect(readLamports(readJson('{"context":{"slot":1},"value":18446744073709551615}'))).toBe(
      18_446_744_073_709_551_615n,
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), value => {
        expect(readLamports(readJson(`{"context":{"slot":1},"value":${value}}`))).toBe(value)
      }),
    )
  })
  it('leave texts with digits unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const json = JSON.stringify({
          value,
          text,
          digits: '12345678901234567890',
          quoted: '"12345678901234567890',
        })
        const big = /(?<![\d."])\d{16,}/.test(JSON.stringify(value))
        if (!big) expect(readJson(json)).toEqual(JSON.parse(json))
      }),
    )
  })
})

it('[R19] every request with a commitment names `confirmed`, never `processed`', async () => {
  const { world, proxies } = await start('ok')
  const { network, from } = world
  await native(world)
  await world.offer(balancesCapability).tokens?.(from, network.caipNetworkId, [], never())
  await world.offer(activityCapability).page(from, network.caipNetworkId, undefined, never())
  const intent = {
    from,
    to: ledger.accounts[5]?.address ?? '',
    network: network.caipNetworkId,
    asset: 'native',
    amount: 1n,
    decimals: 9,
  } as const
  const { draft } = await world.offer(transfersCapability).prepare(intent, never())
  const { send, confirm } = world.offer(transactionsCapability)
  const { hash } = await send(world.via, from, draft, never())
  await confirm?.(hash, network.caipNetworkId, { signal: never() })
  const before = (proxies[0]?.calls ?? []).flatMap(({ method, params }) =>
    (params as readonly unknown[]).flatMap(param => {
      const { commitment, preflightCommitment = commitment } = Object(param)
      return preflightCommitment === undefined ? [] : [`${method} ${preflightCommitment}`]
    }),
  )
  const methods = [
    'getBalance',
    'getLatestBlockhash',
    'simulateTransaction',
    'sendTransaction',
    'getBlockHeight',
    'getSignaturesForAddress',
  ]
  expect(before).toEqual(expect.arrayContaining(methods.map(method => `${method} confirmed`)))
  expect(before.filter(one => !one.endsWith(' confirmed'))).toEqual([])
})

it('[R5] activity and everything else use the second endpoint too', async () => {
  const { world } = await start('down', { others: 1 })
  await ledger.request('requestAirdrop', [world.from.address, 1])
  const { entries } = await world
    .offer(activityCapability)
    .page(world.from, world.network.caipNetworkId, undefined, never())
  expect(entries.length).toBeGreaterThan(0)
})
