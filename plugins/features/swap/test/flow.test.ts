/** The whole flow over a real wallet, a real chain and a real Uniswap: route, pair, outcome, and what the ledger says before and after. */
import { type Devnet, devAccounts, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import { type Token, transactionSent } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { mockEvmWallet } from '@portico/mock-wallets'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { leftApprovals, readLog, swap, swapService, swapSlice } from '../src/index.js'
import { evmQuotes } from '../src/quotes/evm.js'

type TokenName = keyof typeof swapTokens
type Asset = TokenName | 'native'

const chainId = 31337
const network = `eip155:${chainId}` as const
const [, , , , , ada] = devAccounts
const { wrapped, dollar } = swapTokens
const deployment = { router: uniswap.router, quoter: uniswap.quoter, factory: uniswap.factory, wrapped: wrapped.address, stables: [dollar.address] }
const coin: Token = { asset: 'native', network, name: 'Ether', symbol: 'ETH', decimals: 18 }
const tokenOf = (asset: Asset): Token => {
  if (asset === 'native') return coin
  const { address, name, symbol, decimals } = swapTokens[asset]
  return { asset: `${network}/erc20:${address}`, network, name, symbol, decimals }
}
const signing = ['eth_sendTransaction', 'eth_signTypedData_v4']

/** A window with nothing in it but events. */
const createPage = (): Window => Object.assign(new EventTarget(), { CustomEvent, Event }) as unknown as Window

describe('a swap from the form to the ledger', () => {
  let devnet: Devnet
  let clean: Awaited<ReturnType<Devnet['snapshot']>>
  const ends: (() => void)[] = []
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [chainId], uniswap: true })
    // A market's first swap of a second writes down its price. A wallet that reckons its gas in the second of the deployment would miss the gas for that.
    await devnet.chain(chainId).request('evm_increaseTime', [2])
    await devnet.chain(chainId).request('evm_mine', [])
  })
  afterAll(() => devnet.stop())
  beforeEach(async () => {
    clean = await devnet.snapshot()
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) end()
    vi.unstubAllGlobals()
    await devnet.revert(clean)
  })

  const balanceOf = (asset: Asset) => devnet.chain(chainId).balanceOf(ada.address, asset === 'native' ? undefined : swapTokens[asset].address)

  async function start() {
    const page = createPage()
    vi.stubGlobal('window', page)
    const wallet = mockEvmWallet({
      name: 'Test Wallet',
      rdns: 'test.wallet',
      accounts: [ada.privateKey],
      chains: { [chainId]: devnet.chain(chainId).url },
      target: page,
    })
    const kernel = await createTestKernel({
      plugins: [
        eip155({ networks: [defineEvmNetwork({ chainId, name: 'Local', rpcUrls: [devnet.chain(chainId).url] })] }),
        evmQuotes({ deployments: { [network]: deployment } }),
        swap({ tokens: (['dollar', 'oldDollar', 'dai', 'bitcoin', 'toll'] as const).map(tokenOf) }),
      ],
      connected: network,
    })
    ends.push(() => {
      wallet.vanish()
      kernel.dispose()
    })
    const form = kernel.use(swapService)
    const phase = () => kernel.state(swapSlice).phase
    const asked = () => wallet.calls.map(({ method }) => method).filter(method => signing.includes(method))
    return { kernel, wallet, form, phase, asked, said: () => kernel.said.map(({ id }) => id) }
  }
  async function quoted(from: Asset, to: Asset, amount: string) {
    const all = await start()
    await all.form.initialize()
    if (from !== 'native') await all.form.selectSource(tokenOf(from))
    await all.form.setAmount(amount)
    await all.form.selectTarget(tokenOf(to))
    await vi.waitUntil(() => ['quoted', 'editing'].includes(all.phase().name))
    const now = all.phase()
    if (now.name !== 'quoted') expect.unreachable(JSON.stringify(now))
    return { ...all, quote: now.quote }
  }

  it.each<[how: string, from: Asset, to: Asset, amount: string, units: bigint, requests: readonly string[]]>([
    ['native in', 'native', 'dollar', '1', 10n ** 18n, ['eth_sendTransaction']],
    ['with a permit', 'dollar', 'dai', '5', 5_000_000n, ['eth_signTypedData_v4', 'eth_sendTransaction']],
    ['with a permit, native out', 'dollar', 'native', '3000', 3_000_000_000n, ['eth_signTypedData_v4', 'eth_sendTransaction']],
    ['with an approval', 'dai', 'dollar', '7.5', 75n * 10n ** 17n, ['eth_sendTransaction', 'eth_sendTransaction']],
    ['with an approval, three markets', 'bitcoin', 'dai', '0.01', 1_000_000n, ['eth_sendTransaction', 'eth_sendTransaction']],
    ['a token like USDT', 'oldDollar', 'dollar', '7', 7_000_000n, ['eth_sendTransaction', 'eth_sendTransaction']],
  ])('[S1.12] [S4.20] %s: %s for %s', async (_, from, to, amount, units, requests) => {
    const { form, quote, asked, kernel, said } = await quoted(from, to, amount)
    expect(quote).toMatchObject({ sold: units, simulated: true })
    const before = { from: await balanceOf(from), to: await balanceOf(to) }
    await form.confirm({ sure: true })
    const ended = () => readLog(kernel)[0]?.status
    await vi.waitUntil(() => ended() !== 'pending', { timeout: 20_000 })
    expect(ended(), said().join()).toBe('confirmed')
    expect(asked()).toEqual(requests)

    const [spent, got] = [before.from - (await balanceOf(from)), (await balanceOf(to)) - before.to]
    // Gas is paid in the coin: at most a hundredth of an ether here.
    const most = 10n ** 16n
    if (from === 'native') expect(spent - units).toBeLessThan(most)
    else expect(spent).toBe(units)
    if (to === 'native') expect(quote.toAmount - got).toBeLessThan(most)
    else expect(got).toBe(quote.toAmount)
    expect(leftApprovals(kernel, network, ada.address)).toEqual([])
  })

  it('a token that keeps a part of what is sent is refused, with its reason', async () => {
    const { form, phase, asked } = await start()
    await form.initialize()
    await form.selectTarget(tokenOf('toll'))
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'swap.error.toll' } })
    expect(asked()).toEqual([])
  })

  it('declined at each signature nothing moves; the approval left behind is known, taken back, and needed again', async () => {
    const { form, wallet, phase, kernel } = await quoted('dai', 'dollar', '5')
    const before = await balanceOf('dai')
    wallet.policy = 'reject'
    await form.confirm({ sure: true })
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.declined' } })

    // The approval is signed, the swap is not.
    wallet.policy = 'approve'
    kernel.on(transactionSent, () => {
      wallet.policy = 'reject'
    })
    await form.confirm({ sure: true })
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.left', values: { amount: '5 PDAI' } } })
    expect(await balanceOf('dai')).toBe(before)

    wallet.policy = 'approve'
    const [left] = leftApprovals(kernel, network, ada.address)
    if (!left) expect.unreachable()
    await form.revoke(left)
    expect(leftApprovals(kernel, network, ada.address)).toEqual([])
    await form.refresh()
    expect(phase()).toMatchObject({ name: 'quoted', quote: { steps: ['approve', 'swap'] } })
  })
})
