import { describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import {
  type AnyPluginContext,
  createKernel,
  defineEvent,
  definePlugin,
  defineService,
  defineSlice,
  defineSlot,
  type PluginContext,
} from './index.js'

interface Counter {
  n: number
  list: { name: string }[]
}
const counter = defineSlice<Counter>({
  id: 'counter',
  initial: () => ({ n: 0, list: [{ name: 'a' }] }),
})
const other = defineSlice({ id: 'other', initial: () => ({ n: 0 }) })
const bumped = defineEvent<number>('bumped')

/** A kernel with one plugin, and that plugin's context. */
function open(
  setup?: (context: PluginContext<never[], never[], (typeof counter | typeof other)[]>) => void,
) {
  let context: PluginContext<never[], never[], (typeof counter | typeof other)[]> | undefined
  const result = boot([
    definePlugin({
      id: 'counter',
      owns: [counter, other],
      setup(given) {
        context = given
        setup?.(given)
      },
    }),
  ])
  if (!context) throw new TypeError('the plugin was not set up')
  return { ...result, context }
}

describe('slices', () => {
  it('Slices begin with the value of `initial`, and two kernels share no state', () => {
    const [one, two] = [open(), open()]
    expect(one.kernel.state(counter)).toEqual({ n: 0, list: [{ name: 'a' }] })
    one.context.update(counter, state => {
      state.n = 5
    })
    expect(one.kernel.state(counter).n).toBe(5)
    expect(two.kernel.state(counter).n).toBe(0)
  })

  it('Slices keep the same object until something in them changes, and share what did not', () => {
    const { kernel, context } = open()
    const before = kernel.state(counter)
    expect(kernel.state(counter)).toBe(before)
    context.update(counter, state => {
      state.n = 0 // as it was
    })
    expect(kernel.state(counter)).toBe(before)
    context.update(counter, state => {
      state.n = 1
    })
    expect(kernel.state(counter)).not.toBe(before)
    expect(kernel.state(counter).list).toBe(before.list)
  })

  it('Slices are frozen all the way down, from the first state on', () => {
    const { kernel, context } = open()
    const write = () => {
      ;(kernel.state(counter).list[0] as { name: string }).name = 'x'
    }
    expect(write).toThrow(TypeError)
    context.update(counter, state => {
      state.list.push({ name: 'b' })
    })
    expect(() => Object.assign(kernel.state(counter).list[1] ?? {}, { name: 'x' })).toThrow(
      TypeError,
    )
    context.reset(counter)
    expect(write).toThrow(TypeError)
  })

  it('Slices take what a recipe writes, and ignore what it returns', () => {
    const { kernel, context } = open()
    context.update(counter, (state => (state.n = 9)) as (state: Counter) => void)
    expect(kernel.state(counter)).toEqual({ n: 9, list: [{ name: 'a' }] })
  })

  it('`patch` replaces the given fields of a slice, keeps the others, and removes a field that is given as undefined', () => {
    const { kernel, context } = open()
    const { list } = kernel.state(counter)
    context.patch(counter, { n: 5 })
    expect(kernel.state(counter)).toEqual({ n: 5, list: [{ name: 'a' }] })
    expect(kernel.state(counter).list).toBe(list)
    context.patch(counter, { n: undefined })
    expect(kernel.state(counter).n).toBeUndefined()
  })

  it('Slices stay as they were when a recipe throws', () => {
    const { kernel, context } = open()
    const before = kernel.state(counter)
    expect(() =>
      context.update(counter, state => {
        state.n = 1
        throw new RangeError('half way')
      }),
    ).toThrow('half way')
    expect(kernel.state(counter)).toBe(before)
  })

  it('Slices are reset to their initial state, without a notification when nothing changes', () => {
    const { kernel, context } = open()
    const changed = vi.fn()
    kernel.subscribe(changed)
    context.reset(counter)
    expect(changed).not.toHaveBeenCalled()
    context.update(counter, state => {
      state.n = 3
    })
    context.reset(counter)
    expect(kernel.state(counter).n).toBe(0)
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('[S3] Slices refuse a new prototype, and pollute nothing', () => {
    const { kernel, context } = open()
    const assign = () =>
      context.update(counter, state => {
        Object.assign(state, JSON.parse('{"__proto__":{"polluted":true}}'))
      })
    expect(assign).toThrow('Immer')
    context.update(counter, state => {
      Object.assign(state, { constructor: 'mine', prototype: 'mine' })
    })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(kernel.state(counter).n).toBe(0)
  })

  it('A slice whose plugin is not included reads as its initial state, always as the same object', () => {
    const absent = defineSlice({ id: 'absent', initial: () => ({ n: 7 }) })
    const { kernel } = open()
    expect(kernel.state(absent)).toEqual({ n: 7 })
    expect(kernel.state(absent)).toBe(kernel.state(absent))
    expect(Object.isFrozen(kernel.state(absent))).toBe(true)
  })
})

describe('write access to slices', () => {
  it('[S32] `patch` is refused for a slice that the plugin does not own', () => {
    const { context } = open()
    const foreign = defineSlice({ id: 'foreign', initial: () => ({ n: 0 }) })
    expect(() => context.patch(foreign as unknown as typeof other, { n: 1 })).toThrow(
      expect.objectContaining({ code: 'UNDECLARED' }),
    )
  })

  it('[S32] `update` and `reset` are refused at run time for a slice that the plugin does not own', () => {
    let outsider: AnyPluginContext | undefined
    const { kernel, reports } = boot([
      definePlugin({ id: 'owner', owns: [counter] }),
      definePlugin({
        id: 'outsider',
        setup(context) {
          outsider = context as AnyPluginContext
        },
      }),
    ])
    expect(() => outsider?.update(counter, () => undefined)).toThrow(
      '"outsider" does not declare "counter". Hint: add it to its owns.',
    )
    expect(() => outsider?.reset(counter)).toThrow('"outsider" does not declare "counter"')
    expect(kernel.state(counter).n).toBe(0)
    expect(reports).toEqual([])
  })

  it('A slice has one owner: a second owner is refused, and the first stays', () => {
    const { kernel, reports } = boot([
      definePlugin({ id: 'first', owns: [counter] }),
      definePlugin({ id: 'second', owns: [counter] }),
    ])
    expect(kernel.inspect().order).toEqual(['first'])
    expect(codes(reports)).toEqual(['DUPLICATE second'])
    expect(reports[0]?.error).toMatchObject({
      message: '"second" and "first" both bring the slice "counter".',
    })
  })
})

describe('notifications', () => {
  it('Notifications come once for an update, and once for all updates of one event', () => {
    const { kernel, context } = open(context => {
      for (let i = 0; i < 6; i++)
        context.on(bumped, by => {
          context.update(i % 2 ? counter : other, (state: { n: number }) => {
            state.n += by
          })
        })
    })
    const changed = vi.fn()
    kernel.subscribe(changed)
    context.update(other, state => {
      state.n = 1
    })
    expect(changed).toHaveBeenCalledTimes(1)
    context.emit(bumped, 1)
    expect(changed).toHaveBeenCalledTimes(2)
    expect([kernel.state(counter).n, kernel.state(other).n]).toEqual([3, 4])
  })

  it('Notifications come after the effects, which may change more: listeners see one change', () => {
    const { kernel, context } = open(context => {
      context.watch(
        read => read.state(other).n,
        n =>
          context.update(counter, state => {
            state.n = n * 2
          }),
      )
    })
    const seen: number[][] = []
    kernel.subscribe(() => seen.push([kernel.state(other).n, kernel.state(counter).n]))
    context.update(other, state => {
      state.n = 4
    })
    expect(seen).toEqual([[4, 8]])
  })

  it('Notifications come for each of two subscriptions of one function, and end with the one that is disposed', () => {
    const { kernel, context } = open()
    const changed = vi.fn()
    const [first] = [kernel.subscribe(changed), kernel.subscribe(changed)]
    first()
    context.reset(counter)
    context.update(counter, state => {
      state.n = 1
    })
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('Notifications go on after a listener that throws', () => {
    const { kernel, context, reports } = open()
    const changed = vi.fn()
    kernel.subscribe(() => {
      throw new RangeError('listener')
    })
    kernel.subscribe(changed)
    context.update(counter, state => {
      state.n = 1
    })
    expect(changed).toHaveBeenCalledTimes(1)
    expect(codes(reports)).toEqual(['listener host'])
  })

  it('[R20] [R21] Notifications come once for a burst of 100 updates in one event, and the state is that of the last', () => {
    const { kernel, context } = open(context => {
      context.on(bumped, upTo => {
        for (let n = 1; n <= upTo; n++)
          context.update(counter, state => {
            state.n = n
          })
      })
    })
    const changed = vi.fn()
    kernel.subscribe(changed)
    context.emit(bumped, 100)
    expect(changed).toHaveBeenCalledTimes(1)
    expect(kernel.state(counter).n).toBe(100)
  })

  it('Notifications end, with a report, when effects change the state for ever', () => {
    const { kernel, context, reports } = open(context => {
      context.watch(
        read => read.state(counter).n,
        n =>
          context.update(counter, state => {
            state.n = n + 1
          }),
      )
    })
    const changed = vi.fn()
    kernel.subscribe(changed)
    context.update(counter, state => {
      state.n = 1
    })
    expect(codes(reports)).toEqual(['ENDLESS kernel'])
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('Notifications end, with a report, when a listener changes the state for ever', () => {
    const { kernel, context, reports } = open()
    kernel.subscribe(() =>
      context.update(counter, state => {
        state.n++
      }),
    )
    context.update(counter, state => {
      state.n = 1
    })
    expect(codes(reports)).toEqual(['ENDLESS kernel'])
  })
})

describe('watch', () => {
  const plus = (context: PluginContext<never[], never[], (typeof counter)[]>, n = 1) =>
    context.update(counter, state => {
      state.n += n
    })

  it('watch runs when the selected value changes, and neither at once nor for other changes', () => {
    const run = vi.fn()
    const { context } = open(context => {
      plus(context)
      context.watch(read => read.state(counter).n, run)
      plus(context) // set-up is not over: this is where it begins
    })
    expect(run).not.toHaveBeenCalled()
    context.update(other, state => {
      state.n = 1
    })
    expect(run).not.toHaveBeenCalled()
    plus(context)
    expect(run.mock.calls.map(([value]) => value)).toEqual([3])
  })

  it('a watch that is created after the set-up begins with the value at that time', () => {
    const { context } = open()
    const run = vi.fn()
    plus(context)
    context.watch(read => read.state(counter).n, run)
    expect(run).not.toHaveBeenCalled()
    plus(context)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('watch treats two arrays with the same members as equal', () => {
    const run = vi.fn()
    const { context } = open(context =>
      context.watch(read => [read.state(counter).list, 'text'], run),
    )
    plus(context)
    expect(run).not.toHaveBeenCalled()
    context.update(counter, state => {
      state.list.pop()
    })
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('watch aborts the signal of the run before, and of the last one when it or its plugin ends', () => {
    const signals: AbortSignal[] = []
    let end = () => {}
    const { kernel, context } = open(context => {
      end = context.watch(
        read => read.state(counter).n,
        (_, signal) => void signals.push(signal),
      )
      context.watch(
        read => read.state(counter).n,
        (_, signal) => void signals.push(signal),
      )
    })
    plus(context)
    plus(context)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false, false])
    end()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, false])
    kernel.dispose()
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
  })

  it('[R24] watch reports what its selector, its run or its promise throws, and goes on', async () => {
    let isBroken = true
    const { context, reports } = open(context => {
      context.watch(
        read => {
          if (isBroken) throw new RangeError('select')
          return read.state(counter).n
        },
        () => {
          throw new RangeError('run')
        },
      )
      context.watch(
        read => read.state(counter).n,
        async () => {
          throw new RangeError('later')
        },
      )
    })
    plus(context)
    await settle()
    // the selector once, though it was read again
    expect(codes(reports)).toEqual(['select counter', 'later counter'])
    isBroken = false
    plus(context) // it begins here
    plus(context)
    await settle()
    // the abort of the second of two runs is not reported
    expect(codes(reports).slice(2)).toEqual(['run counter', 'later counter'])
  })

  it('watch does not report the failure of work that it aborted', async () => {
    const { context, reports } = open(context => {
      context.watch(
        read => read.state(counter).n,
        (_, signal) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      )
    })
    plus(context)
    plus(context)
    await settle()
    expect(reports).toEqual([])
  })
})

describe('changes outside of slices', () => {
  it('Subscribers are notified when slot items, offers and views are added or removed', () => {
    const slot = defineSlot<{ id: string }>('slot')
    const { kernel, context } = open()
    const changed = vi.fn()
    kernel.subscribe(changed)
    const remove = context.contribute(slot, { id: 'a' })
    expect(changed).toHaveBeenCalledTimes(1)
    remove()
    expect(changed).toHaveBeenCalledTimes(2)
    remove()
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('A kernel without plugins can be read and is empty', () => {
    const kernel = createKernel({ plugins: [] })
    expect(kernel.state(counter).n).toBe(0)
    expect(kernel.find(defineService('nobody'))).toBeUndefined()
    expect(kernel.inspect()).toEqual({
      order: [],
      plugins: [],
      registry: [],
      stack: [],
      events: [],
      endpoints: [],
    })
  })
})
