import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { boot, codes } from '../test/boot.js'
import {
  defineEvent,
  definePlugin,
  defineService,
  defineSlice,
  defineView,
  type Kernel,
  KernelError,
  type Plugin,
  type ViewRef,
  view,
} from './index.js'

const load = async () => ({ default: () => undefined })
const home = defineView('Home')
const wallet = defineView<{ wallet: string; amount?: bigint }>('Wallet')
const guarded = defineView('Guarded')
const blocked = defineView('Blocked')
const unknown = defineView('Swap', '@portico/plugin-swap')

const lockSlice = defineSlice({ id: 'gate', initial: () => ({ open: false }) })
const lockService = defineService<{ set(open: boolean): void }>('lock')
const plugin = (onLeave = () => undefined): Plugin =>
  definePlugin({
    id: 'pages',
    owns: [lockSlice],
    provides: [lockService],
    views: [
      view(home, load),
      view(wallet, load),
      view(guarded, load, { canLeave: read => read.state(lockSlice).open, onLeave }),
      view(blocked, load, { backCloses: true }),
    ],
    setup: context =>
      context.provide(lockService, {
        set: open =>
          context.update(lockSlice, state => {
            state.open = open
          }),
      }),
  })
const ids = (kernel: Kernel) => kernel.views.history.map(({ id }) => id)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('views', () => {
  it('A view that prepares something gets the context of its plugin, and is loaded once that is done', async () => {
    let finish: () => void = () => undefined
    const prepare = vi.fn(
      () =>
        new Promise<void>(resolve => {
          finish = resolve
        }),
    )
    const loaded = vi.fn()
    let given: unknown
    const pages = definePlugin({
      id: 'pages',
      views: [view(home, async () => ({ ...(await load()), prepare }))],
      setup(context) {
        given = context
      },
    })
    const entry = boot([pages]).kernel.views.entry('Home')
    void entry?.load().then(loaded)
    await vi.waitFor(() => expect(prepare.mock.calls).toEqual([[given]]))
    expect(loaded).not.toHaveBeenCalled()
    finish()
    await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce())
  })

  it('A view is shown without its preparation when that fails or does not end within 5 s, and the failure is reported', async () => {
    vi.useFakeTimers()
    const prepares = {
      Home: async () => Promise.reject(new RangeError('no')),
      Wallet: () => new Promise<void>(() => {}),
    }
    const pages = definePlugin({
      id: 'pages',
      views: [
        view(home, async () => ({ ...(await load()), prepare: prepares.Home })),
        view(wallet, async () => ({ ...(await load()), prepare: prepares.Wallet })),
      ],
    })
    const { kernel, reports } = boot([pages])
    const loaded = Promise.all(['Home', 'Wallet'].map(id => kernel.views.entry(id)?.load()))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await loaded).toMatchObject([
      { default: expect.any(Function) },
      { default: expect.any(Function) },
    ])
    expect(codes(reports)).toEqual(['no pages', 'TIMEOUT pages'])
    vi.useRealTimers()
  })

  it('[S2.02] Views keep a history whose last entry is the one shown', () => {
    const { kernel } = boot([plugin()])
    expect(kernel.views.current).toBeUndefined()
    kernel.views.push(home)
    kernel.views.push(wallet, { wallet: 'a' })
    expect(kernel.views.current).toEqual({ id: 'Wallet', params: { wallet: 'a' } })
    expect(kernel.views.history.at(-1)).toBe(kernel.views.current)
    expect(ids(kernel)).toEqual(['Home', 'Wallet'])
  })

  it('[S2.28] Back pops one entry of the history', () => {
    const { kernel } = boot([plugin()])
    kernel.views.push(home)
    kernel.views.push(wallet, { wallet: 'a' })
    kernel.views.push(wallet, { wallet: 'b' })
    expect(kernel.views.back()).toBe(true)
    expect(kernel.views.current?.params).toEqual({ wallet: 'a' })
    expect(kernel.views.back()).toBe(true)
    expect(ids(kernel)).toEqual(['Home'])
  })

  it('Back returns false with one entry left, and changes nothing', () => {
    const { kernel } = boot([plugin()])
    expect(kernel.views.back()).toBe(false)
    kernel.views.push(home)
    expect(kernel.views.back()).toBe(false)
    expect(ids(kernel)).toEqual(['Home'])
  })

  it('Back returns false whenever a view whose Back closes the modal is anywhere in the history', () => {
    const { kernel } = boot([plugin()])
    kernel.views.push(home)
    kernel.views.push(blocked)
    kernel.views.push(wallet, { wallet: 'a' })
    expect(kernel.views.back()).toBe(false)
    expect(ids(kernel)).toEqual(['Home', 'Blocked', 'Wallet'])
  })

  it('[S2.32] Pushing a view equal to the current one does nothing', () => {
    const { kernel } = boot([plugin()])
    const changed = vi.fn()
    kernel.views.push(wallet, { wallet: 'a', amount: 1n })
    const { current } = kernel.views
    kernel.subscribe(changed)
    kernel.views.push(wallet, { amount: 1n, wallet: 'a' })
    expect(kernel.views.current).toBe(current)
    expect(changed).not.toHaveBeenCalled()
    kernel.views.push(wallet, { wallet: 'a', amount: 2n })
    expect(ids(kernel)).toEqual(['Wallet', 'Wallet'])
  })

  it('[S2.33] Replacing with a view equal to the last history entry does nothing', () => {
    const { kernel } = boot([plugin()])
    const changed = vi.fn()
    kernel.views.push(home)
    kernel.views.push(wallet, { wallet: 'a' })
    kernel.subscribe(changed)
    kernel.views.replace(wallet, { wallet: 'a' })
    expect(changed).not.toHaveBeenCalled()
    kernel.views.replace(wallet, { wallet: 'b' })
    expect(kernel.views.history).toEqual([
      { id: 'Home', params: undefined },
      { id: 'Wallet', params: { wallet: 'b' } },
    ])
  })

  it('Resetting the views begins a new history, and clearing the views empties the history', () => {
    const { kernel } = boot([plugin()])
    kernel.views.push(home)
    kernel.views.push(wallet, { wallet: 'a' })
    const { current } = kernel.views
    kernel.views.reset(wallet, { wallet: 'a' })
    expect(kernel.views.history).toEqual([current])
    kernel.views.clear()
    expect(kernel.views.current).toBeUndefined()
    expect(kernel.views.history).toEqual([])
  })

  it('[S2.01] Views change neither the address of the page nor the history of the browser', () => {
    const touched = vi.fn()
    const trap = () =>
      new Proxy(
        {},
        {
          get: (_, key) => touched(key),
          set: (_, key) => {
            touched(key)
            return true
          },
        },
      )
    for (const name of ['history', 'location', 'navigation', 'document', 'window'])
      vi.stubGlobal(name, trap())
    const { kernel } = boot([plugin()])
    kernel.views.push(home)
    kernel.views.push(wallet, { wallet: 'a' })
    kernel.views.replace(home)
    kernel.views.back()
    kernel.views.reset(home)
    kernel.views.clear()
    kernel.dispose()
    expect(touched).not.toHaveBeenCalled()
  })

  it('A view that no plugin brings is refused with its name and the package to include, and the view stays', () => {
    const { kernel } = boot([plugin()])
    kernel.views.push(home)
    const go = () => kernel.views.push(unknown)
    expect(go).toThrow(KernelError)
    expect(go).toThrow(
      'No running plugin brings the view "Swap". Hint: include @portico/plugin-swap, or ask views.has() first.',
    )
    expect(kernel.views.has(unknown)).toBe(false)
    expect(kernel.views.has(home)).toBe(true)
    expect(kernel.views.entry('Home')?.ref).toBe(home)
    expect(kernel.views.entry('Swap')).toBeUndefined()
    expect(ids(kernel)).toEqual(['Home'])
  })

  it('Views name the plugin that pushed an unknown view', () => {
    const requestedEvent = defineEvent('requested')
    const { reports } = boot([
      plugin(),
      definePlugin({
        id: 'feature/guest',
        setup(context) {
          context.on(requestedEvent, () => context.views.push(unknown))
          context.emit(requestedEvent)
        },
      }),
    ])
    expect(codes(reports)).toEqual(['VIEW_UNKNOWN feature/guest'])
    expect(reports[0]?.error).toMatchObject({ plugin: 'feature/guest' })
  })

  it('Back stays at a view that must not be left and returns true, so that the modal stays open', () => {
    const left = vi.fn()
    const { kernel } = boot([plugin(left)])
    kernel.views.push(home)
    kernel.views.push(guarded)
    kernel.views.push(home)
    kernel.views.replace(home)
    kernel.views.reset(home)
    expect(kernel.views.back()).toBe(true)
    expect(ids(kernel)).toEqual(['Home', 'Guarded'])
    expect(left).not.toHaveBeenCalled()

    kernel.use(lockService).set(true)
    expect(kernel.views.back()).toBe(true)
    expect(ids(kernel)).toEqual(['Home'])
    expect(left).toHaveBeenCalledTimes(1)
  })

  it('A view that must not be left does not stop the modal from closing, which the close guards decide', () => {
    const { kernel } = boot([plugin()])
    kernel.views.push(guarded)
    kernel.views.clear()
    expect(kernel.views.history).toEqual([])
  })

  it('A view that leaves the screen runs onLeave once, and a change of its params does not', () => {
    const left = vi.fn()
    const page = defineView<{ n: number }>('Page')
    const { kernel } = boot([
      definePlugin({ id: 'p', views: [view(page, load, { onLeave: left }), view(home, load)] }),
    ])
    kernel.views.push(page, { n: 1 })
    kernel.views.push(page, { n: 2 })
    expect(left).not.toHaveBeenCalled()
    kernel.views.push(home)
    expect(left).toHaveBeenCalledTimes(1)
    kernel.views.back()
    kernel.views.clear()
    expect(left).toHaveBeenCalledTimes(2)
  })

  it('[R24] A view whose canLeave or onLeave throws can be left, and the error is reported', () => {
    const broken = defineView('Broken')
    const boom = () => {
      throw new RangeError('boom')
    }
    const { kernel, reports } = boot([
      plugin(),
      definePlugin({
        id: 'broken',
        views: [view(broken, load, { canLeave: boom, onLeave: boom })],
      }),
    ])
    kernel.views.push(home)
    kernel.views.push(broken)
    expect(kernel.views.back()).toBe(true)
    expect(ids(kernel)).toEqual(['Home'])
    expect(codes(reports)).toEqual(['boom broken', 'boom broken'])
  })

  it('Views disappear from the history together with their plugin', () => {
    const { kernel } = boot([plugin()])
    const left = vi.fn()
    const guest = defineView('Guest')
    const remove = kernel.install(
      definePlugin({ id: 'guest', views: [view(guest, load, { onLeave: left })] }),
    )
    kernel.views.push(home)
    kernel.views.push(guest)
    kernel.views.push(home)
    kernel.views.push(guest)
    remove()
    expect(ids(kernel)).toEqual(['Home', 'Home'])
    expect(left).toHaveBeenCalledTimes(2) // once by moving on, once by going
    expect(kernel.views.has(guest)).toBe(false)
    expect(() => kernel.views.push(guest)).toThrow('"Guest"')
  })

  it('Views notify once for each move', () => {
    const { kernel } = boot([plugin()])
    const changed = vi.fn()
    kernel.subscribe(changed)
    kernel.views.push(home)
    expect(changed).toHaveBeenCalledTimes(1)
    kernel.views.back()
    expect(changed).toHaveBeenCalledTimes(1)
  })

  it('[R40] Views stay consistent over 100,000 random actions: never empty while open, and always closable', {
    tags: 'thorough',
  }, () => {
    const { kernel, reports } = boot([plugin()])
    const { views } = kernel
    /** What the history should be. */
    let model: { id: string; params: unknown }[] = []
    let isHeld = true
    const top = () => model.at(-1)
    const same = (id: string, params: unknown) =>
      top()?.id === id && JSON.stringify(top()?.params) === JSON.stringify(params)
    const may = (id: string) => top()?.id === id || top()?.id !== 'Guarded' || !isHeld

    const target = fc.oneof(
      fc.constant({ ref: home, id: 'Home', params: undefined }),
      fc
        .constantFrom('a', 'b')
        .map(name => ({ ref: wallet, id: 'Wallet', params: { wallet: name } })),
      fc.constant({ ref: guarded, id: 'Guarded', params: undefined }),
      fc.constant({ ref: blocked, id: 'Blocked', params: undefined }),
    )
    const go = (
      how: 'push' | 'replace' | 'reset',
      { ref, params }: { ref: unknown; params: unknown },
    ) => views[how](ref as ViewRef<unknown>, params)
    const action = fc.oneof(
      { weight: 4, arbitrary: target.map(t => ({ name: 'push' as const, ...t })) },
      { weight: 2, arbitrary: target.map(t => ({ name: 'replace' as const, ...t })) },
      { weight: 1, arbitrary: target.map(t => ({ name: 'reset' as const, ...t })) },
      { weight: 4, arbitrary: fc.constant({ name: 'back' as const }) },
      { weight: 1, arbitrary: fc.constant({ name: 'close' as const }) },
      { weight: 1, arbitrary: fc.boolean().map(held => ({ name: 'hold' as const, held })) },
    )
    let done = 0
    fc.assert(
      fc.property(fc.array(action, { minLength: 100, maxLength: 100, size: 'max' }), actions => {
        for (const act of actions) {
          done++
          if (act.name === 'hold') {
            isHeld = act.held
            kernel.use(lockService).set(!isHeld)
          } else if (act.name === 'close') {
            model = []
            views.clear()
          } else if (act.name === 'back') {
            const expected =
              top()?.id === 'Guarded' && isHeld
                ? true
                : model.length > 1 && !model.some(({ id }) => id === 'Blocked')
            if (expected && !(top()?.id === 'Guarded' && isHeld)) model = model.slice(0, -1)
            expect(views.back()).toBe(expected)
          } else {
            const { id, params } = act
            const entry = same(id, params)
              ? (top() as { id: string; params: unknown })
              : { id, params }
            const next =
              act.name === 'reset'
                ? [entry]
                : [...(act.name === 'push' ? model : model.slice(0, -1)), entry]
            if (may(id)) model = act.name === 'push' && same(id, params) ? model : next
            go(act.name, act)
            expect(views.history.length).toBeGreaterThan(0)
          }
          expect(views.current).toBe(views.history.at(-1))
          expect(views.history.length).toBe(model.length)
          if (views.current) expect(views.entry(views.current.id)).toBeDefined()
        }
        expect(views.history).toEqual(model)
        views.clear()
        model = []
        expect(views.current).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
    expect(done).toBe(100_000)
    expect(reports).toEqual([])
  })
})
