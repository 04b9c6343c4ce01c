/** Slices whose restore function is in code that loads later. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import { definePlugin, defineSlice, memoryStorage, type PluginContext, type StorageDriver } from './index.js'

type LogState = { readonly phase: 'unread'; readonly isKept: boolean } | { readonly phase: 'ready'; readonly entries: readonly string[] }

const restoreLog = (saved: unknown): Extract<LogState, { phase: 'ready' }> => {
  if (saved !== undefined && !Array.isArray(saved)) throw new TypeError('no log')
  return { phase: 'ready', entries: (saved ?? []).filter((entry: unknown) => typeof entry === 'string') }
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
function open(storage?: StorageDriver) {
  let context: Context | undefined
  const keeper = definePlugin({
    id: 'keeper',
    owns: [log],
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

  it('has its saved data once it was restored, which writes nothing', async () => {
    const storage = stored(['a', 1])
    const set = vi.spyOn(storage, 'set')
    const { kernel, context } = open(storage)
    await kernel.start()
    context.restore(log, restoreLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a'] })
    await settle()
    expect(set).not.toHaveBeenCalled()
  })

  it('A slice is ready and empty where nothing was saved, and leaves no trace until it changes', async () => {
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

  it('A kernel without storage restores a slice, too', async () => {
    const { kernel, context } = open()
    await kernel.start()
    context.restore(log, restoreLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
  })

  it('refuses a write before it was restored, so that what was saved is not replaced', async () => {
    const storage = stored(['a'])
    const { kernel, context } = open(storage)
    await kernel.start()
    expect(() => context.update(log, state => void Object.assign(state, { isKept: false }))).toThrow(expect.objectContaining({ code: 'UNREAD' }))
    expect(() => context.reset(log)).toThrow(expect.objectContaining({ code: 'UNREAD' }))
    await settle()
    expect(storage.get('portico.log')).toBe(text(['a']))
    context.restore(log, restoreLog)
    add(context, 'b')
    await settle()
    expect(storage.get('portico.log')).toBe(text(['a', 'b']))
  })

  it('waits for slow storage, and does not take an answer that is missing for an empty one', async () => {
    const storage: StorageDriver = { ...stored(), get: async () => new Promise(resolve => setTimeout(resolve, 50, text(['a']))) }
    const { kernel, context } = open(storage)
    context.restore(log, restoreLog)
    const started = kernel.start()
    context.restore(log, restoreLog)
    expect(kernel.state(log).phase).toBe('unread')
    expect(() => context.update(log, state => void Object.assign(state, { phase: 'ready' }))).toThrow(expect.objectContaining({ code: 'UNREAD' }))
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

  it('[R15] follows another tab: the summary while it is unread, the entries afterwards, and keeps the newest when it is restored', async () => {
    const storage = stored(['a'])
    let tell: (key: string, text: string) => void = () => undefined
    const { kernel, context, reports } = open({
      ...storage,
      subscribe(listener) {
        tell = listener
        return () => undefined
      },
    })
    await kernel.start()
    tell('portico.log', text(['a', 'b']))
    expect(kernel.state(log)).toEqual({ phase: 'unread', isKept: true })
    context.restore(log, restoreLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a', 'b'] })
    tell('portico.log', text(['a', 'b', 'c']))
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a', 'b', 'c'] })
    tell('portico.log', text('not a log'))
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a', 'b', 'c'] })
    await settle()
    expect(codes(reports)).toEqual(['STORAGE kernel'])
  })

  it('refuses a reset, after which it would be unread again', async () => {
    const { kernel, context } = open(stored(['a']))
    await kernel.start()
    context.restore(log, restoreLog)
    expect(() => context.reset(log)).toThrow(expect.objectContaining({ code: 'UNREAD' }))
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a'] })
  })

  it('keeps its changes when it is restored again', async () => {
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

  it('changes nothing when its plugin was disposed before its code arrived', async () => {
    const storage = stored(['a'])
    const { kernel, context, reports } = open(storage)
    await kernel.start()
    kernel.dispose()
    context.restore(log, restoreLog)
    expect(reports).toEqual([])
    expect(storage.get('portico.log')).toBe(text(['a']))
  })
})
