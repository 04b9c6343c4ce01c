// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import { connectPartsSlot } from '@portico/kernel/connect-page'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPortico, memoryStorage, type Portico, type PorticoOptions } from './index.js'

const made: Portico[] = []
/** A page whose Connect view has one contributed part, and one chain. */
function open(options: Partial<PorticoOptions> = {}) {
  const load = vi.fn(async () => ({ default: () => null }))
  const [loadDiscovery, discover] = [vi.fn(async () => ({})), vi.fn(async () => undefined)]
  const errors: unknown[] = []
  const plugin = definePlugin({
    id: 'test/part',
    setup(context) {
      context.contribute(connectPartsSlot, { id: 'part', load })
      context.contribute(discoveriesSlot, { id: 'chain', load: loadDiscovery, start: discover })
    },
  })
  const portico = createPortico({
    plugins: [plugin],
    storage: memoryStorage(),
    onError: error => void errors.push(error),
    ...options,
  })
  made.push(portico)
  return { portico, load, loadDiscovery, discover, errors }
}
/** Longer than an idle page is waited for. */
const idle = () => new Promise(resolve => setTimeout(resolve, 1_500))
const modal = () => document.querySelector('portico-root')

afterEach(async () => {
  for (const portico of made.splice(0)) portico.dispose()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

describe('createPortico and its prefetch', () => {
  it('fetches the first view when idle, without a change of the page or a request to a wallet', async () => {
    const { load, loadDiscovery, discover, errors } = open()
    await vi.waitFor(() => expect(loadDiscovery).toHaveBeenCalledOnce(), 10_000)
    expect(load).toHaveBeenCalledOnce()
    expect(discover).not.toHaveBeenCalled()
    await idle()
    expect(modal()).toBeNull()
    expect(errors).toEqual([])
  })

  it.each(['intent', 'none'] as const)(
    'fetches nothing in an idle moment with prefetch: %j',
    async prefetch => {
      const { load } = open({ prefetch })
      await vi.dynamicImportSettled()
      await idle()
      expect(load).not.toHaveBeenCalled()
    },
  )

  it('cancels a scheduled prefetch when it is disposed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      /** Timers that a disposed Portico leaves. */
      const left = async (prefetch: 'idle' | 'none') => {
        vi.clearAllTimers()
        open({ prefetch }).portico.dispose()
        // Before the next task: promises settle, and no timer runs.
        await new Promise(setImmediate)
        return vi.getTimerCount()
      }
      expect(await left('idle')).toBe(await left('none'))
    } finally {
      vi.useRealTimers()
    }
  })

  it('fetches nothing once it is disposed', async () => {
    const { portico, load, errors } = open()
    portico.dispose()
    await idle()
    await portico.prefetch()
    expect(load).not.toHaveBeenCalled()
    expect(errors).toEqual([])
  })
})

describe('prefetch()', () => {
  it('fetches the first view and discovers wallets at once, and adds the modal to the page when opened', async () => {
    const { portico, load, discover } = open({ prefetch: 'none' })
    await portico.prefetch()
    expect(load).toHaveBeenCalled()
    expect(discover).toHaveBeenCalledOnce()
    expect(modal()).toBeNull()
    portico.open()
    expect(modal()).not.toBeNull()
  })

  it('fetches nothing and reports nothing with Save-Data', async () => {
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
    const { portico, load, discover, errors } = open({ prefetch: 'intent' })
    await portico.prefetch()
    await vi.dynamicImportSettled()
    expect(load).not.toHaveBeenCalled()
    expect(discover).not.toHaveBeenCalled()
    expect(modal()).toBeNull()
    expect(errors).toEqual([])
  })
})
