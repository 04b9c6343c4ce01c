import { bitcoinAccounts, type Devnet, startDevnet } from '@portico/devnet'
import { encodeAbiParameters, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../src/index.js'
import type { Schema } from '../src/server/route.js'
import { accounts } from './accounts.js'
import { aggregator, contractAnswering, type Hex } from './code.js'
import { describeConvert } from './convert.js'
import { onBothDatabases } from './databases.js'
import { complaints } from './json-schema.js'
import { type Documents, describeNfts, startDocuments } from './nfts.js'
import { browser, signed } from './sign-in.js'
import { ada, bob, carol, dollar, evmChains, json, send, sendDollars, until } from './world.js'

const feed = '0x00000000000000000000000000000000000feed1' as const
const staleFeed = '0x00000000000000000000000000000000000feed2' as const
const resolver = '0x00000000000000000000000000000000000fe501' as const
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

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
    asked.add(route)
    // no content type: browsers send text/plain, and that is read too
    const init = body === undefined ? { headers } : { method, headers, body: JSON.stringify(body) }
    const answer = await json(`${url}${path}`, init)
    const schema = described?.responses[200].content['application/json']?.schema ?? {}
    expect(answer.status).toBe(200)
    expect(complaints(answer.body, schema)).toEqual([])
    return answer.body
  }
  const asked = new Set<string>()
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

  it('GET /v1/supported-chains names every chain that it was pointed at', async () => {
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

  it('[S7.12] GET balance: exact amounts, the native coin without an address, prices where they are known and nowhere else', async () => {
    const route = 'GET /v1/account/{address}/balance'
    const path = `/v1/account/${bob.address}/balance?currency=usd&projectId=any`
    expect(await ask(route, `${path}&chainId=eip155:1`)).toEqual({
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:1',
          value: 31_502_500,
          price: 3150.25,
          quantity: { decimals: '18', numeric: '10000' },
          iconUrl: '',
        },
        {
          name: 'Portico Dollar',
          symbol: 'PUSD',
          chainId: 'eip155:1',
          address: `eip155:1:${dollar.address.toLowerCase()}`,
          value: 1_000_101.500_15,
          price: 1.0001,
          quantity: { decimals: '6', numeric: '1000001.5' },
          iconUrl: '',
        },
      ],
    })
    const everywhere = (await ask(route, path)) as {
      balances: { chainId: string; price?: number }[]
    }
    expect(everywhere.balances.map(({ chainId, price }) => [chainId, price])).toEqual([
      ['eip155:1', 3150.25],
      ['eip155:1', 1.0001],
      ['eip155:8453', undefined],
      ['eip155:8453', undefined],
    ])
  })

  it('GET balance of Solana and Bitcoin accounts, by the form of their addresses', async () => {
    const route = 'GET /v1/account/{address}/balance'
    const [saver] = solana().accounts
    const held = (await ask(route, `/v1/account/${saver.address}/balance?currency=eur`)) as {
      balances: { symbol: string; quantity: object }[]
    }
    expect(held.balances[0]).toMatchObject({
      symbol: 'SOL',
      quantity: { decimals: '9', numeric: '1000' },
    })
    expect(held.balances.map(({ quantity }) => quantity)).toContainEqual({
      decimals: '6',
      numeric: '1000000',
    })
    const [miner] = bitcoinAccounts
    expect(await ask(route, `/v1/account/${miner.address}/balance?currency=btc`)).toEqual({
      balances: [
        {
          name: 'Bitcoin',
          symbol: 'tBTC',
          chainId: bitcoin().id,
          quantity: { decimals: '8', numeric: '10' },
          iconUrl: '',
        },
      ],
    })
  })

  it('GET balance is kept for ten seconds, and read again at once for forceUpdate', async () => {
    const route = 'GET /v1/account/{address}/balance'
    const path = `/v1/account/${carol.address}/balance?currency=usd&chainId=eip155:8453`
    const numeric = async (more = '') =>
      ((await ask(route, path + more)) as { balances: { quantity: { numeric: string } }[] })
        .balances[0]?.quantity.numeric
    expect(await numeric()).toBe('10000')
    await send(devnet.chain(8453), ada.address, { to: carol.address, value: 5n })
    expect(await numeric()).toBe('10000')
    expect(await numeric(`&forceUpdate=eip155:8453:${native}`)).toBe('10000.000000000000000005')
    expect(await numeric()).toBe('10000.000000000000000005')
  })

  it('[S6] GET balance shows a token that one request names to that request alone', async () => {
    const stranger = '0x0000000000000000000000000000000000005ca3'
    const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
    const number = (value: number | bigint) =>
      encodeAbiParameters([{ type: 'uint256' }], [BigInt(value)])
    const answers = {
      '0x70a08231': number(7),
      '0x06fdde03': text('Claim at scam.example'),
      '0x95d89b41': text('SCAM'),
      '0x313ce567': number(0),
    } as const
    await devnet.chain(8453).request('anvil_setCode', [stranger, contractAnswering(answers)])
    const path = `/v1/account/${carol.address}/balance?currency=usd&chainId=eip155:8453`
    const symbols = async (more = '') =>
      (
        (await json(`${backend.url}${path}${more}`)).body as { balances: { symbol: string }[] }
      ).balances.map(({ symbol }) => symbol)
    const own = await symbols()
    expect(own).not.toContain('SCAM')
    expect(await symbols(`&forceUpdate=eip155:8453:${stranger}`)).toEqual([...own, 'SCAM'])
    expect(await symbols()).toEqual(own)
    expect(await symbols(`&forceUpdate=eip155:8453:${native}`)).toEqual(own)
  })

  it('GET balance is read again after a request that named a token', async () => {
    const path = `/v1/account/${ada.address}/balance?currency=usd&chainId=eip155:8453`
    const numeric = async (more = '') =>
      (
        (await json(`${backend.url}${path}${more}`)).body as {
          balances: { quantity: { numeric: string } }[]
        }
      ).balances[0]?.quantity
    const before = await numeric()
    await send(devnet.chain(8453), ada.address, { to: carol.address, value: 5n })
    expect(await numeric()).toEqual(before)
    expect(await numeric(`&forceUpdate=eip155:8453:${dollar.address}`)).not.toEqual(before)
    expect(await numeric()).not.toEqual(before)
  })

  it('[S7.13] GET history: what was indexed, newest first, with data and next', async () => {
    const route = 'GET /v1/account/{address}/history'
    expect(
      await ask(route, `/v1/account/${bob.address}/history?chainId=eip155:1&projectId=any`),
    ).toMatchObject({
      data: [
        {
          metadata: {
            operationType: 'receive',
            status: 'confirmed',
            sentFrom: ada.address.toLowerCase(),
            sentTo: bob.address.toLowerCase(),
            chain: 'eip155:1',
          },
          transfers: [
            { fungible_info: { symbol: 'PUSD' }, direction: 'in', quantity: { numeric: '1.5' } },
          ],
        },
        { metadata: { operationType: 'mint' }, transfers: [{ quantity: { numeric: '1000000' } }] },
      ],
      next: null,
    })
    expect(
      await ask(route, `/v1/account/${bob.address}/history?chainId=1&onramp=coinbase`),
    ).toEqual({ data: [], next: null })
    const [saver] = solana().accounts
    expect(await ask(route, `/v1/account/${saver.address}/history`)).toMatchObject({ next: null })
  })

  it('GET history of a Bitcoin account: what waits for a block is pending, then confirmed', async () => {
    const route = 'GET /v1/account/{address}/history'
    const { address } = bitcoinAccounts[3]
    const newest = async () => {
      const { data } = (await ask(route, `/v1/account/${address}/history`)) as {
        data: { metadata: object; transfers: object[] }[]
      }
      return data[0]
    }
    await bitcoin().pay({ address, satoshi: 12_345n })
    expect(await newest()).toMatchObject({
      metadata: { operationType: 'receive', status: 'pending' },
      transfers: [{ direction: 'in', quantity: { numeric: '0.00012345' } }],
    })
    await bitcoin().mine()
    expect(await newest()).toMatchObject({ metadata: { status: 'confirmed' } })
  })

  it('[S7.15] POST price: all that were asked for, in their order, without unknown ones and those whose feed is stale', async () => {
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

  it('[S7.16] GET gas price: three speeds in base units, none slower than the one before', async () => {
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

  it('GET tokens: the native coin and those that are listed', async () => {
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

  it('GET identity and names, forward and reverse, and the shapes for none', async () => {
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

  it('GET wallets: pages, search, networks and ids; count is that of all pages', async () => {
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

  it('what clients of a hosted directory ask beside it', async () => {
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

  it('POST /e and /batch take events', async () => {
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

  it('[D29f] the four routes of sign-in', async () => {
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

  it('GET health, ready and the description itself', async () => {
    expect(await ask('GET /health', '/health')).toEqual({ status: 'ok' })
    expect(await ask('GET /ready', '/ready')).toMatchObject({
      ready: true,
      database: true,
      indexes: [{ chain: 'eip155:1', phase: 'following' }, {}],
    })
    await ask('GET /openapi.json', '/openapi.json')
  })

  it('every route that is described was asked here, and images are the one thing that there is none of', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(described.filter(route => !asked.has(route))).toEqual([
      'GET /getWalletImage/{image}',
      'GET /public/getAssetImage/{image}',
      'GET /public/getCurrencyImage/{image}',
      'GET /public/getTokenImage/{image}',
    ])
  })

  it('GET nfts of a chain that it knows and lists none of is no refusal, which would be an error in the console of every page that asks', async () => {
    for (const { id } of [solana(), bitcoin()])
      expect(
        (await json(`${backend.url}/v1/account/anybody/nfts?chainId=${id}`)) as object,
      ).toMatchObject({
        status: 200,
        body: { data: [], next: null, isListed: false },
      })
  })

  describe('refuses, by the shape of the wire,', () => {
    const account = `/v1/account/${ada.address}`
    it.each([
      ['a currency that there is not', `${account}/balance?currency=xyz`, 400, 'currency'],
      ['no currency', `${account}/balance`, 400, 'currency'],
      [
        'a chain that it does not know',
        `${account}/balance?currency=usd&chainId=eip155:424242`,
        400,
        'chainId',
      ],
      ['an address that is none', '/v1/account/0x12/balance?currency=usd', 400, 'address'],
      [
        'an address of another chain',
        `/v1/account/${ada.address}/balance?currency=usd&chainId=CHAIN`,
        400,
        'address',
      ],
      [
        'markup as an address',
        `/v1/account/${encodeURIComponent('<img src=x>')}/history`,
        400,
        'address',
      ],
      ['a token that is none', `${account}/balance?currency=usd&forceUpdate=0x12`, 400, 'address'],
      ['a cursor that is none', `${account}/history?cursor=abc`, 400, 'cursor'],
      ['another on-ramp', `${account}/history?onramp=bank`, 400, 'provider'],
      ['gas of no chain', '/v1/convert/gas-price', 400, 'chainId'],
      ['gas where there is none', '/v1/convert/gas-price?chainId=BITCOIN', 400, 'chainId'],
      ['a page before the first', '/getWallets?page=0', 400, 'page'],
      ['an image', '/getWalletImage/abc', 404, 'image'],
      ['a path that leads nowhere', '/v2/anything', 404, 'path'],
    ])('%s', async (_name, path, status, field) => {
      expect(
        await refusal(path.replace('CHAIN', solana().id).replace('BITCOIN', bitcoin().id)),
      ).toEqual([status, field])
    })

    it('prices of what is no token, and of too many', async () => {
      expect(
        await refusal('/v1/fungible/price', post({ currency: 'usd', addresses: ['eip155'] })),
      ).toEqual([400, 'address'])
      expect(
        await refusal(
          '/v1/fungible/price',
          post({
            currency: 'usd',
            addresses: Array.from({ length: 101 }, () => `eip155:1:${native}`),
          }),
        ),
      ).toEqual([422, 'addresses'])
      expect(await refusal('/v1/fungible/price', post({}))).toEqual([422, 'addresses'])
    })
  })
})
