import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../test/bench.js'
import {
  down,
  honest,
  json,
  type Node,
  refusing,
  scriptedNodes,
  slow,
  stalled,
} from '../../test/scripted-nodes.js'
import { defineEvmNetwork } from '../networks.js'
import { readQuantity } from './node-answers.js'
import { createRpcs, type Rpc } from './rpc.js'

const [a, b, c] = ['https://a.example', 'https://b.example', 'https://c.example'] as const

function rpcTo(...rpcUrls: readonly string[]): Rpc {
  const network = defineEvmNetwork({ chainId: 1, name: 'Ethereum', rpcUrls })
  return createRpcs({ networks: [network], rpcTimeoutMs: 10_000 })(network.caipNetworkId)
}

const blockOf = (rpc: Rpc, signal = never()) =>
  rpc.request('eth_blockNumber', [], readQuantity, signal)

const balance = (rpc: Rpc, address: string, signal = never()) =>
  rpc.request('eth_getBalance', [address, 'latest'], readQuantity, signal)

/** Records when a promise settles on the fake clock, and how. */
async function outcomeOf<Value>(
  promise: Promise<Value>,
): Promise<{ value?: Value; error?: unknown; ms: number }> {
  const beganAt = performance.now()
  const settled = promise.then(
    value => ({ value, ms: performance.now() - beganAt }),
    (error: unknown) => ({ error, ms: performance.now() - beganAt }),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return settled
}

const up = honest({ eth_blockNumber: '0x10' })

describe('The choice between the endpoints of a network', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    const left = vi.getTimerCount()
    // First, because under a stopped clock every later test would time out.
    vi.useRealTimers()
    vi.unstubAllGlobals()
    expect(left).toBe(0)
  })

  it('[S9.08] [R6] a request times out after 10 s by default', async () => {
    const nodes = scriptedNodes({ [a]: stalled })
    const { error, ms } = await outcomeOf(blockOf(rpcTo(a)))
    expect(error).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      userMessage: { en: 'The network cannot be reached right now. Nothing was lost.' },
    })
    expect(ms).toBe(10_000)
    expect(nodes.posts[0]?.wasAborted).toBe(true)
  })

  it('[R5] a request goes to the next endpoint at once when one fails', async () => {
    const nodes = scriptedNodes({ [a]: down, [b]: up })
    const { value, ms } = await outcomeOf(blockOf(rpcTo(a, b)))
    expect(value).toBe(16n)
    expect(ms).toBeLessThan(100)
    expect(nodes.posts.map(post => post.url)).toEqual([a, b])
  })

  it('[R6] after 3 s a request also goes to the next endpoint; the first good response wins and the other is aborted', async () => {
    const nodes = scriptedNodes({ [a]: stalled, [b]: slow(500, up), [c]: up })
    const { value, ms } = await outcomeOf(blockOf(rpcTo(a, b, c)))
    expect(value).toBe(16n)
    expect(Math.round(ms)).toBe(3_500)
    expect(nodes.posts.map(post => post.url)).toEqual([a, b])
    expect(nodes.posts[0]?.wasAborted).toBe(true)
  })

  it('[R6] the slow response of the first endpoint is used when it comes first', async () => {
    scriptedNodes({ [a]: slow(5_000, up), [b]: stalled })
    const { value, ms } = await outcomeOf(blockOf(rpcTo(a, b)))
    expect(value).toBe(16n)
    expect(Math.round(ms)).toBe(5_000)
  })

  it('[R5] [R6] a request ends within 10 s, however many endpoints stall', async () => {
    const nodes = scriptedNodes({ [a]: stalled, [b]: stalled, [c]: stalled })
    const { error, ms } = await outcomeOf(blockOf(rpcTo(a, b, c)))
    expect(error).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    expect(ms).toBe(10_000)
    expect(nodes.posts.map(post => Math.round(post.at - (nodes.posts[0]?.at ?? 0)))).toEqual([
      0, 3_000, 6_000,
    ])
  })

  it('requests prefer an endpoint that did not fail lately, and return to the first one later', async () => {
    let isDown = true
    const nodes = scriptedNodes({
      [a]: (questions, signal) => (isDown ? down : up)(questions, signal),
      [b]: up,
    })
    const rpc = rpcTo(a, b)
    const run = async () => {
      nodes.posts.length = 0
      await blockOf(rpc)
      return nodes.posts.map(post => post.url)
    }
    const requestedUrls = async () => {
      const urls = run()
      await vi.advanceTimersByTimeAsync(50)
      return urls
    }
    expect(await requestedUrls()).toEqual([a, b])
    isDown = false
    expect(await requestedUrls()).toEqual([b])
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await requestedUrls()).toEqual([a])
  })

  it('[R7] an endpoint of another chain is not used: its chain id is checked once, with the first requests', async () => {
    const nodes = scriptedNodes({
      [a]: honest({ eth_chainId: '0x2', eth_blockNumber: '0x666' }),
      [b]: up,
    })
    const rpc = rpcTo(a, b)
    expect((await outcomeOf(blockOf(rpc))).value).toBe(16n)
    expect((await outcomeOf(balance(rpc, '1'))).error).toBeDefined()
    expect(nodes.countOf(a)).toBe(1)
    expect(
      nodes.posts.filter(
        post => post.url === b && post.questions.some(one => one.method === 'eth_chainId'),
      ),
    ).toHaveLength(1)
  })

  it('[R7] a wrong-network error is thrown when every endpoint serves another chain', async () => {
    scriptedNodes({ [a]: honest({ eth_chainId: '0x2' }), [b]: honest({ eth_chainId: '0x3' }) })
    const rpc = rpcTo(a, b)
    expect((await outcomeOf(blockOf(rpc))).error).toMatchObject({ code: 'CHAIN_NETWORK' })
    expect((await outcomeOf(blockOf(rpc))).error).toMatchObject({ code: 'CHAIN_NETWORK' })
  })

  it('[R8] a busy endpoint is not used for the time of its Retry-After', async () => {
    for (const [status, header, ms] of [
      [429, '2', 2_000],
      [503, '5', 5_000],
    ] as const) {
      let count = 0
      const nodes = scriptedNodes({
        [a]: (questions, signal) =>
          (++count === 1 ? refusing(status, { 'retry-after': header }) : up)(questions, signal),
      })
      const { value } = await outcomeOf(blockOf(rpcTo(a)))
      expect(value).toBe(16n)
      expect(Math.round((nodes.posts[1]?.at ?? 0) - (nodes.posts[0]?.at ?? 0))).toBe(ms)
    }
  })

  it('[R8] a Retry-After with a date is understood', async () => {
    let count = 0
    const nodes = scriptedNodes({
      [a]: (questions, signal) =>
        (++count === 1
          ? refusing(429, { 'retry-after': new Date(Date.now() + 4_000).toUTCString() })
          : up)(questions, signal),
    })
    expect((await outcomeOf(blockOf(rpcTo(a)))).value).toBe(16n)
    const pause = (nodes.posts[1]?.at ?? 0) - (nodes.posts[0]?.at ?? 0)
    expect(pause).toBeGreaterThan(2_900)
    expect(pause).toBeLessThan(4_100)
  })

  it('[R8] a request fails at once while all endpoints are busy for longer than its timeout', async () => {
    const nodes = scriptedNodes({ [a]: refusing(429, { 'retry-after': '60' }) })
    const rpc = rpcTo(a)
    const first = await outcomeOf(blockOf(rpc))
    expect(first.error).toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    expect(first.ms).toBeLessThan(100)
    expect(nodes.posts).toHaveLength(1)
  })

  it('[R8] a busy endpoint without Retry-After gets fewer than 5 retries a minute, however many requests are made', async () => {
    const nodes = scriptedNodes({ [a]: refusing(429) })
    const rpc = rpcTo(a)
    for (let second = 0; second < 60; second++) {
      blockOf(rpc).catch(() => undefined)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(nodes.posts.length - 1).toBeLessThan(5)
    await vi.advanceTimersByTimeAsync(60_000)
  })

  it('[R8] a rate limit in the JSON-RPC error is understood', async () => {
    const busy: Node = questions =>
      json(
        questions.map(({ id }) => ({
          jsonrpc: '2.0',
          id,
          error: { code: -32005, message: 'limit exceeded' },
        })),
      )
    const nodes = scriptedNodes({ [a]: busy, [b]: up })
    expect((await outcomeOf(blockOf(rpcTo(a, b)))).value).toBe(16n)
    expect(nodes.countOf(a)).toBe(1)
  })

  it("[R5] requests recover within 3 s of the network's return, even after minutes", async () => {
    let isDown = true
    scriptedNodes({ [a]: (questions, signal) => (isDown ? down : up)(questions, signal) })
    const rpc = rpcTo(a)
    for (let count = 0; count < 30; count++) {
      blockOf(rpc).catch(() => undefined)
      await vi.advanceTimersByTimeAsync(4_000)
    }
    isDown = false
    const { value, ms } = await outcomeOf(blockOf(rpc))
    expect(value).toBe(16n)
    expect(ms).toBeLessThan(3_000)
  })
})
