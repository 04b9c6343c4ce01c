import { applyPatches, enablePatches } from 'immer'
import { describe, expect, it, vi } from 'vitest'
import { boot, settle } from '../../test/boot.js'
import {
  defineEvent,
  definePlugin,
  defineSlice,
  memoryStorage,
  type PluginContext,
} from '../index.js'
import * as exported from './index.js'

const { devtools } = exported
const list = defineSlice<{ items: string[]; total: bigint }>({
  id: 'list',
  initial: () => ({ items: [], total: 0n }),
  persist: {
    version: 1,
    pick: ({ items }) => items,
    restore: (saved, _, fresh) => ({ ...fresh, items: saved as string[] }),
  },
})
const added = defineEvent<string>('added')

function open(options?: { limit?: number }) {
  const tools = devtools(options)
  const storage = memoryStorage()
  let context: PluginContext<never[], never[], (typeof list)[]> | undefined
  const { kernel, reports } = boot(
    [
      definePlugin({
        id: 'feature/list',
        owns: [list],
        setup(given) {
          context = given
          given.on(added, item =>
            given.update(list, state => {
              state.items.push(item)
            }),
          )
        },
      }),
    ],
    { devtools: tools, storage },
  )
  return {
    tools,
    kernel,
    reports,
    storage,
    context: context as PluginContext<never[], never[], (typeof list)[]>,
  }
}

describe('devtools', () => {
  it('The devtools log every event, and every commit with plugin, slice, patches and their inverse', () => {
    const { tools, context, kernel } = open()
    const before = kernel.state(list)
    context.emit(added, 'a')
    const [event, commit] = tools.log
    expect(event).toMatchObject({
      kind: 'event',
      id: 'added',
      payload: 'a',
      at: expect.any(Number),
    })
    expect(commit).toMatchObject({
      kind: 'commit',
      plugin: 'feature/list',
      slice: 'list',
      patches: [{ op: 'add', path: ['items', 0], value: 'a' }],
    })
    enablePatches()
    if (commit?.kind !== 'commit') throw new TypeError('no commit')
    expect(applyPatches(kernel.state(list), [...commit.inverse])).toEqual(before)
    expect(applyPatches(before, [...commit.patches])).toEqual(kernel.state(list))
  })

  it('The devtools log what the kernel itself writes: a reset, and what storage held', async () => {
    const { tools, context, kernel, storage } = open()
    storage.set('portico.list', JSON.stringify({ version: 1, saved: ['kept'] }))
    await kernel.start()
    expect(tools.log).toMatchObject([
      {
        plugin: 'kernel',
        slice: 'list',
        patches: [{ op: 'replace', path: [], value: { items: ['kept'], total: 0n } }],
      },
    ])
    context.reset(list)
    expect(tools.log.at(-1)).toMatchObject({
      plugin: 'feature/list',
      patches: [{ op: 'replace', path: [] }],
    })
    expect(kernel.state(list).items).toEqual([])
  })

  it('The devtools change neither the freezing nor the identity of the state', () => {
    const { context, kernel } = open()
    context.update(list, state => {
      state.total = 5n
    })
    expect(Object.isFrozen(kernel.state(list).items)).toBe(true)
    const before = kernel.state(list)
    context.update(list, state => {
      state.total = 5n
    })
    expect(kernel.state(list)).toBe(before)
  })

  it('The devtools keep the last entries only, and forget them on `clear`', () => {
    const { tools, context } = open({ limit: 3 })
    for (const item of ['a', 'b', 'c']) context.emit(added, item)
    expect(tools.log.map(entry => (entry.kind === 'event' ? entry.payload : entry.slice))).toEqual([
      'list',
      'c',
      'list',
    ])
    tools.clear()
    expect(tools.log).toEqual([])
  })

  it('The devtools notify subscribers until they unsubscribe', () => {
    const { tools, context } = open()
    const listener = vi.fn()
    const leave = tools.subscribe(listener)
    context.emit(added, 'a')
    leave()
    context.emit(added, 'b')
    expect(listener.mock.calls.map(([{ kind }]) => kind)).toEqual(['event', 'commit'])
  })

  it('A subscriber of the devtools that throws undoes no commit', async () => {
    const { tools, context, kernel } = open()
    const uncaught = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined)
    tools.subscribe(() => {
      throw new RangeError('subscriber')
    })
    context.emit(added, 'a')
    await settle()
    expect(kernel.state(list).items).toEqual(['a'])
    expect(uncaught).toHaveBeenCalledTimes(2)
    const [later] = uncaught.mock.calls[0] ?? []
    expect(later).toThrow('subscriber')
    uncaught.mockRestore()
  })

  it('@portico/kernel/devtools exports only devtools', () => {
    expect(Object.keys(exported)).toEqual(['devtools'])
  })
})
