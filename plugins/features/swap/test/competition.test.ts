/**
 * All routes together, on one form: which one wins, what is shown about the others, and the
 * requests to the wallet. Uniswap is its published contracts; KyberSwap's service and router are
 * stand-ins.
 */
import { type Devnet, devAccounts, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import { createKernel, definePlugin, type Kernel } from '@portico/kernel'
import { httpService, tokenPricesEndpoint } from '@portico/kernel/backend'
import type { Hex, Token } from '@portico/kernel/chain'
import { createTestKernel } from '@portico/kernel/testing'
import { mockEvmWallet } from '@portico/mock-wallets'
import { api } from '@portico/plugin-api'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transactions as outbox } from '../../../base/transactions/src/index.js'
import { readLog, swap, swapService, swapSlice } from '../src/index.js'
import { apiQuotes } from '../src/routes/api/api-quotes.js'
import { jupiterQuotes } from '../src/routes/jupiter/jupiter-quotes.js'
import { kyberPlaces, kyberQuotes } from '../src/routes/kyber/kyber-quotes.js'
import { evmQuotes } from '../src/routes/uniswap/evm-quotes.js'
import { coin, network, type Question, startService } from './desk.js'
import { placeMarket } from './market-contract.js'

const [, , , , , , , , ada] = devAccounts
const { wrapped, dollar } = swapTokens
const deployment = {
  router: uniswap.router,
  quoter: uniswap.quoter,
  factory: uniswap.factory,
  wrapped: wrapped.address,
  stables: [dollar.address],
}
const kyberRouter = kyberPlaces['eip155:1']?.router as Hex
const eve: Hex = `0x${'e'.repeat(40)}`
const target: Token = {
  asset: `${network}/erc20:${dollar.address}`,
  network,
  name: dollar.name,
  symbol: dollar.symbol,
  decimals: dollar.decimals,
}
const abi = parseAbi([
  'struct Order { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'function swapSimpleMode(address caller, Order desc, bytes executorData, bytes clientData)',
])

