import { describe, expect, it, vi } from 'vitest'
import { boot, codes } from '../test/boot.js'
import {
  createKernel,
  type Dispose,
  defineCapability,
  definePlugin,
  defineSlice,
  defineSlot,
  type Kernel,
  type PluginContext,
  type Rank,
  type SlotItem,
} from './index.js'

interface Transfers {
  prepare(): string
}
const transfers = defineCapability<Transfers>('transfers@1')
const transfers2 = defineCapability<Transfers>('transfers@2')
const quotes = defineCapability<{ quote(): number }>('quotes@1', { many: true })
const offer = (text: string) => ({ prepare: () => text })

const plugin = (id: string, setup: (context: PluginContext) => void) => definePlugin({ id, setup })

describe('capabilities', () => {
  it('Capabilities are looked up at the network first, then at its namespace', () => {
    const { kernel } = boot([
      plugin('chain', context => context.offer(transfers, 'eip155', offer('any'))),
      plugin('special', context => context.offer(transfers, 'eip155:10', offer('ten'))),
    ])
    const at = (scope: string) => kernel.capability(transfers, scope)?.prepare()
    expect(at('eip155:10')).toBe('ten')
    expect(at('eip155:1')).toBe('any')
    expect(at('eip155')).toBe('any')
    expect(at('solana:1')).toBeUndefined()
    expect(at('eip1559:1')).toBeUndefined()
    expect(at('')).toBeUndefined()
    expect(at(':::')).toBeUndefined()
  })

  it('Capabilities are offered once for a scope: a second offer is refused with both names', () => {
    const { kernel, reports } = boot([
      plugin('chain/one', context => context.offer(transfers, 'eip155', offer('one'))),
      plugin('chain/two', context => context.offer(transfers, 'eip155', offer('two'))),
    ])
    expect(kernel.capability(transfers, 'eip155')?.prepare()).toBe('one')
    expect(codes(reports)).toEqual(['DUPLICATE chain/two'])
    expect(String(reports[0]?.error)).toBe(
      'KernelError: "chain/two" and "chain/one" both bring the capability "transfers@1" at "eip155".',
    )
  })

  it('Capabilities with many offers return all of them: nearest scope first, then by rank; an id counts once, where it is nearest', () => {
    const value = (n: number) => ({ quote: () => n })
    const { kernel } = boot([
      plugin('routes', context => {
        context.offer(quotes, 'eip155', value(1), { id: 'slow', rank: 'late' })
        context.offer(quotes, 'eip155', value(2), { id: 'plain' })
        context.offer(quotes, 'eip155', value(3), { id: 'quick', rank: 'first' })
        context.offer(quotes, 'eip155:10', value(4), { id: 'local', rank: 'last' })
        context.offer(quotes, 'eip155:10', value(5), { id: 'plain', rank: 'last' })
      }),
      plugin('own', context => context.offer(quotes, 'eip155', value(6))), // its id is the plugin's
    ])
    const at = (scope: string) =>
      kernel.capabilities(quotes, scope).map(({ id, value }) => `${id} ${value.quote()}`)
    expect(at('eip155')).toEqual(['quick 3', 'plain 2', 'own 6', 'slow 1'])
    expect(at('eip155:10')).toEqual(['local 4', 'plain 5', 'quick 3', 'own 6', 'slow 1'])
    expect(at('solana')).toEqual([])
    expect(kernel.capability(quotes, 'eip155')?.quote()).toBe(3)
    expect(kernel.capabilities(quotes, 'eip155')).toBe(kernel.capabilities(quotes, 'eip155'))
    expect(kernel.capabilities(quotes, 'solana')).toBe(kernel.capabilities(quotes, 'solana'))
  })

  it('Capabilities with many offers refuse an id twice at one scope', () => {
    const { reports } = boot([
      plugin('one', context => context.offer(quotes, 'eip155', { quote: () => 1 }, { id: 'x' })),
      plugin('two', context => context.offer(quotes, 'eip155', { quote: () => 2 }, { id: 'x' })),
    ])
    expect(codes(reports)).toEqual(['DUPLICATE two'])
  })

  it('Capabilities of another version are absent, with one warning in development that names both', () => {
    const { kernel, reports } = boot([
      plugin('chain', context => context.offer(transfers, 'eip155', offer('one'))),
    ])
    expect(kernel.capability(transfers2, 'solana')).toBeUndefined()
    expect(reports).toEqual([])
    expect(kernel.capability(transfers2, 'eip155:1')).toBeUndefined()
    expect(kernel.capabilities(transfers2, 'eip155:1')).toEqual([])
    expect(codes(reports)).toEqual(['CAPABILITY_VERSION kernel'])
    expect(reports[0]?.error).toMatchObject({
      message: '"transfers@2" was requested at "eip155:1", where only "transfers@1" is offered.',
    })
  })

  it('Capabilities are withdrawn together with their plugin', () => {
    const { kernel } = boot([
      plugin('chain', context => context.offer(transfers, 'eip155', offer('one'))),
    ])
    const remove = kernel.install(
      plugin('more', context => context.offer(transfers, 'eip155:10', offer('ten'))),
    )
    expect(kernel.capability(transfers, 'eip155:10')?.prepare()).toBe('ten')
    remove()
    expect(kernel.capability(transfers, 'eip155:10')?.prepare()).toBe('one')
  })

  it('[S32] Capabilities cannot be changed by the plugins that use them', () => {
    const { kernel } = boot([
      plugin('chain', context => context.offer(transfers, 'eip155', offer('one'))),
    ])
    expect(() =>
      Object.assign(kernel.capability(transfers, 'eip155') ?? {}, { prepare: () => 'evil' }),
    ).toThrow(TypeError)
  })
})

