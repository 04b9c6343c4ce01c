import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import {
  type AnyPluginContext,
  defineCapability,
  defineEndpoint,
  defineEvent,
  definePlugin,
  defineService,
  defineSlice,
  defineSlot,
  defineView,
  type Kernel,
  type Plugin,
  type PluginSpec,
  view,
} from './index.js'

const paymentEvent = defineEvent<{ amount: number }>('payment')
const money = defineSlice({
  id: 'money',
  initial: () => ({ amount: 1, to: 'ada' }),
  persist: { version: 1, pick: s => s, restore: (_, __, fresh) => fresh },
})
const bank = defineService<{ pay(to: string): string }>('bank')
const actions = defineSlot<{ id: string; when?: () => boolean; label?: string }>('actions')
const transfers = defineCapability<{ prepare(): string }>('transfers@1')
const rates = defineEndpoint<string, { rate: number }>('rates', { cacheFor: 1000 })
const home = defineView('Home')
const broken = defineView('Broken')
const load = async () => ({ default: () => undefined })

/** The plugin that must stay unharmed, and the steps that show that it is. */
const victim = () => {
  let context: AnyPluginContext | undefined
  const plugin = definePlugin({
    id: 'victim',
    owns: [money],
    provides: [bank],
    views: [view(home, load)],
    setup(given) {
      context = given as AnyPluginContext
      given.provide(bank, { pay: to => `paid ${to}` })
      given.contribute(actions, { id: 'pay', label: 'Pay' })
      given.offer(transfers, 'eip155', { prepare: () => 'honest' })
      given.handle(rates, async () => ({ rate: 1 }), { id: 'honest' })
      given.on(paymentEvent, ({ amount }) =>
        given.update(money, state => {
          state.amount += amount
        }),
      )
    },
  })
  return {
    plugin,
    async works(kernel: Kernel) {
      const before = kernel.state(money).amount
      context?.emit(paymentEvent, { amount: 2 })
      expect(kernel.state(money).amount).toBe(before + 2)
      expect(kernel.state(money).to).toBe('ada')
      expect(kernel.use(bank).pay('ada')).toBe('paid ada')
      expect(kernel.items(actions)[0]).toMatchObject({ id: 'pay', label: 'Pay' })
      expect(kernel.capability(transfers, 'eip155:1')?.prepare()).toBe('honest')
      expect(await context?.call(rates, 'eur')).toMatchObject({
        value: { rate: 1 },
        source: 'honest',
      })
      kernel.views.reset(home)
      expect(kernel.views.current?.id).toBe('Home')
      expect(kernel.inspect().order).toContain('victim')
    },
  }
}

const unhandled = vi.fn()
beforeAll(() => void process.on('unhandledRejection', unhandled))
afterAll(() => void process.off('unhandledRejection', unhandled))

describe('[R24] a plugin that throws', () => {
  const boom = (): never => {
    throw new RangeError('boom')
  }
  const reject = () => Promise.reject(new RangeError('boom'))
  const slice = defineSlice({ id: 'slice', initial: () => ({ n: 0 }) })
  type Spec = Partial<PluginSpec<readonly [], readonly [], readonly [typeof slice], readonly []>>
  const change = defineEvent('change')

  const positions: readonly [position: string, spec: Spec, reported: readonly string[]][] = [
    ['set-up', { setup: boom }, ['boom broken']],
    ['set-up, later', { setup: reject as () => void }, ['boom broken']],
    ['start', { setup: context => context.onStart(boom) }, ['boom broken']],
    ['start, later', { setup: context => context.onStart(reject) }, ['boom broken']],
    ['an event handler', { setup: context => context.on(change, boom) }, ['boom broken']],
    ['an event handler, later', { setup: context => context.on(change, reject) }, ['boom broken']],
    ['a watch that selects', { setup: context => context.watch(boom, boom) }, ['boom broken']],
    [
      'a watch that runs',
      { setup: context => context.watch(read => read.state(slice).n, boom) },
      ['boom broken'],
    ],
    [
      'a watch that runs, later',
      { setup: context => context.watch(read => read.state(slice).n, reject) },
      ['boom broken'],
    ],
    [
      'the condition of an item',
      { setup: context => context.contribute(actions, { id: 'x', when: boom }) },
      ['boom broken'],
    ],
    [
      'the rule whether a view may be left',
      { views: [view(broken, load, { canLeave: boom })] },
      ['boom broken'],
    ],
    ['a view that is left', { views: [view(broken, load, { onLeave: boom })] }, ['boom broken']],
    ['its clean-up', { setup: context => context.onDispose(boom) }, ['boom broken']],
    [
      'the first state of a slice',
      { owns: [defineSlice<{ n: number }>({ id: 'slice', initial: boom })] },
      ['boom broken'],
    ],
    [
      'a handler of an endpoint',
      { setup: context => context.handle(rates, boom, { id: 'broken', rank: 'first' }) },
      [],
    ],
    [
      'a handler of an endpoint, later',
      { setup: context => context.handle(rates, reject, { id: 'broken', rank: 'first' }) },
      [],
    ],
  ]

  it.each(positions)(
    '[R24] A plugin that throws in %s is reported under its name, and the rest works',
    async (_, spec, reported) => {
      const { plugin, works } = victim()
      let context: AnyPluginContext | undefined
      const bad: Plugin = definePlugin({
        owns: [slice],
        ...spec,
        id: 'broken',
        setup(given) {
          context = given as AnyPluginContext
          return spec.setup?.(given)
        },
      })
      const { kernel, reports } = boot([bad, plugin])
      await kernel.start()
      await settle()
      context?.emit(change)
      if (context && !context.signal.aborted)
        context.update(slice, state => {
          state.n = 1
        })
      if (kernel.views.has(broken)) {
        kernel.views.push(broken)
        kernel.views.push(home)
      }
      await works(kernel)
      kernel.dispose()
      await new Promise(resolve => setTimeout(resolve))
      expect(codes(reports)).toEqual(reported)
      expect(unhandled).not.toHaveBeenCalled()
    },
  )

  it('[R24] A plugin that throws is tried in at least 12 positions', () => {
    expect(positions.length).toBeGreaterThanOrEqual(12)
  })
})

