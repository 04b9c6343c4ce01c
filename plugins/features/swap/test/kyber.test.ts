/**
 * KyberSwap as a route. Service and router are stand-ins: the service answers as KyberSwap
 * documents it, and a contract at the address of its router makes the exchange. Nothing here shows
 * that KyberSwap's contract does the same.
 */
import { swapTokens } from '@portico/devnet'
import type { SwapQuote } from '@portico/kernel/capabilities'
import type { Hex } from '@portico/kernel/chain'
import { api } from '@portico/plugin-api'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { encodeFunctionData, maxUint256, parseAbi, parseEther } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { kyberPlaces, kyberQuotes } from '../src/routes/kyber/kyber-quotes.js'
import {
  type Asset,
  addressOf,
  bodyOf,
  chainForAll,
  coin,
  deployment,
  kinds,
  ledgerTable,
  network,
  never,
  personAt,
  type Question,
  Refused,
  serviceForEach,
} from './desk.js'
import { placeMarket } from './market-contract.js'

const router = kyberPlaces['eip155:1']?.router as Hex
const [eve, executor]: readonly Hex[] = [`0x${'e'.repeat(40)}`, `0x${'c'.repeat(40)}`]
const order =
  '(address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit)'
const abi = parseAbi([
  `struct Order ${order.replace('(', '{ ').replace(')', '; }').replaceAll(',', ';')}`,
  'struct Execution { address callTarget; address approveTarget; bytes targetData; Order desc; bytes clientData; }',
  'function swap(Execution execution) payable returns (uint256, uint256)',
  'function swapSimpleMode(address caller, Order desc, bytes executorData, bytes clientData) returns (uint256, uint256)',
] as readonly string[])

const { devnet, routeBy } = chainForAll(url => [
  api(),
  eip155({ networks: [defineEvmNetwork({ chainId: 31337, name: 'Local', rpcUrls: [url] })] }),
])
const service = serviceForEach()
const person = personAt(devnet, 4)
const { ask, balanceOf, send, inSandbox } = person
const start = () =>
  routeBy(
    kyberQuotes({
      url: service.url(),
      places: { [network]: { chain: 'local', router, market: deployment } },
    }),
    'kyber',
  )

interface Given {
  readonly from: Asset
  readonly to: Asset
  readonly amount: bigint
  readonly out: bigint
}
const description = ({ from, to, amount, out }: Given) => ({
  srcToken: addressOf(from),
  dstToken: addressOf(to),
  srcReceivers: from === 'native' ? [] : [executor],
  srcAmounts: from === 'native' ? [] : [amount],
  feeReceivers: [],
  feeAmounts: [],
  dstReceiver: person.account.address,
  amount,
  minReturnAmount: (out * 9_900n) / 10_000n,
  flags: 0n,
  permit: '0x',
})
const calldata = (given: Given, changed: object = {}, execution: object = {}) =>
  encodeFunctionData({
    abi,
    functionName: 'swap',
    args: [
      {
        callTarget: executor,
        approveTarget: `0x${'0'.repeat(40)}`,
        targetData: '0x1234',
        desc: { ...description(given), ...changed },
        clientData: '0x7b7d',
        ...execution,
      },
    ],
  } as never)
const routes = ({ from, to, amount, out }: Given) => ({
  code: 0,
  message: 'successfully',
  data: {
    routeSummary: {
      tokenIn: addressOf(from),
      amountIn: String(amount),
      tokenOut: addressOf(to),
      amountOut: String(out),
      gas: '190000',
      gasPrice: '1',
      gasUsd: '0.1',
      route: [],
      checksum: 'c',
    },
    routerAddress: router,
  },
})
const built = (given: Given, more: object = {}) => ({
  code: 0,
  message: 'successfully',
  data: {
    amountIn: String(given.amount),
    amountOut: String(given.out),
    gas: '191000',
    gasUsd: '0.1',
    data: calldata(given),
    routerAddress: router,
    transactionValue: given.from === 'native' ? String(given.amount) : '0',
    ...more,
  },
})
const honestly = (given: Given) => (question: Question) =>
  question.path.endsWith('/routes') ? routes(given) : built(given)

