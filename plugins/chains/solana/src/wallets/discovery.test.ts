import { mockSolanaWallet, type SolanaWalletOptions } from '@portico/mock-wallets'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Bench, createPage, startBench } from '../../test/bench.js'

let bench: Bench | undefined
afterEach(() => bench?.stop())

const seed = `0x${'11'.repeat(32)}` as const
const wallet = (page: Window, more: Partial<SolanaWalletOptions> = {}) =>
  mockSolanaWallet({
    namespace: 'solana',
    name: 'Ada',
    accounts: [seed],
    chains: { 'solana:mainnet': '' },
    ...more,
    target: page,
  })
const ids = () => bench?.listed().map(({ id }) => id)
const start = async (page = createPage()) => {
  bench = await startBench({}, page)
  return page
}
/** Registers any object, as a script in the page could. */
const register = (page: Window, ...what: readonly unknown[]) =>
  page.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: (api: { register(...wallets: readonly unknown[]): () => void }) =>
        api.register(...what),
    }),
  )
const sound = (more: object = {}) => ({
  version: '1.0.0',
  name: 'Made up',
  icon: '',
  chains: ['solana:mainnet'],
  features: { 'standard:connect': { connect: () => undefined } },
  accounts: [],
  ...more,
})

describe('finding wallets', () => {
  it('[D14b] discovery lists wallets from before the page and later ones, with their icons', async () => {
    const page = createPage()
    wallet(page, { name: 'Early' })
    await start(page)
    expect(ids()).toEqual(['solana:Early'])
    wallet(page, { name: 'Late' })
    await expect.poll(ids).toEqual(['solana:Early', 'solana:Late'])
    expect(bench?.listed()[0]).toMatchObject({
      name: 'Early',
      type: 'ANNOUNCED',
      namespace: 'solana',
      imageUrl: expect.stringMatching(/^data:image/),
    })
  })

  it('discovery sends no wallet a request', async () => {
    const page = createPage()
    const one = wallet(page)
    await start(page)
    expect(one.calls).toEqual([])
    expect(one.listeners).toBe(0)
  })

  it('discovery lists a wallet that registers several times at once only once', async () => {
    const page = createPage()
    wallet(page, { quirks: { registrations: 4 } })
    await start(page)
    wallet(page, { name: 'Bob', quirks: { registrations: 4 } })
    await expect.poll(ids).toEqual(['solana:Ada', 'solana:Bob'])
  })

  it('[S5] discovery lists a second wallet of the same name beside the first, with its own id', async () => {
    const page = createPage()
    const first = wallet(page)
    await start(page)
    wallet(page)
    await expect.poll(ids).toEqual(['solana:Ada', 'solana:Ada#2'])
    expect(bench?.listed()[0]?.provider).toBe(first.wallet)
  })

  it('discovery removes a wallet that withdraws its registration', async () => {
    const page = createPage()
    const one = wallet(page)
    await start(page)
    one.vanish()
    expect(ids()).toEqual([])
  })

  it('discovery ignores wallets of other chains, and reports invalid ones', async () => {
    const page = await start()
    register(
      page,
      sound({ name: 'Other', chains: ['bitcoin:mainnet'] }),
      sound({ name: 'No connect', features: {} }),
    )
    await expect.poll(ids).toEqual([])
    expect(bench?.reported).toEqual([])
    const trap = new Proxy(
      {},
      {
        get() {
          throw new TypeError('no')
        },
      },
    )
    register(
      page,
      null,
      'Ada',
      {},
      sound({ version: '2.0.0' }),
      sound({ name: 7 }),
      sound({ name: '\u200b' }),
      trap,
    )
    await vi.waitFor(() =>
      expect(bench?.reported).toMatchObject([
        { code: 'WALLET_ANNOUNCEMENT', message: '7 wallet registrations were refused.' },
      ]),
    )
    expect(ids()).toEqual([])
  })

  it.each(['version', 'name', 'icon', 'chains', 'features', 'accounts'])(
    'discovery survives a wallet whose %s getter throws',
    async property => {
      const page = createPage()
      wallet(page, { quirks: { throwsAt: [property] } })
      wallet(page, { name: 'Sound' })
      await start(page)
      await expect.poll(ids).toContain('solana:Sound')
    },
  )

  it('discovery survives a script that throws during its registration', async () => {
    const page = await start()
    page.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: () => {
          throw new Error('broken')
        },
      }),
    )
    page.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', { detail: 'not a function' }),
    )
    wallet(page)
    await expect.poll(ids).toEqual(['solana:Ada'])
    expect(bench?.reported).toHaveLength(1)
  })

  it('discovery sanitises names, and drops invalid icons', async () => {
    const page = await start()
    register(page, sound({ name: ' A\u202Eda\n ', icon: 'javascript:alert(1)' }))
    await expect.poll(() => bench?.listed()[0]?.name).toBe('Ada')
    expect(bench?.listed()[0]?.imageUrl).toBeUndefined()
  })

  it('[S4] discovery reports registrations beyond the limit once, even when they come one by one', async () => {
    const page = await start()
    register(page, ...Array.from({ length: 64 }, (_, count) => sound({ name: `Sound ${count}` })))
    await expect.poll(() => ids()?.length).toBe(64)
    for (let count = 0; count < 50; count++) {
      register(page, sound({ name: `Flood ${count}` }))
      await new Promise(resolve => setTimeout(resolve))
    }
    expect(ids()).toHaveLength(64)
    expect(bench?.reported.map(String)).toEqual([
      expect.stringContaining('1 wallet registrations were refused'),
    ])
  })

  it('discovery caps the list', async () => {
    const page = await start()
    for (let count = 0; count < 100; count++) register(page, sound({ name: `Flood ${count}` }))
    await expect.poll(() => ids()?.length).toBe(64)
  })

  it('discovery stops listening when it is disposed', async () => {
    const page = await start()
    bench?.stop()
    wallet(page)
    expect(ids()).toEqual([])
  })
})
