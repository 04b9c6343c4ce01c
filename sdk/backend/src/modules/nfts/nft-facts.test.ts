import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRpc } from '../../chains/json-rpc.js'
import { askAmounts, askDocuments, type NftKey } from './nft-facts.js'

interface Call {
  readonly id: number
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
  const asked: (readonly Call[])[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const calls = JSON.parse(body) as readonly Call[]
    asked.push(calls)
    response.end(JSON.stringify(calls.map(call => ({ id: call.id, result: answer(call) }))))
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

  it('[R36] amounts of NFTs come in order, in batches whose answer stays small with hostile contracts in it', async () => {
    answer = ({ params: [{ data }] }) => `0x${data.slice(-64)}`
    asked.length = 0
    expect(await askAmounts(rpc, account, keysOf(45))).toEqual(
      Array.from({ length: 45 }, (_, index) => BigInt(index)),
    )
    expect(asked.map(({ length }) => length).sort((one, other) => one - other)).toEqual([5, 20, 20])
    // Memory of w words costs 3 w + w² / 512: the most that a contract can answer with this gas, as
    // hex, of all that are asked at once.
    const most = Math.max(...asked.flat().map(({ params: [{ gas }] }) => Number(gas)))
    const words = Math.floor((Math.sqrt(9 + most / 128) - 3) * 256)
    expect(words * 64 * 20).toBeLessThan(64 * 1024 * 1024)
  })

  it('[R36] a document address that grows without limit by its `{id}` is ignored', async () => {
    const uris = ['https://documents.example/{id}.json', '{id}'.repeat(60_000), 'ipfs://bafy/{id}']
    answer = ({ id }) => textOf(uris[id] ?? '')
    expect(await askDocuments(rpc, keysOf(3))).toEqual([
      { uri: `https://documents.example/${word(0n)}.json` },
      {},
      { uri: `ipfs://bafy/${word(2n)}` },
    ])
  })
})
