/**
 * The route of a backend over `@portico/backend`, on Uniswap's published contracts; then over a
 * service that gives untrue answers.
 */

import { swapTokens, uniswap } from '@portico/devnet'
import type { SwapQuote, SwapQuoteRequest } from '@portico/kernel/capabilities'
import { api } from '@portico/plugin-api'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { decodeFunctionData, type Hex, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiQuotes } from '../src/routes/api/api-quotes.js'
import { amount, approvals, eve, type Lie, lie, lies, routerAbi } from './api-lies.js'
import {
  type Asset,
  assetOf,
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
  startService,
} from './desk.js'

const routers = {
  [network]: {
    uniswap: { router: uniswap.router, wrapped: swapTokens.wrapped.address },
    market: deployment,
  },
}

const { devnet, routeBy } = chainForAll(
  url => [
    api(),
    eip155({ networks: [defineEvmNetwork({ chainId: 31337, name: 'Local', rpcUrls: [url] })] }),
  ],
  {
    backend: true,
  },
)
const person = personAt(devnet, 2)
const { ask, balanceOf, send, inSandbox } = person
const start = (url = devnet().backend().url, more: object = {}) =>
  routeBy(apiQuotes({ url, routers, projectId: 'one', ...more }), 'api')

describe('a backend as a route', () => {
  const table = ledgerTable('Convert API')
  afterAll(table.write)

  it.each<[from: Asset, to: Asset, amount: bigint, steps: readonly string[]]>([
    ['native', 'dollar', parseEther('1'), ['swap']],
    ['native', 'wrapped', parseEther('1'), ['swap']],
    ['dollar', 'native', 3_000_000_000n, ['approve', 'swap']],
    ['dai', 'bitcoin', parseEther('600'), ['approve', 'swap']],
    ['oldDollar', 'dollar', 7_000_000n, ['approve', 'swap']],
  ])(
    '[S7.17] [S7.18] [S7.19] [S7.20] [D25a] the backend sells %s for %s, and the ledger shows the amounts that it quoted',
    async (from, to, amount, steps) => {
      const { quote } = start()
      await inSandbox(async () => {
        const first = await quote(ask(from, to, amount), never())
        expect(kinds(first)).toEqual(steps)
        const before = { from: await balanceOf(from), to: await balanceOf(to) }
        let cost = 0n
        for (const step of first.steps.slice(0, -1)) cost += (await send(step)).cost
        const last = await quote(ask(from, to, amount), never())
        expect(kinds(last)).toEqual(['swap'])
        expect(last).toMatchObject({ simulated: true, cost: { kind: 'native' } })
        expect(last.providerFee).toBeUndefined()
        // The markets of the network say what is lost, not the backend.
        expect(last.impact).toBeLessThan(10n ** 12n)
        const swapped = await send(last.steps[0])
        cost += swapped.cost
        expect(swapped.status).toBe('success')
        const [sold, bought] = [
          before.from - (await balanceOf(from)) - (from === 'native' ? cost : 0n),
          (await balanceOf(to)) - before.to + (to === 'native' ? cost : 0n),
        ]
        expect([sold, bought]).toEqual([amount, last.toAmount])
        table.add(from, to, steps, sold, bought)
      })
    },
  )

  it('[S7.14] the backend lists the tokens of its network', async () => {
    const { tokens } = start()
    const listed = await tokens?.(network, never())
    expect(listed?.[0]).toEqual({
      asset: 'native',
      network,
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      eip2612: false,
    })
    expect(listed).toContainEqual({
      asset: assetOf('dai'),
      network,
      name: 'Portico Dai',
      symbol: 'PDAI',
      decimals: 18,
      eip2612: false,
    })
  })

  it('[D25b] the backend approves without a limit only on request, and resets an allowance only for a token that needs it', async () => {
    const { quote, revoke } = start()
    expect(
      (await quote(ask('dai', 'dollar', 1n * 10n ** 18n, { unlimited: true }), never())).steps[0],
    ).toMatchObject({ approval: { amount: 'unlimited' } })
    await inSandbox(async () => {
      await send((await quote(ask('oldDollar', 'dollar', 1_000_000n), never())).steps[0])
      expect(kinds(await quote(ask('oldDollar', 'dollar', 7_000_000n), never()))).toEqual([
        'reset',
        'approve',
        'swap',
      ])
      const draft = await revoke?.(
        network,
        { token: `${network}/erc20:${swapTokens.oldDollar.address}`, spender: uniswap.router },
        never(),
      )
      if (draft) await send({ kind: 'swap', draft })
      expect(kinds(await quote(ask('oldDollar', 'dollar', 7_000_000n), never()))).toEqual([
        'approve',
        'swap',
      ])
    })
  })

  it('[S24] the backend has no route for a zero amount, for two equal tokens, and for tokens of other networks or unknown ones', async () => {
    const { quote } = start()
    const wrong: SwapQuoteRequest[] = [
      ask('dollar', 'dai', 0n),
      ask('dai', 'dai', 1n),
      { ...ask('native', 'dai', 1n), to: `eip155:1/erc20:${swapTokens.dai.address}` },
      { ...ask('native', 'dai', 1n), to: `${network}/erc20:${eve}` },
    ]
    for (const one of wrong)
      await expect(
        quote({ ...one, decimals: undefined } as unknown as SwapQuoteRequest, never()),
      ).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
  })

  it('the backend refuses a token with other decimals than shown, and one that keeps a part of a transfer', async () => {
    const { quote } = start()
    await expect(
      quote(ask('native', 'dollar', 10n ** 18n, { decimals: { from: 18, to: 18 } }), never()),
    ).rejects.toMatchObject({ code: 'SWAP_DECIMALS' })
    await expect(quote(ask('native', 'toll', 10n ** 18n), never())).rejects.toMatchObject({
      code: 'SWAP_TOLL',
    })
    await expect(quote(ask('toll', 'dollar', 10n ** 18n), never())).rejects.toMatchObject({
      code: 'SWAP_FAILS',
    })
  })

  it('the backend quotes an amount above the balance without a simulation', async () => {
    expect(
      await start().quote(ask('dai', 'dollar', (await balanceOf('dai')) + 1n), never()),
    ).toMatchObject({ simulated: false })
  })
})

