import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boot, codes, settle } from '../test/boot.js'
import { connect, open, saved, session, wallets } from '../test/persist-rig.js'
import {
  definePlugin,
  defineSlice,
  type Kernel,
  memoryStorage,
  type PluginContext,
  webStorage,
} from './index.js'

/** Storage as browsers have it. */
function fakeStorage(): Storage & { readonly writes: string[] } {
  const texts = new Map<string, string>()
  const writes: string[] = []
  return {
    writes,
    get length() {
      return texts.size
    },
    key: i => [...texts.keys()][i] ?? null,
    getItem: key => texts.get(key) ?? null,
    setItem(key, text) {
      writes.push(key)
      texts.set(key, `${text}`)
    },
    removeItem: key => void texts.delete(key),
    clear: () => texts.clear(),
  }
}
const until = async (holds: () => boolean) => {
  const begun = performance.now()
  while (!holds()) {
    if (performance.now() - begun > 1000) throw new RangeError('not within 1 s')
    await new Promise(resolve => setTimeout(resolve, 1))
  }
}
// Also after a failure: the tests that follow wait for real.
afterEach(() => void vi.useRealTimers())

describe('webStorage', () => {
  it('webStorage touches no global before it is used', () => {
    expect(() => webStorage()).not.toThrow()
    expect(() => webStorage(() => localStorage).get('x')).toThrow()
  })

  it('a kernel with webStorage works in memory where reading localStorage throws, as with blocked cookies', async () => {
    const { kernel, context, reports } = open(
      webStorage(() => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }),
    )
    await kernel.start()
    connect(context, 'ada')
    await settle()
    expect(kernel.state(session).wallets).toEqual(['ada'])
    expect(codes(reports)).toEqual(['STORAGE kernel'])
    kernel.dispose()
  })
})

