import { type Devnet, startDevnet } from '@portico/devnet'
import { encodeAbiParameters, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../src/index.js'
import type { Schema } from '../src/server/route.js'
import { describeAccount } from './account-routes.js'
import { accounts } from './accounts.js'
import { aggregator, contractAnswering, type Hex } from './code.js'
import { describeConvert } from './convert.js'
import { onBothDatabases } from './databases.js'
import { complaints } from './json-schema.js'
import { type Documents, describeNfts, startDocuments } from './nfts.js'
import { describeRefusals } from './refusals.js'
import { browser, signed } from './sign-in.js'
import { ada, bob, carol, dollar, evmChains, json, native, sendDollars, until } from './world.js'

const feed = '0x00000000000000000000000000000000000feed1' as const
const staleFeed = '0x00000000000000000000000000000000000feed2' as const
const resolver = '0x00000000000000000000000000000000000fe501' as const

/** A universal resolver that knows one name. */
const universalResolver = (name: string, address: Hex): Hex =>
  contractAnswering({
    [toFunctionSelector('reverseWithGateways(bytes,uint256,string[])')]: encodeAbiParameters(
      [{ type: 'string' }, { type: 'address' }, { type: 'address' }],
      [name, resolver, resolver],
    ),
    [toFunctionSelector('resolveWithGateways(bytes,bytes,string[])')]: encodeAbiParameters(
      [{ type: 'bytes' }, { type: 'address' }],
      [encodeAbiParameters([{ type: 'address' }], [address]), resolver],
    ),
  })

type Document = {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly responses: {
              readonly 200: {
                readonly content: Readonly<Record<string, { readonly schema: Schema }>>
              }
            }
          }
        >
      >
    >
  >
}

