import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import {
  connect,
  counted,
  open,
  plainSlice,
  type Session,
  saved,
  session,
  theme,
} from '../test/persist-rig.js'
import {
  defineEvent,
  definePlugin,
  defineSlice,
  type PersistPolicy,
  type StorageDriver,
} from './index.js'
import { decode } from './stored-slice.js'

const changed = defineEvent('changed')

// Also after a failure: the tests that follow wait for real.
afterEach(() => void vi.useRealTimers())

describe('a persisted slice', () => {
  it('[D1b] A persisted slice is written under portico.<slice id>, with its version, bigints tagged', async () => {
    const { driver, kept } = counted()
    const { kernel, context } = open(driver)
    await kernel.start()
    context.update(session, state => {
      state.wallets = ['ada']
      state.amount = 2n ** 70n
      state.phase = 'connecting'
    })
    context.update(plainSlice, state => {
      state.n = 1
    })
    await settle()
    expect(Object.fromEntries(kept)).toEqual({
      'portico.session':
        '{"version":3,"saved":{"wallets":["ada"],"amount":{"$bigint":"1180591620717411303424"}}}',
    })
  })

  it('A persisted slice is restored before any plugin starts, without the fields that were not picked', async () => {
    const { driver } = counted()
    const first = open(driver)
    await first.kernel.start()
    connect(first.context, 'ada')
    first.context.update(session, state => {
      state.amount = 5n
      state.phase = 'connecting'
    })
    await settle()

    const seen: Session[] = []
    const second = open(driver, context => seen.push(context.state(session)))
    expect(second.kernel.state(session).wallets).toEqual([]) // what a server renders
    await second.kernel.start()
    expect(seen).toEqual([{ wallets: ['ada'], amount: 5n, phase: 'idle' }])
    expect(second.kernel.initial.state(session).wallets).toEqual([])
  })

  it('A persisted slice is restored synchronously by start() where storage answers synchronously', async () => {
    const { driver } = counted({ 'portico.session': saved({ wallets: ['ada'] }) })
    const { kernel } = open(driver)
    const started = kernel.start()
    expect(kernel.state(session).wallets).toEqual(['ada'])
    await started
  })

  it('All persisted slices are restored with one notification', async () => {
    const { driver } = counted({
      'portico.session': saved({ wallets: ['ada'] }),
      'portico.theme': saved('dark', 1),
    })
    const { kernel } = open(driver)
    const notified = vi.fn()
    kernel.subscribe(notified)
    await kernel.start()
    expect([kernel.state(session).wallets, kernel.state(theme).mode]).toEqual([['ada'], 'dark'])
    expect(notified).toHaveBeenCalledTimes(1)
  })

  it('A persisted slice is written only when its picked data changes, and once for each change', async () => {
    const { driver, writes } = counted({ 'portico.theme': saved('dark', 1) })
    const { kernel, context } = open(driver)
    await kernel.start()
    context.emit(changed)
    context.update(session, state => {
      state.phase = 'connecting' // nothing that is kept
    })
    context.update(theme, state => {
      state.mode = 'dark'
    })
    await settle()
    expect(writes).toEqual([['portico.session', saved({ wallets: [], amount: { $bigint: '0' } })]])
    connect(context, 'ada')
    await settle()
    expect(writes).toHaveLength(2)
  })

  it('Storage is not read or written before the start, such as on a server, where the kernel never starts', async () => {
    const { driver, writes } = counted({ 'portico.theme': saved('dark', 1) })
    const get = vi.spyOn(driver, 'get')
    const { kernel, context } = open(driver)
    connect(context, 'ada')
    await settle()
    expect(get).not.toHaveBeenCalled()
    expect(writes).toEqual([])
    await kernel.start()
    expect(kernel.state(theme).mode).toBe('dark')
  })

  it('A change that is made while storage is slow wins over the stored data of the slice', async () => {
    const { driver, kept } = counted({
      'portico.theme': saved('dark', 1),
      'portico.session': saved({ wallets: ['ada'] }),
    })
    const slow: StorageDriver = {
      ...driver,
      get: async key => {
        await settle()
        return driver.get(key) as string
      },
    }
    const { kernel, context } = open(slow)
    const started = kernel.start()
    context.update(theme, state => {
      state.mode = 'light'
    })
    await started
    await settle()
    expect([kernel.state(theme).mode, kernel.state(session).wallets]).toEqual(['light', ['ada']])
    expect(kept.get('portico.theme')).toBe(saved('light', 1))
  })

  it('Changes of a persisted slice are written in their order, however long each write takes', async () => {
    vi.useFakeTimers()
    const order: string[] = []
    let delay = 50
    const driver: StorageDriver = {
      get: () => Promise.resolve(undefined),
      set: async (_, text) => {
        delay -= 10
        await new Promise(resolve => setTimeout(resolve, delay))
        order.push(JSON.parse(text).saved)
      },
      remove: () => undefined,
    }
    const { kernel, context } = open(driver)
    await kernel.start()
    for (const mode of ['a', 'b', 'c'])
      context.update(theme, state => {
        state.mode = mode
      })
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()
    expect(order).toEqual(['a', 'b', 'c'])
  })

  it('A persisted slice of a plugin that is installed after the start is restored and written too', async () => {
    const { driver, kept } = counted({ 'portico.late': saved('kept', 1) })
    const late = defineSlice<{ mode: string }>({
      ...theme,
      id: 'late',
      persist: theme.persist as PersistPolicy<{ mode: string }>,
    })
    const { kernel } = open(driver)
    await kernel.start()
    const started = vi.fn()
    const install = () =>
      kernel.install(
        definePlugin({
          id: 'late',
          owns: [late],
          setup: context =>
            context.onStart(() => {
              started(context.state(late).mode)
              context.update(late, state => {
                state.mode = 'changed'
              })
            }),
        }),
      )
    const remove = install()
    await settle()
    expect(started).toHaveBeenLastCalledWith('kept')
    expect(kept.get('portico.late')).toBe(saved('changed', 1))
    remove()
    await settle()
    expect(kept.get('portico.late')).toBe(saved('changed', 1)) // going is no change
    install()
    await settle()
    expect(started).toHaveBeenLastCalledWith('changed')
  })

  it('The stored data of a persisted slice stays when the kernel is disposed', async () => {
    const { driver, kept } = counted()
    const { kernel, context } = open(driver)
    context.onDispose(() => context.reset(session))
    await kernel.start()
    connect(context, 'ada')
    await settle()
    kernel.dispose()
    await settle()
    expect(kept.get('portico.session')).toContain('ada')
  })
})

