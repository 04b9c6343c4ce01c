import { connection, connectors } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, scriptedWallet } from '../../test/scripted-wallet.js'
import { bip122 } from '../index.js'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  vi.useFakeTimers()
  page = openPage()
})
afterEach(() => {
  page.close()
  vi.useRealTimers()
})
const listed = async () => {
  const kernel = await createTestKernel({ plugins: [bip122()] })
  await kernel.use(connection).discover()
  return { kernel, names: () => kernel.items(connectors).map(connector => connector.id) }
}
const put = (entries: unknown) => Object.assign(page.page, { btc_providers: entries })

describe('the wallets of a page', () => {
  it('are listed where they stand, and those that come late when they come', async () => {
    scriptedWallet().announce(page.page, 'Early')
    const { names } = await listed()
    expect(names()).toEqual(['bip122:Early'])
    scriptedWallet().announce(page.page, 'Late')
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['bip122:Early', 'bip122:Late'])
    scriptedWallet().announce(page.page, 'MuchLater')
    vi.advanceTimersByTime(60_000)
    expect(names()).toContain('bip122:MuchLater')
    scriptedWallet().announce(page.page, 'AtLast')
    page.page.dispatchEvent(new Event('focus'))
    expect(names()).toContain('bip122:AtLast')
  })
  it('are found at a path of several names', async () => {
    Object.assign(page.page, { Xverse: { Bitcoin: scriptedWallet().provider } })
    put([{ id: 'Xverse.Bitcoin', name: 'Xverse', icon: 'data:image/png;base64,AA==' }])
    const { kernel } = await listed()
    expect(kernel.items(connectors)[0]).toMatchObject({ id: 'bip122:Xverse.Bitcoin', name: 'Xverse', chain: 'bip122', imageUrl: 'data:image/png;base64,AA==' })
  })
  it('is listed once its provider is there too', async () => {
    put([{ id: 'Slow', name: 'Slow' }])
    const { names } = await listed()
    expect(names()).toEqual([])
    Object.assign(page.page, { Slow: scriptedWallet().provider })
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['bip122:Slow'])
  })
  it.each([
    ['no list', 'nothing'],
    ['an entry that is nothing', [null, undefined, 7]],
    ['an id that is no path', [{ id: 'constructor.constructor("alert(1)")()', name: 'Evil' }]],
    ['an id that leads nowhere', [{ id: 'a.b.c', name: 'Nowhere' }]],
    ['a provider that cannot be asked', [{ id: 'page', name: 'Mute' }]],
    ['a name of nothing but invisible characters', [{ id: 'Good', name: '\u200b' }]],
    ['Leather, which speaks otherwise', [{ id: 'LeatherProvider', name: 'Leather' }]],
  ])('[S5] with %s have no row, and break nothing', async (_what, entries) => {
    Object.assign(page.page, { Good: scriptedWallet().provider, page: {}, LeatherProvider: scriptedWallet().provider })
    put(entries)
    const { kernel, names } = await listed()
    expect(names()).toEqual([])
    expect(kernel.reported).toEqual([])
  })
  it('[S5] with getters that throw, remote icons, or ten thousand entries, leave the page usable', async () => {
    const hostile = Object.defineProperty({ name: 'Trap' }, 'id', {
      get() {
        throw new Error('trap')
      },
    })
    const crowd = Array.from({ length: 10_000 }, (_none, at) => {
      Object.assign(page.page, { [`W${at}`]: scriptedWallet().provider })
      return { id: `W${at}`, name: `W${at}`, icon: 'https://example.org/spy.png' }
    })
    put([hostile, ...crowd])
    const { kernel, names } = await listed()
    expect(names().length).toBeLessThanOrEqual(64)
    expect(kernel.items(connectors).some(connector => connector.imageUrl)).toBe(false)
  })
  it('keep the provider that they were met with', async () => {
    const [first, second] = [scriptedWallet(), scriptedWallet()]
    first.announce(page.page, 'Same')
    const { kernel } = await listed()
    second.announce(page.page, 'Same')
    vi.advanceTimersByTime(5_000)
    await kernel.items(connectors)[0]?.connect({}, new AbortController().signal)
    expect([first.prompts, second.prompts]).toEqual([1, 0])
    expect(kernel.items(connectors)).toHaveLength(1)
  })
  it('leave no timer and no listener behind', async () => {
    ;(await createTestKernel({ plugins: [] })).dispose()
    const without = vi.getTimerCount()
    const { kernel } = await listed()
    expect(vi.getTimerCount()).toBeGreaterThan(without)
    kernel.dispose()
    expect(vi.getTimerCount()).toBe(without)
  })
})
