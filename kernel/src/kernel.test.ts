import { describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import { boom, log, node, toasts } from '../test/kernel-rig.js'
import {
  createKernel,
  defineEvent,
  definePlugin,
  defineService,
  defineSlice,
  defineSlot,
  defineView,
  type Kernel,
  KernelError,
  type Plugin,
  type PluginContext,
  view,
} from './index.js'

const createdAndDisposed = (): Kernel => {
  const kernel = createKernel({ plugins: [] })
  kernel.dispose()
  return kernel
}

describe('the life of plugins', () => {
  it('A plugin is set up after the plugins it needs, then started, and disposed in reverse order', async () => {
    const said: string[] = []
    const { kernel } = boot([node('c', ['b'], said), node('a', [], said), node('b', ['a'], said)])
    expect(said).toEqual(['setup a', 'setup b', 'setup c'])
    expect(kernel.inspect().order).toEqual(['a', 'b', 'c'])
    await kernel.start()
    kernel.dispose()
    expect(said.slice(3)).toEqual([
      'start a',
      'start b',
      'start c',
      'dispose c',
      'dispose b',
      'dispose a',
    ])
  })

  it('Plugins start in parallel, and start() waits for all of them', async () => {
    const said: string[] = []
    let go = () => {}
    const { kernel } = boot([
      definePlugin({
        id: 'slow',
        setup: context =>
          context.onStart(async () => {
            said.push('slow begins')
            await new Promise<void>(resolve => {
              go = resolve
            })
            said.push('slow ends')
          }),
      }),
      definePlugin({
        id: 'quick',
        setup: context => context.onStart(() => void said.push('quick')),
      }),
    ])
    const started = kernel.start().then(() => said.push('started'))
    await settle()
    expect(said).toEqual(['slow begins', 'quick'])
    go()
    await started
    expect(said).toEqual(['slow begins', 'quick', 'slow ends', 'started'])
  })

  it('A kernel starts once, however often start() is called', async () => {
    const said: string[] = []
    const { kernel } = boot([node('a', [], said)])
    const first = kernel.start()
    expect(kernel.start()).toBe(first)
    await first
    expect(said).toEqual(['setup a', 'start a'])
  })

  it('A start callback that is registered after the start, such as by a lazy controller, runs at once', async () => {
    const { kernel } = boot([])
    let context: PluginContext | undefined
    kernel.install(
      definePlugin({
        id: 'a',
        setup(given) {
          context = given
        },
      }),
    )
    const run = vi.fn()
    await kernel.start()
    context?.onStart(run)
    await settle()
    expect(run).toHaveBeenCalledTimes(1)
    expect(run.mock.calls[0]?.[0]).toBe(context?.signal)
  })

  it('A disposed plugin runs all clean-ups, the last first and even if one throws, and then everything it registered is withdrawn', () => {
    const said: string[] = []
    const slot = defineSlot<{ id: string }>('slot')
    const { kernel, reports } = boot([
      definePlugin({
        id: 'a',
        provides: [log],
        setup(context) {
          context.provide(log, { lines: [] })
          context.contribute(slot, { id: 'x' })
          context.onDispose(
            () =>
              void said.push(
                `first; aborted ${context.signal.aborted}; item there ${context.items(slot).length === 1}`,
              ),
          )
          context.onDispose(boom('clean-up'))
          context.onDispose(() => void said.push('last'))
        },
      }),
    ])
    kernel.dispose()
    kernel.dispose()
    expect(said).toEqual(['last', 'first; aborted true; item there true'])
    expect(codes(reports)).toEqual(['clean-up a'])
    expect(kernel.inspect()).toMatchObject({ order: [], plugins: [], registry: [], stack: [] })
    expect(() => kernel.use(log)).toThrow(
      'No running plugin provides the service "log". Hint: include one that does.',
    )
  })

  it('A kernel that is disposed before its start never starts', async () => {
    const said: string[] = []
    const { kernel } = boot([node('a', [], said)])
    const started = kernel.start()
    kernel.dispose()
    await started
    expect(said).toEqual(['setup a', 'dispose a'])
    await expect(createdAndDisposed().start()).rejects.toMatchObject({ code: 'DISPOSED' })
    expect(() => createdAndDisposed().install(node('b'))).toThrow('This kernel was disposed.')
  })

  it('A disposed kernel notifies its subscribers once', () => {
    const { kernel } = boot([node('a'), node('b')])
    const notified = vi.fn()
    kernel.subscribe(notified)
    kernel.dispose()
    expect(notified).toHaveBeenCalledTimes(1)
  })
})

describe('refused plugins', () => {
  it('A plugin that needs a service without a provider is refused with the name of the service and a hint', () => {
    const { kernel, reports } = boot([
      definePlugin({ id: 'feature/swap', needs: [toasts] }),
      node('a'),
    ])
    expect(kernel.inspect().order).toEqual(['a'])
    const [report] = reports
    expect(report?.plugin).toBe('feature/swap')
    expect(report?.error).toBeInstanceOf(KernelError)
    expect(report?.error).toMatchObject({
      code: 'MISSING_NEED',
      plugin: 'feature/swap',
      message:
        '"feature/swap" needs the service "toasts", which no running plugin provides. Hint: include @portico/plugin-shell.',
      hint: 'include @portico/plugin-shell.',
    })
  })

  it('Plugins that need a failed plugin are refused with the chain of names, and the others run', () => {
    const said: string[] = []
    const { kernel, reports } = boot([
      node('shell', [], said, boom('no shell')),
      node('swap', ['shell'], said),
      node('quotes', ['swap'], said),
      node('send', [], said),
    ])
    expect(kernel.inspect().order).toEqual(['send'])
    expect(said).toEqual(['setup shell', 'dispose shell', 'setup send'])
    expect(codes(reports)).toEqual(['no shell shell', 'NEED_FAILED swap', 'NEED_FAILED quotes'])
    expect(reports[2]?.error).toMatchObject({
      message:
        '"quotes" needs the service "swap", whose plugin does not run: shell → swap → quotes.',
    })
    expect((reports[2]?.error as Error | undefined)?.cause).toBe(reports[1]?.error)
    expect(kernel.inspect().plugins.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'send running',
      'shell failed',
      'swap failed',
      'quotes failed',
    ])
  })

  it('A cycle of plugins is refused with its names, and so are the plugins that need a member', () => {
    const { kernel, reports } = boot([
      node('a', ['b']),
      node('b', ['c']),
      node('c', ['a']),
      node('d', ['a']),
      node('e'),
    ])
    expect(kernel.inspect().order).toEqual(['e'])
    expect(codes(reports)).toEqual(['CYCLE a', 'CYCLE b', 'CYCLE c', 'NEED_FAILED d'])
    expect(reports[1]?.error).toMatchObject({ message: '"b" needs itself: a → b → c → a.' })
    expect(reports[3]?.error).toMatchObject({
      message: '"d" needs the service "a", whose plugin does not run: a → d.',
    })
  })

  it('A second plugin of one id, a conflicting plugin, a second provider and a second view are refused, and the first stays', () => {
    const page = view(defineView('Page'), async () => ({ default: () => undefined }))
    const setup = vi.fn()
    const { kernel, reports } = boot([
      definePlugin({ id: 'a', conflicts: ['x'], views: [page] }),
      definePlugin({ id: 'a', setup }),
      definePlugin({ id: 'x', setup }),
      definePlugin({ id: 'y', conflicts: ['a'], setup }),
      node('one', [], [], undefined),
      definePlugin({ id: 'two', provides: [defineService('one')], setup }),
      definePlugin({ id: 'user', needs: [defineService('one')] }),
      definePlugin({ id: 'b', views: [page], setup }),
    ])
    expect(kernel.inspect().order).toEqual(['a', 'one', 'user'])
    expect(setup).not.toHaveBeenCalled()
    expect(reports.map(({ error }) => (error as Error).message)).toEqual([
      'The plugin "a" is in the list twice. Hint: remove one; a preset such as defaultPlugins() has it already, and takes its options.',
      '"x" cannot run beside "a".',
      '"y" cannot run beside "a".',
      '"two" and "one" both bring the service "one".',
      '"b" and "a" both bring the view "Page".',
    ])
  })

  it('A plugin that does not provide a declared service is refused, and so are the plugins that need it', () => {
    const { kernel, reports } = boot([
      definePlugin({ id: 'base/shell', provides: [toasts] }),
      definePlugin({ id: 'swap', needs: [toasts] }),
    ])
    expect(kernel.inspect().order).toEqual([])
    expect(codes(reports)).toEqual(['NOT_PROVIDED base/shell', 'NEED_FAILED swap'])
    expect(reports[0]?.error).toMatchObject({
      message: '"base/shell" declares the service "toasts", but does not provide it in setup.',
    })
  })

  it('A value that is not a plugin is reported and left out, and the others run', () => {
    const send = () => node('send')
    const nonsense = [
      undefined,
      null,
      5,
      'swap',
      {},
      send,
      { id: '' },
      { id: 'a', needs: 5 },
      { id: 'a', provides: [undefined] },
      Promise.resolve(node('p')),
    ]
    const throwing = Object.defineProperty({ id: 'x' }, 'needs', {
      enumerable: true,
      get: boom('getter'),
    })
    const { kernel, reports } = boot([...nonsense, throwing, node('good')] as Plugin[])
    expect(kernel.inspect().order).toEqual(['good'])
    expect(reports).toHaveLength(nonsense.length + 1)
    expect(codes(reports.slice(0, 1))).toEqual(['BAD_PLUGIN host'])
    const messages = reports.map(({ error }) => (error as Error).message)
    expect(messages).toContain(
      `plugins[${nonsense.indexOf(send)}] is no plugin. Hint: call its function: send(), not send. definePlugin makes plugins.`,
    )
    expect(messages).toContain(
      'The plugin "a" (plugins[8]) has an empty entry in needs, provides or conflicts. Hint: export what stands there, and look for files that import each other.',
    )
    expect(codes(boot(undefined as never).reports)).toEqual(['BAD_PLUGIN host'])
  })

  it('A plugin object without the optional lists runs', () => {
    const setup = vi.fn()
    const { kernel, reports } = boot([
      { id: 'hand-made', setup } as unknown as Plugin,
      { id: 'bare' } as unknown as Plugin,
    ])
    expect(kernel.inspect().order).toEqual(['hand-made', 'bare'])
    expect(setup).toHaveBeenCalledTimes(1)
    expect(reports).toEqual([])
  })
})