describe('the requests of the backend route', () => {
  const service = serviceForEach(question => forward(question))

  it('[S7.14] [S7.17] [S7.18] [S7.19] [S7.20] requests to the backend have the names and formats of the wire format', async () => {
    const { quote, tokens } = start(service.url())
    await quote(ask('dai', 'native', 10n ** 18n, { slippageBasisPoints: 250 }), never())
    await tokens?.(network, never())
    const about = { projectId: 'one', st: 'portico', sv: 'html-universal' }
    const [from, to] = [`${network}:${swapTokens.dai.address}`, `${network}:${coin}`]
    const userAddress = `${network}:${person.account.address}`
    const seen = new Map(service.requests().map(one => [one.path.replace('/v1/', ''), one]))
    expect([...seen.keys()]).toEqual([
      'supported-chains',
      'convert/quotes',
      'convert/allowance',
      'convert/build-transaction',
      'convert/build-approve',
      'convert/tokens',
    ])
    expect(seen.get('convert/tokens')?.query).toEqual({ ...about, chainId: network })
    expect(seen.get('convert/quotes')?.query).toEqual({
      ...about,
      userAddress,
      from,
      to,
      gasPrice: expect.stringMatching(/^\d+$/),
      amount: String(10n ** 18n),
    })
    expect(seen.get('convert/allowance')?.query).toEqual({
      ...about,
      tokenAddress: from,
      userAddress,
    })
    expect(seen.get('convert/build-approve')?.query).toEqual({
      ...about,
      userAddress,
      from,
      to,
      amount: String(10n ** 18n),
    })
    expect(seen.get('convert/build-transaction')).toMatchObject({
      method: 'POST',
      body: {
        projectId: 'one',
        amount: String(10n ** 18n),
        userAddress,
        from,
        to,
        eip155: { slippage: 2 },
        disableEstimate: true,
      },
    })
  })

  it.each<[path: string, code: string]>([
    ['allowance', 'SWAP_ALLOWANCE'],
    ['build-approve', 'SWAP_APPROVAL'],
    ['build-transaction', 'SWAP_TRANSACTION'],
  ])(
    '[S8.04] [S8.05] [S8.06] a failing %s is reported as %s, also when its answer is malformed',
    async (path, code) => {
      for (const answer of [new Refused(500, 'no'), { nonsense: true }]) {
        service.answers(question => (question.path.endsWith(path) ? answer : forward(question)))
        await expect(
          start(service.url()).quote(ask('dai', 'dollar', 10n ** 18n), never()),
        ).rejects.toMatchObject({ code })
      }
    },
  )

  it('[S8.19] insufficient liquidity is reported as no route, and any other failure by its own code', async () => {
    const refusing = (status: number, description: string) => (question: Question) =>
      question.path.endsWith('quotes')
        ? new Refused(status, { status: 'FAILED', reasons: [{ field: 'amount', description }] })
        : forward(question)
    service.answers(refusing(400, 'insufficient liquidity'))
    await expect(
      start(service.url()).quote(ask('native', 'dollar', 1n), never()),
    ).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
    service.answers(refusing(500, 'down'))
    await expect(
      start(service.url()).quote(ask('native', 'dollar', 1n), never()),
    ).rejects.toMatchObject({ code: 'HTTP_STATUS' })
  })

  it('a network that the backend does not serve has no route and no tokens, and causes no further request', async () => {
    service.answers(() => ({ http: ['eip155:1'], ws: [] }))
    const { quote, tokens } = start(service.url())
    await expect(quote(ask('native', 'dollar', 1n), never())).rejects.toMatchObject({
      code: 'SWAP_NO_ROUTE',
    })
    expect(await tokens?.(network, never())).toEqual([])
    expect(service.requests().map(({ path }) => path)).toEqual(['/v1/supported-chains'])
  })
})

