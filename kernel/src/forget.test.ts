/** `kernel.forget()`: what is deleted, what stays, and what other tabs do. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import { forgottenEvent } from './contracts/session/forgotten.js'
import {
  definePlugin,
  defineSlice,
  type Kernel,
  KernelError,
  memoryStorage,
  type PluginContext,
  type StorageDriver,
  webStorage,
} from './index.js'

interface Notes {
  readonly list: readonly string[]
}
const notes = defineSlice<Notes>({
  id: 'notes',
  initial: () => ({ list: [] }),
  persist: {
    version: 1,
    pick: ({ list }) => list,
    restore: saved => ({ list: saved as string[] }),
  },
})
const choices = defineSlice<{ readonly language?: string }>({
  id: 'choices',
  initial: () => ({}),
  persist: {
    version: 1,
    isPreference: true,
    pick: state => state,
    restore: saved => saved as { language?: string },
  },
})
type LogState =
  | { readonly phase: 'unread'; readonly isKept: boolean }
  | { readonly phase: 'ready'; readonly entries: readonly string[] }
const log = defineSlice<LogState>({
  id: 'log',
  initial: () => ({ phase: 'unread', isKept: false }),
  persist: {
    version: 1,
    joins: true,
    pick: ({ entries }) => entries,
    summary: saved => ({ phase: 'unread', isKept: saved !== undefined }),
  },
})
/** Joins what was saved with the state, as a slice does that loses nothing. */
const joinLog = (
  saved: unknown,
  _version: number,
  fresh: LogState,
): Extract<LogState, { phase: 'ready' }> => {
  const known = fresh.phase === 'ready' ? fresh.entries : []
  return { phase: 'ready', entries: [...new Set([...((saved ?? []) as string[]), ...known])] }
}

type Context = PluginContext<never[], never[], (typeof notes | typeof choices | typeof log)[]>
const kernels: Kernel[] = []
interface Page {
  readonly owns?: readonly (typeof choices | typeof notes | typeof log)[]
  readonly setup?: (context: Context) => void
}
/** A page whose kernel has not started. */
function make(storage?: StorageDriver, { owns = [choices, notes, log], setup }: Page = {}) {
  let context: Context | undefined
  const keeper = definePlugin({
    id: 'keeper',
    owns,
    setup(given) {
      context = given as Context
      setup?.(context)
    },
  })
  const result = boot([keeper], storage && { storage })
  kernels.push(result.kernel)
  if (!context) throw new TypeError('the plugin was not set up')
  return { ...result, context }
}
async function open(storage?: StorageDriver, page?: Page) {
  const made = make(storage, page)
  await made.kernel.start()
  return made
}
const note = ({ patch, state }: Context, text: string) =>
  patch(notes, { list: [...state(notes).list, text] })
const text = (saved: unknown, epoch?: number) => JSON.stringify({ version: 1, saved, epoch })

/** Storage as browsers have it. */
function fakeStorage(
  texts: Readonly<Record<string, string>> = {},
): Storage & { readonly all: () => Record<string, string> } {
  const kept = new Map(Object.entries(texts))
  const storage = {
    all: () => Object.fromEntries(kept),
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
  // `Object.keys(localStorage)` has the keys of what is stored.
  return new Proxy(storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 2_000, interval: 1 })

afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.useRealTimers()
})

