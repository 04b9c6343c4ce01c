import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dotWallet, openPage } from '../../test/page.js'
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
  await kernel.use(connectionService).discover()
  return {
    kernel,
    rows: () => kernel.items(connectorsSlot).map(({ id, name }) => [id, name]),
    ids: () => kernel.items(connectorsSlot).map(({ id }) => id),
  }
}
const wallet = (name: string, more: Parameters<typeof dotWallet>[1] = {}) =>
  dotWallet(page.page, { name, ...more })
const put = (entries: unknown) => Object.assign(page.page, { injectedWeb3: entries })
const entry = () => dotWallet(new EventTarget()).entry

describe('the Polkadot wallets of a page', () => {
  it('[D14d] wallets are listed while they are on the window, including late ones', async () => {
    const early = wallet('early')
    const { ids } = await listed()
    expect(ids()).toEqual(['polkadot:early'])
    wallet('late', { announce: 150 })
    vi.advanceTimersByTime(200)
    expect(ids()).toEqual(['polkadot:early', 'polkadot:late'])
    early.vanish()
    wallet('at-last')
    vi.advanceTimersByTime(60_000)
    page.page.dispatchEvent(new Event('focus'))
    expect(ids()).toEqual(['polkadot:late', 'polkadot:at-last'])
  })
  it('[D14d] [D53] wallets are listed under their public names, without a request', async () => {
    const wallets = ['polkadot-js', 'talisman', 'subwallet-js', 'an unknown wallet'].map(key =>
      wallet(key, { key }),
    )
    const { rows } = await listed()
    expect(rows().map(([, name]) => name)).toEqual([
      'Polkadot.js',
      'Talisman',
      'SubWallet',
      'an unknown wallet',
    ])
    expect(wallets.flatMap(one => one.calls)).toEqual([])
  })
  it('a wallet that also registers as polkadot-js is listed once, under its own name', async () => {
    wallet('Talisman', { quirks: { alsoAs: ['polkadot-js'] } })
    const { rows } = await listed()
    expect(rows()).toEqual([['polkadot:talisman', 'Talisman']])
  })
  it('a wallet that registers as polkadot-js first and under its own key later changes its name then', async () => {
    const { entry } = wallet('polkadot-js')
    const { rows } = await listed()
    expect(rows()).toEqual([['polkadot:polkadot-js', 'Polkadot.js']])
    put({ 'polkadot-js': entry, talisman: entry })
    vi.advanceTimersByTime(200)
    expect(rows()).toEqual([['polkadot:talisman', 'Talisman']])
  })
  it('the wallet of Nova’s browser, which has no separate key, is called Nova Wallet', async () => {
    wallet('polkadot-js')
    Object.assign(page.page, { walletExtension: { isNovaWallet: true } })
    const { rows } = await listed()
    expect(rows()).toEqual([['polkadot:nova-wallet', 'Nova Wallet']])
  })
  it('polkadot-js itself keeps its name beside other wallets', async () => {
    for (const key of ['talisman', 'polkadot-js']) wallet(key, { key })
    expect((await listed()).ids()).toEqual(['polkadot:talisman', 'polkadot:polkadot-js'])
  })
  it.each([
    ['no object', 'nothing'],
    ['an empty entry', { nothing: null, number: 7 }],
    ['an entry without a function to connect', { mute: { version: '1' } }],
    ['a name of invisible characters only', { '\u200b': entry() }],
  ])('[S5] an entry with %s has no row, and breaks nothing', async (_what, entries) => {
    put(entries)
    const { kernel, ids } = await listed()
    expect(ids()).toEqual([])
    expect(kernel.reported).toEqual([])
  })
  it('[S5] throwing getters, and ten thousand entries, leave the page usable', async () => {
    const crowd = Object.fromEntries(
      Array.from({ length: 10_000 }, (_none, at) => [`w${at}`, { enable: () => at }]),
    )
    const trap = { get: () => expect.fail('trap'), enumerable: true }
    Object.defineProperty(crowd, 'w0', trap)
    put(crowd)
    const { ids } = await listed()
    expect(ids().length).toBeLessThanOrEqual(64)
    expect(ids()).toContain('polkadot:w1')
    // A list that is unreadable for a moment removes no wallet.
    Object.defineProperty(page.page, 'injectedWeb3', trap)
    vi.advanceTimersByTime(5_000)
    expect(ids()).toContain('polkadot:w1')
  })
  it('a wallet is connected through the object that was listed', async () => {
    const first = wallet('same')
    const { kernel } = await listed()
    const second = wallet('same')
    vi.advanceTimersByTime(5_000)
    await kernel.items(connectorsSlot)[0]?.connect({}, new AbortController().signal)
    expect([first.prompts, second.prompts]).toEqual([1, 0])
    expect(kernel.items(connectorsSlot)).toHaveLength(1)
    expect(kernel.items(connectorsSlot)[0]?.provider).toBe(first.entry)
  })
  it('discovery leaves no timer behind', async () => {
    ;(await createTestKernel({ plugins: [] })).dispose()
    const without = vi.getTimerCount()
    const { kernel } = await listed()
    expect(vi.getTimerCount()).toBeGreaterThan(without)
    kernel.dispose()
    expect(vi.getTimerCount()).toBe(without)
  })
})
