import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRpc, smallQuantity } from './json-rpc.js'

type Call = { readonly id: number; readonly method: string }
let answer: (calls: readonly Call[], response: ServerResponse) => void = () => undefined
let asked = 0
const server = createServer(async (request, response) => {
  asked++
  let body = ''
  for await (const chunk of request) body += chunk
  answer(JSON.parse(body), response)
})
let url = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})
afterEach(() => {
  vi.useRealTimers()
})
const block = () => createRpc('eip155:1', [url]).call('eth_blockNumber', [], smallQuantity)

describe('a node', () => {
  it('[R9] a node may answer a batch in any order, and unrequested answers are ignored', async () => {
    answer = (calls, response) =>
      response.end(
        JSON.stringify([
          { id: 999, result: 'x' },
          ...[...calls].reverse().map(({ id, method }) => ({ id, result: `${method} ${id}` })),
        ]),
      )
    const calls = Array.from({ length: 250 }, (_, index) => ({ method: `m${index}`, params: [] }))
    const answers = await createRpc('eip155:1', [url]).batch(calls)
    expect(answers).toEqual(
      calls.map(({ method }, index) => ({ result: `${method} ${index % 100}` })),
    )
  })

  it('[R7] an answer of a node that is malformed is rejected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.constantFrom(
            '<html>',
            '[{"id":0,"result":"0xzz"}]',
            '[{"id":0,"result":"0x1fffffffffffff0"}]',
            '[]',
          ),
        ),
        async body => {
          answer = (_, response) => response.end(body)
          await expect(block()).rejects.toMatchObject({ name: 'BackendError' })
        },
      ),
      { numRuns: 200 },
    )
  })

  it('a node that refuses a request and a node that is unreachable have different error codes', async () => {
    answer = (_, response) =>
      response.end('[{"id":0,"error":{"code":-32601,"message":"no such method"}}]')
    await expect(block()).rejects.toMatchObject({ code: 'NODE_REFUSED' })
    answer = (_, response) => response.writeHead(429).end()
    await expect(block()).rejects.toMatchObject({ code: 'NODE_UNREACHABLE' })
    answer = (_, response) => void response.socket?.destroy()
    await expect(block()).rejects.toMatchObject({ code: 'NODE_UNREACHABLE' })
  })

  it('[R6] a request to a node that never answers fails after 10 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const heard = new Promise<void>(resolve => {
      answer = () => resolve()
    })
    const outcome = block().catch((error: unknown) => error)
    await heard
    const isWaiting = () =>
      Promise.race([outcome, new Promise(resolve => setImmediate(resolve, 'waiting'))])
    vi.advanceTimersByTime(9_999)
    expect(await isWaiting()).toBe('waiting')
    vi.advanceTimersByTime(1)
    expect(await outcome).toMatchObject({ code: 'NODE_UNREACHABLE' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[R5] a request moves to the next node at once when a node is unreachable', async () => {
    answer = (_, response) => response.end('[{"id":0,"result":"0x7"}]')
    const began = performance.now()
    expect(
      await createRpc('eip155:1', ['http://127.0.0.1:9', url]).call(
        'eth_blockNumber',
        [],
        smallQuantity,
      ),
    ).toBe(7)
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it('a request to a node ends when its caller aborts', async () => {
    const aborter = new AbortController()
    const before = asked
    answer = () => aborter.abort('enough')
    await expect(
      createRpc('eip155:1', [url]).call('eth_blockNumber', [], smallQuantity, aborter.signal),
    ).rejects.toBe('enough')
    expect(asked).toBe(before + 1)
  })
})