describe('required plugins', () => {
  const create = (plugins: readonly Plugin[], required: readonly string[]) =>
    createKernel({ plugins, required, onError: () => undefined })

  it.each([
    ['fails in set-up', [node('shell', [], [], boom('no shell'))], 'no shell'],
    [
      'needs a service without a provider',
      [node('shell', ['nothing'])],
      '"shell" needs the service "nothing"',
    ],
    [
      'needs a plugin that fails',
      [node('theme', [], [], boom('no theme')), node('shell', ['theme'])],
      'theme → shell',
    ],
  ])('Required plugins stop the boot when one of them %s', (_, plugins, cause) => {
    const make = () => create([...plugins, node('send')], ['shell'])
    expect(make).toThrow('"shell" is required and does not run.')
    try {
      make()
    } catch (error) {
      expect(error).toMatchObject({ code: 'REQUIRED', plugin: 'shell' })
      expect(String((error as Error).cause)).toContain(cause)
    }
  })

  it('Required plugins stop the boot when they are not in the list', () => {
    expect(() => create([node('send')], ['send', 'shell'])).toThrow(
      '"shell" is required and does not run.',
    )
  })

  it('Required plugins leave nothing behind when the boot stops: the others are disposed', () => {
    const said: string[] = []
    expect(() =>
      create(
        [node('a', [], said), node('b', [], said), node('shell', [], said, boom('no shell'))],
        ['shell'],
      ),
    ).toThrow(KernelError)
    expect(said.slice(3)).toEqual(['dispose shell', 'dispose b', 'dispose a'])
  })

  it('Required plugins reject the start when one of them fails there, or needs one that does', async () => {
    const said: string[] = []
    const fails = node('theme', [], said, context =>
      context.onStart(() => Promise.reject(new RangeError('no theme'))),
    )
    const kernel = create(
      [fails, node('shell', ['theme'], said), node('send', [], said)],
      ['shell'],
    )
    const started = kernel.start()
    await expect(started).rejects.toMatchObject({ code: 'REQUIRED', plugin: 'shell' })
    expect(kernel.inspect().order).toEqual(['send'])
    expect(said).toContain('start send')
  })

  it('The boot succeeds when all required plugins run', async () => {
    await expect(create([node('shell')], ['shell']).start()).resolves.toBeUndefined()
  })
})

