/** Slices whose restore function is in code that loads later. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import {
  definePlugin,
  defineSlice,
  memoryStorage,
  type PluginContext,
  type StorageDriver,
} from './index.js'

type LogState =
  | { readonly phase: 'unread'; readonly isKept: boolean }
  | { readonly phase: 'ready'; readonly entries: readonly string[] }

const restoreLog = (saved: unknown): Extract<LogState, { phase: 'ready' }> => {
  if (saved !== undefined && !Array.isArray(saved)) throw new TypeError('no log')
  return {
    phase: 'ready',
    entries: (saved ?? []).filter((entry: unknown) => typeof entry === 'string'),
  }
}
const log = defineSlice<LogState>({
  id: 'log',
  initial: () => ({ phase: 'unread', isKept: false }),
  persist: {
    version: 1,
    pick: ({ entries }) => entries,
    summary: saved => ({ phase: 'unread', isKept: saved !== undefined }),
  },
})
const text = (saved: unknown, version = 1) => JSON.stringify({ version, saved })

type Context = PluginContext<never[], never[], (typeof log)[]>
function open(storage?: StorageDriver, owned = log) {
  let context: Context | undefined
  const keeper = definePlugin({
    id: 'keeper',
    owns: [owned],
    setup(given) {
      context = given
    },
  })
  const result = boot([keeper], storage ? { storage } : {})
  if (!context) throw new TypeError('the plugin was not set up')
  return { ...result, context }
}
const stored = (saved?: unknown) => {
  const storage = memoryStorage()
  if (saved !== undefined) storage.set('portico.log', text(saved))
  return storage
}
const add = ({ update }: Context, entry: string) =>
  update(log, state => {
    if (state.phase === 'ready') state.entries.push(entry)
  })

afterEach(() => void vi.useRealTimers())

describe('a slice whose restore function loads later', () => {
  it('[R17] A slice is unread, with its summary, after the start', async () => {
    const { kernel } = open(stored(['a']))
    await kernel.start()
    expect(kernel.state(log)).toEqual({ phase: 'unread', isKept: true })
  })

  it('A slice has its saved data once it is restored, and storage is not written', async () => {
    const storage = stored(['a', 1])
    const set = vi.spyOn(storage, 'set')
    const { kernel, context } = open(storage)
    await kernel.start()
    context.restore(log, restoreLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a'] })
    await settle()
    expect(set).not.toHaveBeenCalled()
  })

  it('A slice is ready and empty where nothing was saved, and is not stored before it changes', async () => {
    const storage = stored()
    const { kernel, context } = open(storage)
    await kernel.start()
    expect(kernel.state(log)).toEqual({ phase: 'unread', isKept: false })
    context.restore(log, restoreLog)
    await settle()
    expect(storage.get('portico.log')).toBeUndefined()
    add(context, 'b')
    await settle()
    expect(storage.get('portico.log')).toBe(text(['b']))
  })

  it('A kernel without storage restores a slice as if nothing was saved', async () => {
    const { kernel, context } = open()
    await kernel.start()
    context.restore(log, restoreLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
  })

  it('A write to a slice that is not restored throws, so that what was saved is not replaced', async () => {
    const storage = stored(['a'])
    const { kernel, context } = open(storage)
    await kernel.start()
    expect(() =>
      context.update(log, state => void Object.assign(state, { isKept: false })),
    ).toThrow(expect.objectContaining({ code: 'UNREAD' }))
    expect(() => context.reset(log)).toThrow(expect.objectContaining({ code: 'UNREAD' }))
    await settle()
    expect(storage.get('portico.log')).toBe(text(['a']))
    context.restore(log, restoreLog)
    add(context, 'b')
    await settle()
    expect(storage.get('portico.log')).toBe(text(['a', 'b']))
  })

  it('A slice stays unread while storage is slow, and is restored with what storage answers', async () => {
    const storage: StorageDriver = {
      ...stored(),
      get: async () => new Promise(resolve => setTimeout(resolve, 50, text(['a']))),
    }
    const { kernel, context } = open(storage)
    context.restore(log, restoreLog)
    const started = kernel.start()
    context.restore(log, restoreLog)
    expect(kernel.state(log).phase).toBe('unread')
    expect(() =>
      context.update(log, state => void Object.assign(state, { phase: 'ready' })),
    ).toThrow(expect.objectContaining({ code: 'UNREAD' }))
    await started
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a'] })
  })

  it('A slice is ready after slow storage that has nothing of it, and after storage that never answers', async () => {
    for (const get of [async () => null, () => new Promise<null>(() => undefined)]) {
      vi.useFakeTimers()
      const { kernel, context } = open({ ...stored(), get })
      const started = kernel.start()
      context.restore(log, restoreLog)
      await vi.advanceTimersByTimeAsync(2_000)
      await started
      expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
    }
  })

  /** Storage that answers after 5 s. */
  function late(saved?: unknown) {
    const storage = stored(saved)
    return {
      storage,
      driver: {
        ...storage,
        get: (key: string) =>
          new Promise<string>(resolve =>
            setTimeout(() => resolve(storage.get(key) as string), 5_000),
          ),
      },
    }
  }
  const joining = { ...log, persist: { ...log.persist, joins: true } } as typeof log
  const join = (saved: unknown, _: number, fresh: LogState) =>
    ({
      phase: 'ready',
      entries: [...(fresh.phase === 'ready' ? fresh.entries : []), ...restoreLog(saved).entries],
    }) as const

  it('A slice that joins is joined with what storage answers after the start, and nothing is written before that', async () => {
    vi.useFakeTimers()
    const { storage, driver } = late(['old'])
    const set = vi.spyOn(driver, 'set')
    const { kernel, context } = open(driver, joining)
    const started = kernel.start()
    context.restore(joining, join)
    await vi.advanceTimersByTimeAsync(2_000)
    await started
    add(context, 'new')
    await vi.advanceTimersByTimeAsync(2_999)
    expect(set).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(kernel.state(joining)).toEqual({ phase: 'ready', entries: ['new', 'old'] })
    add(context, 'newer')
    await vi.advanceTimersByTimeAsync(0)
    expect(storage.get('portico.log')).toBe(text(['new', 'old', 'newer']))
  })

  it('A slice that does not join has what storage answers after the start, unless it changed before: then the change is written', async () => {
    vi.useFakeTimers()
    for (const changes of [false, true]) {
      const { storage, driver } = late(['old'])
      const { kernel, context } = open(driver)
      void kernel.start()
      context.restore(log, restoreLog)
      await vi.advanceTimersByTimeAsync(2_000)
      if (changes) add(context, 'new')
      await vi.advanceTimersByTimeAsync(3_000)
      const entries = changes ? ['new'] : ['old']
      expect(kernel.state(log)).toEqual({ phase: 'ready', entries })
      expect(storage.get('portico.log')).toBe(text(entries))
    }
  })

  it('A change is written once storage has refused to be read, also after the start', async () => {
    vi.useFakeTimers()
    const storage = stored()
    const get = () =>
      new Promise<never>((_, reject) => setTimeout(reject, 5_000, new TypeError('broken')))
    const { kernel, context, reports } = open({ ...storage, get })
    void kernel.start()
    context.restore(log, restoreLog)
    await vi.advanceTimersByTimeAsync(2_000)
    add(context, 'new')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(storage.get('portico.log')).toBe(text(['new']))
    expect(codes(reports)).toEqual(['STORAGE kernel'])
  })

  it('[S13] A slice is empty when its restore function refuses what was saved, with one named error, and other slices are kept', async () => {
    const storage = stored({ not: 'a log' })
    const { kernel, context, reports } = open(storage)
    await kernel.start()
    context.restore(log, restoreLog)
    await settle()
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
    await settle()
    expect(codes(reports)).toEqual(['STORAGE kernel'])
    add(context, 'b')
    await settle()
    expect(storage.get('portico.log')).toBe(text(['b']))
  })

  it('[R15] A slice follows another tab: with its summary while it is unread, and with its entries afterwards', async () => {
    const storage = stored(['a'])
    let notify: (key: string, text: string) => void = () => undefined
    const { kernel, context, reports } = open({
      ...storage,
      subscribe(listener) {
        notify = listener
        return () => undefined
      },
    })
    await kernel.start()
    notify('portico.log', text(['a', 'b']))
    expect(kernel.state(log)).toEqual({ phase: 'unread', isKept: true })
    context.restore(log, restoreLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a', 'b'] })
    notify('portico.log', text(['a', 'b', 'c']))
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a', 'b', 'c'] })
    notify('portico.log', text('not a log'))
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a', 'b', 'c'] })
    await settle()
    expect(codes(reports)).toEqual(['STORAGE kernel'])
  })

  it('[S13] A slice whose summary throws is restored with what was saved', async () => {
    const shaky = defineSlice<LogState>({
      ...log,
      persist: {
        version: 1,
        pick: ({ entries }) => entries,
        summary: () => {
          throw new TypeError('no summary')
        },
      },
    })
    let context: PluginContext<never[], never[], (typeof shaky)[]> | undefined
    const keeper = definePlugin({
      id: 'keeper',
      owns: [shaky],
      setup(given) {
        context = given
      },
    })
    const { kernel } = boot([keeper], { storage: stored(['a']) })
    await kernel.start()
    expect(kernel.state(shaky)).toEqual({ phase: 'unread', isKept: false })
    context?.restore(shaky, restoreLog)
    expect(kernel.state(shaky)).toEqual({ phase: 'ready', entries: ['a'] })
  })

  it('A reset of a restored slice throws, because the slice would be unread again', async () => {
    const { kernel, context } = open(stored(['a']))
    await kernel.start()
    context.restore(log, restoreLog)
    expect(() => context.reset(log)).toThrow(expect.objectContaining({ code: 'UNREAD' }))
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a'] })
  })

  it('A slice keeps its changes when it is restored again', async () => {
    const { kernel, context } = open(stored(['a']))
    await kernel.start()
    context.restore(log, restoreLog)
    add(context, 'b')
    context.restore(log, restoreLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a', 'b'] })
  })

  it('[R16] A slice is not written to storage that is full, and keeps its entries in memory', async () => {
    const storage = stored(['a'])
    const { kernel, context, reports } = open({
      ...storage,
      set() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    await kernel.start()
    context.restore(log, restoreLog)
    add(context, 'b')
    await settle()
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a', 'b'] })
    await settle()
    expect(codes(reports)).toEqual(['STORAGE kernel'])
  })

  it('A restore resolves when the slice is ready, whether it is requested before the start, after it, or again', async () => {
    const { kernel, context } = open(stored(['a']))
    const early = context.restore(log, restoreLog).then(() => kernel.state(log).phase)
    await kernel.start()
    expect(await early).toBe('ready')
    expect(await context.restore(log, restoreLog).then(() => kernel.state(log).phase)).toBe('ready')
  })

  it('A restore whose function throws resolves once the slice is empty and can be written', async () => {
    const { kernel, context } = open(stored('nonsense'))
    await kernel.start()
    await context.restore(log, restoreLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
  })

  it('[R29] A restore that waits for storage rejects when its plugin is disposed, also where the rejection is not handled', async () => {
    const { kernel, context } = open({ ...memoryStorage(), get: () => new Promise(() => {}) })
    const waiting = context.restore(log, restoreLog)
    kernel.dispose()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('A restore after its plugin was disposed changes nothing', async () => {
    const storage = stored(['a'])
    const { kernel, context, reports } = open(storage)
    await kernel.start()
    kernel.dispose()
    context.restore(log, restoreLog)
    expect(reports).toEqual([])
    expect(storage.get('portico.log')).toBe(text(['a']))
  })
})