describe('KyberSwap as a route, with a local service and router', () => {
  const table = ledgerTable('KyberSwap')
  afterAll(table.write)

  it.each<[from: Asset, to: Asset, amount: bigint, out: bigint, steps: readonly string[]]>([
    ['native', 'dollar', parseEther('1'), 3_000_000_007n, ['swap']],
    ['dai', 'native', parseEther('30'), parseEther('0.01'), ['approve', 'swap']],
    ['oldDollar', 'bitcoin', 90_000_000n, 100_003n, ['approve', 'swap']],
  ])(
    '[D25a] the KyberSwap route sells %s for %s, and the ledger shows the quoted amounts',
    async (from, to, amount, out, steps) => {
      const given = { from, to, amount, out }
      service.answers(honestly(given))
      await inSandbox(async () => {
        await placeMarket(devnet(), router, {
          from,
          to,
          amount,
          gives: out,
          recipient: person.account.address as Hex,
        })
        const { quote } = start()
        const first = await quote(ask(from, to, amount), never())
        expect([kinds(first), first.simulated]).toEqual([steps, true])
        // A unit or two less where it rounds the other way: what is shown is never more than comes.
        expect(out - first.toAmount).toBeLessThanOrEqual(2n)
        expect(first.minimumReceived).toBe((out * 9_900n) / 10_000n)
        const before = { from: await balanceOf(from), to: await balanceOf(to) }
        let cost = 0n
        for (const step of first.steps) {
          const sent = await send(step)
          expect(sent.status).toBe('success')
          cost += sent.cost
        }
        const [sold, bought] = [
          before.from - (await balanceOf(from)) - (from === 'native' ? cost : 0n),
          (await balanceOf(to)) - before.to + (to === 'native' ? cost : 0n),
        ]
        expect([sold, bought]).toEqual([amount, out])
        table.add(from, to, steps, sold, bought)
      })
    },
  )

  it.each<[what: string, amount: bigint, out: bigint, least: bigint, most: bigint]>([
    ['a fair price', parseEther('1'), 2_995_000_000n, 0n, 1n],
    ['a bad price for little', parseEther('1'), 1_800_000_000n, 39n, 41n],
    ['an output that no market gives', parseEther('1'), 9_000_000_000n, 0n, 0n],
  ])(
    '[S21] the loss of a KyberSwap quote comes from the markets of the network, not from the service: %s',
    async (_, amount, out, least, most) => {
      const given = { from: 'native', to: 'dollar', amount, out } as const
      service.answers(honestly(given))
      await inSandbox(async () => {
        await placeMarket(devnet(), router, {
          ...given,
          gives: out,
          recipient: person.account.address as Hex,
        })
        const { impact } = await start().quote(ask('native', 'dollar', amount), never())
        expect(impact).toBeGreaterThanOrEqual(least * 10n ** 12n)
        expect(impact).toBeLessThanOrEqual(most * 10n ** 12n)
      })
    },
  )
  it('[S21] the loss of a KyberSwap quote is unknown when no market has its tokens', async () => {
    const given = {
      from: 'native',
      to: 'dollar',
      amount: parseEther('1'),
      out: 2_995_000_000n,
    } as const
    service.answers(honestly(given))
    await inSandbox(async () => {
      await placeMarket(devnet(), router, {
        ...given,
        gives: given.out,
        recipient: person.account.address as Hex,
      })
      const blind = routeBy(
        kyberQuotes({ url: service.url(), places: { [network]: { chain: 'local', router } } }),
        'kyber',
      )
      expect(
        (await blind.quote(ask('native', 'dollar', given.amount), never())).impact,
      ).toBeUndefined()
    })
  })

  it('the KyberSwap route sends requests as documented, and returns the route summary unchanged', async () => {
    const given = { from: 'native', to: 'dollar', amount: 10n ** 18n, out: 3_000_000_000n } as const
    service.answers(honestly(given))
    await inSandbox(async () => {
      await placeMarket(devnet(), router, {
        ...given,
        gives: given.out,
        recipient: person.account.address as Hex,
      })
      await start()
        .quote(ask('native', 'dollar', given.amount, { slippageBasisPoints: 55 }), never())
        .catch(() => undefined)
    })
    const [first, second] = service.requests()
    expect(first).toMatchObject({
      method: 'GET',
      path: '/local/api/v1/routes',
      query: { tokenIn: coin, tokenOut: swapTokens.dollar.address, amountIn: String(10n ** 18n) },
    })
    expect(first?.headers['x-client-id']).toBe('portico')
    expect(second).toMatchObject({
      method: 'POST',
      path: '/local/api/v1/route/build',
      body: {
        routeSummary: routes(given).data.routeSummary,
        sender: person.account.address,
        recipient: person.account.address,
        slippageTolerance: 55,
      },
    })
  })

  it.each<[string, (question: Question) => unknown, string]>([
    [
      'no route',
      () => new Refused(400, { code: 4008, message: 'route not found' }),
      'SWAP_NO_ROUTE',
    ],
    ['an HTTP error', () => new Refused(500, {}), 'HTTP_STATUS'],
    [
      'a route that cannot be built',
      question =>
        question.path.endsWith('/routes')
          ? routes({ from: 'native', to: 'dollar', amount: 1n, out: 1n })
          : new Refused(422, {}),
      'SWAP_TRANSACTION',
    ],
    ['nonsense', () => ({ data: null }), 'HTTP_ANSWER'],
  ])('an answer of KyberSwap with %s is a named error', async (_, answer, code) => {
    service.answers(answer)
    await expect(start().quote(ask('native', 'dollar', 1n), never())).rejects.toMatchObject({
      code,
    })
  })

  it('the networks of the KyberSwap route are the published ones, by their names in its API', () => {
    expect(Object.values(kyberPlaces).map(({ chain }) => chain)).toEqual([
      'ethereum',
      'optimism',
      'bsc',
      'polygon',
      'base',
      'arbitrum',
      'avalanche',
    ])
    expect(new Set(Object.values(kyberPlaces).map(place => place.router)).size).toBe(1)
  })
})

