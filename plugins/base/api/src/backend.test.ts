import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { definePlugin, type PluginContext } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import {
  gasPriceEndpoint,
  historyPageEndpoint,
  nftPageEndpoint,
  tokenBalancesEndpoint,
  tokenPricesEndpoint,
} from '@portico/kernel/backend'
import {
  activityCapability,
  addressesCapability,
  balancesCapability,
} from '@portico/kernel/capabilities'
import { AddressError, type NetworkId } from '@portico/kernel/chain'
import { createTestKernel, type TestKernel, tally, tallyAccount } from '@portico/kernel/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { readBalances, readHistory } from './backend/backend-answers.js'
import { decimalText } from './backend/decimal-text.js'
import { backend } from './backend.js'
import type { BackendOptions } from './options.js'
import { api } from './plugin.js'

const main: NetworkId = 'tally:main'
const account: Account = tallyAccount('t_ada')
interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: string
}
let asked: Asked[] = []
let routes: Record<string, unknown> = {}
let origin = ''
/** The answer for a network that this server does not have. */
const refused = { status: 'FAILED', reasons: [{ name: 'chainId' }] }
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '', origin)
  asked.push({ method: request.method ?? '', url, body: Buffer.concat(chunks).toString() })
  const answer = routes[url.pathname]
  response
    .writeHead(answer === undefined ? 404 : answer === refused ? 400 : 200, {
      'content-type': 'application/json',
    })
    .end(JSON.stringify(answer ?? {}))
})
const chains = { http: [main], ws: [] }
const paths = () =>
  asked.map(({ url }) => url.pathname).filter(path => path !== '/v1/supported-chains')

let asker: PluginContext
/** True while the chain's code that reads addresses fails to load. */
let isBroken = false
const kernels: TestKernel[] = []
async function bench(options: Partial<BackendOptions> = {}) {
  const curious = definePlugin({
    id: 'test/curious',
    setup(context) {
      asker = context
      // The chain's token capability, beside the rest of tally.
      const native = () => Promise.reject(new RangeError('nobody asks'))
      context.offer(balancesCapability, main, {
        native,
        tokenNamespace: 'coin',
        nativeAddress: 'tnative',
      })
      const looksLike = (text: string) => /^t[a-z]+$/i.test(text)
      const parse = async (text: string) => {
        if (isBroken) throw new TypeError('Failed to fetch dynamically imported module')
        if (/^t[A-Z]+$/.test(text)) throw new AddressError('ADDRESS_CHECKSUM')
        return { address: text.toLowerCase() }
      }
      context.offer(addressesCapability, main, { looksLike, parse, shorten: text => text })
    },
  })
  // The real client under the real plugin: only the service is a stub.
  const kernel = await createTestKernel({
    base: [api()],
    plugins: [tally(), backend({ url: origin, ...options }), curious],
  })
  kernels.push(kernel)
  return kernel
}

