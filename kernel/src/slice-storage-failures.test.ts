import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import { connect, counted, open, saved, session, theme } from '../test/persist-rig.js'
import { defineEvent, definePlugin, defineSlice, type StorageDriver } from './index.js'
import { decode, encode } from './stored-slice.js'

const changed = defineEvent('changed')

// Also after a failure: the tests that follow wait for real.
afterEach(() => void vi.useRealTimers())

describe('storage that fails', () => {
  const boom = () => {
    throw new DOMException('blocked', 'SecurityError')
  }

  it.each([
    ['at once', boom],
    ['later', () => Promise.reject(new DOMException('blocked', 'SecurityError'))],
  ])(
    '[R16] a kernel whose storage fails in every call, %s, works in memory with one warning',
    async (_, fails) => {
      const driver = {
        get: fails,
        set: fails,
        remove: fails,
        subscribe: fails,
      } as unknown as StorageDriver
      const { kernel, context, reports } = open(driver)
      await kernel.start()
      connect(context, 'ada')
      connect(context, 'bob')
      await settle()
      expect(kernel.state(session).wallets).toEqual(['ada', 'bob'])
      kernel.dispose()
      await settle()
      expect(codes(reports)).toEqual(['STORAGE kernel'])
    },
  )

  it('[R16] a write to full storage removes the old text, and is tried again at the next change', async () => {
    const { driver, kept } = counted({ 'portico.session': saved({ wallets: ['old'] }) })
    let isFull = true
    const full: StorageDriver = {
      ...driver,
      set(key, text) {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        return driver.set(key, text)
      },
    }
    const { kernel, context, reports } = open(full)
    await kernel.start()
    context.reset(session)
    await settle()
    expect(kept.has('portico.session')).toBe(false) // the disconnected wallet does not come back
    isFull = false
    connect(context, 'new')
    await settle()
    expect(kept.get('portico.session')).toContain('new')
    expect(codes(reports)).toEqual(['STORAGE kernel'])
  })

  it('storage that never answers delays the start by at most 2 s', async () => {
    vi.useFakeTimers()
    const silent: StorageDriver = {
      get: () => new Promise(() => undefined),
      set: () => undefined,
      remove: () => undefined,
    }
    const started = vi.fn()
    const { kernel, reports } = open(silent, started)
    void kernel.start()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(started).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(started).toHaveBeenCalledTimes(1)
    expect(codes(reports)).toEqual(['STORAGE kernel'])
  })

  it('a state that would be too long to be read again is reported and not written', async () => {
    const { driver, kept, writes } = counted({ 'portico.theme': saved('dark', 1) })
    const { kernel, context, reports } = open(driver)
    await kernel.start()
    context.update(theme, state => {
      state.mode = 'x'.repeat(70_000)
    })
    await settle()
    expect(writes).toEqual([])
    expect(codes(reports)).toEqual(['STORAGE kernel'])
    expect(kernel.state(theme).mode).toHaveLength(70_000)
    expect(kept.get('portico.theme')).toBe(saved('dark', 1))
  })

  it('[R24] a slice whose `pick` throws is reported, and the other slices are still stored', async () => {
    const broken = defineSlice<{ n: number }>({
      id: 'broken',
      initial: () => ({ n: 0 }),
      persist: { version: 1, pick: boom, restore: (_, __, fresh) => fresh },
    })
    const { driver, kept } = counted()
    const { kernel, reports } = boot(
      [
        definePlugin({
          id: 'b',
          owns: [broken, theme],
          setup: context =>
            context.on(changed, () => {
              context.update(broken, state => {
                state.n = 1
              })
              context.update(theme, state => {
                state.mode = 'dark'
              })
            }),
        }),
        definePlugin({ id: 'c', setup: context => context.onStart(() => context.emit(changed)) }),
      ],
      { storage: driver },
    )
    await kernel.start()
    await settle()
    expect(codes(reports)).toEqual(['STORAGE kernel'])
    expect(kept.get('portico.theme')).toBe(saved('dark', 1))
  })
})

describe('encode and decode', () => {
  it('decode returns what encode was given, for any data with bigints', () => {
    const data = fc.letrec(tie => ({
      node: fc.oneof(
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.bigInt(),
        fc.array(tie('node')),
        fc.dictionary(
          fc.string().filter(key => !/^(__proto__|constructor|prototype|\$bigint)$/.test(key)),
          tie('node'),
          { noNullPrototype: true },
        ),
      ),
    })).node
    fc.assert(
      fc.property(data, value => {
        const policy = { version: 2, pick: () => value, restore: () => ({}) }
        expect(decode(encode(policy, {}), 2)).toEqual({ version: 2, saved: value, epoch: 0 })
      }),
    )
  })
})