describe('stored data', () => {
  const warned = async (text: unknown) => {
    const { driver } = counted({
      'portico.session': text as string,
      'portico.theme': saved('dark', 1),
    })
    const { kernel, reports } = open(driver)
    await kernel.start()
    expect(kernel.state(theme).mode).toBe('dark') // the others are not lost
    return { kernel, reports }
  }

  it.each([
    ['version 1, one name', JSON.stringify({ version: 1, saved: 'ada' }), ['ada']],
    ['version 1, nonsense', JSON.stringify({ version: 1, saved: 5 }), []],
    [
      'version 2, before amounts',
      JSON.stringify({ version: 2, saved: { wallets: ['ada', 'bob'] } }),
      ['ada', 'bob'],
    ],
    ['version 3, without amounts', saved({ wallets: [] }), []],
    ['version 3', saved({ wallets: ['ada'], amount: { $bigint: '1' } }), ['ada']],
  ])('[R17] [D11a] Stored data of an older version is migrated: %s', async (_, text, wallets) => {
    const { kernel, reports } = await warned(text)
    expect(kernel.state(session).wallets).toEqual(wallets)
    expect(reports).toEqual([])
  })

  it.each([
    ['a newer version', JSON.stringify({ version: 4, saved: { wallets: ['ada'] } })],
    ['no version', JSON.stringify({ saved: { wallets: ['ada'] } })],
    ['a version that is no number', JSON.stringify({ version: '3', saved: { wallets: ['ada'] } })],
    ['a version that is no integer', JSON.stringify({ version: 2.5, saved: { wallets: ['ada'] } })],
    ['a version below 0', JSON.stringify({ version: -1, saved: 'ada' })],
    ['wrong types', saved({ wallets: [5] })],
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['half a text', '{"version":3,"saved":{"wal'],
    ['an old format without envelope', '["ada"]'],
    ['a broken bigint', saved({ wallets: ['ada'], amount: { $bigint: '1e5' } })],
    ['more than 64 KiB', saved({ wallets: ['a'.repeat(65_536)] })],
    ['100,000 brackets', '['.repeat(60_000)],
    ['no text at all', 5],
  ])(
    '[D11a] [D37] [S13] Stored data is dropped with one warning, and changes no state: %s',
    async (_, text) => {
      const { kernel, reports } = await warned(text)
      expect(kernel.state(session)).toEqual({ wallets: [], amount: 0n, phase: 'idle' })
      expect(codes(reports)).toEqual(['STORAGE kernel'])
      expect(String(reports[0]?.error)).toBe(
        'KernelError: "portico.session" cannot be stored or restored; it lives in memory.',
      )
    },
  )

  it('Stored data is dropped when `restore` returns no state', async () => {
    const broken = defineSlice<{ n: number }>({
      id: 'broken',
      initial: () => ({ n: 0 }),
      persist: { version: 1, pick: ({ n }) => n, restore: () => undefined as never },
    })
    const { driver } = counted({ 'portico.broken': saved(1, 1) })
    const { kernel, reports } = boot([definePlugin({ id: 'b', owns: [broken] })], {
      storage: driver,
    })
    await kernel.start()
    expect(kernel.state(broken)).toEqual({ n: 0 })
    expect(codes(reports)).toEqual(['STORAGE kernel'])
  })

  it('Invalid stored data is overwritten by the next change', async () => {
    const { driver, kept } = counted({ 'portico.session': 'garbage' })
    const { kernel, context } = open(driver)
    await kernel.start()
    connect(context, 'ada')
    await settle()
    expect(decode(kept.get('portico.session') ?? '', 3).saved).toEqual({
      wallets: ['ada'],
      amount: 0n,
    })
  })

  it('[S3] Stored data pollutes no prototype and causes no exception: 500 payloads', async () => {
    const keys = fc.constantFrom('__proto__', 'constructor', 'prototype')
    const payload = fc.letrec(tie => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue({ maxDepth: 1 }),
        tie('object'),
        tie('list'),
      ),
      object: fc.array(
        fc.tuple(
          fc.oneof(keys, fc.constantFrom('wallets', 'saved', 'version', 'polluted')),
          tie('node'),
        ),
        { maxLength: 4 },
      ),
      list: fc.array(tie('node'), { maxLength: 3 }),
    }))
    /** Keys may repeat and be dangerous, so it is written by hand. */
    const write = (node: unknown): string =>
      Array.isArray(node)
        ? node.every(
            pair => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string',
          )
          ? `{${node.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`).join(',')}}`
          : `[${node.map(write).join(',')}]`
        : (JSON.stringify(node) ?? 'null')
    const anything = defineSlice<Record<string, unknown>>({
      id: 'session',
      initial: () => ({ polluted: 'no' }),
      // The most careless restore there is.
      persist: {
        version: 3,
        pick: state => state,
        restore: (found, _, fresh) => Object.assign({}, fresh, found),
      },
    })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(payload.node, async node => {
        runs++
        const text = `{"version":3,"__proto__":{"polluted":"yes"},"saved":{"constructor":{"prototype":{"polluted":"yes"}},"__proto__":{"polluted":"yes"},"x":${write(node)}}}`
        const { driver } = counted({ 'portico.session': text })
        const { kernel } = boot([definePlugin({ id: 'careless', owns: [anything] })], {
          storage: driver,
        })
        await kernel.start()
        expect(({} as Record<string, unknown>).polluted).toBeUndefined()
        expect(Object.getPrototypeOf(kernel.state(anything))).toBe(Object.prototype)
        expect(JSON.stringify(kernel.state(anything))).not.toMatch(
          /"(__proto__|constructor|prototype)":/,
        )
        expect(kernel.state(anything).polluted).toBe('no')
      }),
      { numRuns: 500 },
    )
    expect(runs).toBe(500)
  }, 30_000)

  it('[S13] Stored data never keeps the kernel from starting: 1,000 fuzzed stores, 0 exceptions, at most 1 warning', {
    tags: 'thorough',
  }, async () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.jsonValue().map(value => saved(value)),
      fc
        .record({ version: fc.jsonValue(), saved: fc.jsonValue() })
        .map(value => JSON.stringify(value)),
      fc.string({ maxLength: 20 }).map(part => saved({ wallets: ['ada'] }).replace('ada', part)),
      fc.nat(80).map(at => saved({ wallets: ['ada'], amount: { $bigint: '1' } }).slice(0, at)),
      fc.constant('x'.repeat(100_000)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom('portico.session', 'portico.theme', 'portico.plain', 'portico.other'),
          text,
        ),
        async texts => {
          const { driver } = counted(texts)
          const { kernel, reports } = open(driver)
          await kernel.start()
          expect(reports.length).toBeLessThanOrEqual(1)
          const { wallets, amount, phase } = kernel.state(session)
          expect(wallets.every(name => typeof name === 'string')).toBe(true)
          expect(typeof amount).toBe('bigint')
          expect(phase).toBe('idle')
          expect(typeof kernel.state(theme).mode).toBe('string')
          expect(kernel.inspect().order).toEqual(['keeper'])
          kernel.dispose()
        },
      ),
      { numRuns: 1000 },
    )
  })
})