interface Action extends SlotItem {
  readonly label?: string
}
const actions = defineSlot<Action>('actions')
const flag = defineSlice({ id: 'flag', initial: () => ({ on: false }) })
const ids = (kernel: Kernel) => kernel.items(actions).map(({ id }) => id)

describe('slots', () => {
  it('Slots order their items by rank, and by contribution within a rank', () => {
    const add = (context: PluginContext, id: string, rank?: Rank) =>
      context.contribute(actions, { id, ...(rank && { rank }) })
    const { kernel } = boot([
      plugin('a', context => {
        add(context, 'last', 'last')
        add(context, 'plain')
        add(context, 'first', 'first')
      }),
      plugin('b', context => {
        add(context, 'late', 'late')
        add(context, 'normal', 'normal')
        add(context, 'early', 'early')
      }),
    ])
    expect(ids(kernel)).toEqual(['first', 'early', 'plain', 'normal', 'late', 'last'])
  })

  it("Slots follow the host's own order before any rank; what it does not name comes after", () => {
    const { kernel } = boot(
      [
        plugin('a', context => {
          for (const id of ['send', 'swap', 'receive', 'buy'])
            context.contribute(actions, { id, rank: id === 'buy' ? 'first' : 'late' })
        }),
      ],
      { order: { actions: ['receive', 'nobody', 'swap'], other: ['buy'] } },
    )
    expect(ids(kernel)).toEqual(['receive', 'swap', 'buy', 'send'])
  })

  it('Slots show an item when its condition holds, and keep their array as long as its members are the same', () => {
    let set = (_on: boolean) => {}
    const { kernel } = boot([
      definePlugin({
        id: 'a',
        owns: [flag],
        setup(context) {
          context.contribute(actions, { id: 'always' })
          context.contribute(actions, { id: 'sometimes', when: read => read.state(flag).on })
          set = on =>
            context.update(flag, state => {
              state.on = on
            })
        },
      }),
    ])
    const before = kernel.items(actions)
    expect(ids(kernel)).toEqual(['always'])
    expect(kernel.items(actions)).toBe(before)
    set(true)
    expect(ids(kernel)).toEqual(['always', 'sometimes'])
    set(false)
    expect(ids(kernel)).toEqual(['always'])
  })

  it('[R24] Slots leave an item out whose condition throws, and report the error once', () => {
    const { kernel, reports } = boot([
      plugin('broken', context => {
        context.contribute(actions, {
          id: 'broken',
          when: () => {
            throw new RangeError('when')
          },
        })
        context.contribute(actions, { id: 'sound' })
      }),
    ])
    expect(ids(kernel)).toEqual(['sound'])
    expect(ids(kernel)).toEqual(['sound'])
    expect(codes(reports)).toEqual(['when broken'])
  })

  it('Slots refuse an id twice, with both names', () => {
    const { kernel, reports } = boot([
      plugin('one', context => context.contribute(actions, { id: 'send' })),
      plugin('two', context => context.contribute(actions, { id: 'send' })),
    ])
    expect(ids(kernel)).toEqual(['send'])
    expect(String(reports[0]?.error)).toBe(
      'KernelError: "two" and "one" both bring the item "send" of the slot "actions".',
    )
  })

  it('Slots remove items one by one, and all items of a removed plugin', () => {
    const { kernel } = boot([plugin('one', context => context.contribute(actions, { id: 'a' }))])
    const undo: Dispose[] = []
    const remove = kernel.install(
      plugin(
        'two',
        context =>
          void undo.push(
            context.contribute(actions, { id: 'b' }),
            context.contribute(actions, { id: 'c' }),
          ),
      ),
    )
    expect(ids(kernel)).toEqual(['a', 'b', 'c'])
    undo[0]?.()
    expect(ids(kernel)).toEqual(['a', 'c'])
    remove()
    expect(ids(kernel)).toEqual(['a'])
  })

  it('Slots hold 10,000 items that are added one by one', () => {
    const seen = vi.fn()
    let add = (_id: string) => {}
    const { kernel } = boot([
      plugin('many', context => {
        add = id => void context.contribute(actions, { id })
      }),
    ])
    kernel.subscribe(seen)
    const [begun, used] = [performance.now(), process.cpuUsage()]
    for (let i = 0; i < 10_000; i++) add(`wallet ${i}`)
    expect(kernel.items(actions)).toHaveLength(10_000)
    const { user, system } = process.cpuUsage(used)
    // What other processes take of this machine is not ours.
    expect(Math.min(performance.now() - begun, (user + system) / 1000)).toBeLessThan(1000)
    expect(seen).toHaveBeenCalledTimes(10_000)
  })

  it('[S32] The items of a slot are frozen', () => {
    const { kernel } = boot([
      plugin('one', context => context.contribute(actions, { id: 'a', label: 'Send' })),
    ])
    expect(() => Object.assign(kernel.items(actions)[0] ?? {}, { label: 'evil' })).toThrow(
      TypeError,
    )
    expect(() => (kernel.items(actions) as Action[]).push({ id: 'evil' })).toThrow(TypeError)
  })
})