describe('forget', () => {
  it('deletes what is stored, except preferences, and resets the slices', async () => {
    const storage = fakeStorage({ other: 'of the page' })
    const { kernel, context, reports } = await open(webStorage(storage))
    context.patch(choices, { language: 'de' })
    note(context, 'a')
    await settle()
    expect(Object.keys(storage.all()).sort()).toEqual(['other', 'portico.choices', 'portico.notes'])
    await kernel.forget()
    expect(kernel.state(notes)).toEqual({ list: [] })
    expect(kernel.state(choices)).toEqual({ language: 'de' })
    await settle()
    expect(storage.all()).toEqual({
      other: 'of the page',
      'portico.choices': text({ language: 'de' }, 1),
    })
    expect(reports).toEqual([])
  })

  it('deletes what a slice has whose restore function has not loaded: nothing of it comes back when it loads', async () => {
    const storage = fakeStorage({ 'portico.log': text(['a']) })
    const { kernel, context } = await open(webStorage(storage))
    expect(kernel.state(log)).toEqual({ phase: 'unread', isKept: true })
    await kernel.forget()
    expect(kernel.state(log)).toEqual({ phase: 'unread', isKept: false })
    await context.restore(log, joinLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
    expect(Object.keys(storage.all())).toEqual(['portico.choices'])
  })

  it('empties a slice that joins what was saved with its state', async () => {
    const storage = fakeStorage({ 'portico.log': text(['a']) })
    const { kernel, context } = await open(webStorage(storage))
    await context.restore(log, joinLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a'] })
    await kernel.forget()
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
  })

  it('deletes what a plugin stored that is not in the list any more, and no key of the page', async () => {
    const storage = fakeStorage({ 'portico.former': text('kept'), porticos: 'of the page' })
    const { kernel } = await open(webStorage(storage))
    await kernel.forget()
    await settle()
    expect(Object.keys(storage.all()).sort()).toEqual(['portico.choices', 'porticos'])
  })

  it('stores what changes afterwards, which the next page restores', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']) })
    const { kernel, context } = await open(webStorage(storage))
    await kernel.forget()
    note(context, 'b')
    await settle()
    expect(storage.getItem('portico.notes')).toBe(text(['b'], 1))
    const next = await open(webStorage(storage))
    expect(next.kernel.state(notes).list).toEqual(['b'])
    note(next.context, 'c')
    await until(() => kernel.state(notes).list.join() === 'b,c')
  })

  it('waits for the writes that are pending, so that none of them lands after it', async () => {
    vi.useFakeTimers()
    const kept = new Map<string, string>()
    const slow: StorageDriver = {
      get: async key => kept.get(key),
      async set(key, value) {
        await new Promise(resolve => setTimeout(resolve, 500))
        kept.set(key, value)
      },
      remove: async key => kept.delete(key),
    }
    const opened = open(slow)
    await vi.advanceTimersByTimeAsync(0)
    const { kernel, context } = await opened
    note(context, 'a')
    const forgotten = kernel.forget()
    await vi.advanceTimersByTimeAsync(5_000)
    await forgotten
    expect([...kept.keys()]).toEqual(['portico.choices'])
  })

  it('keeps preferences that slow storage has not answered yet', async () => {
    const kept = new Map([['portico.choices', text({ language: 'de' })]])
    let answer: (text: string | undefined) => void = () => undefined
    const late = new Promise<string | undefined>(resolve => {
      answer = resolve
    })
    let isAsked = false
    const slow: StorageDriver = {
      get(key) {
        if (key !== 'portico.choices' || isAsked) return Promise.resolve(kept.get(key))
        isAsked = true
        return late
      },
      set: (key, value) => kept.set(key, value),
      remove: key => kept.delete(key),
    }
    vi.useFakeTimers()
    const { kernel } = make(slow)
    const started = kernel.start()
    // No page waits longer for storage.
    await vi.advanceTimersByTimeAsync(2_000)
    await started
    await kernel.forget()
    answer(kept.get('portico.choices'))
    await vi.advanceTimersByTimeAsync(100)
    expect(kernel.state(choices)).toEqual({ language: 'de' })
    expect(kept.get('portico.choices')).toBe(text({ language: 'de' }, 1))
  })

  it.each(['"1"', 'null', '-1', '0.5', '1e400', '{}'])(
    '[S13] leaves out a text whose epoch is %s, and restores the others',
    async epoch => {
      const storage = fakeStorage({
        'portico.choices': `{"version":1,"saved":{"language":"de"},"epoch":${epoch}}`,
        'portico.notes': text(['a']),
      })
      const { kernel, reports } = await open(webStorage(storage))
      await settle()
      expect([kernel.state(choices), kernel.state(notes)]).toEqual([{}, { list: ['a'] }])
      expect(codes(reports)).toEqual(['STORAGE kernel'])
    },
  )

  it('resets the slices of a kernel without storage', async () => {
    const { kernel, context } = await open()
    note(context, 'a')
    await kernel.forget()
    expect(kernel.state(notes)).toEqual({ list: [] })
  })

  it('deletes everything where no slice is a preference, and later pages are followed', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']) })
    const { kernel } = await open(webStorage(storage), { owns: [notes] })
    await kernel.forget()
    expect(storage.all()).toEqual({})
    const next = await open(webStorage(storage), { owns: [notes] })
    note(next.context, 'b')
    await until(() => kernel.state(notes).list.join() === 'b')
    expect(storage.getItem('portico.notes')).toBe(text(['b']))
  })
})

