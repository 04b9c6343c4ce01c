import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Devnet } from '@portico/devnet'
import { encodeAbiParameters } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractAnswering, type Hex, logEmitter } from './code.js'
import { ada, bob, call, carol, send } from './world.js'

/**
 * keccak256 of `Transfer(address,address,uint256)` and
 * `TransferSingle(address,address,address,uint256,uint256)`
 */
const [transfer, single] = [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
] as const
const [cards, coins] = [
  '0x0000000000000000000000000000000000ca4d50',
  '0x00000000000000000000000000000000000c0150',
] as const
const zeroAddress = `0x${'0'.repeat(40)}`
const textOf = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])

interface Item {
  readonly id: string
  readonly tokenId: string
  readonly amount: string
  readonly isSpam: boolean
}
type Page = { readonly data: readonly Item[]; readonly next: string | null }

/** Hosts that a third party's contract may point at in these tests. */
export interface Documents {
  readonly host: string
  readonly requested: readonly string[]
  close(): Promise<void>
}
export async function startDocuments(): Promise<Documents> {
  const requested: string[] = []
  const server = createServer(({ url = '' }, response) => {
    requested.push(url)
    response.end(JSON.stringify({ name: 'Coin', image: `ipfs://bafy${url}` }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface World {
  readonly devnet: () => Devnet
  readonly documents: () => Documents
  readonly ask: (route: string, path: string) => Promise<unknown>
  readonly refusal: (path: string) => Promise<unknown>
  /** Resolves when the last block is indexed. */
  readonly caughtUp: () => Promise<void>
}

export function describeNfts({ devnet, documents, ask, refusal, caughtUp }: World): void {
  const route = 'GET /v1/account/{address}/nfts'
  const path = (query = '') =>
    `/v1/account/${bob.address}/nfts?chainId=eip155:1&projectId=any${query}`

  describe('GET nfts', () => {
    beforeAll(async () => {
      const chain = devnet().chain(1)
      const emit = (to: Hex, ...words: readonly (string | bigint)[]) =>
        send(chain, ada.address, { to, data: call(...words), gas: 300_000n })
      const document = `data:application/json,${JSON.stringify({ name: 'Card', attributes: [{ trait_type: 'Suit', value: 'Hearts' }] })}`
      const cardsSay = {
        '0x6352211e': encodeAbiParameters([{ type: 'address' }], [bob.address]),
        '0xc87b56dd': textOf(document),
        '0x06fdde03': textOf('Cards'),
        '0x95d89b41': textOf('CARD'),
      } as const
      const coinsSay = {
        '0x00fdd58e': encodeAbiParameters([{ type: 'uint256' }], [5n]),
        '0x0e89341c': textOf(`http://${documents().host}/{id}.json`),
      } as const
      await chain.request('anvil_setCode', [cards, contractAnswering(cardsSay, logEmitter)])
      await chain.request('anvil_setCode', [coins, contractAnswering(coinsSay, logEmitter)])
      for (const id of [1n, 2n, 3n]) await emit(cards, transfer, zeroAddress, bob.address, id)
      await emit(cards, transfer, zeroAddress, carol.address, 4n)
      await emit(coins, single, ada.address, zeroAddress, bob.address, 9n, 5n)
      await emit(cards, transfer, ada.address, bob.address, 1n)
      await caughtUp()
    }, 60_000)
    afterAll(() => documents().close())

    it('GET nfts lists the NFTs that an account still owns, newest first, with the facts of their documents', async () => {
      const { data, next } = (await ask(route, path())) as Page
      expect([data.map(({ id }) => id), next]).toEqual([
        [
          `eip155:1/erc721:${cards}/1`,
          `eip155:1/erc1155:${coins}/9`,
          `eip155:1/erc721:${cards}/3`,
          `eip155:1/erc721:${cards}/2`,
        ],
        null,
      ])
      expect(data[0]).toMatchObject({
        amount: '1',
        name: 'Card',
        attributes: [{ name: 'Suit', value: 'Hearts' }],
        metadata: 'known',
        image: null,
        isSpam: false,
      })
      const document = `/${'9'.padStart(64, '0')}.json`
      expect(data[1]).toMatchObject({
        amount: '5',
        name: 'Coin',
        image: `ipfs://bafy${document}`,
        metadata: 'known',
        standard: 'erc1155',
        contract: coins,
      })
      await ask(route, path())
      expect(documents().requested).toEqual([document])
    })

    it('GET nfts gives each NFT once over all pages', async () => {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { data, next }: Page = (await ask(
          route,
          path(`&limit=2${cursor && `&cursor=${cursor}`}`),
        )) as Page
        expect(data.length).toBeLessThanOrEqual(2)
        seen.push(...data.map(({ tokenId }) => tokenId))
        cursor = next
      }
      expect(seen).toEqual(['1', '9', '3', '2'])
    })

    it('NFTs are in the history of their recipient', async () => {
      const { data } = (await ask(
        'GET /v1/account/{address}/history',
        `/v1/account/${bob.address}/history?chainId=eip155:1`,
      )) as {
        data: {
          metadata: { operationType: string }
          transfers: { nft_info: object; direction: string; quantity: { numeric: string } }[]
        }[]
      }
      const rows = data.flatMap(({ metadata, transfers }) =>
        transfers.flatMap(({ nft_info, ...rest }) =>
          nft_info ? [{ nft_info, ...metadata, ...rest }] : [],
        ),
      )
      expect(rows).toHaveLength(5)
      expect(rows[0]).toMatchObject({
        operationType: 'receive',
        direction: 'in',
        quantity: { numeric: '1' },
        nft_info: { name: 'Cards #1', content: null, flags: { is_spam: false } },
      })
      expect(rows[1]).toMatchObject({ operationType: 'mint', quantity: { numeric: '5' } })
    })

    it('GET nfts leaves out an NFT that another account owns on the chain', async () => {
      await devnet()
        .chain(1)
        .request('anvil_setCode', [
          cards,
          contractAnswering({
            '0x6352211e': encodeAbiParameters([{ type: 'address' }], [carol.address]),
          }),
        ])
      expect(((await ask(route, path())) as Page).data.map(({ tokenId }) => tokenId)).toEqual(['9'])
    })

    it('GET nfts is refused for a chain without an index, an invalid address, and a cursor of another server', async () => {
      expect(await refusal(`/v1/account/${bob.address}/nfts`)).toEqual([400, 'chainId'])
      expect(await refusal(`/v1/account/${bob.address}/nfts?chainId=eip155:424242`)).toEqual([
        400,
        'chainId',
      ])
      expect(await refusal('/v1/account/0x12/nfts?chainId=eip155:1')).toEqual([400, 'address'])
      expect(await refusal(path('&cursor=abc'))).toEqual([400, 'cursor'])
      expect(await refusal(path('&limit=0'))).toEqual([400, 'limit'])
    })
  })
}
