import { connectorsSlot } from '@portico/kernel/connector-kit'
import { environmentSlice } from '@portico/kernel/wallet'
import { mockSolanaWallet } from '@portico/mock-wallets'
import { expect, it, vi } from 'vitest'
import { createPage, never, startBench, thrownBy } from '../../test/bench.js'

const phone = { ...environmentSlice.initial(), kind: 'mobile' } as const
const pageAt = (href: string) => Object.assign(createPage(), { location: { href } as Location })

it.each([
  [
    'S7.34',
    'Phantom',
    'https://phantom.app/ul/browse/https%3A%2F%2Fexample.com%2Fpath?ref=https%3A%2F%2Fexample.com',
  ],
  [
    'S7.34',
    'Solflare',
    'https://solflare.com/ul/v1/browse/https%3A%2F%2Fexample.com%2Fpath?ref=https%3A%2F%2Fexample.com',
  ],
  ['S7.35', 'Coinbase Wallet', 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fexample.com%2Fpath'],
])(
  '[%s] without its extension, %s opens the page in its own browser, before anything is awaited',
  async (_, name, link) => {
    const bench = await startBench({}, pageAt('https://example.com/path'))
    const open = vi.fn()
    vi.stubGlobal('open', open)
    const connector = await bench.connector(`solana:browse:${name}`)
    const connecting = connector.connect({}, never())
    expect(open).toHaveBeenCalledExactlyOnceWith(link, '_blank', 'noopener,noreferrer')
    expect(await thrownBy(connecting)).toMatchObject({
      code: 'WALLET_ELSEWHERE',
      message: `Continue in ${name}: it opens this page in its own browser.`,
    })
    expect(await connector.restore({}, never())).toBeUndefined()
    bench.stop()
  },
)

it('[S7.34] a wallet with its extension has no such row', async () => {
  const page = pageAt('https://example.com/path')
  const bench = await startBench({}, page)
  mockSolanaWallet({
    namespace: 'solana',
    name: 'Phantom',
    accounts: [],
    chains: { 'solana:mainnet': '' },
    target: page,
  })
  await bench.connector('solana:Phantom')
  expect(bench.listed().map(({ id }) => id)).toEqual([
    'solana:Phantom',
    'solana:browse:Solflare',
    'solana:browse:Coinbase Wallet',
  ])
  bench.stop()
})

it('[D15a] rows of wallets without an extension exist only on phones, outside wallets’ own browsers', async () => {
  const bench = await startBench({}, pageAt('https://example.com/'))
  for (const connector of bench.kernel.items(connectorsSlot)) {
    expect(connector.worksIn?.(phone)).toBe(true)
    expect(connector.worksIn?.(environmentSlice.initial())).toBe(false)
    expect(connector.worksIn?.({ ...phone, walletBrowser: 'phantom' })).toBe(false)
  }
  bench.stop()
})
