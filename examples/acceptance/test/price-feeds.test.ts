/**
 * The worth of an account from the chain alone: balances by Multicall3, prices by feeds.
 * On Anvil, with a mock wallet.
 */
import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { createKernel, definePlugin } from '@portico/kernel'
import { type TokenPrice, tokenPricesEndpoint } from '@portico/kernel/backend'
import type { NetworkId } from '@portico/kernel/chain'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { mockEvmWallet } from '@portico/mock-wallets'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { balances, portfolioService, portfolioSlice } from '@portico/plugin-balances'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { eip155, mainnet, priceFeeds } from '@portico/plugin-eip155'
import { shell } from '@portico/plugin-shell'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { aggregator } from '../../../sdk/backend/test/code.js'

const soon = { timeout: 20_000, interval: 10 }
const network = 'eip155:1' as const
const bitcoin: NetworkId = 'bip122:000000000019d6689c085ae165831e93'
const feedAt = (place: number) =>
  `0x00000000000000000000000000000000000fee${place.toString(16).padStart(2, '0')}` as const
let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet({ chains: [1] })
}, 60_000)
afterEach(() => vi.unstubAllGlobals())
afterAll(() => devnet?.stop())

it('the portfolio has exact prices from feeds on chain, without stale and malformed ones', async () => {
  const chain = devnet.chain(1)
  const now = BigInt(Math.floor(Date.now() / 1_000))
  const feeds = [
    aggregator(3_150_25000000n, now),
    aggregator(1_00010000n, now),
    aggregator(99_00000000n, now - 90_000n),
    aggregator(-5n, now),
  ]
  for (const [place, code] of feeds.entries())
    await chain.request('anvil_setCode', [feedAt(place), code])
  const { porticoDollar: dollar } = devnet.contracts
  const asset = `${network}/erc20:${dollar.address}` as const
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  mockEvmWallet({
    name: 'Fox',
    rdns: 'test.fox',
    accounts: [devAccounts[6].privateKey],
    chains: { 1: chain.url },
    target: window,
  })
  const networks = [{ ...mainnet, rpcUrls: [chain.url] }] as const
  const usd = { network, currency: 'usd' } as const
  const errors: unknown[] = []
  let pricesIn = async (
    _currency: string,
    _of: NetworkId = network,
  ): Promise<readonly TokenPrice[]> => []
  const asker = definePlugin({
    id: 'test/asker',
    setup(context) {
      pricesIn = async (currency, of = network) =>
        (await context.call(tokenPricesEndpoint, { network: of, assets: ['native'], currency }))
          .value
    },
  })
  const kernel = createKernel({
    onError: error => void errors.push(error),
    plugins: [
      shell(),
      api(),
      connectionPlugin(),
      account(),
      eip155({ networks }),
      balances({
        tokens: [
          { asset, network, name: dollar.name, symbol: dollar.symbol, decimals: dollar.decimals },
        ],
      }),
      asker,
      priceFeeds({
        networks,
        feeds: [
          { ...usd, asset: 'native', symbol: 'ETH', address: feedAt(0) },
          {
            ...usd,
            asset: `${network}/erc20:${dollar.address.toLowerCase()}`,
            symbol: 'PUSD',
            address: feedAt(1),
          },
          {
            asset: 'native',
            network: bitcoin,
            currency: 'usd',
            symbol: 'BTC',
            address: feedAt(0),
            on: network,
          },
          { asset: 'native', network, currency: 'eur', symbol: 'ETH', address: feedAt(2) },
          { asset: 'native', network, currency: 'gbp', symbol: 'ETH', address: feedAt(3) },
          { asset: 'native', network, currency: 'jpy', symbol: 'ETH', address: feedAt(9) },
        ],
      }),
    ],
  })
  await kernel.start()
  try {
    void kernel.use(connectionService).discover()
    await kernel
      .use(connectionService)
      .connect(await vi.waitUntil(() => kernel.items(connectorsSlot)[0]?.id, soon))
    await kernel.use(portfolioService).refresh()
    const holdings = kernel.state(portfolioSlice).known?.holdings ?? []
    expect(holdings.map(({ token, price }) => [token.symbol, price])).toEqual([
      ['ETH', '3150.25'],
      ['PUSD', '1.0001'],
    ])
    const [ether] = holdings
    const wei = ether?.amount ?? 0n
    expect(
      ether?.value &&
        BigInt(ether.value.replace('.', '')) *
          10n ** BigInt(20 - (ether.value.split('.')[1]?.length ?? 0)),
    ).toBe(wei * 315_025n)

    expect(await pricesIn('usd', bitcoin)).toEqual([
      { asset: 'native', symbol: 'BTC', price: '3150.25' },
    ])
    for (const currency of ['eur', 'gbp', 'jpy']) expect(await pricesIn(currency)).toEqual([])
    expect(errors).toEqual([])
  } finally {
    kernel.dispose()
  }
}, 60_000)