describe('a service that imitates KyberSwap with false answers', () => {
  const given: Given = { from: 'dai', to: 'dollar', amount: 5n * 10n ** 18n, out: 5_000_000n }
  const inData = (changed: object, execution?: object) =>
    built(given, { data: calldata(given, changed, execution) })
  const simple = (changed: object = {}) =>
    encodeFunctionData({
      abi,
      functionName: 'swapSimpleMode',
      args: [executor, { ...description(given), ...changed }, '0x12', '0x'],
    } as never)
  const lies: readonly (readonly [name: string, answer: object, way?: object])[] = [
    ['another router', built(given, { routerAddress: eve })],
    ['the token as router', built(given, { routerAddress: swapTokens.dai.address })],
    ['coins on top', built(given, { transactionValue: '1' })],
    ['another recipient', inData({ dstReceiver: eve })],
    ['the zero address as recipient', inData({ dstReceiver: `0x${'0'.repeat(40)}` })],
    ['another token sold', inData({ srcToken: swapTokens.bitcoin.address })],
    ['the coin sold', inData({ srcToken: coin })],
    ['another token bought', inData({ dstToken: swapTokens.bitcoin.address })],
    ['the coin bought', inData({ dstToken: coin })],
    ['more sold', inData({ amount: given.amount + 1n, srcAmounts: [given.amount + 1n] })],
    ['less sold', inData({ amount: given.amount - 1n, srcAmounts: [given.amount - 1n] })],
    ['more taken than sold', inData({ srcAmounts: [given.amount * 2n] })],
    [
      'a second one who takes',
      inData({ srcReceivers: [executor, eve], srcAmounts: [given.amount, 1n] }),
    ],
    ['more who take than amounts', inData({ srcReceivers: [executor, eve] })],
    ['a fee', inData({ feeReceivers: [eve], feeAmounts: [1n] })],
    ['a fee without an amount', inData({ feeReceivers: [eve] })],
    ['a permit', inData({ permit: '0x12' })],
    ['no minimum', inData({ minReturnAmount: 0n })],
    ['a minimum of 98 %', inData({ minReturnAmount: (given.out * 98n) / 100n })],
    ['a minimum above the output', inData({ minReturnAmount: given.out + 1n })],
    ['a minimum without end', inData({ minReturnAmount: maxUint256 })],
    ...[0x01n, 0x02n, 0x08n, 0x10n, 0x03n].map(
      flags => [`flags ${flags}`, inData({ flags })] as const,
    ),
    ['another function', built(given, { data: `0xdeadbeef${calldata(given).slice(10)}` })],
    ['a word after it', built(given, { data: `${calldata(given)}${'0'.repeat(64)}` })],
    ['half of it', built(given, { data: calldata(given).slice(0, 400) })],
    ['no calldata', built(given, { data: '0x' })],
    ['calldata that is text', built(given, { data: 'swap' })],
    ['the gas of a thousand', built(given, { gas: '191000000' })],
    ['negative gas', built(given, { gas: '-1' })],
    ['the simple way to another', built(given, { data: simple({ dstReceiver: eve }) })],
    [
      'the simple way with a fee',
      built(given, { data: simple({ feeReceivers: [eve], feeAmounts: [1n] }) }),
    ],
    [
      '105 % in both answers',
      built({ ...given, out: (given.out * 105n) / 100n }),
      routes({ ...given, out: (given.out * 105n) / 100n }),
    ],
    [
      'a million in both answers',
      built({ ...given, out: given.out * 1_000_000n }),
      routes({ ...given, out: given.out * 1_000_000n }),
    ],
    ['nothing', built(given, { amountOut: '0' })],
  ]

  it('[S20] [S21] an altered answer of KyberSwap gives no quote', async () => {
    await inSandbox(async () => {
      await placeMarket(devnet(), router, {
        ...given,
        gives: given.out,
        recipient: person.account.address as Hex,
      })
      const { quote } = start()
      for (const [name, answer, way = routes(given)] of lies) {
        service.answers(question => (question.path.endsWith('/routes') ? way : answer))
        const outcome = await quote(ask('dai', 'dollar', given.amount), never()).catch(
          (error: { code?: string }) => error,
        )
        expect([name, 'code' in outcome && outcome.code]).toEqual([
          name,
          expect.stringMatching(/^(SWAP_REFUSED|SWAP_FAILS|HTTP_ANSWER|SWAP_TRANSACTION)$/),
        ])
      }
      // The simple way of the same order is as good.
      service.answers(question =>
        question.path.endsWith('/routes') ? routes(given) : built(given, { data: simple() }),
      )
      const { steps } = (await quote(ask('dai', 'dollar', given.amount), never())) as SwapQuote
      expect(bodyOf(steps[1]).data).toBe(simple())
    })
  })

  it.each<[string, object, string]>([
    ['gives less than it says', { gives: given.out / 2n }, 'SWAP_REFUSED'],
    ['pays a third party', { recipient: eve }, 'SWAP_REFUSED'],
    ['takes more than it says', { takes: given.amount + 1n }, 'SWAP_FAILS'],
  ])('[S21] a simulation refuses a router that %s', async (_, changed, code) => {
    service.answers(honestly(given))
    await inSandbox(async () => {
      await placeMarket(devnet(), router, {
        ...given,
        gives: given.out,
        recipient: person.account.address as Hex,
        ...changed,
      })
      await expect(
        start().quote(ask('dai', 'dollar', given.amount), never()),
      ).rejects.toMatchObject({ code })
    })
  })
})