describe('plugins during forget', () => {
  it('plugins during forget are told once, when the slices are reset and before anything is announced', async () => {
    const storage = fakeStorage()
    const seen: unknown[] = []
    const { kernel, context } = await open(webStorage(storage), {
      setup: context => void context.on(forgottenEvent, () => seen.push(context.state(notes).list)),
    })
    note(context, 'a')
    const notified = vi.fn()
    kernel.subscribe(notified)
    await kernel.forget()
    expect(seen).toEqual([[]])
    expect(notified).toHaveBeenCalledTimes(1)
  })

  it('plugins during forget are waited for, and what one could not delete is thrown', async () => {
    let isDeleted = false
    const { kernel } = await open(memoryStorage(), {
      setup: context =>
        void context.on(forgottenEvent, ({ waitUntil }) => {
          waitUntil(
            settle().then(() => {
              isDeleted = true
            }),
          )
        }),
    })
    await kernel.forget()
    expect(isDeleted).toBe(true)
    kernel.on(forgottenEvent, ({ waitUntil }) =>
      waitUntil(Promise.reject(new RangeError('the database is locked'))),
    )
    const error = await kernel.forget().catch(error => error)
    expect(error).toBeInstanceOf(KernelError)
    expect(error).toMatchObject({
      code: 'NOT_FORGOTTEN',
      cause: new RangeError('the database is locked'),
    })
  })

  it('a restore function that throws keeps no other slice from being reset', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']), 'portico.log': text(['b']) })
    const { kernel, context } = await open(webStorage(storage), { owns: [choices, log, notes] })
    await context.restore(log, saved => {
      if (saved === undefined) throw new RangeError('nothing saved')
      return { phase: 'ready', entries: ['b'] }
    })
    const error = await kernel.forget().catch(error => error)
    expect(error).toMatchObject({ code: 'NOT_FORGOTTEN', cause: new RangeError('nothing saved') })
    expect(kernel.state(notes)).toEqual({ list: [] })
    expect(Object.keys(storage.all())).toEqual(['portico.choices'])
  })

  it('plugins during forget are not waited for longer than 20 s', async () => {
    vi.useFakeTimers()
    const { kernel } = await open(memoryStorage(), {
      setup: context =>
        void context.on(forgottenEvent, ({ waitUntil }) => waitUntil(new Promise(() => undefined))),
    })
    const failed = kernel.forget().catch(error => error)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await failed).toMatchObject({
      code: 'NOT_FORGOTTEN',
      cause: expect.objectContaining({ code: 'TIMEOUT' }),
    })
  })
})

describe('storage that is blocked during forget', () => {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }

  it('[R16] blocked storage during forget is told of: the slices are reset all the same', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']) })
    let isBlocked = false
    const { kernel, reports } = await open(webStorage(() => (isBlocked ? blocked() : storage)))
    isBlocked = true
    const error = await kernel.forget().catch(error => error)
    expect(error).toMatchObject({
      code: 'NOT_FORGOTTEN',
      cause: expect.objectContaining({ cause: expect.any(DOMException) }),
    })
    expect(String(error)).toBe(
      'KernelError: Not everything that is stored could be deleted. Hint: see its cause; a browser that blocks storage deletes nothing.',
    )
    expect(kernel.state(notes)).toEqual({ list: [] })
    expect(codes(reports).filter(code => code !== 'STORAGE kernel')).toEqual([])
  })

  it('[R16] blocked storage during forget does not keep the other keys from being deleted', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']), 'portico.log': text(['b']) })
    const { kernel } = await open({
      ...webStorage(storage),
      remove: key => (key === 'portico.notes' ? blocked() : storage.removeItem(key)),
    })
    await expect(kernel.forget()).rejects.toMatchObject({ code: 'NOT_FORGOTTEN' })
    expect(storage.getItem('portico.log')).toBe(null)
  })

  it('[R16] blocked storage during forget is told of when storage does not list its keys: those that the page knows are deleted', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']), 'portico.unknown': text(['b']) })
    const { kernel } = await open({ ...webStorage(storage), keys: blocked })
    await expect(kernel.forget()).rejects.toMatchObject({ code: 'NOT_FORGOTTEN' })
    expect(storage.getItem('portico.notes')).toBe(null)
  })
})

