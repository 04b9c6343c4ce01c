/**
 * The whole flow over a mock wallet that signs, a local chain and Uniswap's published contracts:
 * route, pair, outcome, and what the ledger says before and after.
 */
import { type Devnet, devAccounts, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import { eip155Transaction, type Hex, type Token } from '@portico/kernel/chain'
import { transactionSentEvent } from '@portico/kernel/session'
import { createTestKernel } from '@portico/kernel/testing'
import { mockEvmWallet } from '@portico/mock-wallets'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { createWalletClient, formatUnits, http, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transactions as outbox } from '../../../base/transactions/src/index.js'
import { readLog, swap, swapService, swapSlice, unusedApprovals } from '../src/index.js'
import { evmQuotes } from '../src/routes/uniswap/evm-quotes.js'
import { createUniswapRoute } from '../src/routes/uniswap/uniswap.js'

type TokenName = keyof typeof swapTokens
type Asset = TokenName | 'native'

const chainId = 31337
const network = `eip155:${chainId}` as const
const [, , , , whale, ada] = devAccounts
const { wrapped, dollar } = swapTokens
const deployment = {
  router: uniswap.router,
  quoter: uniswap.quoter,
  factory: uniswap.factory,
  wrapped: wrapped.address,
  stables: [dollar.address],
}
const coin: Token = { asset: 'native', network, name: 'Ether', symbol: 'ETH', decimals: 18 }
const tokenOf = (asset: Asset): Token => {
  if (asset === 'native') return coin
  const { address, name, symbol, decimals } = swapTokens[asset]
  return { asset: `${network}/erc20:${address}`, network, name, symbol, decimals }
}
const signing = ['eth_sendTransaction', 'eth_signTypedData_v4']

const tokenAbi = parseAbi([
  'function approve(address, uint256)',
  'function setPaused(bool)',
  'function transfer(address, uint256)',
])

/** What the ledger says of each try, as a table in the output of the tests. */
const table: string[] = []
const signed = (amount: bigint, asset: Asset) => {
  const { decimals, symbol } = tokenOf(asset)
  return `${amount > 0n ? '+' : ''}${formatUnits(amount, decimals)} ${symbol}`
}

/** A window with nothing in it but events. */
const createPage = (): Window =>
  Object.assign(new EventTarget(), { CustomEvent, Event }) as unknown as Window

describe('a swap from the form to the ledger', () => {
  let devnet: Devnet
  let clean: Awaited<ReturnType<Devnet['snapshot']>>
  const ends: (() => void)[] = []
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [chainId], uniswap: true })
    // A market's first swap of a second writes down its price. A wallet that reckons its gas in the
    // second of the deployment would miss the gas for that.
    await devnet.chain(chainId).request('evm_increaseTime', [2])
    await devnet.chain(chainId).request('evm_mine', [])
  })
  afterAll(() => {
    const head = [
      '| Route | Sold for bought | Requests to the wallet | Outcome | Ledger: sold | Ledger: bought |',
      '|---|---|---|---|---|---|',
    ]
    process.stdout.write(`\n${[...head, ...table].join('\n')}\n`)
    return devnet.stop()
  })
  beforeEach(async () => {
    clean = await devnet.snapshot()
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) end()
    vi.unstubAllGlobals()
    await devnet.revert(clean)
  })

  const balanceOf = (asset: Asset) =>
    devnet
      .chain(chainId)
      .balanceOf(ada.address, asset === 'native' ? undefined : swapTokens[asset].address)

  /** A swap without a minimum. */
  const orderOf = async (amount: bigint) => {
    const quote = createUniswapRoute([devnet.chain(chainId).url], network, deployment)
    const account = {
      namespace: 'eip155',
      address: whale.address,
      type: 'eoa',
      connection: 'eip155/test',
    } as const
    const ask = {
      account,
      network,
      from: 'native',
      to: tokenOf('dollar').asset,
      amount,
      slippageBasisPoints: 5_000,
    } as const
    const [step] = (await quote(ask, new AbortController().signal)).steps
    const transaction = step.kind === 'swap' ? eip155Transaction.read(step.draft) : undefined
    if (!transaction?.to || !transaction.value) return expect.unreachable()
    return { ...transaction, to: transaction.to, value: transaction.value }
  }
  /** A front runner sees it coming, pays more, and sells in front of it. */
  const sellBefore = async (amount: bigint) => {
    const { data = '0x', to, value } = await orderOf(amount)
    await clientOf(whale.privateKey).sendTransaction({
      to,
      data,
      value,
      gas: 2_000_000n,
      maxPriorityFeePerGas: 10n ** 11n,
      maxFeePerGas: 10n ** 12n,
    })
  }
  /** Nothing is mined until all of it was sent. */
  const heldBack = async (run: () => Promise<void>) => {
    const { request, mine } = devnet.chain(chainId)
    await request('evm_setAutomine', [false])
    try {
      await run()
    } finally {
      await mine()
      await request('evm_setAutomine', [true])
    }
  }
  /** A call of another account to a contract. */
  const act = (
    account: Hex,
    to: Hex,
    functionName: 'approve' | 'setPaused' | 'transfer',
    ...args: readonly unknown[]
  ) =>
    clientOf(account).writeContract({
      address: to,
      abi: tokenAbi,
      functionName,
      args: args as never,
    })
  const clientOf = (key: Hex) =>
    createWalletClient({
      account: privateKeyToAccount(key),
      chain: anvil,
      transport: http(devnet.chain(chainId).url),
    })
  /** Balances before and after, as a line of the table. */
  async function lookAt(from: Asset, to: Asset) {
    const before = { from: await balanceOf(from), to: await balanceOf(to) }
    return async (calls: readonly string[], outcome: string) => {
      const moved = {
        from: (await balanceOf(from)) - before.from,
        to: (await balanceOf(to)) - before.to,
      }
      const requests =
        calls
          .map(method => (method === 'eth_sendTransaction' ? 'transaction' : 'permit'))
          .join(', ') || 'nothing'
      const pair = `${tokenOf(from).symbol} → ${tokenOf(to).symbol}`
      table.push(
        `| Uniswap v3 | ${pair} | ${requests} | ${outcome} | ${signed(moved.from, from)} | ${signed(moved.to, to)} |`,
      )
      return moved
    }
  }

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
        eip155({
          networks: [
            defineEvmNetwork({ chainId, name: 'Local', rpcUrls: [devnet.chain(chainId).url] }),
          ],
        }),
        evmQuotes({ deployments: { [network]: deployment } }),
        outbox(),
        swap({
          tokens: (['dollar', 'oldDollar', 'dai', 'bitcoin', 'toll', 'wrapped'] as const).map(
            tokenOf,
          ),
        }),
      ],
      connected: network,
    })
    ends.push(() => {
      wallet.vanish()
      kernel.dispose()
    })
    const form = kernel.use(swapService)
    const phase = () => kernel.state(swapSlice).phase
    const calls = () =>
      wallet.calls.map(({ method }) => method).filter(method => signing.includes(method))
    return { kernel, wallet, form, phase, calls, said: () => kernel.said.map(({ id }) => id) }
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

  it.each<
    [
      how: string,
      from: Asset,
      to: Asset,
      amount: string,
      units: bigint,
      requests: readonly string[],
    ]
  >([
    ['native in', 'native', 'dollar', '1', 10n ** 18n, ['eth_sendTransaction']],
    [
      'with a permit',
      'dollar',
      'dai',
      '5',
      5_000_000n,
      ['eth_signTypedData_v4', 'eth_sendTransaction'],
    ],
    [
      'with a permit, native out',
      'dollar',
      'native',
      '3000',
      3_000_000_000n,
      ['eth_signTypedData_v4', 'eth_sendTransaction'],
    ],
    [
      'with an approval',
      'dai',
      'dollar',
      '7.5',
      75n * 10n ** 17n,
      ['eth_sendTransaction', 'eth_sendTransaction'],
    ],
    [
      'with an approval, three markets',
      'bitcoin',
      'dai',
      '0.01',
      1_000_000n,
      ['eth_sendTransaction', 'eth_sendTransaction'],
    ],
    [
      'a token like USDT',
      'oldDollar',
      'dollar',
      '7',
      7_000_000n,
      ['eth_sendTransaction', 'eth_sendTransaction'],
    ],
    [
      'for a token like USDT',
      'native',
      'oldDollar',
      '0.5',
      5n * 10n ** 17n,
      ['eth_sendTransaction'],
    ],
    ['wrapping', 'native', 'wrapped', '2', 2n * 10n ** 18n, ['eth_sendTransaction']],
  ])(
    '[S1.12] [S4.20] the ledger shows exactly the quoted swap (%s): %s for %s',
    async (_, from, to, amount, units, requests) => {
      const { form, quote, calls, kernel, said } = await quoted(from, to, amount)
      expect(quote).toMatchObject({ sold: units, simulated: to !== 'wrapped' })
      const look = await lookAt(from, to)
      await form.confirm({ sure: true })
      const ended = () => readLog(kernel)[0]?.status
      await vi.waitUntil(() => ended() !== 'pending', { timeout: 20_000 })
      expect(ended(), said().join()).toBe('confirmed')
      expect(calls()).toEqual(requests)

      const moved = await look(calls(), 'swapped')
      // Gas is paid in the coin: at most a hundredth of an ether here.
      const most = 10n ** 16n
      if (from === 'native') expect(-moved.from - units).toBeLessThan(most)
      else expect(moved.from).toBe(-units)
      if (to === 'native') expect(quote.toAmount - moved.to).toBeLessThan(most)
      else expect(moved.to).toBe(quote.toAmount)
      expect(unusedApprovals(kernel, network, ada.address)).toEqual([])
    },
  )

  it.each<[amount: string, above: number, ending: string | undefined]>([
    ['1', 0, undefined],
    ['500', 10, 'swap.problem.sure'],
    ['9000', 50, 'swap.problem.refused'],
  ])(
    '[D26e] [S21] without prices the loss comes from the market: %s of the coin, above %s %%, ends with %s',
    async (amount, above, ending) => {
      const { form, quote, phase, calls } = await quoted('native', 'dollar', amount)
      const lost = Number((quote.impact ?? -1n) / 10n ** 10n) / 100
      expect(lost).toBeGreaterThanOrEqual(above)
      if (!ending) return expect(lost).toBeLessThan(3)
      await form.confirm()
      expect(phase()).toMatchObject({ name: 'quoted', problem: { id: ending } })
      if (above >= 50) {
        await form.confirm({ sure: true })
        expect(phase()).toMatchObject({ name: 'quoted', problem: { id: ending } })
      }
      expect(calls()).toEqual([])
    },
  )

  it.each<[from: Asset, to: Asset, amount: string, problem: string]>([
    ['native', 'toll', '1', 'swap.error.toll'],
    ['dollar', 'toll', '1', 'swap.error.toll'],
    ['toll', 'dollar', '1', 'swap.error.fails'],
  ])(
    '[S21] a token that keeps a part of a transfer is refused with that reason: %s for %s',
    async (from, to, amount, problem) => {
      const { form, phase, calls } = await start()
      await form.initialize()
      const look = await lookAt(from, to)
      await form.setAmount(amount)
      if (from !== 'native') await form.selectSource(tokenOf(from))
      await form.selectTarget(tokenOf(to))
      expect(phase()).toMatchObject({ name: 'editing', problem: { id: problem } })
      expect(calls()).toEqual([])
      expect(await look(calls(), 'refused before the wallet prompt')).toEqual({ from: 0n, to: 0n })
    },
  )

  it('[S21] a token list with wrong decimals leads to no signature', async () => {
    const { form, phase, calls } = await start()
    await form.initialize()
    for (const decimals of [18, 8, 0]) {
      await form.selectTarget({ ...tokenOf('dollar'), decimals })
      expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'swap.error.decimals' } })
    }
    await form.selectSource({ ...tokenOf('dai'), decimals: 6 })
    await form.selectTarget(tokenOf('dollar'))
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'swap.error.decimals' } })
    await form.confirm({ sure: true })
    expect(calls()).toEqual([])
  })

  it('[D26d] [S22] a swap fails, says so and leaves the tokens when the price moves between signature and block', async () => {
    const { form, kernel, calls, said } = await quoted('native', 'dollar', '1')
    const look = await lookAt('native', 'dollar')
    await heldBack(async () => {
      await form.confirm({ sure: true })
      expect(readLog(kernel)).toMatchObject([{ status: 'pending' }])
      await sellBefore(parseEther('200'))
    })
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'failed', { timeout: 20_000 })
    expect(said().at(-1)).toBe('swap.error.reverted')
    expect(said()).not.toContain('swap.status.swapped')
    const moved = await look(calls(), 'reverted: the price moved beyond the slippage')
    expect(moved.to).toBe(0n)
    expect(-moved.from).toBeLessThan(10n ** 16n)
  })

  it('a swap fails with its own error when the token is paused between signature and block', async () => {
    const { address } = swapTokens.oldDollar
    await act(ada.privateKey, address, 'approve', uniswap.router, 7_000_000n)
    const { form, kernel, calls, said } = await quoted('oldDollar', 'dollar', '7')
    const look = await lookAt('oldDollar', 'dollar')
    await heldBack(async () => {
      await form.confirm({ sure: true })
      const before = { gas: 100_000n, maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 10n ** 12n }
      await clientOf(whale.privateKey).writeContract({
        address,
        abi: tokenAbi,
        functionName: 'setPaused',
        args: [true],
        ...before,
      })
    })
    await vi.waitUntil(() => readLog(kernel)[0]?.status === 'failed', { timeout: 20_000 })
    expect(said().at(-1)).toBe('swap.error.held')
    expect(await look(calls(), 'reverted: the token is paused')).toEqual({ from: 0n, to: 0n })
  })

  it('[S23] a swap needs a new confirmation when the price moves during its approval, and gives what it then shows', async () => {
    const { form, phase, kernel, calls, quote } = await quoted('bitcoin', 'dollar', '0.01')
    const look = await lookAt('bitcoin', 'dollar')
    let done: Promise<void> | undefined
    await heldBack(async () => {
      done = form.confirm({ sure: true })
      await vi.waitUntil(() => readLog(kernel).length === 1)
      await sellBefore(parseEther('100'))
    })
    await done
    const now = phase()
    if (now.name !== 'quoted') expect.unreachable(now.name)
    expect(now).toMatchObject({
      problem: { id: 'swap.problem.changed' },
      quote: { steps: ['swap'] },
    })
    expect(now.quote.minimumReceived).toBeLessThan(quote.minimumReceived)
    expect(calls()).toHaveLength(1)
    await form.confirm({ sure: true })
    await vi.waitUntil(() => readLog(kernel)[0]?.status !== 'pending', { timeout: 20_000 })
    expect(await look(calls(), 'swapped after a second review: the price had moved')).toEqual({
      from: -1_000_000n,
      to: now.quote.toAmount,
    })
  })

  it.each<[what: string, change: () => Promise<unknown>, problem: string]>([
    [
      'the allowance is taken back',
      () => act(ada.privateKey, swapTokens.oldDollar.address, 'approve', uniswap.router, 0n),
      'allowance',
    ],
    [
      'the token is paused',
      () => act(ada.privateKey, swapTokens.oldDollar.address, 'setPaused', true),
      'paused',
    ],
    [
      'the tokens are gone',
      async () =>
        act(
          ada.privateKey,
          swapTokens.oldDollar.address,
          'transfer',
          whale.address,
          await balanceOf('oldDollar'),
        ),
      'gone',
    ],
  ])(
    'a swap is not made and shows the reason when %s between quote and signature',
    async (_, change, outcome) => {
      await act(ada.privateKey, swapTokens.oldDollar.address, 'approve', uniswap.router, 7_000_000n)
      const { form, phase, kernel, quote, said, calls } = await quoted('oldDollar', 'dollar', '7')
      expect(quote.steps).toEqual(['swap'])
      const hash = await change()
      await vi.waitUntil(() => devnet.chain(chainId).request('eth_getTransactionReceipt', [hash]), {
        timeout: 10_000,
      })
      const look = await lookAt('oldDollar', 'dollar')
      await form.confirm({ sure: true })
      await vi.waitUntil(() => readLog(kernel)[0]?.status !== 'pending')
      expect(said().at(-1)).toMatch(/^swap\.(error|unanswered)|^chain\.|^wallet\./)
      expect(said()).not.toContain('swap.status.swapped')
      expect(phase().name).not.toBe('executing')
      expect(await look(calls(), `failed: ${outcome}`)).toEqual({ from: 0n, to: 0n })
    },
  )

  it('a decline at either signature moves nothing; the unused approval is listed, revoked, and then needed again', async () => {
    const { form, wallet, phase, kernel } = await quoted('dai', 'dollar', '5')
    const before = await balanceOf('dai')
    wallet.policy = 'reject'
    await form.confirm({ sure: true })
    expect(phase()).toMatchObject({ name: 'quoted', problem: { id: 'swap.problem.declined' } })

    // The approval is signed, the swap is not.
    wallet.policy = 'approve'
    kernel.on(transactionSentEvent, () => {
      wallet.policy = 'reject'
    })
    await form.confirm({ sure: true })
    expect(phase()).toMatchObject({
      name: 'quoted',
      problem: { id: 'swap.problem.left', values: { amount: '5 PDAI' } },
    })
    expect(await balanceOf('dai')).toBe(before)

    wallet.policy = 'approve'
    const [left] = unusedApprovals(kernel, network, ada.address)
    if (!left) expect.unreachable()
    await form.revoke(left)
    expect(unusedApprovals(kernel, network, ada.address)).toEqual([])
    await form.refresh()
    expect(phase()).toMatchObject({ name: 'quoted', quote: { steps: ['approve', 'swap'] } })
  })
})
