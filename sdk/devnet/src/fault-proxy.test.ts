import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Devnet, type FaultProxy, startDevnet } from './index.js'

interface Answer {
  readonly id: unknown
  readonly result: unknown
}

describe('an endpoint that fails on command', () => {
  let devnet: Devnet
  let proxy: FaultProxy
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1] })
    proxy = await devnet.proxy(1)
  })
  afterAll(() => devnet.stop())
  beforeEach(() => {
    proxy.set('ok')
    proxy.reset()
  })

  const post = (body: unknown, init: RequestInit = {}) =>
    fetch(proxy.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...init,
    })
  const call = (method: string, id: unknown = 1, params: unknown[] = []) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  })
  const ask = async (method: string, params: unknown[] = []) =>
    ((await (await post(call(method, 1, params))).json()) as Answer).result
  const batchOf = (size: number) =>
    Array.from({ length: size }, (_, id) =>
      call('eth_getBlockByNumber', id, [`0x${(id % 2).toString(16)}`, false]),
    )
  const askBatch = async (size: number) => (await (await post(batchOf(size))).json()) as Answer[]

  it('forwards single calls and batches unchanged in its first mode', async () => {
    expect(await ask('eth_chainId')).toBe('0x1')
    expect((await askBatch(3)).map(answer => answer.id)).toEqual([0, 1, 2])
  })

  it('counts requests and records every call until reset', async () => {
    await ask('eth_chainId')
    await askBatch(2)
    expect(proxy.requests).toBe(2)
    expect(proxy.calls.map(({ method }) => method)).toEqual([
      'eth_chainId',
      'eth_getBlockByNumber',
      'eth_getBlockByNumber',
    ])
    proxy.reset()
    expect([proxy.requests, proxy.calls]).toEqual([0, []])
  })

  it('cuts the connection in the mode down, and answers again in the mode ok', async () => {
    proxy.set('down')
    await expect(ask('eth_chainId')).rejects.toThrow('fetch failed')
    expect(proxy.requests).toBe(1)
    proxy.set('ok')
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('answers correctly after a delay in the mode slow', async () => {
    proxy.set('slow', { delayMs: 150 })
    const beganAt = performance.now()
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(performance.now() - beganAt).toBeGreaterThan(140)
  })

  it('never answers in the mode stall, and answers again in the next mode', async () => {
    proxy.set('stall')
    await expect(
      post(call('eth_chainId'), { signal: AbortSignal.timeout(200) }),
    ).rejects.toMatchObject({ name: 'TimeoutError' })
    proxy.set('ok')
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('answers a web page with status 200 in the mode html', async () => {
    proxy.set('html')
    const response = await post(call('eth_chainId'))
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html'])
    expect(await response.text()).toContain('<!doctype html>')
  })

  it.each(['429', '503'] as const)(
    'answers the status %s, with Retry-After where it is set',
    async mode => {
      proxy.set(mode, { retryAfterSeconds: 7 })
      const refused = await post(call('eth_chainId'))
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([Number(mode), '7'])
      proxy.set(mode, { retryAfterSeconds: undefined })
      expect((await post(call('eth_chainId'))).headers.get('retry-after')).toBeNull()
    },
  )

  it('answers another chain id in the mode wrong-chain, and every other call correctly', async () => {
    proxy.set('wrong-chain')
    expect([
      await ask('eth_chainId'),
      await ask('net_version'),
      await ask('eth_blockNumber'),
    ]).toEqual(['0x539', '1337', '0x1'])
  })

  it('answers a value that is no hex number', async () => {
    proxy.set('bad-hex')
    expect(await ask('eth_getBalance', [devnet.accounts[0]?.address, 'latest'])).toBe('0xNOTHEX')
  })

  it('answers a batch in another order, each answer with the id of its call', async () => {
    proxy.set('shuffle')
    const answers = await askBatch(50)
    const ids = answers.map(answer => answer.id)
    expect(ids).not.toEqual(Array.from(ids.keys()))
    expect([...ids].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from(ids.keys()))
    for (const { id, result } of answers)
      expect((result as { number: string }).number).toBe(`0x${Number(id) % 2}`)
  })

  it('leaves out every second answer of a batch', async () => {
    proxy.set('partial')
    expect((await askBatch(4)).map(answer => answer.id)).toEqual([0, 2])
    expect(await ask('eth_chainId')).toBe('0x1')
  })

  it('the fault proxy adds unrequested answers', async () => {
    proxy.set('extra')
    const ids = (await askBatch(2)).map(answer => answer.id)
    expect(ids).toEqual(expect.arrayContaining([0, 1, null, 'unrequested']))
  })

  it('answers what a function returns, without a request to the node', async () => {
    proxy.set(({ method, params }) => ({ method, params, huge: '0x' }))
    expect(await ask('eth_chainId', [1])).toEqual({
      method: 'eth_chainId',
      params: [1],
      huge: '0x',
    })
  })

  it('allows pages of any origin to read the answer and Retry-After, and does not count the preflight', async () => {
    proxy.set('429')
    const preflight = await fetch(proxy.url, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    const refused = await post(call('eth_chainId'))
    expect([preflight.status, proxy.requests]).toEqual([204, 1])
    for (const { headers } of [preflight, refused])
      expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('access-control-expose-headers')).toBe('retry-after')
  })

  it('cuts the connection for a body that is no JSON', async () => {
    await expect(fetch(proxy.url, { method: 'POST', body: 'hello' })).rejects.toThrow(
      'fetch failed',
    )
  })

  it('gives each caller its own endpoint, so that one can fail while the other works', async () => {
    const other = await devnet.proxy(1)
    proxy.set('down')
    expect(other.url).not.toBe(proxy.url)
    expect(
      (await fetch(other.url, { method: 'POST', body: JSON.stringify(call('eth_chainId')) }))
        .status,
    ).toBe(200)
    await other.stop()
    await other.stop()
    await expect(fetch(other.url, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed')
  })

  it('refuses an unknown mode', () => {
    expect(() => proxy.set('tired' as 'ok')).toThrow('not "tired"')
  })

  it('stops at once while an answer is delayed', async () => {
    const slow = await devnet.proxy(1)
    slow.set('slow', { delayMs: 60_000 })
    const waiting = fetch(slow.url, { method: 'POST', body: JSON.stringify(call('eth_chainId')) })
    const outcome = expect(waiting).rejects.toThrow('fetch failed')
    await new Promise(resolve => setTimeout(resolve, 50))
    await slow.stop()
    await outcome
  })
})
