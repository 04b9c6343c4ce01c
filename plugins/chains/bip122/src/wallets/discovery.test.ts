import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { groupWallets } from '@portico/kernel/wallet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenPage, openPage } from '../../test/page.js'
import { bip122 } from '../index.js'

let place: OpenPage
beforeEach(() => {
  vi.useFakeTimers()
  place = openPage()
})
afterEach(() => {
  place.close()
  vi.useRealTimers()
})
const listed = async () => {
  const kernel = await createTestKernel({ plugins: [bip122()] })
  await kernel.use(connectionService).discover()
  return { kernel, names: () => kernel.items(connectorsSlot).map(connector => connector.id) }
}
const put = (entries: unknown) => Object.assign(place.page, { btc_providers: entries })
const provider = () => ({ request: async () => ({}) })

describe('Bitcoin wallets in the page', () => {
  it('[D14c] wallets on the window are listed, and later ones when they appear', async () => {
    place.wallet({ name: 'Early' })
    const { names } = await listed()
    expect(names()).toEqual(['bip122:early'])
    place.wallet({ name: 'Late' })
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['bip122:early', 'bip122:late'])
    place.wallet({ name: 'MuchLater' })
    vi.advanceTimersByTime(60_000)
    expect(names()).toContain('bip122:muchlater')
    place.wallet({ name: 'AtLast' })
    place.page.dispatchEvent(new Event('focus'))
    expect(names()).toContain('bip122:atlast')
  })
  it.each([
    ['leather', 'Leather', 'Leather'],
    ['unisat', 'UniSat', 'UniSat Wallet'],
    ['bitget', 'Bitget', 'Bitget Wallet'],
    ['okx', 'OKX', 'OKX Wallet'],
    ['phantom', 'Phantom', 'Phantom'],
    ['wallet-standard', 'Standard', 'Standard'],
    ['sats-connect', 'Xverse', 'Xverse'],
  ] as const)(
    '[D14c] wallets of protocol %s are listed without a request',
    async (protocol, name, shown) => {
      const wallet = place.wallet({ name, speaks: [protocol] })
      const { kernel } = await listed()
      vi.advanceTimersByTime(5_000)
      expect(kernel.items(connectorsSlot).map(connector => connector.name)).toEqual([shown])
      expect(wallet.calls).toEqual([])
      expect(wallet.listeners).toBe(0)
    },
  )
  it('[D14c] a wallet that is present in four places is one row, using its richest protocol', async () => {
    const wallet = place.wallet({
      name: 'UniSat Wallet',
      speaks: ['wallet-standard', 'unisat', 'sats-connect'],
      quirks: { registersTwice: true },
    })
    const { kernel, names } = await listed()
    vi.advanceTimersByTime(5_000)
    expect(names()).toEqual(['bip122:unisat'])
    vi.useRealTimers()
    await kernel.items(connectorsSlot)[0]?.connect({}, new AbortController().signal)
    expect(wallet.calls.map(({ method }) => method)).toContain('wallet_connect')
    expect(wallet.calls.map(({ method }) => method)).not.toContain('requestAccounts')
  })
  it('[D14c] a wallet keeps the protocol of its discovery when it adds another one later', async () => {
    place.wallet({ name: 'Phantom', speaks: ['phantom'] })
    const { kernel, names } = await listed()
    const [first] = kernel.items(connectorsSlot)
    const later = place.wallet({ name: 'Phantom', speaks: ['sats-connect'] })
    vi.advanceTimersByTime(5_000)
    expect(names()).toEqual(['bip122:phantom'])
    expect(kernel.items(connectorsSlot)[0]?.provider).toBe(first?.provider)
    expect(later.calls).toEqual([])
  })
  it('[S5] two wallets of one name and protocol are two rows, and the second is marked', async () => {
    place.wallet({ name: 'Xverse', path: 'First' })
    place.wallet({ name: 'Xverse', path: 'Second' })
    const { kernel, names } = await listed()
    expect(names()).toEqual(['bip122:xverse', 'bip122:xverse#2'])
    expect(groupWallets(kernel.items(connectorsSlot)).map(row => row.lookAlike ?? false)).toEqual([
      false,
      true,
    ])
  })
  it('[D14c] a wallet is removed from the list when it withdraws its registration', async () => {
    const wallet = place.wallet({ name: 'Standard', speaks: ['wallet-standard'] })
    const { names } = await listed()
    expect(names()).toEqual(['bip122:standard'])
    wallet.vanish()
    expect(names()).toEqual([])
  })
  it('[D14c] a wallet that registers later by the Wallet Standard is listed at once', async () => {
    const { names } = await listed()
    vi.useRealTimers()
    place.wallet({ name: 'Standard', speaks: ['wallet-standard'] })
    await expect.poll(names).toEqual(['bip122:standard'])
  })
  it('a wallet is found at a path of several names', async () => {
    Object.assign(place.page, { Xverse: { Bitcoin: provider() } })
    put([{ id: 'Xverse.Bitcoin', name: 'Xverse Wallet', icon: 'data:image/png;base64,AA==' }])
    const { kernel } = await listed()
    expect(kernel.items(connectorsSlot)[0]).toMatchObject({
      id: 'bip122:xverse',
      name: 'Xverse Wallet',
      namespace: 'bip122',
      imageUrl: 'data:image/png;base64,AA==',
    })
  })
  it('an announced wallet is listed once its provider exists too', async () => {
    put([{ id: 'Slow', name: 'Slow' }])
    const { names } = await listed()
    expect(names()).toEqual([])
    Object.assign(place.page, { Slow: provider() })
    vi.advanceTimersByTime(200)
    expect(names()).toEqual(['bip122:slow'])
  })
  it.each([
    ['no list', 'nothing'],
    ['an empty entry', [null, undefined, 7]],
    ['an id that is no path', [{ id: 'constructor.constructor("alert(1")()', name: 'Evil' }]],
    ['an id that leads nowhere', [{ id: 'a.b.c', name: 'Nowhere' }]],
    ['a provider without a request function', [{ id: 'page', name: 'Mute' }]],
    ['a name of invisible characters only', [{ id: 'Good', name: '\u200b' }]],
  ])('[S5] an announcement with %s has no row, and breaks nothing', async (_what, entries) => {
    Object.assign(place.page, { Good: provider(), page: {} })
    put(entries)
    const { kernel, names } = await listed()
    expect(names()).toEqual([])
    expect(kernel.reported).toEqual([])
  })
  it.each([
    ['no features', { name: 'A', chains: ['bitcoin:mainnet'] }],
    [
      'another chain',
      { name: 'A', chains: ['solana:mainnet'], features: { 'standard:connect': { connect() {} } } },
    ],
    [
      'no way to connect',
      { name: 'A', chains: ['bitcoin:mainnet'], features: { 'bitcoin:connect': {} } },
    ],
  ])('[S5] a registered wallet with %s has no row', async (_what, wallet) => {
    const { kernel, names } = await listed()
    const detail = (api: { register(...wallets: unknown[]): void }) =>
      api.register({ version: '1.0.0', ...wallet })
    place.page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    await Promise.resolve()
    expect([names(), kernel.reported]).toEqual([[], []])
  })
  it('[S5] an announced object that is no wallet has no row, and is reported', async () => {
    const { kernel, names } = await listed()
    const detail = (api: { register(...wallets: unknown[]): void }) =>
      api.register(null, { name: 'A', version: '2.0.0' })
    place.page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    await Promise.resolve()
    expect(names()).toEqual([])
    expect(kernel.reported).toMatchObject([{ error: { code: 'WALLET_ANNOUNCEMENT' } }])
  })
  it('[S5] throwing getters, remote icons and ten thousand entries leave the page usable', async () => {
    const hostile = Object.defineProperty({ name: 'Trap' }, 'id', {
      get() {
        throw new TypeError('trap')
      },
    })
    Object.defineProperty(place.page, 'unisat', {
      get() {
        throw new TypeError('trap')
      },
    })
    const crowd = Array.from({ length: 10_000 }, (_none, at) => {
      Object.assign(place.page, { [`W${at}`]: provider() })
      return { id: `W${at}`, name: `W${at}`, icon: 'https://example.org/spy.png' }
    })
    put([hostile, ...crowd])
    const { kernel, names } = await listed()
    expect(names().length).toBeLessThanOrEqual(64)
    expect(kernel.items(connectorsSlot).some(connector => connector.imageUrl)).toBe(false)
  })
  it('[S5] a wallet keeps the provider of its discovery', async () => {
    const first = place.wallet({ name: 'Same' })
    const { kernel } = await listed()
    const second = place.wallet({ name: 'Same' })
    vi.advanceTimersByTime(5_000)
    vi.useRealTimers()
    await kernel.items(connectorsSlot)[0]?.connect({}, new AbortController().signal)
    expect([first.isConnected, second.isConnected]).toEqual([true, false])
    expect(kernel.items(connectorsSlot)).toHaveLength(1)
  })
  it('discovery leaves no timer and no listener behind', async () => {
    ;(await createTestKernel({ plugins: [] })).dispose()
    const without = vi.getTimerCount()
    const { kernel } = await listed()
    expect(vi.getTimerCount()).toBeGreaterThan(without)
    kernel.dispose()
    expect(vi.getTimerCount()).toBe(without)
  })
})
