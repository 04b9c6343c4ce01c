import { RpcRefusal } from '@portico/kernel/rpc'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import {
  answer,
  down,
  honest,
  json,
  type Node,
  page,
  scriptedNodes,
  slow,
  stalled,
} from '../../test/scripted-nodes.js'
import { defineEvmNetwork } from '../networks.js'
import { readNativeAmount, readQuantity } from './node-answers.js'
import { createRpcs, type Rpc } from './rpc.js'

const [a, b] = ['https://a.example', 'https://b.example'] as const

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

describe('requests to a network', () => {
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

  it("[S7.50] requests made at once are one JSON-RPC POST to the network's endpoint", async () => {
    const nodes = scriptedNodes({
      [a]: honest({
        eth_blockNumber: '0x10',
        eth_getBalance: ([address]: [string]) => `0x${address.length}`,
      }),
    })
    const rpc = rpcTo(a)
    const { value } = await outcomeOf(
      Promise.all([blockOf(rpc), balance(rpc, '1'), balance(rpc, '22')]),
    )
    expect(value).toEqual([16n, 1n, 2n])
    expect(nodes.posts).toHaveLength(1)
    expect(nodes.posts[0]).toMatchObject({
      url: a,
      init: {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
      },
    })
    expect(nodes.posts[0]?.questions.map(one => one.method)).toEqual([
      'eth_chainId',
      'eth_blockNumber',
      'eth_getBalance',
      'eth_getBalance',
    ])
  })

  it('[S9.09] one POST holds at most 1,000 requests', async () => {
    const nodes = scriptedNodes({
      [a]: honest({ eth_getBalance: ([address]: [string]) => `0x${Number(address).toString(16)}` }),
    })
    const rpc = rpcTo(a)
    const { value } = await outcomeOf(
      Promise.all(Array.from({ length: 2_345 }, (_, index) => balance(rpc, String(index)))),
    )
    expect(value).toEqual(Array.from({ length: 2_345 }, (_, index) => BigInt(index)))
    expect(Math.max(...nodes.posts.map(post => post.questions.length))).toBe(1_000)
  })

  it('[R8] identical requests are sent once while in flight', async () => {
    const nodes = scriptedNodes({ [a]: slow(100, up) })
    const rpc = rpcTo(a)
    const { value } = await outcomeOf(Promise.all([blockOf(rpc), blockOf(rpc), blockOf(rpc)]))
    expect(value).toEqual([16n, 16n, 16n])
    expect(nodes.posts[0]?.questions.map(one => one.method)).toEqual([
      'eth_chainId',
      'eth_blockNumber',
    ])
  })

  it('[R8] a request shared by two readers gives each its own result, and is repeated for the reader that rejects the first response', async () => {
    const nodes = scriptedNodes({ [a]: slow(100, up) })
    const rpc = rpcTo(a)
    const signal = new AbortController().signal
    let looks = 0
    const { value } = await outcomeOf(
      Promise.all([
        blockOf(rpc),
        rpc.request('eth_blockNumber', [], answer => ({ text: String(answer) }), signal),
        rpc.request(
          'eth_blockNumber',
          [],
          answer => (++looks > 1 ? `later ${answer}` : undefined),
          signal,
        ),
      ]),
    )
    expect(value).toEqual([16n, { text: '0x10' }, 'later 0x10'])
    expect(nodes.posts).toHaveLength(2)
  })

  it('[S7.51] a failed request is retried on the next call', async () => {
    let count = 0
    const nodes = scriptedNodes({
      [a]: (questions, signal) => (++count < 3 ? down : up)(questions, signal),
    })
    const { value, ms } = await outcomeOf(blockOf(rpcTo(a)))
    expect(value).toBe(16n)
    expect(nodes.posts).toHaveLength(3)
    expect(ms).toBeLessThan(2_000)
  })

  it('[R9] each of 1,000 batched requests gets its own response, in any order and among unrequested ones', {
    tags: 'thorough',
  }, async () => {
    vi.useRealTimers()
    const shuffled: Node = questions => {
      const answers: object[] = answer(questions, {
        eth_chainId: '0x1',
        eth_getBalance: ([address]: [string]) => address,
      })
      answers.push(
        { jsonrpc: '2.0', id: 987_654, result: '0x1' },
        { jsonrpc: '2.0', id: null, result: '0x2' },
        { jsonrpc: '2.0', id: 'x', result: '0x3' },
      )
      return json(fc.sample(fc.shuffledSubarray(answers, { minLength: answers.length }), 1)[0])
    }
    scriptedNodes({ [a]: shuffled })
    const rpc = rpcTo(a)
    for (let round = 0; round < 1_000; round++) {
      const addresses = Array.from(
        { length: 2 + (round % 7) },
        (_, index) => `0x${(round * 10 + index).toString(16)}`,
      )
      expect(await Promise.all(addresses.map(one => balance(rpc, one)))).toEqual(
        addresses.map(BigInt),
      )
    }
    vi.useFakeTimers()
  })

  it('[R9] requests that a node leaves out go to another endpoint, and the others are not repeated', async () => {
    const partial: Node = questions =>
      json(
        answer(questions, { eth_chainId: '0x1', eth_getBalance: '0x5' }).filter(
          (_, index) => index % 2 === 0,
        ),
      )
    const nodes = scriptedNodes({ [a]: partial, [b]: honest({ eth_getBalance: '0x6' }) })
    const rpc = rpcTo(a, b)
    const { value } = await outcomeOf(
      Promise.all(['1', '2', '3', '4'].map(one => balance(rpc, one))),
    )
    expect(value).toEqual([6n, 5n, 6n, 5n])
    expect(nodes.posts[1]?.questions).toHaveLength(3)
  })

  it('[R9] a request that every node leaves out fails alone', async () => {
    const partial: Node = questions =>
      json(
        answer(questions, { eth_chainId: '0x1', eth_getBalance: '0x5' }).filter(
          (_, index) => questions[index]?.params[0] !== 'missing',
        ),
      )
    scriptedNodes({ [a]: partial })
    const rpc = rpcTo(a)
    const { value } = await outcomeOf(
      Promise.allSettled([balance(rpc, 'here'), balance(rpc, 'missing')]),
    )
    expect(value).toMatchObject([
      { status: 'fulfilled', value: 5n },
      { status: 'rejected', reason: { code: 'CHAIN_ANSWER' } },
    ])
  })

  it('[R9] a request with two responses counts as unanswered', async () => {
    const twice: Node = questions =>
      json([
        ...answer(questions, { eth_chainId: '0x1', eth_blockNumber: '0x1' }),
        ...answer(questions.slice(1), { eth_blockNumber: '0x2' }),
      ])
    scriptedNodes({ [a]: twice, [b]: up })
    expect((await outcomeOf(blockOf(rpcTo(a, b)))).value).toBe(16n)
  })

  it.each([3, 10, 100])(
    'a batch is split for a node that accepts at most %i requests',
    async most => {
      const short: Node = (questions, signal) =>
        questions.length > most
          ? json({
              jsonrpc: '2.0',
              id: null,
              error: { code: -32014, message: `maximum ${most} calls in 1 batch` },
            })
          : honest({ eth_getBalance: ([one]: [string]) => one })(questions, signal)
      const nodes = scriptedNodes({ [a]: short })
      const rpc = rpcTo(a)
      const addresses = Array.from({ length: 250 }, (_, index) => `0x${index.toString(16)}`)
      const { value } = await outcomeOf(Promise.all(addresses.map(one => balance(rpc, one))))
      expect(value).toEqual(addresses.map(BigInt))
      nodes.posts.length = 0
      await outcomeOf(Promise.all(addresses.map(one => balance(rpc, one))))
      expect(Math.max(...nodes.posts.map(post => post.questions.length))).toBeLessThanOrEqual(most)
    },
  )

  it("a refused request throws the node's error at once and goes to no other endpoint", async () => {
    const reverting: Node = questions =>
      json(
        questions.map(({ id, method }) =>
          method === 'eth_chainId'
            ? { jsonrpc: '2.0', id, result: '0x1' }
            : {
                jsonrpc: '2.0',
                id,
                error: { code: 3, message: 'execution reverted: no\u202e', data: '0x08' },
              },
        ),
      )
    const nodes = scriptedNodes({ [a]: reverting, [b]: up })
    const { error } = await outcomeOf(blockOf(rpcTo(a, b)))
    expect(error).toBeInstanceOf(RpcRefusal)
    expect(error).toMatchObject({
      code: 'RPC_REFUSED',
      rpcCode: 3,
      data: '0x08',
      message: 'The network refuses this: execution reverted: no',
    })
    expect(nodes.countOf(b)).toBe(0)
  })

  it('a request is aborted when all its callers aborted', async () => {
    const nodes = scriptedNodes({ [a]: stalled })
    const controller = new AbortController()
    const rpc = rpcTo(a)
    const first = thrownBy(blockOf(rpc, controller.signal))
    const second = thrownBy(blockOf(rpc, controller.signal))
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    expect(await first).toMatchObject({ name: 'AbortError' })
    expect(await second).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(0)
    expect(nodes.posts[0]?.wasAborted).toBe(true)
  })

  it('a shared request continues when one of two callers aborts', async () => {
    scriptedNodes({ [a]: slow(500, up) })
    const controller = new AbortController()
    const rpc = rpcTo(a)
    const gaveUp = thrownBy(blockOf(rpc, controller.signal))
    const waits = blockOf(rpc)
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    expect(await gaveUp).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(500)
    expect(await waits).toBe(16n)
  })

  it('a network that is not listed, or has no endpoints, throws', () => {
    const bare = defineEvmNetwork({ chainId: 5, name: 'Bare', rpcUrls: [] })
    const rpcOf = createRpcs({ networks: [bare], rpcTimeoutMs: 10_000 })
    for (const id of ['eip155:5', 'eip155:6'] as const)
      expect(() => rpcOf(id)).toThrow(expect.objectContaining({ code: 'CHAIN_NO_ENDPOINT' }))
  })
})

