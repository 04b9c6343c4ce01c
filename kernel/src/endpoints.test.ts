import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { boot, settle } from '../test/boot.js'
import {
  type Answered,
  defineEndpoint,
  definePlugin,
  defineSlice,
  KernelError,
  type KernelOptions,
  override,
  type PluginContext,
} from './index.js'

interface Ask {
  readonly account: string
  readonly amount?: bigint
}
const plain = defineEndpoint<Ask, string>('plain')
const cached = defineEndpoint<Ask, { list: number[] }>('balances', {
  cacheFor: 30_000,
  coolDown: 30_000,
  key: ask => ask.account,
})
const ada = { account: 'ada' }

function open(options?: Partial<KernelOptions>, setup?: (context: PluginContext) => void) {
  let asker: PluginContext | undefined
  const result = boot(
    [
      definePlugin({
        id: 'asker',
        setup(context) {
          asker = context
          setup?.(context)
        },
      }),
    ],
    options,
  )
  const context = asker as PluginContext
  return {
    ...result,
    context,
    traffic: (id: string) => result.kernel.inspect().endpoints.find(one => one.id === id),
  }
}
/**
 * The code of endpoints arrives with the first call; after this one, a handler runs at once.
 */
const arrived = (context: PluginContext) =>
  context.call(defineEndpoint<Ask, string>('first'), ada).catch(() => undefined)