describe('[S20] [S21] all routes together', () => {
  let devnet: Devnet
  let clean: Awaited<ReturnType<Devnet['snapshot']>>
  let backend: Awaited<ReturnType<typeof startService>>
  let kyber: Awaited<ReturnType<typeof startService>>
  let otherChain: Awaited<ReturnType<typeof startService>>
  let backendSays: (question: Question) => unknown
  const ends: (() => void)[] = []
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [31337], uniswap: true, backend: true })
    await devnet.chain(31337).request('evm_increaseTime', [2])
    await devnet.chain(31337).request('evm_mine', [])
  }, 60_000)
  afterAll(() => devnet.stop())

  const forward = async ({ method, path, query, body }: Question): Promise<unknown> => {
    const response = await fetch(
      `${devnet.backend().url}${path}?${new URLSearchParams(query)}`,
      method === 'POST' ? { method, body: JSON.stringify(body) } : {},
    )
    return response.json()
  }
  /** What KyberSwap offers for one ether. */
  const offer = { out: 0n, gas: 190_000n, recipient: ada.address as Hex }
  const kyberSays = ({ path }: Question) => {
    const figures = {
      amountIn: String(parseEther('1')),
      amountOut: String(offer.out),
      gas: String(offer.gas),
    }
    if (path.endsWith('/routes'))
      return { code: 0, data: { routeSummary: figures, routerAddress: kyberRouter } }
    const order = {
      srcToken: coin,
      dstToken: dollar.address,
      srcReceivers: [],
      srcAmounts: [],
      feeReceivers: [],
      feeAmounts: [],
      dstReceiver: offer.recipient,
      amount: parseEther('1'),
      minReturnAmount: (offer.out * 99n) / 100n,
      flags: 0n,
      permit: '0x',
    } as const
    const data = encodeFunctionData({
      abi,
      functionName: 'swapSimpleMode',
      args: [eve, order, '0x', '0x'],
    })
    return {
      code: 0,
      data: {
        ...figures,
        data,
        routerAddress: kyberRouter,
        transactionValue: String(parseEther('1')),
      },
    }
  }
  beforeEach(async () => {
    clean = await devnet.snapshot()
    backendSays = forward
    backend = await startService(question => backendSays(question))
    kyber = await startService(kyberSays)
    otherChain = await startService(() => ({}))
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) end()
    vi.unstubAllGlobals()
    await Promise.all([backend.close(), kyber.close(), otherChain.close()])
    await devnet.revert(clean)
  })

  async function start() {
    const page = Object.assign(new EventTarget(), { CustomEvent, Event }) as unknown as Window
    vi.stubGlobal('window', page)
    const url = devnet.chain(31337).url
    const wallet = mockEvmWallet({
      name: 'Test Wallet',
      rdns: 'test.wallet',
      accounts: [ada.privateKey],
      chains: { 31337: url },
      target: page,
    })
    const client: Kernel = createKernel({ plugins: [api()] })
    const prices = definePlugin({
      id: 'test/prices',
      setup: context =>
        context.handle(tokenPricesEndpoint, async ({ assets }) =>
          assets.map(asset => ({ asset, symbol: '', price: asset === 'native' ? '3000' : '1' })),
        ),
    })
    const kernel = await createTestKernel({
      http: client.use(httpService),
      plugins: [
        eip155({ networks: [defineEvmNetwork({ chainId: 31337, name: 'Local', rpcUrls: [url] })] }),
        apiQuotes({
          url: backend.url,
          routers: { [network]: { uniswap: { router: uniswap.router, wrapped: wrapped.address } } },
        }),
        kyberQuotes({
          url: kyber.url,
          places: { [network]: { chain: 'local', router: kyberRouter } },
        }),
        evmQuotes({ deployments: { [network]: deployment } }),
        jupiterQuotes({ url: otherChain.url }),
        prices,
        outbox(),
        swap({ tokens: [target] }),
      ],
      connected: network,
    })
    ends.push(() => {
      wallet.vanish()
      kernel.dispose()
      client.dispose()
    })
    const form = kernel.use(swapService)
    const phase = () => kernel.state(swapSlice).phase
    const quote = () => {
      const now = phase()
      return now.name === 'quoted' ? now.quote : undefined
    }
    /** In their order; with the sentence of what gives nothing. */
    const routes = () =>
      quote()?.routes.map(one => ('net' in one ? one.id : `${one.id}: ${one.problem.id}`)) ?? []
    await form.initialize()
    void form.selectTarget(target)
    return { kernel, wallet, form, quote, routes }
  }
  const isAnswered = (routes: () => readonly string[], count: number) =>
    vi.waitUntil(() => routes().length >= count, { timeout: 20_000 })

  it('the route with the best output after gas is first, and routes of other networks are not queried', async () => {
    offer.out = 3_000_000_000n
    await placeMarket(devnet, kyberRouter, {
      from: 'native',
      to: 'dollar',
      amount: parseEther('1'),
      gives: offer.out,
      recipient: ada.address as Hex,
    })
    const { quote, routes } = await start()
    await isAnswered(routes, 3)
    expect(routes()[0]).toBe('kyber')
    expect([...routes()].sort()).toEqual(['api', 'kyber', 'uniswap'])
    expect(quote()?.route).toEqual({ id: 'kyber', name: 'KyberSwap' })
    const nets = quote()?.routes.map(one => ('net' in one ? one.net : 0n)) ?? []
    expect(nets).toEqual([...nets].sort((one, other) => (one > other ? -1 : 1)))
    expect(otherChain.requests).toEqual([])
  })

  it('a route does not win when its gas costs more than its higher output brings', async () => {
    offer.out = 3_000_000_000n
    offer.gas = 2_900_000n
    await devnet.chain(31337).request('anvil_setNextBlockBaseFeePerGas', ['0x77359400'])
    await devnet.chain(31337).request('evm_mine', [])
    await placeMarket(devnet, kyberRouter, {
      from: 'native',
      to: 'dollar',
      amount: parseEther('1'),
      gives: offer.out,
      recipient: ada.address as Hex,
    })
    const { quote, routes } = await start()
    await isAnswered(routes, 3)
    offer.gas = 190_000n
    expect(routes()[2]).toBe('kyber')
    expect(quote()?.route.id).not.toBe('kyber')
  })

  it('a route that hangs and a route with a false answer are refused by name, and the honest route is used', async () => {
    offer.out = 3_000_000_000n
    offer.recipient = eve
    backendSays = question =>
      question.path.endsWith('supported-chains') ? forward(question) : new Promise(() => undefined)
    await placeMarket(devnet, kyberRouter, {
      from: 'native',
      to: 'dollar',
      amount: parseEther('1'),
      gives: offer.out,
      recipient: eve,
    })
    const { form, wallet, routes, quote, kernel } = await start()
    await vi.waitUntil(
      () => routes().includes('uniswap') && routes().includes('kyber: swap.error.refused'),
      { timeout: 20_000 },
    )
    offer.recipient = ada.address as Hex
    expect(routes()[0]).toBe('uniswap')
    const [promise, before] = [
      quote()?.toAmount,
      await devnet.chain(31337).balanceOf(ada.address, dollar.address),
    ]
    await form.confirm({ sure: true })
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'confirmed', { timeout: 20_000 })
    expect((await devnet.chain(31337).balanceOf(ada.address, dollar.address)) - before).toBe(
      promise,
    )
    const sent = wallet.calls.flatMap(({ method, params }) =>
      method === 'eth_sendTransaction' ? (params as { to: string }[]).map(({ to }) => to) : [],
    )
    expect(sent).toEqual([uniswap.router])
  })
})
