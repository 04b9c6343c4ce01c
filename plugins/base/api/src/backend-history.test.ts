import { historyPageEndpoint } from '@portico/kernel/backend'
import { describe, expect, it } from 'vitest'
import {
  account,
  asker,
  bench,
  code,
  main,
  paths,
  requests,
  routes,
  setUpBackend,
} from '../test/backend-bench.js'
import { readHistory } from './backend/backend-answers.js'

setUpBackend()

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
    expect(Object.fromEntries(requests.at(-1)?.url.searchParams ?? [])).toMatchObject({
      chainId: main,
      cursor: 'c2',
      onramp: 'coinbase',
    })
  })

  it('[S17] history is requested without incoming transfers of others, where the caller wants that', async () => {
    await bench()
    routes['/v1/account/t_ada/history'] = { data: [past()], next: null }
    await asker.call(historyPageEndpoint, { account, network: main })
    expect(requests.at(-1)?.url.searchParams.has('sent')).toBe(false)
    await asker.call(historyPageEndpoint, { account, network: main, sent: true })
    expect(requests.at(-1)?.url.searchParams.get('sent')).toBe('true')
  })

  it('[S17] history names the asset of a transfer where the backend has its address, and no other', async () => {
    await bench()
    const addresses = [`${main}:tgold`, `${main}:native`, 'tally:side:tGLD', 'GLD', undefined]
    const transfers = addresses.map(address => ({
      fungible_info: { symbol: 'GLD', address },
      quantity: { numeric: '1' },
    }))
    routes['/v1/account/t_ada/history'] = { data: [past({ transfers })], next: null }
    const { value } = await asker.call(historyPageEndpoint, { account, network: main })
    expect(value.entries[0]?.transfers.map(({ fungible_info: token }) => token)).toEqual([
      { symbol: 'GLD', asset: `${main}/coin:tgold` },
      { symbol: 'GLD', asset: 'native' },
      { symbol: 'GLD' },
      { symbol: 'GLD' },
      { symbol: 'GLD' },
    ])
    expect(JSON.stringify(value)).not.toContain('address')
  })

  it('[S17] history has addresses in the form of their chain, so that own payments are recognised', async () => {
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

  it('[S17] history fails while the code of the chain that reads addresses does not load, and is read afterwards', async () => {
    await bench()
    code.isBroken = true
    routes['/v1/account/t_ada/history'] = {
      data: [past({}, { sentFrom: 'TADA', sentTo: 'TBOB' })],
      next: null,
    }
    await expect(asker.call(historyPageEndpoint, { account, network: main })).rejects.toThrow(
      TypeError,
    )
    code.isBroken = false
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
