/** `kernel.forget()`: what is deleted, what stays, and what other tabs do. */
import { describe, expect, it, vi } from 'vitest'
import { settle } from '../test/boot.js'
import {
  type Context,
  choices,
  fakeStorage,
  joinLog,
  kernels,
  log,
  note,
  notes,
  open,
  setUpForget,
  text,
  until,
} from '../test/forget-rig.js'
import { forgottenEvent } from './contracts/session/forgotten.js'
import { webStorage } from './index.js'

setUpForget()

describe('two tabs over one storage', () => {
  const tab = (storage: Storage, setup?: (context: Context) => void) =>
    open(webStorage(storage), setup ? { setup } : {})
  const quiet = () => new Promise(resolve => setTimeout(resolve, 60))

  it('a forget in one tab also empties the other tab and notifies its plugins', async () => {
    const storage = fakeStorage({ 'portico.notes': text(['a']), 'portico.log': text(['b']) })
    const listener = vi.fn()
    const [a, b] = [
      await tab(storage),
      await tab(storage, context => void context.on(forgottenEvent, listener)),
    ]
    await b.context.restore(log, joinLog)
    expect(b.kernel.state(notes).list).toEqual(['a'])
    await a.kernel.forget()
    await until(() => b.kernel.state(notes).list.length === 0)
    expect(b.kernel.state(log)).toEqual({ phase: 'ready', entries: [] })
    await quiet()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(Object.keys(storage.all())).toEqual(['portico.choices'])
    expect([...a.reports, ...b.reports]).toEqual([])
  })

  it.each([
    ['before the forget of another tab reaches it', false],
    ['so late that its text replaces the forget of another tab', true],
  ])('a tab that writes %s brings nothing back', async (_, isLast) => {
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
  })

  it('a text that a tab stores after its forget survives a late text of another tab', async () => {
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

  it('a late text of a tab that is closed by then is deleted by the tab that forgot', async () => {
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

  it('a late text that no open tab could delete is dropped by the next page', async () => {
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

  it('a late text is dropped by the next page, which restores what was stored after the forget', async () => {
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

  it('two tabs follow each other again after both have forgotten', async () => {
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

  it('a preference that another tab changes during the forget stays', async () => {
    const storage = fakeStorage()
    const [a, b] = [await tab(storage), await tab(storage)]
    const forgotten = a.kernel.forget()
    b.context.patch(choices, { language: 'de' })
    await forgotten
    await quiet()
    expect(a.kernel.state(choices)).toEqual(b.kernel.state(choices))
    expect(storage.getItem('portico.choices')).toBe(text(a.kernel.state(choices), 1))
  })

  it('a page that opens after the forget restores at once what was stored since then', async () => {
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
