import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRpc } from '../../chains/json-rpc.js'
import { askAmounts, askDocuments, type NftKey } from './nft-facts.js'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly [
    { readonly to: string; readonly data: string; readonly gas?: string },
    string,
  ]
}
const account = `0x${'b'.repeat(40)}`
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const textOf = (text: string) =>
  `0x${word(32n)}${word(BigInt(text.length))}${Buffer.from(text).toString('hex')}`
const keysOf = (count: number): readonly NftKey[] =>
  Array.from({ length: count }, (_, index) => ({
    token: `0x${'c'.repeat(40)}`,
    standard: 'erc1155',
    tokenId: String(index),
  }))

describe('the requests to a node about NFTs', () => {
  let answer: (call: Call) => string = () => '0x'
  const requested: Call[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const calls: readonly Call[] = [JSON.parse(body)].flat()
    const results = calls.map(call => {
      if (call.method === 'eth_chainId') return { id: call.id, result: '0x1' }
      requested.push(call)
      return { id: call.id, result: answer(call) }
    })
    response.end(JSON.stringify(results.length === 1 ? results[0] : results))
  })
  let rpc: ReturnType<typeof createRpc>
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    rpc = createRpc('eip155:1', [`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })

  it('[R36] amounts of NFTs come in order, also with hostile contracts among them that respond as much as they can', async () => {
    // Memory of w words costs 3 w + w² / 512: the most that a contract can respond with this gas.
    const most = (gas: string | undefined) =>
      Math.floor((Math.sqrt(9 + Number(gas) / 128) - 3) * 256) * 64
    const isHostile = (id: number) => id % 5 === 0
    answer = ({ params: [{ data, gas }] }) =>
      isHostile(Number(`0x${data.slice(-64)}`))
        ? `0x${'f'.repeat(most(gas))}`
        : `0x${data.slice(-64)}`
    requested.length = 0
    const amounts = await askAmounts(rpc, account, keysOf(45))
    const expected = Array.from({ length: 45 }, (_, index) => BigInt(index))
    expect(amounts.filter((_, index) => !isHostile(index))).toEqual(
      expected.filter((_, index) => !isHostile(index)),
    )
    const [largest] = requested.map(({ params: [{ gas }] }) => most(gas)).sort((a, b) => b - a)
    expect(largest).toBeLessThan(2 * 1024 * 1024)
  })

  it('[R36] a document address that grows without limit by its `{id}` is ignored', async () => {
    const uris = ['https://documents.example/{id}.json', '{id}'.repeat(60_000), 'ipfs://bafy/{id}']
    answer = ({ params: [{ data }] }) => textOf(uris[Number(`0x${data.slice(-64)}`)] ?? '')
    expect(await askDocuments(rpc, keysOf(3))).toEqual([
      { uri: `https://documents.example/${word(0n)}.json` },
      {},
      { uri: `ipfs://bafy/${word(2n)}` },
    ])
  })
})