describe('kernel.initial', () => {
  it('kernel.initial keeps slices, offers and slots as they were after set-up, as a server renders them', () => {
    let change = () => {}
    const kernel = createKernel({
      plugins: [
        definePlugin({
          id: 'a',
          owns: [flag],
          setup(context) {
            context.contribute(actions, { id: 'early' })
            context.contribute(actions, { id: 'on', when: read => read.state(flag).on })
            context.offer(transfers, 'eip155', offer('one'))
            change = () => {
              context.update(flag, state => {
                state.on = true
              })
              context.contribute(actions, { id: 'announced later' })
            }
          },
        }),
      ],
    })
    const { initial } = kernel
    const before = initial.items(actions)
    change()
    kernel.install(plugin('late', context => context.offer(transfers, 'solana', offer('sol'))))
    expect(ids(kernel)).toEqual(['early', 'on', 'announced later'])
    expect(initial.state(flag)).toEqual({ on: false })
    expect(initial.items(actions).map(({ id }) => id)).toEqual(['early'])
    expect(initial.items(actions)).toBe(before)
    expect(initial.capability(transfers, 'eip155')?.prepare()).toBe('one')
    expect(initial.capability(transfers, 'solana')).toBeUndefined()

    kernel.dispose()
    expect(initial.items(actions)).toBe(before)
  })
})