describe('malformed responses', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const wrong = fc.oneof(
    fc.constantFrom<unknown>(
      '0x',
      '0xNOTHEX',
      '-0x1',
      '0x-1',
      ' 0x1',
      '0x1 ',
      '0X1',
      '1',
      'NaN',
      '',
      '0x1.5',
      `0x${'f'.repeat(65)}`,
      '1e18',
      'null',
      `0x${'f'.repeat(33)}`,
    ),
    fc.constantFrom<unknown>(
      null,
      undefined,
      true,
      5,
      1e21,
      Number.NaN,
      [],
      ['0x1'],
      {},
      { toString: '0x1' },
      JSON.parse('{"__proto__":{"polluted":"0x1"}}'),
    ),
    fc.string(),
    fc.double(),
    fc.jsonValue(),
  )
  const body = fc.oneof(
    wrong.map(
      result => (questions: readonly { id: number; method: string }[]) =>
        questions.map(({ id, method }) => ({
          jsonrpc: '2.0',
          id,
          result: method === 'eth_chainId' ? '0x1' : result,
        })),
    ),
    fc.jsonValue().map(value => () => value),
    fc.constantFrom<unknown>('', '<html>', '{', '[', 'null', '0').map(text => () => text),
    wrong.map(
      error => (questions: readonly { id: number }[]) =>
        questions.map(({ id }) => ({ jsonrpc: '2.0', id, error })),
    ),
  )
  const isTrue = (result: unknown) =>
    typeof result === 'string' && /^0x[\da-fA-F]{1,32}$/.test(result)

  it('[R7] [S3] 500 malformed responses each throw a named error and never become a value', {
    tags: 'thorough',
  }, async () => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (make, asText) => {
        scriptedNodes({
          [a]: questions => {
            const made = make(questions as never)
            return new Response(
              asText && typeof made === 'string' ? made : (JSON.stringify(made) ?? ''),
              { status: 200 },
            )
          },
        })
        // A timeout so short that no retry follows.
        const network = defineEvmNetwork({ chainId: 1, name: 'Ethereum', rpcUrls: [a] })
        const rpc = createRpcs({ networks: [network], rpcTimeoutMs: 40 })(network.caipNetworkId)
        const outcome = await rpc
          .request('eth_getBalance', ['0x1', 'latest'], readNativeAmount, never())
          .then(
            value => ({ value }),
            (error: unknown) => ({ error }),
          )
        if ('error' in outcome) {
          refused++
          expect(outcome.error).toHaveProperty('userMessage')
        } else {
          const [first] = [make([{ id: 1, method: 'eth_getBalance' }] as never)].flat() as {
            result?: unknown
          }[]
          expect(isTrue(first?.result)).toBe(true)
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }),
      { numRuns: 500 },
    )
    expect(refused).toBeGreaterThan(450)
  })

  it('[R7] a malformed response is skipped when another endpoint gives a valid one', async () => {
    const liars: readonly Node[] = [
      page,
      honest({ eth_getBalance: '0xNOTHEX' }),
      honest({ eth_getBalance: `0x${'f'.repeat(40)}` }),
      () => json({ hello: 1 }),
      () => new Response(''),
    ]
    for (const liar of liars) {
      scriptedNodes({ [a]: liar, [b]: honest({ eth_getBalance: '0x7' }) })
      const network = defineEvmNetwork({ chainId: 1, name: 'Ethereum', rpcUrls: [a, b] })
      const rpc = createRpcs({ networks: [network], rpcTimeoutMs: 10_000 })(network.caipNetworkId)
      expect(
        await rpc.request('eth_getBalance', ['0x1', 'latest'], readNativeAmount, never()),
      ).toBe(7n)
    }
  })

  it('[R36] a response of 50 MB is rejected within a second, before all of it arrived', async () => {
    let sent = 0
    const chunk = new TextEncoder().encode(`"${'a'.repeat(1_000_000)}",`)
    const endless: Node = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += chunk.byteLength
            if (sent > 50_000_000) controller.close()
            else controller.enqueue(chunk)
          },
        }),
      )
    scriptedNodes({ [a]: endless, [b]: up })
    const network = defineEvmNetwork({ chainId: 1, name: 'Ethereum', rpcUrls: [a, b] })
    const rpc = createRpcs({ networks: [network], rpcTimeoutMs: 10_000 })(network.caipNetworkId)
    const beganAt = performance.now()
    expect(await blockOf(rpc)).toBe(16n)
    expect(performance.now() - beganAt).toBeLessThan(1_000)
    expect(sent).toBeLessThan(15_000_000)
  })
})