/** A handler whose answers are given by hand. */
function byHand<A>() {
  const asks: {
    ask: Ask
    signal: AbortSignal
    answer(value: A): void
    fail(error: unknown): void
  }[] = []
  const handler = (ask: Ask, signal: AbortSignal) =>
    new Promise<A>((answer, fail) => asks.push({ ask, signal, answer, fail }))
  return { asks, handler }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('endpoints', () => {
  it('Endpoints answer with the value, its source and its time', async () => {
    vi.setSystemTime(1_700_000_000_000)
    const { context } = open()
    context.handle(plain, async ask => `of ${ask.account}`, { id: 'rpc' })
    const answer = await context.call(plain, ada)
    expect(answer).toEqual({ value: 'of ada', source: 'rpc', at: 1_700_000_000_000 })
    expectTypeOf(answer).toEqualTypeOf<Answered<string>>()
  })

  it('Endpoints name the plugin as source when a handler has no id of its own', async () => {
    const { context } = open()
    context.handle(plain, async () => 'x')
    expect((await context.call(plain, ada)).source).toBe('asker')
  })

  it('A call of an endpoint without a handler is refused', async () => {
    const { context } = open()
    const pending = context.call(plain, ada)
    await expect(pending).rejects.toThrow(KernelError)
    await expect(pending).rejects.toThrow(
      'No running plugin answers the endpoint "plain" for this ask.',
    )
    context.handle(plain, async () => 'x', { when: ask => ask.account !== 'ada' })
    await expect(context.call(plain, ada)).rejects.toMatchObject({ code: 'NOT_HANDLED' })
    expect((await context.call(plain, { account: 'bob' })).value).toBe('x')
  })

  it('Endpoints ask handlers in the order of their rank, the next one when one throws or does not apply', async () => {
    const flag = defineSlice({ id: 'flag', initial: () => ({ on: false }) })
    const { context } = open()
    const pending: string[] = []
    const handler =
      (id: string, fails = false) =>
      async () => {
        pending.push(id)
        if (fails) throw new RangeError(id)
        return id
      }
    context.handle(plain, handler('late'), { id: 'late', rank: 'late' })
    context.handle(plain, handler('normal', true), { id: 'normal' })
    context.handle(plain, handler('first', true), { id: 'first', rank: 'first' })
    context.handle(plain, handler('never'), {
      id: 'never',
      rank: 'early',
      when: (_, read) => read.state(flag).on,
    })
    expect((await context.call(plain, ada)).source).toBe('late')
    expect(pending).toEqual(['first', 'normal', 'late'])
  })

  it('Endpoints throw what the last handler threw when all of them fail', async () => {
    const { context } = open()
    context.handle(
      plain,
      async () => {
        throw new RangeError('backend')
      },
      { id: 'a', rank: 'first' },
    )
    context.handle(
      plain,
      () => {
        throw new RangeError('rpc, at once')
      },
      { id: 'b' },
    )
    await expect(context.call(plain, ada)).rejects.toThrow('rpc, at once')
  })

  it('Endpoints treat a condition that throws as a failure of its handler', async () => {
    const { context } = open()
    context.handle(plain, async () => 'first', {
      id: 'a',
      rank: 'first',
      when: () => {
        throw new RangeError('when')
      },
    })
    context.handle(plain, async () => 'second', { id: 'b' })
    expect((await context.call(plain, ada)).value).toBe('second')
  })

  it('Endpoints refuse two handlers of one id, and drop the handlers of a removed plugin', async () => {
    const { context, kernel } = open()
    context.handle(plain, async () => 'own', { rank: 'late' })
    expect(() => context.handle(plain, async () => 'again')).toThrow(
      'both bring the endpoint "plain"',
    )
    const remove = kernel.install(
      definePlugin({
        id: 'better',
        setup: guest => guest.handle(plain, async () => 'better'),
      }),
    )
    expect((await context.call(plain, ada)).value).toBe('better')
    remove()
    expect((await context.call(plain, ada)).value).toBe('own')
  })
})

describe("the host's overrides", () => {
  it("The host's overrides replace all handlers of an endpoint, and leave the others alone", async () => {
    const own = vi.fn(async () => 'own')
    const { context } = open({ endpoints: [override(plain, async ask => `host ${ask.account}`)] })
    context.handle(plain, own, { rank: 'first' })
    context.handle(cached, async () => ({ list: [1] }))
    expect(await context.call(plain, ada)).toMatchObject({ value: 'host ada', source: 'host' })
    expect(own).not.toHaveBeenCalled()
    expect((await context.call(cached, ada)).source).toBe('asker')
  })

  it('No handler replaces an override of the host that fails', async () => {
    const own = vi.fn(async () => 'own')
    const { context } = open({
      endpoints: [override(plain, () => Promise.reject(new RangeError('own backend is down')))],
    })
    context.handle(plain, own)
    await expect(context.call(plain, ada)).rejects.toThrow('own backend is down')
    expect(own).not.toHaveBeenCalled()
  })
})

describe('the cache', () => {
  it('The cache of an endpoint serves an answer for the time that the endpoint sets, for each key separately', async () => {
    const { context, traffic } = open()
    let n = 0
    context.handle(cached, async () => ({ list: [n++] }))
    const first = await context.call(cached, ada)
    await vi.advanceTimersByTimeAsync(29_999)
    // the key is the account
    expect(await context.call(cached, { account: 'ada', amount: 5n })).toBe(first)
    expect((await context.call(cached, { account: 'bob' })).value.list).toEqual([1])
    expect(traffic('balances')).toEqual({ id: 'balances', cached: 2, running: 0, handlerCalls: 2 })
    await vi.advanceTimersByTimeAsync(1)
    expect((await context.call(cached, ada)).value.list).toEqual([2])
  })

  it('An endpoint without a cache time calls its handler each time', async () => {
    const { context, traffic } = open()
    let n = 0
    context.handle(plain, async () => `${n++}`)
    expect((await context.call(plain, ada)).value).toBe('0')
    expect((await context.call(plain, ada)).value).toBe('1')
    expect(traffic('plain')).toMatchObject({ cached: 0, handlerCalls: 2 })
  })

  it('[S32] The cache of an endpoint cannot be changed by a caller', async () => {
    const { context } = open()
    context.handle(cached, async () => ({ list: [1] }))
    const { value } = await context.call(cached, ada)
    expect(() => value.list.push(2)).toThrow(TypeError)
    expect((await context.call(cached, ada)).value.list).toEqual([1])
  })

  it('invalidate empties the cache of an endpoint; an answer in flight reaches its callers and is not cached', async () => {
    const { context, traffic } = open()
    await arrived(context)
    const { asks, handler } = byHand<{ list: number[] }>()
    context.handle(cached, handler)
    const before = context.call(cached, ada)
    context.invalidate(cached)
    const after = context.call(cached, ada)
    expect(asks).toHaveLength(2)
    asks[0]?.answer({ list: [1] })
    asks[1]?.answer({ list: [2] })
    expect((await before).value.list).toEqual([1])
    expect((await after).value.list).toEqual([2])
    expect((await context.call(cached, ada)).value.list).toEqual([2])
    context.invalidate(cached)
    expect(traffic('balances')).toMatchObject({ cached: 0 })
  })

  it('The cache of an endpoint holds at most 200 answers', async () => {
    const { context, traffic } = open()
    context.handle(cached, async () => ({ list: [] }))
    for (let i = 0; i < 1000; i++) await context.call(cached, { account: `${i}` })
    expect(traffic('balances')?.cached).toBeLessThanOrEqual(200)
  })

  it('[R18] The cache of an endpoint uses the monotonic clock: a system clock that moves by a day changes nothing', async () => {
    const { context } = open()
    let n = 0
    context.handle(cached, async () => ({ list: [n++] }))
    for (const day of [1, -1, 365]) {
      await context.call(cached, ada)
      vi.setSystemTime(Date.now() + day * 86_400_000)
      expect((await context.call(cached, ada)).value.list).toEqual([0])
    }
  })
})

describe('the cool-down', () => {
  it('A handler is not called during its cool-down after a failure; without another handler the call is rejected', async () => {
    const { context } = open()
    const [backend, rpc] = [
      vi.fn(() => Promise.reject(new RangeError('down'))),
      vi.fn(async () => ({ list: [1] })),
    ]
    context.handle(cached, backend, { id: 'backend', rank: 'first' })
    await expect(context.call(cached, ada)).rejects.toThrow('down')
    const second = context.call(cached, ada)
    await expect(second).rejects.toMatchObject({
      code: 'COOLING_DOWN',
      plugin: 'asker',
      message: 'The endpoint "balances" failed; its handler "backend" is called again in 30 s.',
      cause: { message: 'down' },
    })
    expect(backend).toHaveBeenCalledTimes(1)

    context.handle(cached, rpc, { id: 'rpc' })
    expect((await context.call(cached, ada)).source).toBe('rpc')
    expect(backend).toHaveBeenCalledTimes(1)

    context.invalidate(cached)
    await vi.advanceTimersByTimeAsync(30_000)
    await context.call(cached, ada)
    expect(backend).toHaveBeenCalledTimes(2)
  })

  it('The cool-down of a handler does not begin when all callers abort', async () => {
    const { context } = open()
    await arrived(context)
    const { asks, handler } = byHand<{ list: number[] }>()
    context.handle(cached, (ask, signal) => {
      signal.addEventListener('abort', () => asks[0]?.fail(signal.reason))
      return handler(ask, signal)
    })
    const aborting = new AbortController()
    const pending = context.call(cached, ada, aborting.signal).catch(() => 'left')
    aborting.abort()
    expect(await pending).toBe('left')
    await settle()
    const again = context.call(cached, ada)
    asks[1]?.answer({ list: [7] })
    expect((await again).value.list).toEqual([7])
  })
})

describe('shared requests', () => {
  it('[R20] Shared requests are sent once for all callers of a key', async () => {
    const { context, traffic } = open()
    await arrived(context)
    const { asks, handler } = byHand<string>()
    context.handle(plain, handler)
    const calls = Array.from({ length: 100 }, () => context.call(plain, ada))
    const other = context.call(plain, { account: 'bob' })
    expect(asks).toHaveLength(2)
    expect(traffic('plain')).toMatchObject({ running: 2, handlerCalls: 2 })
    asks[0]?.answer('a')
    asks[1]?.answer('b')
    const answers = await Promise.all(calls)
    expect(new Set(answers).size).toBe(1)
    expect((await other).value).toBe('b')
    expect(traffic('plain')).toMatchObject({ running: 0 })
  })

  it('Shared requests are aborted when the last caller aborts, and not before', async () => {
    const { context, traffic } = open()
    const { asks, handler } = byHand<string>()
    context.handle(plain, handler)
    const [one, two] = [new AbortController(), new AbortController()]
    const first = context.call(plain, ada, one.signal).catch(error => error)
    const second = context.call(plain, ada, two.signal).catch(error => error)
    one.abort('first left')
    expect(await first).toBe('first left')
    expect(asks[0]?.signal.aborted).toBe(false)
    two.abort('second left')
    expect(await second).toBe('second left')
    expect(asks[0]?.signal.aborted).toBe(true)
    expect(traffic('plain')).toMatchObject({ running: 0 })

    const third = context.call(plain, ada)
    asks[1]?.answer('new')
    expect((await third).value).toBe('new')
  })

  it('Shared requests continue for the caller that does not abort', async () => {
    const { context } = open()
    await arrived(context)
    const { asks, handler } = byHand<string>()
    context.handle(plain, handler)
    const aborting = new AbortController()
    const left = context.call(plain, ada, aborting.signal).catch(() => 'left')
    const stays = context.call(plain, ada)
    aborting.abort()
    asks[0]?.answer('here')
    expect(await left).toBe('left')
    expect((await stays).value).toBe('here')
  })

  it('Shared requests are not sent for a caller that has aborted already', async () => {
    const { context } = open()
    const handler = vi.fn(async () => 'x')
    context.handle(plain, handler)
    await expect(context.call(plain, ada, AbortSignal.abort('gone'))).rejects.toBe('gone')
    expect(handler).not.toHaveBeenCalled()
  })

  it('[R29] Shared requests end with the plugin that calls', async () => {
    const { context, kernel } = open()
    await arrived(context)
    const { asks, handler } = byHand<string>()
    context.handle(plain, handler)
    const pending = context.call(plain, ada).catch(error => error.name)
    kernel.dispose()
    expect(await pending).toBe('AbortError')
    expect(asks[0]?.signal.aborted).toBe(true)
    await expect(context.call(plain, ada)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('[R22] Shared requests are aborted exactly when their last caller aborts, over 2,000 random histories', {
    tags: 'thorough',
  }, async () => {
    vi.useRealTimers()
    const step = fc.oneof(fc.constant('call' as const), fc.nat(9), fc.constant('answer' as const))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        const { context, kernel } = open()
        const { asks, handler } = byHand<string>()
        context.handle(plain, handler)
        const waiting = new Set<AbortController>()
        const results: Promise<unknown>[] = []
        for (const step of steps) {
          if (step === 'call') {
            const caller = new AbortController()
            waiting.add(caller)
            results.push(
              context.call(plain, ada, caller.signal).then(
                ({ value }) => value,
                error => error,
              ),
            )
          } else if (step === 'answer') {
            asks.at(-1)?.answer(`${asks.length}`)
            waiting.clear()
          } else {
            const caller = [...waiting][step]
            if (!caller) continue
            waiting.delete(caller)
            caller.abort('left')
          }
          await settle()
          const running = asks.filter(({ signal }) => !signal.aborted)
          expect(running.length).toBe(waiting.size ? 1 : 0)
        }
        kernel.dispose()
        await Promise.all(results)
      }),
      { numRuns: 2000 },
    )
  })

  it('Shared requests cause no warning of a listener leak when one plugin makes many calls at once', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    const { context } = open()
    await arrived(context)
    const { asks, handler } = byHand<string>()
    context.handle(plain, handler)
    const calls = Array.from({ length: 200 }, (_, i) => context.call(plain, { account: `${i}` }))
    for (const { answer } of asks) answer('x')
    await Promise.all(calls)
    vi.useRealTimers()
    await new Promise(resolve => setTimeout(resolve, 10))
    process.off('warning', warned)
    expect(warned).not.toHaveBeenCalled()
  })
})

describe('the default key', () => {
  it('The default key of an endpoint covers every field of a request, also bigints', async () => {
    const { context, traffic } = open()
    const kept = defineEndpoint<unknown, string>('kept', { cacheFor: 1_000 })
    context.handle(kept, async () => 'x')
    for (const ask of [
      { account: 'ada', amount: 1n },
      { account: 'ada', amount: 2n },
      { account: 'ada', amount: 1n },
      undefined,
      undefined,
    ])
      await context.call(kept, ask)
    expect(traffic('kept')).toMatchObject({ cached: 3, handlerCalls: 3 })
  })
})