beforeEach(async () => {
  asked = []
  isBroken = false
  routes = { '/v1/supported-chains': chains }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

const coin = (more: object = {}) => ({
  name: 'Gold',
  symbol: 'GLD',
  chainId: main,
  address: `${main}:tgold`,
  price: 2.5,
  value: 3.75,
  quantity: { decimals: '6', numeric: '1.5' },
  iconUrl: 'https://icons.example/gold.png',
  ...more,
})
const portfolio = async (...list: unknown[]) => {
  routes['/v1/account/t_ada/balance'] = { balances: list }
  return (await asker.call(tokenBalancesEndpoint, { account, network: main, currency: 'eur' }))
    .value
}

describe('balances', () => {
  it('[S7.12] balances are requested by address and network, in the currency of the host, with the project id', async () => {
    await bench({ projectId: 'p1', url: `${origin}/` })
    const held = await portfolio(
      coin(),
      coin({
        address: undefined,
        symbol: 'MRK',
        name: 'Mark',
        quantity: { decimals: '2', numeric: '7' },
      }),
    )
    expect(held).toEqual([
      {
        token: {
          asset: `${main}/coin:tgold`,
          network: main,
          name: 'Gold',
          symbol: 'GLD',
          decimals: 6,
          imageUrl: 'https://icons.example/gold.png',
        },
        amount: 1_500_000n,
        price: '2.5',
        value: '3.75',
      },
      expect.objectContaining({
        token: expect.objectContaining({ asset: 'native' }),
        amount: 700n,
        value: '17.5',
      }),
    ])
    const { url, method } = asked.at(-1) as Asked
    expect(method).toBe('GET')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      projectId: 'p1',
      st: 'portico',
      sv: 'html-universal',
      currency: 'eur',
      chainId: main,
    })
  })

  it('[S3.29] balances of a token whose decimals are "0" are discarded', async () => {
    await bench()
    expect(await portfolio(coin({ quantity: { decimals: '0', numeric: '1' } }))).toEqual([])
  })

  it('[S24] balances of another network, or with an invalid address, are left out', async () => {
    await bench()
    const strange = [
      { chainId: 'tally:side' },
      { address: 'tally:side:tgold' },
      { address: `${main}:nonsense` },
      { address: 'tgold' },
    ]
    expect(await portfolio(...strange.map(coin))).toEqual([])
  })

  it('[S24] balances of a chain that did not load are an error, and not an account without tokens', async () => {
    await bench()
    isBroken = true
    await expect(portfolio(coin())).rejects.toThrow(TypeError)
  })

  it('the request for balances names what has just moved, so that the service reads it again', async () => {
    await bench()
    routes['/v1/account/t_ada/balance'] = { balances: [] }
    await asker.call(tokenBalancesEndpoint, {
      account,
      network: main,
      currency: 'usd',
      moved: ['native', `${main}/coin:tgold`],
    })
    expect(asked.at(-1)?.url.searchParams.get('forceUpdate')).toBe(`${main}:tnative,${main}:tgold`)
  })

  it('[S7.12] a balance without a known price is listed without one', () => {
    const { price: _, value: __, ...priceless } = coin()
    expect(readBalances({ balances: [priceless] })).toEqual([
      expect.objectContaining({ symbol: 'GLD', amount: 1_500_000n }),
    ])
  })

  it.each([
    ['null', null, undefined],
    ['text', '2.5', '2.5'],
    ['NaN as text', 'NaN', undefined],
    ['negative', -2, undefined],
    ['zero, which means unknown', 0, undefined],
    ['tiny', 1e-9, '0.000000001'],
    ['a list', [1], undefined],
  ])('a price that is %s is read exactly', async (_, price, known) => {
    const [one] = readBalances({ balances: [coin({ price, value: null })] })
    expect(one?.price).toBe(known)
    expect(one?.amount).toBe(1_500_000n)
  })

  it.each(['1e3', '1,5', '0x10', '-1', '', 'NaN', '١', `0.${'1'.repeat(40)}`])(
    'an amount of %j is left out',
    numeric => {
      expect(readBalances({ balances: [coin({ quantity: { decimals: '6', numeric } })] })).toEqual(
        [],
      )
    },
  )

  it('[R7] an answer of another shape is rejected, and changes nothing', async () => {
    await bench()
    for (const body of [[], { balances: {} }, 'x', null, { balances: 1 }]) {
      routes['/v1/account/t_ada/balance'] = body
      await expect(
        asker.call(tokenBalancesEndpoint, {
          account: tallyAccount(`t_${JSON.stringify(body).length}`),
          network: main,
          currency: 'usd',
        }),
      ).rejects.toBeDefined()
    }
  })

  it('[R7] of 500 malformed balances none throws, and none shows an inexact amount', () => {
    const anything = fc.anything({ withBigInt: false, withNullPrototype: true })
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            anything,
            fc.record({ name: anything, symbol: anything, price: anything, quantity: anything }),
          ),
          { maxLength: 8 },
        ),
        list => {
          for (const one of readBalances({ balances: list })) {
            expect(one.amount).toBeTypeOf('bigint')
            expect(one.decimals).toBeGreaterThan(0)
            if (one.price !== undefined) expect(one.price).toMatch(/^\d+(\.\d+)?$/)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it.skipIf(!hasVectors)('balances have cleaned names, whatever they are called', () => {
    for (const { input } of vectors<{ input: string }>('hostile-strings').cases)
      for (const { symbol } of readBalances({ balances: [coin({ symbol: input })] }))
        expect(symbol).not.toMatch(/[\p{Cc}\p{Cf}\n]/u)
  })
})

describe('a network that the backend does not list', () => {
  it('an unlisted network is left to the chain, and not requested again', async () => {
    await bench()
    routes['/v1/supported-chains'] = { http: ['tally:side'], ws: [main] }
    await expect(asker.call(gasPriceEndpoint, { network: main })).rejects.toMatchObject({
      code: 'CHAIN_NO_ENDPOINT',
    })
    const before = asked.length
    await expect(asker.call(gasPriceEndpoint, { network: main })).rejects.toMatchObject({
      code: 'NOT_HANDLED',
    })
    expect(asked).toHaveLength(before)
  })

  it('a network is requested again after an empty list', async () => {
    await bench()
    routes['/v1/supported-chains'] = { http: [], ws: [] }
    await expect(asker.call(gasPriceEndpoint, { network: main })).rejects.toMatchObject({
      code: 'CHAIN_NO_ENDPOINT',
    })
    routes['/v1/supported-chains'] = chains
    routes['/v1/convert/gas-price'] = { standard: '1', fast: '2', instant: '3' }
    expect((await asker.call(gasPriceEndpoint, { network: main })).value.fast).toBe(2n)
  })
})

describe('prices and gas', () => {
  it('[S7.15] prices are requested by addresses, all in one request; the answer has symbol and price', async () => {
    await bench({ projectId: 'p1' })
    routes['/v1/fungible/price'] = {
      fungibles: [
        { address: `${main}:tnative`, symbol: 'MRK', name: 'Mark', price: 1.25, decimals: 2 },
        { address: `${main}:tother`, symbol: 'OTH', price: 9 },
        { address: `${main}:tgold`, symbol: 'GLD', price: null },
      ],
    }
    const { value } = await asker.call(tokenPricesEndpoint, {
      network: main,
      assets: ['native', `${main}/coin:tgold`],
      currency: 'usd',
    })
    expect(value).toEqual([{ asset: 'native', symbol: 'MRK', price: '1.25' }])
    const { method, body } = asked.at(-1) as Asked
    expect(method).toBe('POST')
    expect(JSON.parse(body)).toEqual({
      projectId: 'p1',
      currency: 'usd',
      addresses: [`${main}:tnative`, `${main}:tgold`],
    })
  })

  it('[S7.16] gas is requested by chain; the answer has standard, fast and instant', async () => {
    await bench()
    routes['/v1/convert/gas-price'] = { standard: '1000000000', fast: 2, instant: '3' }
    expect((await asker.call(gasPriceEndpoint, { network: main })).value).toEqual({
      standard: 1_000_000_000n,
      fast: 2n,
      instant: 3n,
    })
    expect(asked.at(-1)?.url.searchParams.get('chainId')).toBe(main)
  })
})

const past = (more: object = {}, metadata: object = {}) => ({
  id: 'x1',
  metadata: {
    operationType: 'send',
    hash: '0xabc',
    minedAt: '2026-11-21T10:00:00.000Z',
    sentFrom: 't_ada',
    sentTo: 't_bob',
    status: 'confirmed',
    nonce: 3,
    application: null,
    chain: main,
    ...metadata,
  },
  transfers: [
    {
      fungible_info: {
        name: 'Gold',
        symbol: 'GLD',
        icon: { url: 'https://icons.example/gold.png' },
      },
      nft_info: null,
      direction: 'out',
      quantity: { numeric: '1.5' },
      value: 3.75,
      price: null,
    },
    {
      nft_info: {
        name: 'Ape',
        content: { preview: { url: 'https://n.example/1.png', content_type: null } },
        flags: { is_spam: true },
      },
      quantity: { numeric: 1 },
    },
  ],
  ...more,
})

describe('history', () => {
  it('[S7.13] history is requested by account, cursor, onramp and chain; the answer has data and next', async () => {
    await bench()
    routes['/v1/account/t_ada/history'] = { data: [past()], next: 'c2' }
    const { value } = await asker.call(historyPageEndpoint, { account, network: main })
    expect(value.next).toBe('backend c2')
    expect(value.entries).toHaveLength(1)
    routes['/v1/account/t_ada/history'] = { data: [], next: null }
    const second = await asker.call(historyPageEndpoint, {
      account,
      network: main,
      cursor: 'backend c2',
      onramp: 'coinbase',
    })
    expect(second.value).toEqual({ entries: [] })
    expect(Object.fromEntries(asked.at(-1)?.url.searchParams ?? [])).toMatchObject({
      chainId: main,
      cursor: 'c2',
      onramp: 'coinbase',
    })
  })

  it('[S17] history is requested without incoming transfers of others, where the caller wants that', async () => {
    await bench()
    routes['/v1/account/t_ada/history'] = { data: [past()], next: null }
    await asker.call(historyPageEndpoint, { account, network: main })
    expect(asked.at(-1)?.url.searchParams.has('sent')).toBe(false)
    await asker.call(historyPageEndpoint, { account, network: main, sent: true })
    expect(asked.at(-1)?.url.searchParams.get('sent')).toBe('true')
  })

  it('[S17] history has addresses in the form of their chain, so that own payments are recognised; an invalid address stays as it is', async () => {
    await bench()
    const named = [
      past({}, { sentFrom: 'TADA', sentTo: 'TBOB' }),
      past({ id: 'x2' }, { sentFrom: '', sentTo: 'tLIAR' }),
    ]
    routes['/v1/account/t_ada/history'] = { data: named, next: null }
    const { value } = await asker.call(historyPageEndpoint, { account, network: main })
    expect(value.entries.map(({ metadata }) => [metadata.sentFrom, metadata.sentTo])).toEqual([
      ['tada', 'tbob'],
      ['', 'tLIAR'],
    ])
  })

  it('[S17] history with unreadable addresses fails, and is read on the next request: no address counts as invalid because its chain did not load', async () => {
    await bench()
    isBroken = true
    routes['/v1/account/t_ada/history'] = {
      data: [past({}, { sentFrom: 'TADA', sentTo: 'TBOB' })],
      next: null,
    }
    await expect(asker.call(historyPageEndpoint, { account, network: main })).rejects.toThrow(
      TypeError,
    )
    isBroken = false
    const { value } = await asker.call(historyPageEndpoint, { account, network: main })
    expect(value.entries[0]?.metadata).toMatchObject({ sentFrom: 'tada', sentTo: 'tbob' })
  })

  it('history does not continue a list of another source', async () => {
    await bench()
    await expect(
      asker.call(historyPageEndpoint, { account, network: main, cursor: 'chain 7' }),
    ).rejects.toMatchObject({ code: 'NOT_HANDLED' })
    expect(paths()).toEqual([])
  })

  it('[S3.46] [S3.47] [S3.48] [S3.49] history has entries with their metadata, and transfers of tokens and NFTs', () => {
    const { entries } = readHistory({ data: [past()] })
    expect(entries[0]).toEqual({
      id: 'x1',
      metadata: {
        minedAt: '2026-11-21T10:00:00.000Z',
        chain: main,
        operationType: 'send',
        status: 'confirmed',
        sentFrom: 't_ada',
        sentTo: 't_bob',
        hash: '0xabc',
      },
      transfers: [
        {
          direction: 'out',
          fungible_info: {
            name: 'Gold',
            symbol: 'GLD',
            icon: { url: 'https://icons.example/gold.png' },
          },
          quantity: { numeric: '1.5' },
        },
        {
          nft_info: {
            name: 'Ape',
            flags: { is_spam: true },
            content: { preview: { url: 'https://n.example/1.png' } },
          },
          quantity: { numeric: '1' },
        },
      ],
    })
  })

  it.each([
    ['no date', { minedAt: 'yesterday' }, undefined],
    ['no transfers', {}, { transfers: [] }],
    [
      'an operation of its own',
      { operationType: '<b>' },
      { metadata: { operationType: 'execute' } },
    ],
    [
      'the status of an on-ramp',
      { status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' },
      { metadata: { status: 'pending' } },
    ],
    [
      'the success of an on-ramp',
      { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS' },
      { metadata: { status: 'confirmed' } },
    ],
    ['no chain', { chain: null }, { metadata: { chain: null } }],
    ['an invalid chain', { chain: 'x' }, { metadata: { chain: null } }],
  ])('history reads an entry with %s', (_, metadata, expected) => {
    const { entries } = readHistory({ data: [past({ transfers: null }, metadata)], next: null })
    if (expected) expect(entries[0]).toMatchObject(expected)
    else expect(entries).toEqual([])
  })
})

describe('figures of services', () => {
  it('a figure stays exact for every number that has an exact text', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-50, max: 1e20, noNaN: true }), figure => {
        expect(Number(decimalText(figure))).toBe(figure)
      }),
    )
  })
})

