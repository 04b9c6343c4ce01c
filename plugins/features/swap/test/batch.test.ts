/** Approval and swap in one yes (EIP-5792), over a real wallet and a real chain: what the wallet is asked, and what the ledger says. */
import { contracts, type Devnet, devAccounts, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import { ChainError, type Connection, eip155Transaction, type SwapQuote, type SwapStep, type Token } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { type EvmWalletOptions, mockEvmWallet } from '@portico/mock-wallets'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendTogether } from '../src/batch.js'
import { leftApprovals, readLog, type SwapPhase, swap, swapService, swapSlice } from '../src/index.js'
import { evmQuotes } from '../src/quotes/evm.js'
import { network } from './desk.js'

const [, , , , , , , ada] = devAccounts
const { wrapped, dollar, dai } = swapTokens
const deployment = { router: uniswap.router, quoter: uniswap.quoter, factory: uniswap.factory, wrapped: wrapped.address, stables: [dollar.address] }
const tokenOf = ({ address, name, symbol, decimals }: (typeof swapTokens)['dai' | 'dollar']): Token => ({
  asset: `${network}/erc20:${address}`,
  network,
  name,
  symbol,
  decimals,
})
const signing = ['eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls']
const batchAccount = { 31337: contracts.batchAccount.address }

describe('[S1.12] a swap that wants an approval, with a wallet that knows batches', () => {
  let devnet: Devnet
  let clean: Awaited<ReturnType<Devnet['snapshot']>>
  const ends: (() => void)[] = []
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [31337], uniswap: true })
    await devnet.chain(31337).request('evm_increaseTime', [2])
    await devnet.chain(31337).request('evm_mine', [])
  }, 60_000)
  afterAll(() => devnet.stop())
  beforeEach(async () => {
    clean = await devnet.snapshot()
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) end()
    vi.unstubAllGlobals()
    await devnet.revert(clean)
  })

  async function quoted(options: Partial<EvmWalletOptions>, unlimited = false) {
    const page = Object.assign(new EventTarget(), { CustomEvent, Event }) as unknown as Window
    vi.stubGlobal('window', page)
    const url = devnet.chain(31337).url
    const wallet = mockEvmWallet({ name: 'Test Wallet', rdns: 'test.wallet', accounts: [ada.privateKey], chains: { 31337: url }, target: page, ...options })
    const kernel = await createTestKernel({
      plugins: [
        eip155({ networks: [defineEvmNetwork({ chainId: 31337, name: 'Local', rpcUrls: [url] })] }),
        evmQuotes({ deployments: { [network]: deployment } }),
        swap({ tokens: [tokenOf(dai), tokenOf(dollar)] }),
      ],
      connected: network,
    })
    ends.push(() => {
      wallet.vanish()
      kernel.dispose()
    })
    const form = kernel.use(swapService)
    const phase = () => kernel.state(swapSlice).phase
    await form.initialize()
    await form.selectSource(tokenOf(dai))
    if (unlimited) await form.setUnlimited(true)
    await form.setAmount('7.5')
    await form.selectTarget(tokenOf(dollar))
    await vi.waitUntil(() => ['quoted', 'editing'].includes(phase().name))
    const now = phase()
    if (now.name !== 'quoted') expect.unreachable(JSON.stringify(now))
    expect(now.quote.steps).toEqual(['approve', 'swap'])
    const asked = () => wallet.calls.map(({ method }) => method).filter(method => signing.includes(method))
    return { kernel, wallet, form, phase, asked, quote: now.quote, ended: () => readLog(kernel).map(({ kind, status }) => `${kind} ${status}`) }
  }
  const balances = async () =>
    [await devnet.chain(31337).balanceOf(ada.address, dai.address), await devnet.chain(31337).balanceOf(ada.address, dollar.address)] as const
  const isSettled = (ended: () => readonly string[]) =>
    vi.waitUntil(() => ended().length > 0 && ended().every(one => !one.endsWith('pending')), { timeout: 20_000 })

  it('is one question and one transaction: all of it happened, and nothing is left allowed', async () => {
    const { form, asked, ended, quote, kernel, wallet, phase } = await quoted({ batchAccount })
    const before = await balances()
    const together: (boolean | undefined)[] = []
    kernel.subscribe(() => void (phase().name === 'executing' && together.push((phase() as Extract<SwapPhase, { name: 'executing' }>).together)))
    await form.confirm({ sure: true })
    await isSettled(ended)
    expect(together.at(-1)).toBe(true)
    expect([asked(), ended()]).toEqual([['wallet_sendCalls'], ['swap confirmed']])
    const bundle = wallet.calls.find(({ method }) => method === 'wallet_sendCalls')?.params as [{ atomicRequired: boolean; calls: { to: string }[] }]
    expect(bundle[0].atomicRequired).toBe(true)
    expect(bundle[0].calls.map(({ to }) => to)).toEqual([dai.address, uniswap.router])
    const after = await balances()
    expect([before[0] - after[0], after[1] - before[1]]).toEqual([quote.sold, quote.toAmount])
    expect(leftApprovals(kernel, network, ada.address)).toEqual([])
  })

  it.each<[string, Partial<EvmWalletOptions>]>([
    ['says that it cannot', {}],
    ['knows nothing of it', { quirks: { lacks: ['wallet_getCapabilities', 'wallet_sendCalls'] } }],
  ])('goes one after the other with a wallet that %s', async (_, options) => {
    const { form, asked, ended } = await quoted(options)
    await form.confirm({ sure: true })
    await vi.waitUntil(() => ended().includes('swap confirmed'), { timeout: 20_000 })
    expect(asked()).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
  })

  it('goes one after the other where the approval is to stay: it is kept in sight', async () => {
    const { form, asked, ended, kernel } = await quoted({ batchAccount }, true)
    await form.confirm({ sure: true })
    await vi.waitUntil(() => ended().includes('swap confirmed'), { timeout: 20_000 })
    expect(asked()).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(leftApprovals(kernel, network, ada.address)).toHaveLength(1)
  })

  it('declined, nothing moved, nothing was allowed, and nobody is asked again', async () => {
    const { form, wallet, phase, asked, kernel } = await quoted({ batchAccount })
    const before = await balances()
    wallet.policy = 'reject'
    await form.confirm({ sure: true })
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.declined' } })
    expect(asked()).toEqual(['wallet_sendCalls'])
    expect([await balances(), leftApprovals(kernel, network, ada.address)]).toEqual([before, []])
  })

  it('[S24] stopped while the wallet says what it can, it is not asked', async () => {
    const { form, wallet, asked, phase } = await quoted({ batchAccount, policy: { wallet_getCapabilities: { delayMs: 500 } } })
    const done = form.confirm({ sure: true })
    await vi.waitUntil(() => wallet.calls.some(({ method }) => method === 'wallet_getCapabilities'))
    await form.stop()
    await done
    expect([asked(), phase().name]).toEqual([[], 'quoted'])
  })

  it('[R23] 20 clicks are one question', async () => {
    const { form, asked, ended } = await quoted({ batchAccount })
    await Promise.all(Array.from({ length: 20 }, () => form.confirm({ sure: true })))
    await isSettled(ended)
    expect(asked()).toEqual(['wallet_sendCalls'])
  })
})