it('says that nothing was deleted where the code of forget does not load', async () => {
  const storage = fakeStorage({ 'portico.notes': text(['a']) })
  const { kernel } = await open(webStorage(storage))
  vi.doMock('./forget.js', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  vi.resetModules()
  const error = await kernel.forget().catch(error => error)
  vi.doUnmock('./forget.js')
  expect(error).toMatchObject({ code: 'NOT_FORGOTTEN', cause: expect.any(Error) })
  expect(storage.getItem('portico.notes')).toBe(text(['a']))
})

describe('two tabs over one storage', () => {
  const tab = (storage: Storage, setup?: (context: Context) => void) =>
    open(webStorage(storage), setup ? { setup } : {})
  const quiet = () => new Promise(resolve => setTimeout(resolve, 60))

  it('the other tab forgets too, and tells its plugins', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']), 'portico.log': text(['b']) })
    const told = vi.fn()
    const [a, b] = [
      await tab(storage),
      await tab(storage, context => void context.on(forgottenEvent, told)),
    ]
    await b.context.restore(log, joinLog)
    expect(b.kernel.state(notes).list).toEqual(['a'])
    await a.kernel.forget()
    await until(() => b.kernel.state(notes).list.length === 0)
    expect(b.kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
    await quiet()
    expect(told).toHaveBeenCalledTimes(1)
    expect(Object.keys(storage.all())).toEqual(['portico.choices'])
    expect([...a.reports, ...b.reports]).toEqual([])
  })

  it.each([
    ['before the forget reaches it', false],
    ['so late that its text lands last', true],
  ])(
    'a tab that writes while the other forgets brings nothing back: it writes %s',
    async (_, isLast) => {
      const storage = fakeStorage({ 'portico.notes': text(['a']) })
      const [a, b] = [await tab(storage), await tab(storage)]
      const forgotten = isLast ? a.kernel.forget() : undefined
      // The tab has not read the message of the channel yet: it knows nothing.
      note(b.context, 'late')
      await (forgotten ?? a.kernel.forget())
      if (isLast) storage.setItem('portico.notes', text(['a', 'late']))
      await until(() => b.kernel.state(notes).list.length === 0)
      await quiet()
      expect([a, b].map(({ kernel }) => kernel.state(notes).list)).toEqual([[], []])
      expect(Object.keys(storage.all())).toEqual(['portico.choices'])
    },
  )

  it('a text that a tab stored after it forgot survives a late text of another tab', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']) })
    const [a, b] = [await tab(storage), await tab(storage)]
    await a.kernel.forget()
    note(a.context, 'new')
    await until(() => storage.getItem('portico.notes') === text(['new'], 1))
    const channel = new BroadcastChannel('portico')
    channel.postMessage(['portico.notes', text(['a', 'late'])])
    storage.setItem('portico.notes', text(['a', 'late']))
    channel.close()
    await until(() => storage.getItem('portico.notes') === text(['new'], 1))
    await quiet()
    expect(storage.getItem('portico.notes')).toBe(text(['new'], 1))
    expect([a, b].map(({ kernel }) => kernel.state(notes).list)).toEqual([['new'], ['new']])
  })

  it('a tab that wrote and is gone brings nothing back', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']) })
    const a = await tab(storage)
    await a.kernel.forget()
    const channel = new BroadcastChannel('portico')
    // Another tab, which is closed before it reads a message.
    channel.postMessage(['portico.notes', text(['a', 'late'])])
    storage.setItem('portico.notes', text(['a', 'late']))
    channel.close()
    await until(() => storage.getItem('portico.notes') === null)
    expect(a.kernel.state(notes).list).toEqual([])
  })

  it('a text that no tab could delete is dropped by the next page', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']) })
    const a = await tab(storage)
    await a.kernel.forget()
    await settle()
    a.kernel.dispose()
    storage.setItem('portico.notes', text(['a', 'late']))
    const next = await tab(storage)
    expect(next.kernel.state(notes).list).toEqual([])
    await until(() => storage.getItem('portico.notes') === null)
  })

  it('a late text keeps the next page from restoring nothing else: what was stored since is taken up', async () => {
    const storage = fakeStorage({
      'portico.notes': text(['late']),
      'portico.choices': text({ language: 'de' }, 1),
      'portico.log': text(['b'], 1),
    })
    const { kernel, context } = await open(webStorage(storage), { owns: [notes, choices, log] })
    await context.restore(log, joinLog)
    await until(() => storage.getItem('portico.notes') === null)
    expect(kernel.state(notes).list).toEqual([])
    expect(kernel.state(choices)).toEqual({ language: 'de' })
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['b'] })
  })

  it('follow each other after both have forgotten', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']) })
    const [a, b] = [await tab(storage), await tab(storage)]
    await Promise.all([a.kernel.forget(), b.kernel.forget()])
    await quiet()
    note(b.context, 'b')
    await until(() => a.kernel.state(notes).list.join() === 'b')
    await a.kernel.forget()
    await until(() => b.kernel.state(notes).list.length === 0)
    note(a.context, 'c')
    await until(() => b.kernel.state(notes).list.join() === 'c')
    expect(storage.getItem('portico.notes')).toBe(text(['c'], 2))
  })

  it('a preference that the other tab changes at the same time stays', async () => {
    const storage = fakeStorage()
    const [a, b] = [await tab(storage), await tab(storage)]
    const forgotten = a.kernel.forget()
    b.context.patch(choices, { language: 'de' })
    await forgotten
    await quiet()
    expect(a.kernel.state(choices)).toEqual(b.kernel.state(choices))
    expect(storage.getItem('portico.choices')).toBe(text(a.kernel.state(choices), 1))
  })

  it('a page that opens later takes up what was stored since, at once', async () => {
    const storage = fakeStorage()
    const a = await tab(storage)
    await a.kernel.forget()
    note(a.context, 'b')
    await settle()
    const next = open(webStorage(storage))
    expect(kernels.at(-1)?.state(notes).list).toEqual(['b'])
    await next
  })
})