describe('install', () => {
  it('install sets a plugin up, and starts it when the kernel has started', async () => {
    const said: string[] = []
    const { kernel } = boot([node('a', [], said)])
    kernel.install(node('early', ['a'], said))
    expect(said).toEqual(['setup a', 'setup early'])
    await kernel.start()
    kernel.install(node('late', ['early'], said))
    await settle()
    expect(said.slice(2)).toEqual(['start a', 'start early', 'setup late', 'start late'])
  })

  it.each([
    ['a missing need', () => node('b', ['nothing']), 'MISSING_NEED'],
    ['an id that runs', () => node('a'), 'DUPLICATE'],
    ['a conflict', () => definePlugin({ id: 'b', conflicts: ['a'] }), 'CONFLICT'],
    [
      'a slice that is owned',
      () => definePlugin({ id: 'b', owns: [defineSlice({ id: 's', initial: () => ({}) })] }),
      'DUPLICATE',
    ],
    ['a cycle', () => node('b', ['b']), 'CYCLE'],
    ['nothing', () => undefined as never, 'BAD_PLUGIN'],
  ])('install refuses %s with a reported error, and the running plugins stay', (_, make, code) => {
    const { kernel, reports } = boot([
      definePlugin({
        id: 'a',
        provides: [defineService('a')],
        owns: [defineSlice({ id: 's', initial: () => ({}) })],
        setup: c => c.provide(defineService('a'), {}),
      }),
    ])
    expect(() => kernel.install(make())).toThrow(expect.objectContaining({ code }))
    expect(reports).toHaveLength(1)
    expect(kernel.inspect().order).toEqual(['a'])
  })

  it('install rethrows and reports an error of the set-up', () => {
    const { kernel, reports } = boot([])
    expect(() => kernel.install(node('b', [], [], boom('set-up')))).toThrow('set-up')
    expect(codes(reports)).toEqual(['set-up b'])
    expect(kernel.inspect().registry).toEqual([])
  })

  it('An installed plugin is withdrawn after the plugins that need it, the later ones before the earlier ones', () => {
    const said: string[] = []
    const { kernel, reports } = boot([node('other', [], said)])
    const remove = kernel.install(node('a', [], said))
    kernel.install(node('b', ['a'], said))
    kernel.install(node('c', ['b', 'a'], said))
    said.length = 0
    remove()
    remove()
    expect(said).toEqual(['dispose c', 'dispose b', 'dispose a'])
    expect(kernel.inspect().order).toEqual(['other'])
    expect(codes(reports)).toEqual(['MISSING_NEED c', 'MISSING_NEED b'])
    kernel.install(node('a', [], said))
    kernel.install(node('b', ['a'], said))
    expect(kernel.inspect().plugins.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'other running',
      'a running',
      'b running',
      'c failed',
    ])
  })

  it('install leaves nothing behind after 1,000 rounds', () => {
    const { kernel } = boot([])
    const slot = defineSlot<{ id: string }>('slot')
    const done = defineEvent('done')
    const before = JSON.stringify(kernel.inspect())
    for (let i = 0; i < 1000; i++)
      kernel.install(
        node('guest', [], [], context => {
          context.contribute(slot, { id: 'x' })
          context.on(done, () => undefined)
          context.watch(
            () => 1,
            () => undefined,
          )
        }),
      )()
    expect(JSON.stringify(kernel.inspect())).toBe(before)
  })
})
