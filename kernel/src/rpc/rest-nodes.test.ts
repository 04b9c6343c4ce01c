import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createRestNodes } from './rest-nodes.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})
/** A node that answers each path with its text, 404 for any other, and notes what was requested. */
async function startNode(answers: Readonly<Record<string, string>>) {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(
      `${request.method} ${request.url}${request.headers['x-key'] ? ' with its key' : ''}`,
    )
    const text = answers[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requested }
}
const nodesAt = (...urls: readonly string[]) =>
  createRestNodes({
    urls,
    timeoutMs: 2_000,
    identity: {
      path: '/',
      read: ({ text }) => (/^\d+$/.test(text) ? text === '1' : undefined),
    },
  })
const signal = new AbortController().signal
const readAmount = ({ status, text }: { readonly status: number; readonly text: string }) =>
  status === 200 ? BigInt(text) : undefined

it('a REST node confirms its network once, and then answers by its paths', async () => {
  const node = await startNode({ '/v1/': '1', '/v1/balance': '7' })
  const nodes = nodesAt(node.url)
  expect(await nodes.request('/balance', readAmount, signal)).toBe(7n)
  const status = await nodes.request('/send', answer => answer.status, signal, { method: 'POST' })
  expect(status).toBe(404)
  expect(node.requested).toEqual(['GET /v1/', 'GET /v1/balance', 'POST /v1/send'])
})
it('a REST node of another network, and one whose answer cannot be read, are passed over', async () => {
  const other = await startNode({ '/v1/': '2', '/v1/balance': '9' })
  const odd = await startNode({ '/v1/': '1', '/v1/balance': 'much' })
  const sound = await startNode({ '/v1/': '1', '/v1/balance': '7' })
  expect(await nodesAt(other.url, odd.url, sound.url).request('/balance', readAmount, signal)).toBe(
    7n,
  )
  expect(other.requested).toEqual(['GET /v1/'])
  await expect(nodesAt(other.url).request('/balance', readAmount, signal)).rejects.toMatchObject({
    code: 'CHAIN_NETWORK',
  })
  await expect(nodesAt(odd.url).request('/balance', readAmount, signal)).rejects.toMatchObject({
    code: 'CHAIN_ANSWER',
  })
})
it('a REST node that wants a key gets it with the request for its network, too', async () => {
  const node = await startNode({ '/v1/': '1', '/v1/balance': '7' })
  const init = { headers: { 'x-key': 'secret' } }
  await nodesAt(node.url).request('/balance', readAmount, signal, init)
  expect(node.requested).toEqual(['GET /v1/ with its key', 'GET /v1/balance with its key'])
})
