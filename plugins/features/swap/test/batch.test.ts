/**
 * Approval and swap in one batch (EIP-5792), with a mock wallet that signs and a local chain: the
 * requests to the wallet, and the ledger.
 */
import {
  contracts,
  type Devnet,
  devAccounts,
  startDevnet,
  swapTokens,
  uniswap,
} from '@portico/devnet'
import { memoryStorage, type StorageDriver } from '@portico/kernel'
import type { Token } from '@portico/kernel/chain'
import { shellService } from '@portico/kernel/shell'
import { createTestKernel } from '@portico/kernel/testing'
import { outboxSlice } from '@portico/kernel/transactions'
import { type EvmWalletOptions, mockEvmWallet } from '@portico/mock-wallets'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transactions as outbox } from '../../../base/transactions/src/index.js'
import { openSwaps } from '../src/execution/sent-swaps.js'
import {
  readLog,
  type SwapPhase,
  swap,
  swapService,
  swapSlice,
  unusedApprovals,
} from '../src/index.js'
import { evmQuotes } from '../src/routes/uniswap/evm-quotes.js'
import { network } from './desk.js'

const [, , , , , , , ada] = devAccounts
const { wrapped, dollar, dai } = swapTokens
const deployment = {
  router: uniswap.router,
  quoter: uniswap.quoter,
  factory: uniswap.factory,
  wrapped: wrapped.address,
  stables: [dollar.address],
}
const tokenOf = ({
  address,
  name,
  symbol,
  decimals,
}: (typeof swapTokens)['dai' | 'dollar']): Token => ({
  asset: `${network}/erc20:${address}`,
  network,
  name,
  symbol,
  decimals,
})
type Request = (call: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
type Misdeed = (request: Request, call: Parameters<Request>[0]) => Promise<unknown>
/** Alters the request to the wallet, or its answer. */
const hook = (provider: object, misdeed: Misdeed) => {
  const own = provider as { request: Request }
  const request = own.request.bind(own)
  own.request = call =>
    call.method === 'wallet_sendCalls' ? misdeed(request, call) : request(call)
}
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

  interface Page {
    readonly unlimited?: boolean
    readonly storage?: StorageDriver
    readonly misdeed?: Misdeed
  }
  async function started(options: Partial<EvmWalletOptions>, { storage, misdeed }: Page = {}) {
    const page = Object.assign(new EventTarget(), { CustomEvent, Event }) as unknown as Window
    vi.stubGlobal('window', page)
    const url = devnet.chain(31337).url
    const wallet = mockEvmWallet({
      name: 'Test Wallet',
      rdns: 'test.wallet',
      accounts: [ada.privateKey],
      chains: { 31337: url },
      target: page,
      ...options,
    })
    if (misdeed) hook(wallet.provider, misdeed)
    const kernel = await createTestKernel({
      plugins: [
        eip155({ networks: [defineEvmNetwork({ chainId: 31337, name: 'Local', rpcUrls: [url] })] }),
        evmQuotes({ deployments: { [network]: deployment } }),
        outbox(),
        swap({ tokens: [tokenOf(dai), tokenOf(dollar)] }),
      ],
      connected: network,
      ...(storage && { storage }),
    })
    ends.push(() => {
      wallet.vanish()
      kernel.dispose()
    })
    const requested = () =>
      wallet.calls.map(({ method }) => method).filter(method => signing.includes(method))
    return {
      kernel,
      wallet,
      requested,
      ended: () => readLog(kernel).map(({ kind, status }) => `${kind} ${status}`),
    }
  }
  async function quoted(options: Partial<EvmWalletOptions>, { unlimited, ...page }: Page = {}) {
    const { kernel, ...rest } = await started(options, page)
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
    return { kernel, ...rest, form, phase, quote: now.quote }
  }
  const balances = async () =>
    [
      await devnet.chain(31337).balanceOf(ada.address, dai.address),
      await devnet.chain(31337).balanceOf(ada.address, dollar.address),
    ] as const
  const isSettled = (ended: () => readonly string[]) =>
    vi.waitUntil(() => ended().length > 0 && ended().every(one => !one.endsWith('pending')), {
      timeout: 20_000,
    })

  it('a swap with its approval is one request and one transaction, and leaves no allowance', async () => {
    const { form, requested, ended, quote, kernel, wallet, phase } = await quoted({
      batchAccount,
    })
    const before = await balances()
    const together: (boolean | undefined)[] = []
    kernel.subscribe(
      () =>
        void (
          phase().name === 'executing' &&
          together.push((phase() as Extract<SwapPhase, { name: 'executing' }>).together)
        ),
    )
    await form.confirm({ sure: true })
    await isSettled(ended)
    expect(together.at(-1)).toBe(true)
    expect([requested(), ended()]).toEqual([['wallet_sendCalls'], ['swap confirmed']])
    const bundle = wallet.calls.find(({ method }) => method === 'wallet_sendCalls')?.params as [
      { atomicRequired: boolean; calls: { to: string }[] },
    ]
    expect(bundle[0].atomicRequired).toBe(true)
    expect(bundle[0].calls.map(({ to }) => to)).toEqual([dai.address, uniswap.router])
    const after = await balances()
    expect([before[0] - after[0], after[1] - before[1]]).toEqual([quote.sold, quote.toAmount])
    expect(unusedApprovals(kernel, network, ada.address)).toEqual([])
  })

  it.each<[string, Partial<EvmWalletOptions>]>([
    ['says that it cannot', {}],
    ['knows nothing of it', { quirks: { lacks: ['wallet_getCapabilities', 'wallet_sendCalls'] } }],
  ])(
    'the approval and the swap are sent one after the other with a wallet that %s',
    async (_, options) => {
      const { form, requested, ended } = await quoted(options)
      await form.confirm({ sure: true })
      await vi.waitUntil(() => ended().includes('swap confirmed'), { timeout: 20_000 })
      expect(requested()).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    },
  )

  it('the approval and the swap are sent one after the other when the approval is unlimited, and it stays listed', async () => {
    const { form, requested, ended, kernel } = await quoted({ batchAccount }, { unlimited: true })
    await form.confirm({ sure: true })
    await vi.waitUntil(() => ended().includes('swap confirmed'), { timeout: 20_000 })
    expect(requested()).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(unusedApprovals(kernel, network, ada.address)).toHaveLength(1)
  })

  it('a declined batch moves and allows nothing, and the wallet gets no further request', async () => {
    const { form, wallet, phase, requested, kernel } = await quoted({ batchAccount })
    const before = await balances()
    wallet.policy = 'reject'
    await form.confirm({ sure: true })
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.declined' } })
    expect(requested()).toEqual(['wallet_sendCalls'])
    expect([await balances(), unusedApprovals(kernel, network, ada.address)]).toEqual([before, []])
  })

  it('[S24] a swap that is stopped while the wallet reports its capabilities sends no request', async () => {
    const { form, wallet, requested, phase } = await quoted({
      batchAccount,
      policy: { wallet_getCapabilities: { delayMs: 500 } },
    })
    const done = form.confirm({ sure: true })
    await vi.waitUntil(() => wallet.calls.some(({ method }) => method === 'wallet_getCapabilities'))
    await form.stop()
    await done
    expect([requested(), phase().name]).toEqual([[], 'quoted'])
  })

  describe('a wallet, or a script in the page, that changes or loses a bundle', () => {
    const thief = devAccounts[3].address
    interface WireBundle {
      readonly calls: readonly { readonly to: string; readonly data: string }[]
    }

    it.each<[string, Misdeed]>([
      [
        'answers with an error after it has sent',
        async (request, call) => {
          await request(call)
          throw Object.assign(new Error('Internal JSON-RPC error.'), { code: -32603 })
        },
      ],
      ['answers without an id', async (request, call) => void (await request(call))],
      [
        'answers with an id that is none',
        async (request, call) => {
          await request(call)
          return { id: 7 }
        },
      ],
    ])(
      '[S23] a bundle that the wallet %s is found on the chain, and is compared with what was shown',
      async (_, misdeed) => {
        const { kernel, form, requested, ended } = await quoted({ batchAccount }, { misdeed })
        await kernel.use(shellService).open()
        await form.confirm({ sure: true })
        await vi.waitUntil(() => ended().includes('swap confirmed'), { timeout: 20_000 })
        expect(requested()).toEqual(['wallet_sendCalls'])
        expect(readLog(kernel)[0]).not.toHaveProperty('differs')
        expect(openSwaps(kernel)).toEqual([])
      },
    )

    it('[S23] a bundle whose id was not kept when the page was reloaded is found on the chain', async () => {
      const storage = memoryStorage()
      const misdeed: Misdeed = async (request, call) => {
        await request(call)
        return new Promise(() => undefined)
      }
      const { kernel, form, requested } = await quoted({ batchAccount }, { storage, misdeed })
      const confirming = form.confirm({ sure: true })
      await vi.waitUntil(
        () => requested().includes('wallet_sendCalls') && openSwaps(kernel).length === 1,
      )
      await vi.waitUntil(async () =>
        String(await storage.get(`portico.${outboxSlice.id}`)).includes('"asked"'),
      )
      kernel.dispose()
      await confirming
      const again = await started({ batchAccount }, { storage })
      await again.kernel.use(shellService).open()
      await vi.waitUntil(() => again.ended().includes('swap confirmed'), { timeout: 20_000 })
      expect(openSwaps(again.kernel)).toEqual([])
    })

    it('[S2] a bundle in which one call was changed on its way to the wallet raises the alert', async () => {
      const misdeed: Misdeed = (request, call) => {
        const [bundle] = call.params as readonly [WireBundle]
        const stolen = `0xa9059cbb${thief.slice(2).toLowerCase().padStart(64, '0')}${'7'.padStart(64, '0')}`
        return request({
          ...call,
          params: [
            {
              ...bundle,
              calls: [bundle.calls[0], { ...bundle.calls[1], to: dai.address, data: stolen }],
            },
          ],
        })
      }
      const { kernel, form } = await quoted({ batchAccount }, { misdeed })
      await kernel.use(shellService).open()
      await form.confirm({ sure: true })
      await vi.waitUntil(() => kernel.said.some(({ kind }) => kind === 'alert'), {
        timeout: 20_000,
      })
      expect(kernel.said.filter(({ kind }) => kind === 'alert')).toMatchObject([
        { message: { id: 'swap.differs.recipient', values: { to: thief } } },
      ])
      expect(readLog(kernel)[0]).toMatchObject({ differs: { to: thief } })
    })

    it('[S2] an honest bundle raises no alert', async () => {
      const { kernel, form, ended } = await quoted({ batchAccount })
      await kernel.use(shellService).open()
      await form.confirm({ sure: true })
      await vi.waitUntil(() => ended().includes('swap confirmed'), { timeout: 20_000 })
      expect(kernel.said.filter(({ kind }) => kind === 'alert')).toEqual([])
    })
  })

  it('[R23] 20 clicks on the swap button send one request to the wallet', async () => {
    const { form, requested, ended } = await quoted({ batchAccount })
    await Promise.all(Array.from({ length: 20 }, () => form.confirm({ sure: true })))
    await isSettled(ended)
    expect(requested()).toEqual(['wallet_sendCalls'])
  })
})
