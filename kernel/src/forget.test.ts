/** `kernel.forget()`: what is deleted, what stays, and what other tabs do. */
import { describe, expect, it, vi } from 'vitest'
import { codes, settle } from '../test/boot.js'
import {
  choices,
  fakeStorage,
  joinLog,
  log,
  make,
  note,
  notes,
  open,
  setUpForget,
  text,
  until,
} from '../test/forget-rig.js'
import { forgottenEvent } from './contracts/session/forgotten.js'
import { KernelError, memoryStorage, type StorageDriver, webStorage } from './index.js'

setUpForget()

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

  it('deletes the stored data of a slice whose restore function has not loaded, also for a later restore', async () => {
    const storage = fakeStorage({ 'portico.log': text(['a']) })
    const { kernel, context } = await open(webStorage(storage))
    expect(kernel.state(log)).toEqual({ phase: 'unread', isKept: true })
    await kernel.forget()
    expect(kernel.state(log)).toEqual({ phase: 'unread', isKept: false })
    await context.restore(log, joinLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
    expect(Object.keys(storage.all())).toEqual(['portico.choices'])
  })

  it('empties a slice whose restore joins stored data with its state', async () => {
    const storage = fakeStorage({ 'portico.log': text(['a']) })
    const { kernel, context } = await open(webStorage(storage))
    await context.restore(log, joinLog)
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: ['a'] })
    await kernel.forget()
    expect(kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
  })

  it('deletes what a former plugin stored, and no key that belongs to the page', async () => {
    const storage = fakeStorage({ 'portico.former': text('kept'), porticos: 'of the page' })
    const { kernel } = await open(webStorage(storage))
    await kernel.forget()
    await settle()
    expect(Object.keys(storage.all()).sort()).toEqual(['portico.choices', 'porticos'])
  })

  it('stores changes after a forget, and the next page restores them', async () => {
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

  it('waits for pending writes, so that no write lands after the deletion', async () => {
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
    let isRequested = false
    const slow: StorageDriver = {
      get(key) {
        if (key !== 'portico.choices' || isRequested) return Promise.resolve(kept.get(key))
        isRequested = true
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
    '[S13] a stored text whose epoch is %s is left out, and the other texts are restored',
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

  it('deletes everything where no slice is a preference, and follows pages that open later', async () => {
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
  it('plugins are notified of a forget once, after the slices are reset and before subscribers are notified', async () => {
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

  it('forget waits for plugins that delete data, and throws when one of them fails', async () => {
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

  it('a restore function that throws during a forget does not prevent the reset of other slices', async () => {
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

  it('forget waits for plugins at most 20 s', async () => {
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

  it('[R16] a forget whose storage is blocked fails with NOT_FORGOTTEN, and still resets the slices', async () => {
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

  it('[R16] a forget that cannot delete one key deletes the other keys', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']), 'portico.log': text(['b']) })
    const { kernel } = await open({
      ...webStorage(storage),
      remove: key => (key === 'portico.notes' ? blocked() : storage.removeItem(key)),
    })
    await expect(kernel.forget()).rejects.toMatchObject({ code: 'NOT_FORGOTTEN' })
    expect(storage.getItem('portico.log')).toBe(null)
  })

  it('[R16] a forget whose storage does not list its keys fails, and deletes the keys that the page knows', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']), 'portico.unknown': text(['b']) })
    const { kernel } = await open({ ...webStorage(storage), keys: blocked })
    await expect(kernel.forget()).rejects.toMatchObject({ code: 'NOT_FORGOTTEN' })
    expect(storage.getItem('portico.notes')).toBe(null)
  })
})

it('a forget whose code does not load fails with NOT_FORGOTTEN, and deletes nothing', async () => {
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
