import {
  gasPriceEndpoint,
  tokenBalancesEndpoint,
  tokenPricesEndpoint,
} from '@portico/kernel/backend'
import { activityCapability, addressesCapability } from '@portico/kernel/capabilities'
import { tallyAccount } from '@portico/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import {
  account,
  asker,
  bench,
  chains,
  code,
  coin,
  main,
  origin,
  portfolio,
  type RecordedRequest,
  requests,
  routes,
  setUpBackend,
} from '../test/backend-bench.js'
import { readBalances } from './backend/backend-answers.js'
import { decimalText } from './backend/decimal-text.js'

setUpBackend()

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
    const { url, method } = requests.at(-1) as RecordedRequest
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
    code.isBroken = true
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
    expect(requests.at(-1)?.url.searchParams.get('forceUpdate')).toBe(
      `${main}:tnative,${main}:tgold`,
    )
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
  ])('a price that is %s is read exactly, or is unknown', async (_, price, known) => {
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

  it.skipIf(!hasVectors)(
    'the names of tokens in balances are cleaned of invisible characters',
    () => {
      for (const { input } of vectors<{ input: string }>('hostile-strings').cases)
        for (const { symbol } of readBalances({ balances: [coin({ symbol: input })] }))
          expect(symbol).not.toMatch(/[\p{Cc}\p{Cf}\n]/u)
    },
  )
})

describe('a network that the backend does not list', () => {
  it('a network that the backend does not list is left to the chain, and not requested again', async () => {
    await bench()
    routes['/v1/supported-chains'] = { http: ['tally:side'], ws: [main] }
    await expect(asker.call(gasPriceEndpoint, { network: main })).rejects.toMatchObject({
      code: 'CHAIN_NO_ENDPOINT',
    })
    const before = requests.length
    await expect(asker.call(gasPriceEndpoint, { network: main })).rejects.toMatchObject({
      code: 'NOT_HANDLED',
    })
    expect(requests).toHaveLength(before)
  })

  it('several networks that are requested at the same time cost one request for the list of networks', async () => {
    await bench()
    routes['/v1/convert/gas-price'] = { standard: '1', fast: '2', instant: '3' }
    const left = new AbortController()
    const first = asker.call(
      tokenBalancesEndpoint,
      { account, network: main, currency: 'usd' },
      left.signal,
    )
    const others = Promise.allSettled(
      (['tally:side', main] as const).map(network => asker.call(gasPriceEndpoint, { network })),
    )
    left.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    expect(await others).toMatchObject([
      { status: 'rejected', reason: { code: 'CHAIN_NO_ENDPOINT' } },
      { status: 'fulfilled', value: { value: { fast: 2n } } },
    ])
    const lists = requests.filter(({ url }) => url.pathname === '/v1/supported-chains')
    expect(lists).toHaveLength(1)
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
    const { method, body } = requests.at(-1) as RecordedRequest
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
    expect(requests.at(-1)?.url.searchParams.get('chainId')).toBe(main)
  })
})

describe('numbers of services', () => {
  it('decimalText writes a number of a service as a text that is the same number', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-50, max: 1e20, noNaN: true }), figure => {
        expect(Number(decimalText(figure))).toBe(figure)
      }),
    )
  })
})

it('the plugin offers nothing without a backend', async () => {
  const kernel = await bench()
  expect(kernel.capability(activityCapability, main)).toBeUndefined()
  expect(kernel.capability(addressesCapability, main)).toBeDefined()
  expect(requests).toEqual([])
})
