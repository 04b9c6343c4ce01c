import { nftPageEndpoint } from '@portico/kernel/backend'
import { describe, expect, it } from 'vitest'
import {
  account,
  asker,
  bench,
  main,
  paths,
  refused,
  requests,
  routes,
  setUpBackend,
} from '../test/backend-bench.js'

setUpBackend()

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
    image: 'https://untrusted.example/7.png',
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
          image: 'https://untrusted.example/7.png',
          traits: [{ name: 'Suit', value: 'Hearts' }],
        },
        expect.objectContaining({ tokenId: '8', amount: 12n, isSpam: true }),
      ],
      next: 'backend p2',
    })
    routes[route] = { data: [], next: null }
    expect(await ask('backend p2')).toEqual({ items: [] })
    expect(requests.at(-1)?.url.searchParams.get('cursor')).toBe('p2')
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
    ['says that it does not list the network', { data: [], next: null, isListed: false }],
    ['refuses the request', refused],
  ])('a network is not requested again when the backend %s', async (_, answer) => {
    await bench()
    routes[route] = answer
    for (const _ of [1, 2]) await expect(ask()).rejects.toMatchObject({ code: 'CHAIN_NO_ENDPOINT' })
    expect(paths()).toEqual([route])
  })
})