describe('[R25] a plugin that hangs at the start', () => {
  const adapter = (id: string, start: () => unknown) =>
    definePlugin({ id, setup: context => context.onStart(() => start() as Promise<void>) })
  const forever = () => new Promise(() => undefined)

  it('[R25] A plugin that hangs at the start delays the others by at most 3 s, and is reported by name', async () => {
    vi.useFakeTimers()
    try {
      const started: string[] = []
      const others = ['one', 'two', 'three'].map(id => adapter(id, () => started.push(id)))
      const { plugin, works } = victim()
      const { kernel, reports } = boot([adapter('hung', forever), ...others, plugin])
      let isReady = false
      const ready = kernel.start().then(() => {
        isReady = true
      })
      await vi.advanceTimersByTimeAsync(2_999)
      expect(started).toEqual(['one', 'two', 'three'])
      expect(isReady).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      await ready
      expect(codes(reports)).toEqual(['TIMEOUT hung'])
      await works(kernel)
      kernel.dispose()
    } finally {
      vi.useRealTimers()
    }
  })

  it('[R25] A plugin whose start takes longer than 3 s is not removed', async () => {
    vi.useFakeTimers()
    try {
      const { kernel } = boot([
        adapter('late', () => new Promise(resolve => setTimeout(resolve, 4_000))),
      ])
      const ready = kernel.start()
      await vi.advanceTimersByTimeAsync(3_000)
      await ready
      await vi.advanceTimersByTimeAsync(2_000)
      expect(kernel.inspect().order).toEqual(['late'])
      kernel.dispose()
    } finally {
      vi.useRealTimers()
    }
  })

  it('[R25] The timeout of a start leaves no timer behind when the plugin has started or the kernel is disposed', async () => {
    vi.useFakeTimers()
    try {
      const { kernel, reports } = boot([
        adapter('hung', forever),
        adapter('quick', () => undefined),
      ])
      const ready = kernel.start()
      await vi.advanceTimersByTimeAsync(10)
      expect(vi.getTimerCount()).toBe(1)
      kernel.dispose()
      await ready
      expect(vi.getTimerCount()).toBe(0)
      expect(reports).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('[S32] a hostile plugin', () => {
  const evil = defineService<{ run(): void }>('evil')
  /** What it tries; neither a result nor an error may give access to an undeclared ref. */
  const attempts: readonly [what: string, attempt: (context: AnyPluginContext) => unknown][] = [
    [
      'write a slice',
      context => context.update(money, (state: { to: string }) => (state.to = 'evil')),
    ],
    [
      'write a slice by a forged ref',
      context => context.update({ ...money }, (state: { to: string }) => (state.to = 'evil')),
    ],
    [
      'reset a slice',
      context => context.reset({ ...money, initial: () => ({ amount: 0, to: 'evil' }) }),
    ],
    ['write a state that it read', context => Object.assign(context.state(money), { to: 'evil' })],
    [
      'replace the prototype of a state',
      context => Object.setPrototypeOf(context.state(money), { to: 'evil' }),
    ],
    ['use a service', context => context.use(bank)],
    ['use a service by a forged ref', context => context.use({ kind: 'service', id: 'bank' })],
    ['find a service', context => context.find(bank)],
    ['provide a service', context => context.provide(bank, { pay: () => 'evil' })],
    [
      'provide a service lazily',
      context =>
        context.provideLazy(bank, ['pay'] as never, async () => ({
          create: () => ({ pay: () => 'evil' }),
        })),
    ],
    [
      'offer what is offered',
      context => context.offer(transfers, 'eip155', { prepare: () => 'evil' }),
    ],
    [
      'change an offer',
      context =>
        Object.assign(context.capability(transfers, 'eip155') ?? {}, { prepare: () => 'evil' }),
    ],
    [
      'change an entry of the offers',
      context =>
        Object.assign(context.capabilities(transfers, 'eip155')[0] ?? {}, {
          value: { prepare: () => 'evil' },
        }),
    ],
    [
      'change the rules of a view',
      context => Object.assign(context.views.entry('Home') ?? {}, { canLeave: () => false }),
    ],
    [
      'change a shared ref',
      () => Object.assign(money, { initial: () => ({ amount: 0, to: 'evil' }) }),
    ],
    ['change the id of a shared ref', () => Object.assign(bank, { id: 'evil' })],
    [
      'contribute an item again',
      context => context.contribute(actions, { id: 'pay', label: 'evil' }),
    ],
    [
      'change an item',
      context => Object.assign(context.items(actions)[0] ?? {}, { label: 'evil' }),
    ],
    ['change a list of items', context => (context.items(actions) as unknown[]).splice(0)],
    ['change the history', context => (context.views.history as unknown[]).push({ id: 'evil' })],
    ['take over the views', context => Object.assign(context.views, { push: () => undefined })],
    ['take over its context', context => Object.assign(context, { update: () => 'evil' })],
    [
      'change an answer',
      async context => Object.assign((await context.call(rates, 'eur')).value, { rate: 666 }),
    ],
    [
      'change what others hear',
      context => context.on(paymentEvent, payload => Object.assign(payload, { amount: 666 })),
    ],
    [
      'reach through the prototype of its context',
      context =>
        Object.assign(Object.getPrototypeOf(Object.getPrototypeOf(context) ?? {}) ?? {}, {
          evil: 1,
        }),
    ],
  ]

  it.each(attempts)('[S32] A hostile plugin does not %s', async (_, attempt) => {
    const { plugin, works } = victim()
    let context: AnyPluginContext | undefined
    const { kernel } = boot([
      plugin,
      definePlugin({
        id: 'evil',
        provides: [evil],
        setup(given) {
          context = given as AnyPluginContext
          given.provide(evil, { run: () => undefined })
        },
      }),
    ])
    await kernel.start()
    let got: unknown
    try {
      got = await attempt(context as AnyPluginContext)
    } catch (error) {
      got = error
    }
    expect(got).not.toBe(kernel.use(bank))
    expect(got).not.toHaveProperty('pay')
    await works(kernel)
    expect(({} as Record<string, unknown>).evil).toBeUndefined()
  })

  it.each<[what: string, plugin: Plugin]>([
    ['a slice that is owned', definePlugin({ id: 'evil', owns: [money] })],
    [
      'a slice by a forged kind',
      {
        ...definePlugin({ id: 'evil' }),
        owns: [{ ...money, kind: 'anything' }],
      } as unknown as Plugin,
    ],
    [
      'a service that is provided',
      definePlugin({
        id: 'evil',
        provides: [bank],
        setup: context => context.provide(bank, { pay: () => 'evil' }),
      }),
    ],
    [
      'a service by a forged kind',
      {
        ...definePlugin({ id: 'evil' }),
        provides: [{ kind: 'slice', id: 'bank' }],
      } as unknown as Plugin,
    ],
    [
      'a view that is there',
      definePlugin({ id: 'evil', views: [view(home, load, { canLeave: () => false })] }),
    ],
    ['the id of a plugin that runs', definePlugin({ id: 'victim', provides: [evil] })],
  ])('[S32] A hostile plugin does not declare %s', async (_, plugin) => {
    const { plugin: good, works } = victim()
    const { kernel, reports } = boot([good, plugin])
    await works(kernel)
    expect(codes(reports)).toEqual([`DUPLICATE ${plugin.id}`])
    expect(kernel.inspect().order).toEqual(['victim'])
  })

  it('[S32] A hostile plugin cannot change a service that it may use', async () => {
    const { plugin, works } = victim()
    const { kernel, reports } = boot([
      plugin,
      definePlugin({
        id: 'evil',
        needs: [bank],
        setup: context => Object.assign(context.use(bank), { pay: () => 'evil' }),
      }),
    ])
    await works(kernel)
    expect(reports[0]?.error).toBeInstanceOf(TypeError)
  })

  it('[S32] A hostile plugin cannot use its context after it was removed', async () => {
    const { plugin, works } = victim()
    let context: AnyPluginContext | undefined
    const { kernel } = boot([plugin])
    const remove = kernel.install(
      definePlugin({
        id: 'evil',
        needs: [bank],
        setup(given) {
          context = given as AnyPluginContext
        },
      }),
    )
    remove()
    expect(() => context?.use(bank)).toThrow(expect.objectContaining({ name: 'AbortError' }))
    await works(kernel)
  })
})