it('a chain without a backend works as before, because the plugin alone offers nothing', async () => {
  const kernel = await bench()
  expect(kernel.capability(activityCapability, main)).toBeUndefined()
  expect(kernel.capability(addressesCapability, main)).toBeDefined()
  expect(asked).toEqual([])
})

describe('NFTs', () => {
  const item = (more: object = {}) => ({
    id: `${main}/card:tdeck/7`,
    chainId: main,
    standard: 'erc721',
    contract: 'tdeck',
    tokenId: '7',
    amount: '1',
    name: 'Seven',
    description: null,
    collection: { name: null, symbol: 'DECK' },
    image: 'https://strangers.example/7.png',
    animation: null,
    externalUrl: null,
    attributes: [{ name: 'Suit', value: 'Hearts' }],
    metadata: 'known',
    isSpam: false,
    ...more,
  })
  const route = '/v1/account/t_ada/nfts'
  const ask = async (cursor?: string) =>
    (await asker.call(nftPageEndpoint, { account, network: main, ...(cursor && { cursor }) })).value

  it('[S2.24] NFTs are requested page by page, and come with what a tile needs', async () => {
    await bench()
    routes[route] = {
      data: [
        item(),
        item({
          id: `${main}/card:tdeck/8`,
          tokenId: '8',
          amount: '12',
          name: null,
          image: null,
          isSpam: true,
        }),
      ],
      next: 'p2',
    }
    expect(await ask()).toEqual({
      items: [
        {
          asset: `${main}/card:tdeck/7`,
          network: main,
          standard: 'erc721',
          tokenId: '7',
          amount: 1n,
          address: 'tdeck',
          collection: 'DECK',
          name: 'Seven',
          image: 'https://strangers.example/7.png',
          traits: [{ name: 'Suit', value: 'Hearts' }],
        },
        expect.objectContaining({ tokenId: '8', amount: 12n, isSpam: true }),
      ],
      next: 'backend p2',
    })
    routes[route] = { data: [], next: null }
    expect(await ask('backend p2')).toEqual({ items: [] })
    expect(asked.at(-1)?.url.searchParams.get('cursor')).toBe('p2')
  })

  it.each([
    { id: 'nonsense' },
    { id: 'tally:side/card:tdeck/7' },
    { tokenId: '0x7' },
    { amount: '-1' },
    { amount: '9'.repeat(79) },
    { name: { toString: 'x' } },
    { image: 'x'.repeat(200_000) },
    { attributes: [{ name: 'Suit' }] },
  ])('an NFT that is invalid, or on another network, is left out: %j', async more => {
    await bench()
    routes[route] = { data: [item(more), item()], next: null }
    expect((await ask()).items).toHaveLength(1)
  })

  it.each([
    ['says so', { data: [], next: null, isListed: false }],
    ['refuses the question', refused],
  ])(
    'a network without NFTs at the backend is left to other sources from then on: it %s',
    async (_, answer) => {
      await bench()
      routes[route] = answer
      for (const _ of [1, 2])
        await expect(ask()).rejects.toMatchObject({ code: 'CHAIN_NO_ENDPOINT' })
      expect(paths()).toEqual([route])
    },
  )
})