const forward = async ({ method, path, query, body }: Question): Promise<unknown> => {
  const init = method === 'POST' ? { method, body: JSON.stringify(body) } : {}
  const response = await fetch(
    `${devnet().backend().url}${path}?${new URLSearchParams(query)}`,
    init,
  )
  return response.ok ? response.json() : new Refused(response.status, await response.json())
}

describe('a backend that lies', () => {
  let altered: Lie
  let service: Awaited<ReturnType<typeof startService>>
  let honest: SwapQuote
  beforeAll(async () => {
    service = await startService(async question => {
      const answer = await forward(question)
      return question.path.endsWith(altered.path) && !(answer instanceof Refused)
        ? altered.alter(answer)
        : answer
    })
    honest = await start().quote(ask('dai', 'dollar', amount), never())
  })
  afterAll(() => service.close())

  /** What would be signed, read by an independent library. */
  const expectHonest = ({ toAmount, minimumReceived, steps }: SwapQuote) => {
    expect(toAmount).toBeLessThanOrEqual(honest.toAmount)
    const [approve, swap] = steps
    expect(bodyOf(approve)).toEqual(bodyOf(honest.steps[0]))
    const { to, data, value } = bodyOf(swap)
    expect([to.toLowerCase(), value]).toEqual([uniswap.router.toLowerCase(), 0n])
    const [, [call]] = decodeFunctionData({ abi: routerAbi, data }).args as [bigint, [Hex]]
    const [order] = decodeFunctionData({ abi: routerAbi, data: call }).args as [
      { path: Hex; recipient: Hex; amountIn: bigint; amountOutMinimum: bigint },
    ]
    expect(order).toMatchObject({
      recipient: person.signer.address,
      amountIn: amount,
      amountOutMinimum: minimumReceived,
    })
    expect(
      order.path.startsWith(swapTokens.dai.address.toLowerCase()) &&
        order.path.endsWith(swapTokens.dollar.address.slice(2).toLowerCase()),
    ).toBe(true)
  }

  it('[S21] none of 60 altered answers leads to a signature for something that was not shown', async () => {
    expect(lies.length).toBeGreaterThanOrEqual(60)
    const passed: string[] = []
    const { quote } = start(service.url)
    for (altered of lies) {
      const quoted = await quote(ask('dai', 'dollar', amount), never()).catch(
        (error: { code?: string; userMessage?: unknown }) => error,
      )
      if (!('steps' in quoted)) {
        expect([altered.name, quoted.code]).toEqual([
          altered.name,
          expect.stringMatching(/^(SWAP_REFUSED|SWAP_FAILS|SWAP_TRANSACTION|HTTP_ANSWER)$/),
        ])
        expect(quoted.userMessage).toBeDefined()
      } else {
        passed.push(altered.name)
        expectHonest(quoted)
      }
    }
    // What changes nothing of what is signed: of two outputs the lesser is believed, the chain says
    // what work costs, and what is sent is for us to say.
    const harmless = [
      ...['105', '110', '150', '200', '1000', '100000'].map(percent => `output of ${percent} %`),
      'output in 18 decimals',
    ]
    expect(passed).toEqual([
      ...harmless,
      'a hundred times the gas price',
      'coins of the person on top',
      'another output',
    ])
  }, 120_000)

  it('[S20] each of 30 altered approvals is refused', async () => {
    expect(approvals.length).toBeGreaterThanOrEqual(30)
    const { quote } = start(service.url)
    for (altered of approvals) {
      const refused = await quote(ask('dai', 'dollar', amount), never()).catch(
        (error: { code?: string }) => error,
      )
      expect([altered.name, 'code' in refused && refused.code]).toEqual([
        altered.name,
        expect.stringMatching(/^SWAP_(REFUSED|APPROVAL)$/),
      ])
    }
  }, 120_000)

  it('[S20] a false allowance fails in the simulation, and a denied allowance is not approved again', async () => {
    altered = lie('allowance', 'enough', () => ({ allowance: String(maxUint256) }))
    await expect(
      start(service.url).quote(ask('dai', 'dollar', amount), never()),
    ).rejects.toMatchObject({ code: 'SWAP_FAILS' })
    altered = lie('allowance', 'none', () => ({ allowance: '0' }))
    await inSandbox(async () => {
      await send(honest.steps[0])
      expect(kinds(await start(service.url).quote(ask('dai', 'dollar', amount), never()))).toEqual([
        'swap',
      ])
    })
  })
})
