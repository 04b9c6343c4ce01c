import { connection, connectors } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, scriptedWallet } from '../../test/scripted-wallet.js'
import { polkadot } from '../index.js'

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
  const kernel = await createTestKernel({ plugins: [polkadot()] })
  await kernel.use(connection).discover()
  return { kernel, names: () => kernel.items(connectors).map(connector => connector.id) }
}
const put = (entries: unknown) => Object.assign(page.page, { injectedWeb3: entries })

describe('the Polkadot wallets of a page', () => {
  it('[D14d] are listed where they stand, and those that come late when they come', async () => {
    scriptedWallet().announce(page.page, 'early')
    const { names } = await listed()
    expect(names()).toEqual(['polkadot:early'])
    scriptedWallet().announce(page.page, 'late')
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['polkadot:early', 'polkadot:late'])
    scriptedWallet().announce(page.page, 'at-last')
    vi.advanceTimersByTime(60_000)
    page.page.dispatchEvent(new Event('focus'))
    expect(names()).toContain('polkadot:at-last')
  })
  it('[D14d] are listed under the names that people know, and are asked nothing for it', async () => {
    const wallet = scriptedWallet()
    for (const key of ['polkadot-js', 'talisman', 'a wallet of its own']) wallet.announce(page.page, key)
    const { kernel } = await listed()
    expect(kernel.items(connectors).map(connector => connector.name)).toEqual(['Polkadot.js', 'Talisman', 'a wallet of its own'])
    expect(wallet.enabledFor).toEqual([])
  })
  it.each([
    ['no object', 'nothing'],
    ['an entry that is nothing', { nothing: null, number: 7 }],
    ['an entry that cannot be asked', { mute: { version: '1' } }],
    ['a name of nothing but invisible characters', { '\u200b': scriptedWallet().entry }],
  ])('[S5] with %s have no row, and break nothing', async (_what, entries) => {
    put(entries)
    const { kernel, names } = await listed()
    expect(names()).toEqual([])
    expect(kernel.reported).toEqual([])
  })
  it('[S5] with getters that throw, or ten thousand entries, leave the page usable', async () => {
    const crowd = Object.fromEntries(Array.from({ length: 10_000 }, (_none, at) => [`w${at}`, scriptedWallet().entry]))
    Object.defineProperty(crowd, 'w0', {
      get() {
        throw new Error('trap')
      },
      enumerable: true,
    })
    put(crowd)
    const { names } = await listed()
    expect(names().length).toBeLessThanOrEqual(64)
    expect(names()).toContain('polkadot:w1')
  })
  it('connect through the very object that was listed', async () => {
    const [first, second] = [scriptedWallet(), scriptedWallet()]
    first.announce(page.page, 'same')
    const { kernel } = await listed()
    second.announce(page.page, 'same')
    vi.advanceTimersByTime(5_000)
    await kernel.items(connectors)[0]?.connect({}, new AbortController().signal)
    expect([first.prompts, second.prompts]).toEqual([1, 0])
    expect(kernel.items(connectors)).toHaveLength(1)
    expect(kernel.items(connectors)[0]?.provider).toBe(first.entry)
  })
  it('leave no timer behind', async () => {
    ;(await createTestKernel({ plugins: [] })).dispose()
    const without = vi.getTimerCount()
    const { kernel } = await listed()
    expect(vi.getTimerCount()).toBeGreaterThan(without)
    kernel.dispose()
    expect(vi.getTimerCount()).toBe(without)
  })
})
