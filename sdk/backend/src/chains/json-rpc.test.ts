import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRpc, smallQuantity } from './json-rpc.js'

interface Call {
  readonly id: number
  readonly method: string
}
type Respond = (calls: readonly Call[], response: ServerResponse, path: string) => void

/** Responds with `result` to every call, and with the chain to `eth_chainId`. */
const respond =
  (result: (call: Call) => object, chainId = '0x1'): Respond =>
  (calls, response) => {
    const answers = calls.map(call => ({
      id: call.id,
      ...(call.method === 'eth_chainId' ? { result: chainId } : result(call)),
    }))
    response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers.reverse()))
  }
let node: Respond = () => undefined
let requests = 0
const server = createServer(async (request, response) => {
  requests++
  let body = ''
  for await (const chunk of request) body += chunk
  node([JSON.parse(body)].flat(), response, request.url ?? '')
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
const readHead = (...urls: readonly string[]) =>
  createRpc('eip155:1', urls).call('eth_blockNumber', [], smallQuantity)

describe('the RPC client', () => {
  it('[R9] returns the responses of a batch in the order of its calls, whatever the order of the node', async () => {
    node = respond(({ method }) => ({ result: method }))
    const calls = Array.from({ length: 250 }, (_, index) => ({ method: `m${index}`, params: [] }))
    expect(await createRpc('eip155:1', [url]).batch(calls)).toEqual(
      calls.map(({ method }) => ({ result: method })),
    )
  })

  it('uses no node of another chain, and uses the next node', async () => {
    const methods: string[] = []
    node = (calls, response, path) => {
      methods.push(...calls.map(({ method }) => `${path} ${method}`))
      respond(
        () => ({ result: path === '/wrong' ? '0x666' : '0x7' }),
        path === '/wrong' ? '0x2' : '0x1',
      )(calls, response, path)
    }
    expect(await readHead(`${url}/wrong`, `${url}/right`)).toBe(7)
    await expect(readHead(`${url}/wrong`)).rejects.toMatchObject({ code: 'NODE_WRONG_NETWORK' })
    expect(methods).toContain('/right eth_blockNumber')
  })

  it('sends smaller batches to a node that refuses larger ones, and loses no call', async () => {
    const sizes: number[] = []
    node = (calls, response, path) => {
      sizes.push(calls.length)
      if (calls.length > 20) {
        response.statusCode = 400
        response.end(
          '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}',
        )
      } else respond(({ method }) => ({ result: method }))(calls, response, path)
    }
    const rpc = createRpc('eip155:1', [url])
    const calls = Array.from({ length: 150 }, (_, index) => ({ method: `m${index}`, params: [] }))
    const expected = calls.map(({ method }) => ({ result: method }))
    expect(await rpc.batch(calls)).toEqual(expected)
    sizes.length = 0
    expect(await rpc.batch(calls)).toEqual(expected)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20)
  })

  it('[R36] fails only the call whose response is too long or cut, and keeps the rest of its batch', async () => {
    const long = 'x'.repeat(11 * 1024 * 1024)
    node = respond(({ method }) => ({ result: method === 'm17' ? long : method }))
    const rpc = createRpc('eip155:1', [url])
    const outcomes = (isHostile: (method: string) => boolean) =>
      Promise.all(
        Array.from({ length: 40 }, (_, index) => `m${index}`).map(async method => {
          const outcome = rpc.batch([{ method, params: [] }])
          if (isHostile(method))
            await expect(outcome).rejects.toMatchObject({ code: 'NODE_NONSENSE' })
          else expect(await outcome).toEqual([{ result: method }])
        }),
      )
    await outcomes(method => method === 'm17')
    node = (calls, response) => {
      const text = JSON.stringify(calls.map(({ id, method }) => ({ id, result: method })))
      response.end(calls.length > 8 ? text.slice(0, -20) : text)
    }
    await outcomes(() => false)
  })

  it('[R7] throws a coded error for any malformed response', async () => {
    const bodies = [
      ...fc.sample(fc.oneof(fc.string(), fc.json()), 100),
      '<html>',
      '[{"id":1,"result":"0x1"},{"id":2,"result":"0xzz"}]',
      '[{"id":1,"result":"0x1"},{"id":2,"result":"0x1fffffffffffff0"}]',
      '[]',
    ]
    node = (_, response, path) => response.end(bodies[Number(path.slice(1))])
    const outcomes = await Promise.allSettled(bodies.map((_, index) => readHead(`${url}/${index}`)))
    expect(outcomes).toHaveLength(104)
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'BackendError' } })
  })

  it('throws different codes when a node refuses a call and when it is unreachable', async () => {
    node = respond(() => ({ error: { code: -32601, message: 'no such method' } }))
    await expect(readHead(url)).rejects.toMatchObject({ code: 'NODE_REFUSED' })
    expect(await createRpc('eip155:1', [url]).batch([{ method: 'a', params: [] }])).toEqual([
      { refusal: { code: -32601, message: 'no such method' } },
    ])
    node = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end()
    await expect(readHead(url)).rejects.toMatchObject({ code: 'NODE_UNREACHABLE' })
    node = (_, response) => void response.socket?.destroy()
    await expect(readHead(url)).rejects.toMatchObject({ code: 'NODE_UNREACHABLE' })
  })

  it('[R6] gives up a request after 10 s when the node never responds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let requested = 0
    node = () => void requested++
    const outcome = readHead(url).catch((error: unknown) => error)
    const isPending = () =>
      Promise.race([outcome, new Promise(resolve => setImmediate(resolve, 'pending'))])
    vi.advanceTimersByTime(0) // the client sends all calls of a turn together
    while (!requested) await new Promise(resolve => setImmediate(resolve))
    vi.advanceTimersByTime(9_990)
    expect(await isPending()).toBe('pending')
    vi.advanceTimersByTime(10)
    expect(await outcome).toMatchObject({ code: 'NODE_UNREACHABLE' })
  })

  it('[R5] uses the next node at once when a node is unreachable', async () => {
    node = respond(() => ({ result: '0x7' }))
    const began = performance.now()
    expect(await readHead('http://127.0.0.1:9', url)).toBe(7)
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it('ends a request when its caller aborts, and leaves no listener on the signal', async () => {
    const aborter = new AbortController()
    const listeners = { added: 0, removed: 0 }
    const { signal } = aborter
    const [add, remove] = [signal.addEventListener, signal.removeEventListener]
    vi.spyOn(signal, 'addEventListener').mockImplementation((...rest) => {
      listeners.added++
      add.apply(signal, rest)
    })
    vi.spyOn(signal, 'removeEventListener').mockImplementation((...rest) => {
      listeners.removed++
      remove.apply(signal, rest)
    })
    const rpc = createRpc('eip155:1', [url])
    node = respond(() => ({ result: '0x7' }))
    await rpc.batch([{ method: 'a', params: [] }], signal)
    expect(listeners.removed).toBe(listeners.added)
    const before = requests
    node = () => aborter.abort('enough')
    await expect(rpc.call('eth_blockNumber', [], smallQuantity, signal)).rejects.toBe('enough')
    expect(requests).toBe(before + 1)
  })
})
