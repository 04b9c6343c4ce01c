/** On a local Anvil node: the NFTs of an account in given collections. */
import { setMaxListeners } from 'node:events'
import {
  create2Deployer,
  type Devnet,
  devAccounts,
  type EvmChain,
  type Hex,
  nftContracts,
  startDevnet,
} from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import { type NftPage, nftsCapability } from '@portico/kernel/capabilities'
import type { AssetId, NetworkId } from '@portico/kernel/chain'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defineEvmNetwork } from '../src/index.js'
import { type Bench, startBench, thrownBy } from './bench.js'

/** One signal for many requests, as in a page. */
const never = () => {
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  return signal
}
const network: NetworkId = 'eip155:1'
const { cards, listedCards, editions } = nftContracts
const [ada, bob] = [devAccounts[0].address, devAccounts[2].address]
const named = {
  cards: `eip155:1/erc721:${cards.address}`,
  listed: `eip155:1/erc721:${listedCards.address}`,
  editions: `eip155:1/erc1155:${editions.address}`,
} as const

let devnet: Devnet
let chain: EvmChain
let bench: Bench

/** Resolves when the transaction is in a block. */
async function send(from: Hex, to: Hex, data: Hex) {
  const hash = await chain.request('eth_sendTransaction', [{ from, to, data, gas: '0x5b8d80' }])
  await vi.waitFor(
    async () =>
      expect(await chain.request('eth_getTransactionReceipt', [hash])).toMatchObject({
        status: '0x1',
      }),
    {
      timeout: 10_000,
      interval: 5,
    },
  )
}
const mint = (
  contract: typeof cards | typeof listedCards,
  id: bigint,
  uri: string,
  to: Hex = ada,
) =>
  send(
    ada,
    contract.address,
    encodeFunctionData({ abi: contract.abi, functionName: 'mint', args: [to, id, uri] }),
  )
const mintEditions = (id: bigint, value: bigint, uri: string) =>
  send(
    ada,
    editions.address,
    encodeFunctionData({ abi: editions.abi, functionName: 'mint', args: [ada, id, value, uri] }),
  )

beforeAll(async () => {
  devnet = await startDevnet({ chains: [1] })
  chain = devnet.chain(1)
  for (const { deployment } of [cards, listedCards, editions])
    await send(ada, create2Deployer, deployment)
  bench = await startBench({
    networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [chain.url] })],
  })
}, 30_000)
afterAll(async () => {
  bench.stop()
  await devnet.stop()
})

const page = async (
  collections: readonly AssetId[],
  cursor?: string,
  address: string = ada,
): Promise<NftPage> => {
  const account: Account = { namespace: 'eip155', address, type: 'eoa', connection: 'eip155/test' }
  const capability = bench.kernel.capability(nftsCapability, network)
  if (!capability) throw new RangeError('not offered')
  const found = await capability.page(
    account,
    network,
    { collections, ...(cursor && { cursor }) },
    never(),
  )
  return found ?? { items: [] }
}
const ids = ({ items }: NftPage) => items.map(({ tokenId }) => tokenId)

describe('the NFTs of an account in a collection', () => {
  it('a collection without enumeration is read from its transfers: what the account still holds, newest first', async () => {
    expect(await page([named.cards])).toEqual({ items: [] })
    await mint(cards, 1n, 'https://cards.example/1.json')
    await mint(cards, 2n, '')
    await mint(cards, 3n, 'ipfs://three')
    await mint(cards, 9n, '', bob)
    await send(
      ada,
      cards.address,
      encodeFunctionData({ abi: cards.abi, functionName: 'transferFrom', args: [ada, bob, 1n] }),
    )
    await send(
      bob,
      cards.address,
      encodeFunctionData({ abi: cards.abi, functionName: 'transferFrom', args: [bob, ada, 9n] }),
    )
    const { items } = await page([named.cards])
    expect(items).toEqual([
      {
        asset: `${named.cards}/9`,
        network,
        standard: 'erc721',
        tokenId: '9',
        amount: 1n,
        address: cards.address,
        collection: 'Portico Cards',
      },
      expect.objectContaining({ tokenId: '3', metadata: 'ipfs://three' }),
      expect.not.objectContaining({ metadata: expect.anything() }),
    ])
    expect(ids(await page([named.cards], undefined, bob))).toEqual(['1'])
  })

  it('a collection with enumeration is read a page at a time', async () => {
    for (let id = 1n; id <= 30n; id++)
      await mint(listedCards, id, `https://cards.example/${id}.json`)
    const first = await page([named.listed])
    expect(ids(first)).toEqual(Array.from({ length: 24 }, (_, at) => String(30 - at)))
    expect(first.next).toBe('24')
    const last = await page([named.listed], first.next)
    expect(ids(last)).toEqual(['6', '5', '4', '3', '2', '1'])
    expect(last.next).toBeUndefined()
  })

  it('a collection of editions gives the amount of each, with the id filled into its URI template', async () => {
    await mintEditions(7n, 3n, 'https://cards.example/{id}.json')
    await send(
      ada,
      editions.address,
      encodeFunctionData({
        abi: editions.abi,
        functionName: 'mintBatch',
        args: [ada, [8n, 2n ** 255n], [1n, 5n]],
      }),
    )
    await mintEditions(11n, 1n, '')
    await send(
      ada,
      editions.address,
      encodeFunctionData({
        abi: editions.abi,
        functionName: 'safeTransferFrom',
        args: [ada, bob, 11n, 1n, '0x'],
      }),
    )
    const { items } = await page([named.editions])
    expect(items.map(({ tokenId, amount }) => [tokenId, amount])).toEqual([
      [String(2n ** 255n), 5n],
      ['8', 1n],
      ['7', 3n],
    ])
    expect(items.at(-1)?.metadata).toBe(`https://cards.example/${'7'.padStart(64, '0')}.json`)
  })

  it('an address without a contract gives nothing, and does not hide the other collections', async () => {
    const nowhere: AssetId = `eip155:1/erc721:${bob}`
    expect(await page([nowhere, 'eip155:1/erc20:0x1', 'eip155:10/erc721:0x1'])).toEqual({
      items: [],
    })
    expect(ids(await page([nowhere, named.cards]))).toEqual(['9', '3', '2'])
  })

  it("the network's error is thrown where nothing can be read", async () => {
    const proxy = await chain.proxy()
    proxy.set('down')
    const cut = await startBench({
      networks: [defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [proxy.url] })],
      rpcTimeoutMs: 500,
    })
    const account: Account = {
      namespace: 'eip155',
      address: ada,
      type: 'eoa',
      connection: 'eip155/test',
    }
    const page = cut.kernel
      .capability(nftsCapability, network)
      ?.page(account, network, { collections: [named.cards] }, never())
    expect(await thrownBy(page ?? Promise.resolve())).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    cut.stop()
  })
})