describe('tabs', () => {
  const kernels: Kernel[] = []
  const tab = async (storage: Storage) => {
    const result = open(webStorage(storage))
    kernels.push(result.kernel)
    await result.kernel.start()
    return result
  }
  afterEach(() => {
    for (const kernel of kernels.splice(0)) kernel.dispose()
  })

  it('[D12a] [R15] Tabs follow each other through a BroadcastChannel within 1 s: one write for a change, no ping-pong', async () => {
    const storage = fakeStorage()
    const [a, b, c] = [await tab(storage), await tab(storage), await tab(storage)]
    connect(a.context, 'ada')
    await until(() => wallets(b.kernel) === 'ada' && wallets(c.kernel) === 'ada')
    connect(b.context, 'bob')
    await until(() => wallets(a.kernel) === 'ada,bob' && wallets(c.kernel) === 'ada,bob')
    c.context.reset(session)
    await until(() => wallets(a.kernel) === '' && wallets(b.kernel) === '')
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(storage.writes).toHaveLength(3)
    expect([a, b, c].flatMap(({ reports }) => reports)).toEqual([])
  })

  it('[D12a] Tabs keep state that is not stored, such as a pending connect, when another tab writes', async () => {
    const storage = fakeStorage()
    const [a, b] = [await tab(storage), await tab(storage)]
    b.context.update(session, state => {
      state.phase = 'connecting'
    })
    connect(a.context, 'ada')
    await until(() => wallets(b.kernel) === 'ada')
    expect(b.kernel.state(session).phase).toBe('connecting')
  })

  it('[R15] Tabs do not answer each other endlessly, even when restore does not return what pick returned', async () => {
    const storage = fakeStorage()
    let n = 0
    const odd = defineSlice<{ n: number }>({
      id: 'odd',
      initial: () => ({ n: 0 }),
      persist: {
        version: 1,
        pick: state => [state.n, n++],
        restore: saved => ({ n: (saved as number[])[0] as number }),
      },
    })
    const make = async () => {
      let context: PluginContext<never[], never[], (typeof odd)[]> | undefined
      const { kernel } = boot(
        [
          definePlugin({
            id: 'odd',
            owns: [odd],
            setup(given) {
              context = given
            },
          }),
        ],
        { storage: webStorage(storage) },
      )
      kernels.push(kernel)
      await kernel.start()
      return { kernel, context: context as NonNullable<typeof context> }
    }
    const [a, b] = [await make(), await make()]
    a.context.update(odd, state => {
      state.n = 5
    })
    await until(() => b.kernel.state(odd).n === 5)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(storage.writes.length).toBeLessThanOrEqual(2)
  })

  it('Other tabs are notified of a write although the storage of the writing tab is full', async () => {
    const full = {
      ...fakeStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    const [a, b] = [await tab(full), await tab(fakeStorage())]
    connect(a.context, 'ada')
    await until(() => wallets(b.kernel) === 'ada')
  })

  it('[D37] Tabs ignore malformed messages of another script on the channel', async () => {
    const { kernel, reports } = await tab(fakeStorage())
    const script = new BroadcastChannel('portico')
    for (const message of [
      null,
      5,
      'x',
      {},
      ['portico.session'],
      ['portico.session', 5],
      ['portico.session', '{}'],
      [null, null],
      ['portico.__proto__', '{"polluted":true}'],
    ])
      script.postMessage(message)
    await new Promise(resolve => setTimeout(resolve, 50))
    script.close()
    expect(kernel.state(session)).toEqual({ wallets: [], amount: 0n, phase: 'idle' })
    expect(codes(reports).filter(code => code !== 'STORAGE kernel')).toEqual([])
    expect(reports.length).toBeLessThanOrEqual(1)
  })

  it('[R29] A disposed kernel follows no other tab, and leaves no channel open', async () => {
    const storage = fakeStorage()
    const [a, b] = [await tab(storage), await tab(storage)]
    b.kernel.dispose()
    const before = b.kernel.state(session)
    connect(a.context, 'ada')
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(b.kernel.state(session)).toEqual(before)
  })

  it('Tabs notify their subscribers once for a change of another tab', async () => {
    const storage = fakeStorage()
    const [a, b] = [await tab(storage), await tab(storage)]
    const notified = vi.fn()
    b.kernel.subscribe(notified)
    connect(a.context, 'ada')
    await until(() => wallets(b.kernel) === 'ada')
    expect(notified).toHaveBeenCalledTimes(1)
  })
})

describe('tabs without BroadcastChannel', () => {
  const { BroadcastChannel } = globalThis
  const listeners = new Set<(event: unknown) => void>()
  beforeEach(() => {
    Object.assign(globalThis, {
      BroadcastChannel: undefined,
      addEventListener: (_: string, listener: (event: unknown) => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: (event: unknown) => void) =>
        listeners.delete(listener),
    })
  })
  afterEach(() => {
    Object.assign(globalThis, {
      BroadcastChannel,
      addEventListener: undefined,
      removeEventListener: undefined,
    })
    listeners.clear()
  })

  it('[D12b] [R15] Tabs without BroadcastChannel follow by storage events of the same storage, and of no other', async () => {
    const storage = fakeStorage()
    const { kernel, reports } = open(webStorage(storage))
    await kernel.start()
    expect(listeners.size).toBe(1)
    const notify = (event: object) => {
      for (const listener of listeners) listener(event)
    }
    notify({
      key: 'portico.session',
      newValue: saved({ wallets: ['other'] }),
      storageArea: fakeStorage(),
    })
    notify({ key: 'other', newValue: saved({ wallets: ['other'] }), storageArea: storage })
    notify({ key: 'portico.session', newValue: null, storageArea: storage })
    notify({ key: null, newValue: null, storageArea: storage }) // localStorage.clear()
    expect(wallets(kernel)).toBe('')
    notify({ key: 'portico.session', newValue: saved({ wallets: ['ada'] }), storageArea: storage })
    expect(wallets(kernel)).toBe('ada')
    await settle()
    expect(storage.writes).toEqual([])
    expect(reports).toEqual([])
    kernel.dispose()
    expect(listeners.size).toBe(0)
  })
})

describe('memoryStorage', () => {
  it('memoryStorage keeps texts, and two of them share nothing', () => {
    const [a, b] = [memoryStorage(), memoryStorage()]
    a.set('x', '1')
    expect([a.get('x'), b.get('x')]).toEqual(['1', undefined])
    a.remove('x')
    expect(a.get('x')).toBeUndefined()
  })
})
