/**
 * The route that queries the chain alone, on Uniswap's published contracts: its quotes match the
 * ledger.
 */

import { type Devnet, devAccounts, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import type { SwapQuote, SwapQuoteRequest, SwapStep } from '@portico/kernel/capabilities'
import { type AssetId, eip155Transaction } from '@portico/kernel/chain'
import {
  createPublicClient,
  createWalletClient,
  http,
  parseAbi,
  parseEther,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createUniswapRoute } from '../src/routes/uniswap/uniswap.js'
import { hiding, type Lie, sharing, silentOnParts, startUntrueEndpoint } from './untrue-endpoint.js'

type TokenName = keyof typeof swapTokens
type Asset = TokenName | 'native'

const network = 'eip155:31337'
const { wrapped, dollar } = swapTokens
const tokenAbi = parseAbi([
  'function approve(address, uint256)',
  'function setPaused(bool)',
  'function transfer(address, uint256)',
  'function allowance(address, address) view returns (uint256)',
])
const assetOf = (asset: Asset): AssetId | 'native' =>
  asset === 'native' ? asset : `${network}/erc20:${swapTokens[asset].address}`
const signal = new AbortController().signal

describe('Uniswap without a server', () => {
  let devnet: Devnet
  const person = privateKeyToAccount(devAccounts[2].privateKey)
  const account: Account = {
    namespace: 'eip155',
    address: person.address,
    type: 'eoa',
    connection: 'eip155/test',
  }
  const chain = () => devnet.chain(31337)
  const node = () =>
    createPublicClient({ chain: anvil, transport: http(chain().url), pollingInterval: 20 })
  const wallet = () =>
    createWalletClient({ account: person, chain: anvil, transport: http(chain().url) })
  const route = (urls: readonly string[] = [chain().url]) =>
    createUniswapRoute(urls, network, {
      router: uniswap.router,
      quoter: uniswap.quoter,
      factory: uniswap.factory,
      wrapped: wrapped.address,
      stables: [dollar.address],
    })
  let quote: ReturnType<typeof route>
  const ask = (
    from: Asset,
    to: Asset,
    amount: bigint,
    more: Partial<SwapQuoteRequest> = {},
  ): SwapQuoteRequest => ({
    account,
    network,
    from: assetOf(from),
    to: assetOf(to),
    amount,
    slippageBasisPoints: 100,
    ...more,
  })
  const balanceOf = (asset: Asset) =>
    chain().balanceOf(person.address, asset === 'native' ? undefined : swapTokens[asset].address)

  /** Sends what a step says; answers what it cost in the native coin. */
  const send = async (
    step: SwapStep | undefined,
  ): Promise<{ readonly status: string; readonly cost: bigint }> => {
    const {
      to,
      data,
      value = 0n,
    } = (step && step.kind !== 'permit' && eip155Transaction.read(step.draft)) || {}
    if (!to || !data) expect.unreachable('a step without a transaction')
    const hash = await wallet().sendTransaction({ to, data, value, gas: 1_000_000n })
    const { status, gasUsed, effectiveGasPrice } = await node().waitForTransactionReceipt({ hash })
    return { status, cost: gasUsed * effectiveGasPrice }
  }
  const kinds = ({ steps }: SwapQuote) => steps.map(({ kind }) => kind)
  const write = async (
    name: TokenName,
    functionName: 'approve' | 'setPaused' | 'transfer',
    args: readonly unknown[],
  ) => {
    const hash = await wallet().writeContract({
      address: swapTokens[name].address,
      abi: tokenAbi,
      functionName,
      args: args as never,
    })
    await node().waitForTransactionReceipt({ hash })
  }
  const inSandbox = async (run: () => Promise<void>) => {
    const before = await devnet.snapshot()
    try {
      await run()
    } finally {
      await devnet.revert(before)
    }
  }

  beforeAll(async () => {
    devnet = await startDevnet({ chains: [31337], uniswap: true })
    quote = route()
  })
  afterAll(() => devnet.stop())

  it.each<[from: Asset, to: Asset, amount: bigint, steps: readonly SwapStep['kind'][]]>([
    ['native', 'dollar', parseEther('1'), ['swap']],
    ['native', 'bitcoin', parseEther('1'), ['swap']],
    ['native', 'dai', parseEther('1'), ['swap']],
    ['native', 'wrapped', parseEther('1'), ['swap']],
    ['dollar', 'native', 3_000_000_000n, ['approve', 'swap']],
    ['dollar', 'dai', 5_000_000n, ['approve', 'swap']],
    ['dai', 'bitcoin', parseEther('600'), ['approve', 'swap']],
    ['bitcoin', 'dai', 1_000_000n, ['approve', 'swap']],
    ['oldDollar', 'dollar', 7_000_000n, ['approve', 'swap']],
    ['dollar', 'oldDollar', 7_000_000n, ['approve', 'swap']],
    ['oldDollar', 'native', 7_000_000n, ['approve', 'swap']],
  ])(
    '[S1.12] [S4.17] [S4.18] [D25a] [D26d] Uniswap sells %s for %s as quoted, and no allowance is left',
    async (from, to, amount, steps) => {
      await inSandbox(async () => {
        const first = await quote(ask(from, to, amount), signal)
        expect(kinds(first)).toEqual(steps)
        let cost = 0n
        const before = { from: await balanceOf(from), to: await balanceOf(to) }
        for (const step of first.steps.slice(0, -1)) cost += (await send(step)).cost
        // S4.19: after the approval the quote is taken again.
        const last = await quote(ask(from, to, amount), signal)
        expect(kinds(last)).toEqual(['swap'])
        expect(last.simulated).toBe(to !== 'wrapped')
        const swapped = await send(last.steps[0])
        cost += swapped.cost

        expect(swapped.status).toBe('success')
        expect(before.from - (await balanceOf(from))).toBe(amount + (from === 'native' ? cost : 0n))
        expect((await balanceOf(to)) - before.to + (to === 'native' ? cost : 0n)).toBe(
          last.toAmount,
        )
        expect(last.minimumReceived).toBeLessThanOrEqual(last.toAmount)
        if (from !== 'native') {
          const left = await node().readContract({
            address: swapTokens[from].address,
            abi: tokenAbi,
            functionName: 'allowance',
            args: [person.address, uniswap.router],
          })
          expect(left).toBe(0n)
        }
      })
    },
  )

  it.each<
    [
      what: string,
      from: Asset,
      to: Asset,
      amount: bigint,
      lost: readonly [least: bigint, most: bigint] | undefined,
    ]
  >([
    ['none for a small amount', 'native', 'dollar', parseEther('1'), [0n, 3n]],
    ['none for wrapping', 'native', 'wrapped', parseEther('1'), [0n, 0n]],
    ['most of the value for most of a market', 'native', 'dollar', parseEther('9000'), [80n, 100n]],
    [
      'unknown when the output is too small to be divided',
      'dollar',
      'bitcoin',
      100_000n,
      undefined,
    ],
  ])(
    '[S21] a Uniswap quote gives the loss in percent that the size of the sale causes: %s',
    async (_, from, to, amount, lost) => {
      const { impact } = await quote(ask(from, to, amount), signal)
      if (!lost) return expect(impact).toBeUndefined()
      expect(impact).toBeGreaterThanOrEqual(lost[0] * 10n ** 12n)
      expect(impact).toBeLessThanOrEqual(lost[1] * 10n ** 12n)
    },
  )

  describe('[S21] Uniswap with a second endpoint', () => {
    async function endpoint(lie: Lie): Promise<string> {
      const service = await startUntrueEndpoint(chain().url, lie)
      services.push(service)
      return service.url
    }
    const services: Awaited<ReturnType<typeof startUntrueEndpoint>>[] = []
    afterEach(() => Promise.all(services.splice(0).map(service => service.close())))
    const dead = 'http://127.0.0.1:9'

    it.each<
      [
        what: string,
        urls: () => Promise<readonly string[]>,
        sources: number,
        lost: readonly [least: bigint, most: bigint],
      ]
    >([
      [
        'says that one source knows the price when there is no second endpoint',
        async () => [chain().url],
        1,
        [0n, 3n],
      ],
      [
        'says that one source knows the price when the second endpoint does not answer',
        async () => [chain().url, dead],
        1,
        [0n, 3n],
      ],
      [
        'says that one source knows the price when the same endpoint is listed twice',
        async () => [chain().url, chain().url],
        1,
        [0n, 3n],
      ],
      [
        'says that two sources know the price when a second endpoint agrees',
        async () => [chain().url, await endpoint(sharing(100n))],
        2,
        [0n, 3n],
      ],
      [
        'counts as lost what the first endpoint hides of the price',
        async () => [await endpoint(sharing(40n)), chain().url],
        2,
        [59n, 64n],
      ],
      [
        'loses nothing when the second endpoint says less',
        async () => [chain().url, await endpoint(sharing(40n))],
        2,
        [0n, 3n],
      ],
    ])('%s', async (_, urls, sources, [least, most]) => {
      const { priceSources = 1, impact } = await route(await urls())(
        ask('native', 'dollar', parseEther('1')),
        signal,
      )
      expect(priceSources).toBe(sources)
      expect(impact).toBeGreaterThanOrEqual(least * 10n ** 12n)
      expect(impact).toBeLessThanOrEqual(most * 10n ** 12n)
    })

    it('[S21] a quote counts as lost what a better pool pays that the first endpoint hides', async () => {
      await inSandbox(async () => {
        const urls = [await endpoint(hiding(500)), chain().url]
        const hidden = route(urls.slice(0, 1))
        // The pool that is left pays little, because a lot was sold there before.
        await send(
          (
            await hidden(
              ask('native', 'dollar', parseEther('60'), { slippageBasisPoints: 5_000 }),
              signal,
            )
          ).steps[0],
        )
        const alone = await hidden(ask('native', 'dollar', parseEther('1')), signal)
        expect(alone.impact).toBeLessThan(3n * 10n ** 12n)
        const witnessed = await route(urls)(ask('native', 'dollar', parseEther('1')), signal)
        expect(witnessed).toMatchObject({ toAmount: alone.toAmount, priceSources: 2 })
        expect(witnessed.impact).toBeGreaterThan(90n * 10n ** 12n)
      })
    })

    it('[S21] a quote tells the loss by the second endpoint when the first says nothing of what a small part brings', async () => {
      const amount = parseEther('9000')
      const silent = await endpoint(silentOnParts(amount))
      expect(
        (await route([silent])(ask('native', 'dollar', amount), signal)).impact,
      ).toBeUndefined()
      const { impact } = await route([silent, chain().url])(ask('native', 'dollar', amount), signal)
      expect(impact).toBeGreaterThan(80n * 10n ** 12n)
    })
  })

  it('Uniswap unwraps the coin one for one, without an approval', async () => {
    await inSandbox(async () => {
      await send((await quote(ask('native', 'wrapped', parseEther('2')), signal)).steps[0])
      const back = await quote(ask('wrapped', 'native', parseEther('2')), signal)
      expect(back).toMatchObject({ toAmount: parseEther('2'), minimumReceived: parseEther('2') })
      const before = await balanceOf('native')
      const { cost } = await send(back.steps[0])
      expect((await balanceOf('native')) - before).toBe(parseEther('2') - cost)
    })
  })

  it('Uniswap takes a permit instead of an approval: one signature, one transaction', async () => {
    await inSandbox(async () => {
      const permitAsk = ask('dollar', 'native', 3_000_000_000n, { permits: true })
      const first = await quote(permitAsk, signal)
      expect(kinds(first)).toEqual(['permit', 'swap'])
      const [step] = first.steps
      if (step.kind !== 'permit') expect.unreachable()
      expect(step).toMatchObject({ approval: { spender: uniswap.router, amount: 3_000_000_000n } })
      expect(step.deadline - Date.now()).toBeLessThanOrEqual(20 * 60_000)

      const signature = await person.signTypedData(step.typed as TypedDataDefinition)
      const last = await quote({ ...permitAsk, permit: { step, signature } }, signal)
      expect(kinds(last)).toEqual(['swap'])
      const before = await balanceOf('dollar')
      expect((await send(last.steps[0])).status).toBe('success')
      expect(before - (await balanceOf('dollar'))).toBe(3_000_000_000n)
    })
  })

  it('a swap of another amount does not use an earlier permit, and requests its own', async () => {
    const permitAsk = ask('dollar', 'native', 2_000_000n, { permits: true })
    const [step] = (await quote(permitAsk, signal)).steps
    if (step.kind !== 'permit') expect.unreachable()
    const other = await quote(
      { ...permitAsk, amount: 1_000_000n, permit: { step, signature: `0x${'1'.repeat(130)}` } },
      signal,
    )
    expect(other.steps[0]).toMatchObject({ kind: 'permit', approval: { amount: 1_000_000n } })
  })

  it('[D25c] [S9.19] Uniswap resets an old allowance first only when the token demands it', async () => {
    await inSandbox(async () => {
      await write('oldDollar', 'approve', [uniswap.router, 1n])
      await write('dollar', 'approve', [uniswap.router, 1n])
      const demanding = await quote(ask('oldDollar', 'dollar', 7_000_000n), signal)
      expect(kinds(demanding)).toEqual(['reset', 'approve', 'swap'])
      // An approval that the token still refuses cannot be estimated: 150,000 stand for it.
      const [reset, approve] = demanding.steps.map(step => ('gas' in step && step.gas) || 0n)
      expect(approve).toBe(150_000n)
      expect(reset).toBeLessThan(100_000n)
      expect(kinds(await quote(ask('dollar', 'dai', 7_000_000n), signal))).toEqual([
        'approve',
        'swap',
      ])
      for (const step of demanding.steps.slice(0, 2))
        expect((await send(step)).status).toBe('success')
      expect(
        (await send((await quote(ask('oldDollar', 'dollar', 7_000_000n), signal)).steps[0])).status,
      ).toBe('success')
    })
  })

  it('[D25b] Uniswap approves without a limit only on request', async () => {
    const all = await quote(
      ask('dollar', 'dai', 1_000_000n, { unlimited: true, permits: true }),
      signal,
    )
    expect(all.steps[0]).toMatchObject({ kind: 'approve', approval: { amount: 'unlimited' } })
    const exact = await quote(ask('dollar', 'dai', 1_000_000n), signal)
    expect(exact.steps[0]).toMatchObject({ kind: 'approve', approval: { amount: 1_000_000n } })
  })

  it('[S21] a token that keeps a part of a transfer has no Uniswap quote, in either direction', async () => {
    await expect(quote(ask('dollar', 'toll', 1_000_000n), signal)).rejects.toMatchObject({
      code: 'SWAP_TOLL',
    })
    await expect(quote(ask('native', 'toll', parseEther('1')), signal)).rejects.toMatchObject({
      code: 'SWAP_TOLL',
    })
    await expect(quote(ask('toll', 'dollar', parseEther('1')), signal)).rejects.toMatchObject({
      code: 'SWAP_FAILS',
    })
  })

  it('a paused token has no Uniswap quote', async () => {
    await inSandbox(async () => {
      await write('oldDollar', 'setPaused', [true])
      await expect(quote(ask('oldDollar', 'dollar', 1_000_000n), signal)).rejects.toMatchObject({
        code: 'SWAP_FAILS',
      })
      await expect(quote(ask('dollar', 'oldDollar', 1_000_000n), signal)).rejects.toMatchObject({
        code: 'SWAP_NO_ROUTE',
      })
    })
  })

  it('Uniswap quotes an amount above the balance without a simulation', async () => {
    const all = await balanceOf('dai')
    expect(await quote(ask('dai', 'dollar', all + 1n), signal)).toMatchObject({ simulated: false })
  })

  it('an amount that buys nothing is reported as too small, not as without a route', async () => {
    await expect(quote(ask('dai', 'dollar', 1n), signal)).rejects.toMatchObject({
      code: 'SWAP_TOO_SMALL',
      userMessage: { id: 'swap.error.small' },
    })
  })
  it.each<[string, SwapQuoteRequest['from'], SwapQuoteRequest['to'], bigint]>([
    ['nothing', assetOf('dollar'), assetOf('dai'), 0n],
    ['a token for itself', assetOf('dai'), assetOf('dai'), 1n],
    ['the coin for itself', 'native', 'native', 1n],
    ['what is no token', assetOf('dollar'), `${network}/erc20:${devAccounts[0].address}`, 1n],
    ['a token of another network', 'native', `eip155:1/erc20:${dollar.address}`, 1n],
    ['no address', 'native', `${network}/erc20:dollar`, 1n],
  ])('[S24] Uniswap has no route for %s', async (_, from, to, amount) => {
    await expect(
      quote({ ...ask('native', 'dollar', amount), from, to }, signal),
    ).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
  })

  it('[D26d] a swap fails and the tokens stay when the price moves beyond the slippage before the block', async () => {
    await inSandbox(async () => {
      const { steps } = await quote(ask('native', 'dollar', parseEther('1')), signal)
      const big = await quote(
        ask('native', 'dollar', parseEther('200'), { slippageBasisPoints: 5_000 }),
        signal,
      )
      await send(big.steps[0])
      const before = { coin: await balanceOf('native'), dollar: await balanceOf('dollar') }
      const { status, cost } = await send(steps[0])
      expect(status).toBe('reverted')
      expect(await balanceOf('dollar')).toBe(before.dollar)
      expect(before.coin - (await balanceOf('native'))).toBe(cost)
    })
  })

  it('[R22] an aborted quote asks no endpoint', async () => {
    await expect(quote(ask('native', 'dollar', 1n), AbortSignal.abort())).rejects.toThrow()
  })
})