describe('a wallet that does not do it after all', () => {
  const account = { namespace: 'eip155', address: ada.address, type: 'eoa', connection: 'eip155/test' } as const
  const draft = eip155Transaction.draft(network, { to: dai.address, data: '0x' })
  const approval = { token: `${network}/erc20:${dai.address}`, spender: uniswap.router, amount: 1n } as const
  const steps: SwapQuote['steps'] = [
    { kind: 'approve', draft, approval },
    { kind: 'swap', draft },
  ]
  const together = (thrown: unknown, asked: readonly SwapStep[] = steps) =>
    sendTogether(
      { dialects: ['eip155/transaction'], sendAll: () => Promise.reject(thrown) },
      {} as Connection,
      { account, network },
      { steps: asked } as SwapQuote,
      new AbortController().signal,
      {},
    )

  it.each([
    ['cannot', new ChainError('WALLET_UNSUPPORTED')],
    ['is not all or nothing', { code: 5760, message: 'Atomicity not supported' }],
    ['was not allowed to change the account', { code: 5750, message: 'EIP-7702 upgrade rejected' }],
  ])('is asked one after the other where it %s', async (_, thrown) => {
    expect(await together(thrown)).toBeUndefined()
  })
  it('is not asked again where the person said no', async () => {
    await expect(together({ code: 4001, message: 'User rejected' })).rejects.toMatchObject({ code: 4001 })
  })
  it('is not asked at all for drafts of another network', async () => {
    const elsewhere = eip155Transaction.draft('eip155:1', { to: dai.address, data: '0x' })
    expect(await together(new ChainError('CHAIN_ANSWER'), [{ kind: 'approve', draft: elsewhere, approval }, ...steps.slice(1)])).toBeUndefined()
  })
})