onBothDatabases('the routes', databases => {
  let devnet: Devnet
  let backend: Backend
  let document: Document
  let documents: Documents
  const solana = () => devnet.ledger('solana')
  const bitcoin = () => devnet.ledger('bip122')
  const seconds = () => BigInt(Math.floor(Date.now() / 1_000))

  beforeAll(async () => {
    devnet = await startDevnet({ ledgers: ['solana', 'bip122'] })
    const chain = devnet.chain(1)
    await chain.request('anvil_setCode', [feed, aggregator(3_150_25000000n, seconds())])
    await chain.request('anvil_setCode', [staleFeed, aggregator(99_00000000n, seconds() - 90_000n)])
    await chain.request('anvil_setCode', [resolver, universalResolver('ada.eth', ada.address)])
    await sendDollars(chain, ada.address, bob.address, 1_500_000n)
    documents = await startDocuments()
    backend = await startBackend({
      port: 0,
      database: await databases.create(),
      chains: [
        ...evmChains(devnet),
        { id: solana().id, rpc: [solana().addresses.http ?? ''] },
        { id: bitcoin().id, rpc: [bitcoin().url] },
      ],
      names: { chain: 'eip155:1', universalResolver: resolver },
      prices: [
        { asset: `eip155:1:${native}`, currency: 'usd', from: { feed, chain: 'eip155:1' } },
        {
          asset: `eip155:8453:${native}`,
          currency: 'usd',
          from: { feed: staleFeed, chain: 'eip155:1' },
        },
        { asset: `eip155:1:${dollar.address}`, currency: 'usd', from: { fixed: '1.0001' } },
      ],
      nfts: { hosts: [documents.host] },
      signIn: { domains: ['127.0.0.1:*'] },
      rateLimit: false,
    })
    document = (await json(`${backend.url}/openapi.json`)).body as Document
    await until(
      () => backend.indexes,
      all => all.every(({ phase }) => phase === 'following'),
    )
  }, 60_000)
  afterAll(async () => {
    await backend?.stop()
    await devnet?.stop()
  })

  /** Asks, and compares the answer with what the description promises of this route. */
  const ask = async (
    route: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    url = backend.url,
  ): Promise<unknown> => {
    const [method = '', pattern = ''] = route.split(' ')
    const described = document.paths[pattern]?.[method.toLowerCase()]
    expect(described, `${route} is described`).toBeDefined()
    requested.add(route)
    // no content type: browsers send text/plain, and that is read too
    const init = body === undefined ? { headers } : { method, headers, body: JSON.stringify(body) }
    const answer = await json(`${url}${path}`, init)
    const schema = described?.responses[200].content['application/json']?.schema ?? {}
    expect(answer.status).toBe(200)
    expect(complaints(answer.body, schema)).toEqual([])
    return answer.body
  }
  const requested = new Set<string>()
  const refusal = async (path: string, init?: RequestInit) => {
    const { status, body } = await json(`${backend.url}${path}`, init)
    expect(body).toMatchObject({
      status: 'FAILED',
      reasons: [{ field: expect.any(String), description: expect.any(String) }],
    })
    return [status, (body as { reasons: { field: string }[] }).reasons[0]?.field]
  }
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

  it('GET /v1/supported-chains names every chain of the configuration', async () => {
    expect(
      await ask(
        'GET /v1/supported-chains',
        '/v1/supported-chains?projectId=any&st=portico&sv=html-core-1',
      ),
    ).toEqual({
      http: ['eip155:1', 'eip155:8453', solana().id, bitcoin().id],
      ws: [],
    })
  })

  describeAccount({ devnet: () => devnet, backend: () => backend, ask })

  it('[S7.15] POST price answers in the order of the request, without unknown tokens and stale feeds', async () => {
    const addresses = [
      `eip155:1:${dollar.address}`,
      `eip155:1:${native}`,
      `eip155:8453:${native}`,
      `eip155:1:${carol.address}`,
    ]
    expect(
      await ask('POST /v1/fungible/price', '/v1/fungible/price', {
        projectId: 'any',
        currency: 'usd',
        addresses,
      }),
    ).toEqual({
      fungibles: [
        {
          address: addresses[0],
          name: 'Portico Dollar',
          symbol: 'PUSD',
          iconUrl: '',
          price: 1.0001,
          decimals: 6,
        },
        {
          address: addresses[1],
          name: 'Ether',
          symbol: 'ETH',
          iconUrl: '',
          price: 3150.25,
          decimals: 18,
        },
      ],
    })
  })

  it('GET price history has the stored price of a feed, with its time in seconds', async () => {
    const path = `/v1/fungible/price-history?address=eip155:1:${native}&currency=usd&period=1d`
    // The job that samples runs after the start.
    const { points } = await until(
      () =>
        ask('GET /v1/fungible/price-history', path) as Promise<{
          points: readonly { time: number; price: string }[]
        }>,
      ({ points }) => points.length > 0,
    )
    expect(points).toEqual([{ time: expect.any(Number), price: '3150.25' }])
    expect(Math.abs(Date.now() / 1_000 - (points[0]?.time ?? 0))).toBeLessThan(900)
  })

  it('[S7.16] GET gas price gives three speeds in base units, each at least as fast as the one before', async () => {
    const answer = (await ask(
      'GET /v1/convert/gas-price',
      '/v1/convert/gas-price?chainId=eip155:1',
    )) as Record<'standard' | 'fast' | 'instant', string>
    expect(BigInt(answer.standard)).toBeGreaterThan(0n)
    expect(BigInt(answer.fast)).toBeGreaterThanOrEqual(BigInt(answer.standard))
    expect(BigInt(answer.instant)).toBeGreaterThanOrEqual(BigInt(answer.fast))
    expect(
      await ask('GET /v1/convert/gas-price', `/v1/convert/gas-price?chainId=${solana().id}`),
    ).toEqual({ standard: '5000', fast: '5000', instant: '5000' })
  })

  it('GET tokens gives the native coin and the listed tokens', async () => {
    expect(await ask('GET /v1/convert/tokens', '/v1/convert/tokens?chainId=eip155:8453')).toEqual({
      tokens: [
        { name: 'Ether', symbol: 'ETH', address: `eip155:8453:${native}`, decimals: 18 },
        {
          name: 'Portico Dollar',
          symbol: 'PUSD',
          address: `eip155:8453:${dollar.address}`,
          decimals: 6,
          eip2612: true,
        },
      ],
    })
  })

  it('GET identity and GET profile resolve names in both directions, and answer with empty shapes without one', async () => {
    for (const [route, path] of [
      ['GET /v1/identity/{address}', `/v1/identity/${ada.address}?sender=${ada.address}`],
      ['GET /v1/account/{address}/identity', `/v1/account/${ada.address}/identity`],
    ] as const)
      expect(await ask(route, path)).toMatchObject({ name: 'ada.eth', avatar: null })
    expect(
      await ask('GET /v1/identity/{address}', `/v1/identity/${solana().accounts[0].address}`),
    ).toMatchObject({ name: null, avatar: null })

    const named = {
      name: 'ada.eth',
      registered_at: null,
      updated_at: null,
      attributes: null,
      addresses: { 60: { address: ada.address, created_at: null } },
    }
    expect(
      await ask('GET /v1/profile/account/{name}', '/v1/profile/account/ADA.eth?apiVersion=2'),
    ).toEqual(named)
    expect(
      await ask('GET /v1/profile/account/{name}', '/v1/profile/account/ada?apiVersion=2'),
    ).toEqual([])
    expect(await refusal('/v1/profile/account/..')).toEqual([404, expect.any(String)])
    expect(
      await ask(
        'GET /v1/profile/reverse/{address}',
        `/v1/profile/reverse/${ada.address}?apiVersion=2`,
      ),
    ).toEqual([named])
    expect(
      await ask(
        'GET /v1/profile/reverse/{address}',
        `/v1/profile/reverse/${solana().accounts[0].address}?apiVersion=2`,
      ),
    ).toEqual([])
    expect(await refusal(`/v1/profile/reverse/${solana().accounts[0].address}`)).toEqual([
      404,
      'name',
    ])
  })

  it('GET wallets supports pages, search, networks and ids, and counts the wallets of all pages', async () => {
    type Page = { data: { id: string; name: string; chains: string[] }[]; count: number }
    const wallets = async (query: string) =>
      (await ask('GET /getWallets', `/getWallets?projectId=any&${query}`)) as Page
    const first = await wallets('page=1&entries=10')
    const second = await wallets('page=2&entries=10')
    expect(first.data).toHaveLength(10)
    expect(first.count).toBeGreaterThan(80)
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(20)
    expect([...first.data, ...second.data].every(({ id }) => /^[0-9a-f]{64}$/.test(id))).toBe(true)
    expect((await wallets('search=%20META')).data.map(({ name }) => name)).toContain('MetaMask')
    const polkadot = await wallets('chains=polkadot:91b171bb158e2d3848fa23a9f1c25182&entries=100')
    expect(polkadot.count).toBeLessThan(first.count)
    expect(
      polkadot.data.every(({ chains }) =>
        chains.includes('polkadot:91b171bb158e2d3848fa23a9f1c25182'),
      ),
    ).toBe(true)
    const metamask = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
    expect((await wallets(`include=${metamask}`)).data.map(({ name }) => name)).toEqual([
      'MetaMask',
    ])
    expect((await wallets(`exclude=${metamask}`)).count).toBe(first.count - 1)
    expect((await wallets('badge=certified&rdns=io.metamask,me.rainbow')).count).toBe(2)
    expect((await wallets('badge_type=certified')).count).toBe(0)
  })

  it('the other routes that clients of a hosted directory request are served', async () => {
    expect(await ask('GET /appkit/v1/config', '/appkit/v1/config')).toEqual({ features: null })
    expect(await ask('GET /appkit/v1/project-limits', '/appkit/v1/project-limits')).toMatchObject({
      planLimits: { isAboveRpcLimit: false },
    })
    expect(await ask('GET /projects/v1/origins', '/projects/v1/origins')).toEqual({
      allowedOrigins: [],
    })
    expect(await ask('GET /getAnalyticsConfig', '/getAnalyticsConfig')).toEqual({
      isAnalyticsEnabled: true,
    })
  })

  it('POST /e and POST /batch accept events', async () => {
    const event = {
      eventId: crypto.randomUUID(),
      url: 'https://app.example/',
      domain: 'app.example',
      timestamp: 1,
      props: { type: 'track', event: 'MODAL_OPEN' },
    }
    expect(await ask('POST /e', '/e?projectId=any&st=portico&sv=1', event)).toEqual({ received: 1 })
    expect(
      await ask('POST /batch', '/batch?projectId=any', [
        event,
        { ...event, eventId: crypto.randomUUID() },
      ]),
    ).toEqual({ received: 2 })
    expect(await refusal('/e', post({ ...event, props: {} }))).toEqual([422, 'events'])
    expect(await refusal('/batch', post('<html>'))).toEqual([422, 'body'])
    expect(await refusal('/batch', post('['.repeat(1_100_000)))).toEqual([413, 'body'])
  })

  describeNfts({
    devnet: () => devnet,
    documents: () => documents,
    ask,
    refusal,
    async caughtUp() {
      const block = Number(await devnet.chain(1).request('eth_blockNumber'))
      await until(
        () => backend.indexes.find(({ chain }) => chain === 'eip155:1'),
        index => (index?.block ?? 0) >= block,
      )
    },
  })

  describeConvert(databases, (url, route, path, body) => ask(route, path, body, {}, url))

  it('[D29f] the four sign-in routes answer as they are described', async () => {
    const host = new URL(backend.url).host
    const there = browser(host)
    await ask('GET /auth/nonce', '/auth/nonce')
    const body = await signed(there, backend.url, host, accounts.polkadot)
    const headers = {
      'content-type': 'application/json',
      origin: backend.url,
      cookie: there.cookie(),
    }
    expect(await ask('POST /auth/verify', '/auth/verify', body, headers)).toMatchObject({
      session: { address: accounts.polkadot.address },
    })
    expect(await ask('GET /auth/session', '/auth/session')).toMatchObject({ sessions: [] })
    expect(await ask('POST /auth/signout', '/auth/signout', {}, headers)).toEqual({})
  })

  it('GET live, GET health, GET ready and GET openapi.json answer as they are described', async () => {
    expect(await ask('GET /live', '/live')).toEqual({ status: 'ok' })
    expect(await ask('GET /health', '/health')).toEqual({ status: 'ok' })
    expect(await ask('GET /ready', '/ready')).toMatchObject({
      ready: true,
      database: true,
      indexes: [{ chain: 'eip155:1', phase: 'following' }, {}],
    })
    await ask('GET /openapi.json', '/openapi.json')
  })

  it('every described route except images is tested in this file', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(described.filter(route => !requested.has(route))).toEqual([
      'GET /getWalletImage/{image}',
      'GET /public/getAssetImage/{image}',
      'GET /public/getCurrencyImage/{image}',
      'GET /public/getTokenImage/{image}',
    ])
  })

  it('GET nfts of a known chain without an index answers 200 with an empty list, so no page logs an error', async () => {
    for (const { id } of [solana(), bitcoin()])
      expect(
        (await json(`${backend.url}/v1/account/anybody/nfts?chainId=${id}`)) as object,
      ).toMatchObject({
        status: 200,
        body: { data: [], next: null, isListed: false },
      })
  })

  describeRefusals({ devnet: () => devnet, refusal, post })
})
