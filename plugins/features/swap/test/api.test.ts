/** The route of a backend over the real one, on a real Uniswap; then over one that lies. */

import { createRequire } from 'node:module'
import { type Devnet, startDevnet, swapTokens, uniswap } from '@portico/devnet'
import type { Kernel } from '@portico/kernel'
import type { SwapAsk, SwapQuote } from '@portico/kernel/contracts'
import { api } from '@portico/plugin-api'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { type Abi, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiQuotes, convertRouters } from '../src/quotes/api.js'
import {
  type Asset,
  addressOf,
  assetOf,
  bodyOf,
  coin,
  kernelWith,
  kinds,
  ledgerTable,
  network,
  never,
  personAt,
  type Question,
  Refused,
  routeOf,
  startService,
} from './desk.js'

const routerAbi: Abi = createRequire(import.meta.url)('@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json').abi
const routers = { [network]: { uniswap: { router: uniswap.router, wrapped: swapTokens.wrapped.address } } }
const eve: Hex = `0x${'e'.repeat(40)}`

let devnet: Devnet
const person = personAt(() => devnet, 2)
const { ask, balanceOf, send, inSandbox } = person
const kernels: Kernel[] = []
const start = (url = devnet.backend().url, more: object = {}) => {
  const kernel = kernelWith(
    api(),
    eip155({ networks: [defineEvmNetwork({ chainId: 31337, name: 'Local', rpcUrls: [devnet.chain(31337).url] })] }),
    apiQuotes({ url, routers, projectId: 'one', ...more }),
  )
  kernels.push(kernel)
  return routeOf(kernel, 'api')
}
beforeAll(async () => {
  devnet = await startDevnet({ chains: [31337], uniswap: true, backend: true })
  // A market's first exchange of a second writes its price down, for which nobody reckoned the gas in the second before.
  await devnet.chain(31337).request('evm_increaseTime', [2])
  await devnet.chain(31337).request('evm_mine', [])
}, 60_000)
afterAll(() => devnet.stop())
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
})

describe('a backend as a route', () => {
  const table = ledgerTable('Convert API')
  afterAll(table.write)

  it.each<[from: Asset, to: Asset, amount: bigint, steps: readonly string[]]>([
    ['native', 'dollar', parseEther('1'), ['swap']],
    ['native', 'wrapped', parseEther('1'), ['swap']],
    ['dollar', 'native', 3_000_000_000n, ['approve', 'swap']],
    ['dai', 'bitcoin', parseEther('600'), ['approve', 'swap']],
    ['oldDollar', 'dollar', 7_000_000n, ['approve', 'swap']],
  ])('[S7.17] [S7.18] [S7.19] [S7.20] [D25a] sells %s for %s: what it said is what the ledger shows', async (from, to, amount, steps) => {
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
  })

  it('[S7.14] lists the tokens of its network', async () => {
    const { tokens } = start()
    const listed = await tokens?.(network, never())
    expect(listed?.[0]).toEqual({ asset: 'native', network, name: 'Ether', symbol: 'ETH', decimals: 18 })
    expect(listed).toContainEqual({ asset: assetOf('dai'), network, name: 'Portico Dai', symbol: 'PDAI', decimals: 18 })
  })

  it('[D25b] approves without a limit only where the person wants that, and takes an old allowance back first only where a token demands it', async () => {
    const { quote, revoke } = start()
    expect((await quote(ask('dai', 'dollar', 1n * 10n ** 18n, { unlimited: true }), never())).steps[0]).toMatchObject({ approval: { amount: 'unlimited' } })
    await inSandbox(async () => {
      await send((await quote(ask('oldDollar', 'dollar', 1_000_000n), never())).steps[0])
      expect(kinds(await quote(ask('oldDollar', 'dollar', 7_000_000n), never()))).toEqual(['reset', 'approve', 'swap'])
      const draft = await revoke?.(network, { token: `${network}/erc20:${swapTokens.oldDollar.address}`, spender: uniswap.router })
      if (draft) await send({ kind: 'swap', draft })
      expect(kinds(await quote(ask('oldDollar', 'dollar', 7_000_000n), never()))).toEqual(['approve', 'swap'])
    })
  })

  it('[S24] has no route for nothing, for a token for itself, and for tokens of elsewhere', async () => {
    const { quote } = start()
    const wrong: SwapAsk[] = [
      ask('dollar', 'dai', 0n),
      ask('dai', 'dai', 1n),
      { ...ask('native', 'dai', 1n), to: `eip155:1/erc20:${swapTokens.dai.address}` },
      { ...ask('native', 'dai', 1n), to: `${network}/erc20:${eve}` },
    ]
    for (const one of wrong)
      await expect(quote({ ...one, decimals: undefined } as unknown as SwapAsk, never())).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
  })

  it('refuses tokens that count otherwise than the person is shown, and those that keep a part', async () => {
    const { quote } = start()
    await expect(quote(ask('native', 'dollar', 10n ** 18n, { decimals: { from: 18, to: 18 } }), never())).rejects.toMatchObject({ code: 'SWAP_DECIMALS' })
    await expect(quote(ask('native', 'toll', 10n ** 18n), never())).rejects.toMatchObject({ code: 'SWAP_TOLL' })
    await expect(quote(ask('toll', 'dollar', 10n ** 18n), never())).rejects.toMatchObject({ code: 'SWAP_FAILS' })
  })

  it('gives a price for more than one has, untried', async () => {
    expect(await start().quote(ask('dai', 'dollar', (await balanceOf('dai')) + 1n), never())).toMatchObject({ simulated: false })
  })
})

describe('what it asks', () => {
  let service: Awaited<ReturnType<typeof startService>>
  let answers: (question: Question) => unknown
  beforeEach(async () => {
    answers = question => forward(question)
    service = await startService(question => answers(question))
  })
  afterEach(() => service.close())

  it('[S7.14] [S7.17] [S7.18] [S7.19] [S7.20] by the names and forms of the wire', async () => {
    const { quote, tokens } = start(service.url)
    await quote(ask('dai', 'native', 10n ** 18n, { slippageBasisPoints: 250 }), never())
    await tokens?.(network, never())
    const about = { projectId: 'one', st: 'portico', sv: 'html-universal' }
    const [from, to] = [`${network}:${swapTokens.dai.address}`, `${network}:${coin}`]
    const userAddress = `${network}:${person.account.address}`
    const seen = new Map(service.asked.map(one => [one.path.replace('/v1/', ''), one]))
    expect([...seen.keys()]).toEqual([
      'supported-chains',
      'convert/quotes',
      'convert/allowance',
      'convert/build-transaction',
      'convert/build-approve',
      'convert/tokens',
    ])
    expect(seen.get('convert/tokens')?.query).toEqual({ ...about, chainId: network })
    expect(seen.get('convert/quotes')?.query).toEqual({ ...about, userAddress, from, to, gasPrice: expect.stringMatching(/^\d+$/), amount: String(10n ** 18n) })
    expect(seen.get('convert/allowance')?.query).toEqual({ ...about, tokenAddress: from, userAddress })
    expect(seen.get('convert/build-approve')?.query).toEqual({ ...about, userAddress, from, to, amount: String(10n ** 18n) })
    expect(seen.get('convert/build-transaction')).toMatchObject({
      method: 'POST',
      body: { projectId: 'one', amount: String(10n ** 18n), userAddress, from, to, eip155: { slippage: 2 }, disableEstimate: true },
    })
  })

  it.each<[path: string, code: string]>([
    ['allowance', 'SWAP_ALLOWANCE'],
    ['build-approve', 'SWAP_APPROVAL'],
    ['build-transaction', 'SWAP_TRANSACTION'],
  ])('[S8.04] [S8.05] [S8.06] a failing %s is %s, whether it refuses or talks nonsense', async (path, code) => {
    for (const answer of [new Refused(500, 'no'), { nonsense: true }]) {
      answers = question => (question.path.endsWith(path) ? answer : forward(question))
      await expect(start(service.url).quote(ask('dai', 'dollar', 10n ** 18n), never())).rejects.toMatchObject({ code })
    }
  })

  it('[S8.19] too little liquidity, in the words of the service, is no route; anything else is what it is', async () => {
    const refusing = (status: number, description: string) => (question: Question) =>
      question.path.endsWith('quotes') ? new Refused(status, { status: 'FAILED', reasons: [{ field: 'amount', description }] }) : forward(question)
    answers = refusing(400, 'insufficient liquidity')
    await expect(start(service.url).quote(ask('native', 'dollar', 1n), never())).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
    answers = refusing(500, 'down')
    await expect(start(service.url).quote(ask('native', 'dollar', 1n), never())).rejects.toMatchObject({ code: 'HTTP_STATUS' })
  })

  it('a network that the backend does not serve has no route and no tokens, and is asked for nothing else', async () => {
    answers = () => ({ http: ['eip155:1'], ws: [] })
    const { quote, tokens } = start(service.url)
    await expect(quote(ask('native', 'dollar', 1n), never())).rejects.toMatchObject({ code: 'SWAP_NO_ROUTE' })
    expect(await tokens?.(network, never())).toEqual([])
    expect(service.asked.map(({ path }) => path)).toEqual(['/v1/supported-chains'])
  })
})

const forward = async ({ method, path, query, body }: Question): Promise<unknown> => {
  const init = method === 'POST' ? { method, body: JSON.stringify(body) } : {}
  const response = await fetch(`${devnet.backend().url}${path}?${new URLSearchParams(query)}`, init)
  return response.ok ? response.json() : new Refused(response.status, await response.json())
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a liar makes of it.
type Loose = any
interface Lie {
  readonly name: string
  readonly path: string
  readonly alter: (answer: Loose) => unknown
}
const lie = (path: string, name: string, alter: (answer: Loose) => unknown): Lie => ({ path, name, alter })

/** One part of the router's calldata another one. */
const rewritten = (data: Hex, change: (order: { path: Hex; recipient: Hex; amountIn: bigint; amountOutMinimum: bigint }) => object, deadline?: bigint): Hex => {
  const { args } = decodeFunctionData({ abi: routerAbi, data })
  const [until, calls] = args as [bigint, Hex[]]
  const inside = calls.map(call => {
    const { functionName, args: given } = decodeFunctionData({ abi: routerAbi, data: call })
    if (functionName !== 'exactInput') return call
    const [order] = given as [{ path: Hex; recipient: Hex; amountIn: bigint; amountOutMinimum: bigint }]
    return encodeFunctionData({ abi: routerAbi, functionName, args: [{ ...order, ...change(order) }] })
  })
  return encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [deadline ?? until, inside] })
}
const inTx = (change: (tx: Loose) => object) => (answer: Loose) => ({ tx: { ...answer.tx, ...change(answer.tx) } })
const inOrder = (change: Parameters<typeof rewritten>[1]) => inTx(tx => ({ data: rewritten(tx.data, change) }))
const scaled = (text: string, percent: bigint) => String((BigInt(text) * percent) / 100n)
const approveData = (spender: Hex, amount: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
const amount = 5n * 10n ** 18n

const lies: readonly Lie[] = [
  ...[105n, 110n, 150n, 200n, 1_000n, 100_000n].flatMap(percent => [
    lie('quotes', `output of ${percent} %`, ({ quotes }) => ({ quotes: [{ ...quotes[0], toAmount: scaled(quotes[0].toAmount, percent) }] })),
    lie('', `output of ${percent} %, and a transaction that says so, too`, answer => {
      if (answer.quotes) return { quotes: [{ ...answer.quotes[0], toAmount: scaled(answer.quotes[0].toAmount, percent) }] }
      return answer.tx?.amount ? { tx: { ...answer.tx, amount: scaled(answer.tx.amount, percent) } } : answer
    }),
    lie('', `output of ${percent} %, and a transaction that demands so, too`, answer => {
      if (answer.quotes) return { quotes: [{ ...answer.quotes[0], toAmount: scaled(answer.quotes[0].toAmount, percent) }] }
      if (!answer.tx?.amount) return answer
      const data = rewritten(answer.tx.data, ({ amountOutMinimum }) => ({ amountOutMinimum: (amountOutMinimum * percent) / 100n }))
      return { tx: { ...answer.tx, data, amount: scaled(answer.tx.amount, percent) } }
    }),
  ]),
  ...[95n, 90n, 50n, 1n].map(percent =>
    lie('quotes', `output of ${percent} %`, ({ quotes }) => ({ quotes: [{ ...quotes[0], toAmount: scaled(quotes[0].toAmount, percent) }] })),
  ),
  lie('quotes', 'output in 18 decimals', ({ quotes }) => ({ quotes: [{ ...quotes[0], toAmount: `${quotes[0].toAmount}${'0'.repeat(12)}` }] })),
  lie('quotes', 'output in no decimals', ({ quotes }) => ({ quotes: [{ ...quotes[0], toAmount: quotes[0].toAmount.slice(0, -6) }] })),
  ...[null, '', '0', '-1', '1.5', '1e9', '0x10', 5, true, {}, 'NaN', '9'.repeat(79)].map(toAmount =>
    lie('quotes', `output ${JSON.stringify(toAmount)}`, ({ quotes }) => ({ quotes: [{ ...quotes[0], toAmount }] })),
  ),
  lie('quotes', 'no quote', () => ({ quotes: [] })),
  lie('quotes', 'no list of quotes', () => ({ quotes: null })),
  lie(
    'build-transaction',
    'another router',
    inTx(() => ({ to: `${network}:${eve}` })),
  ),
  lie(
    'build-transaction',
    'the token as router',
    inTx(() => ({ to: `${network}:${swapTokens.dai.address}` })),
  ),
  lie(
    'build-transaction',
    'the wrapped coin as router',
    inTx(() => ({ to: `${network}:${swapTokens.wrapped.address}` })),
  ),
  lie(
    'build-transaction',
    'the router of another chain',
    inTx(tx => ({ to: tx.to.replace(network, 'eip155:1') })),
  ),
  lie(
    'build-transaction',
    'no router',
    inTx(() => ({ to: '' })),
  ),
  lie(
    'build-transaction',
    'a router without its chain',
    inTx(tx => ({ to: tx.to.slice(network.length + 1) })),
  ),
  lie(
    'build-transaction',
    'another recipient',
    inOrder(() => ({ recipient: eve })),
  ),
  lie(
    'build-transaction',
    'the router itself as recipient',
    inOrder(() => ({ recipient: '0x0000000000000000000000000000000000000002' })),
  ),
  lie(
    'build-transaction',
    'the nobody as recipient',
    inOrder(() => ({ recipient: `0x${'0'.repeat(40)}` })),
  ),
  ...[0n, 1n, 50n, 89n, 98n].map(percent =>
    lie(
      'build-transaction',
      `a minimum of ${percent} %`,
      inOrder(({ amountOutMinimum }) => ({ amountOutMinimum: (amountOutMinimum * percent) / 100n })),
    ),
  ),
  lie(
    'build-transaction',
    'a minimum above the output',
    inOrder(({ amountOutMinimum }) => ({ amountOutMinimum: amountOutMinimum * 2n })),
  ),
  ...[101n, 200n, 99n].map(percent =>
    lie(
      'build-transaction',
      `${percent} % of what is sold`,
      inOrder(({ amountIn }) => ({ amountIn: (amountIn * percent) / 100n })),
    ),
  ),
  lie(
    'build-transaction',
    'everything that the router has',
    inOrder(() => ({ amountIn: 0n })),
  ),
  lie(
    'build-transaction',
    'another token bought',
    inOrder(({ path }) => ({ path: `${path.slice(0, -40)}${swapTokens.bitcoin.address.slice(2)}` })),
  ),
  lie(
    'build-transaction',
    'another token sold',
    inOrder(({ path }) => ({ path: `${swapTokens.dollar.address}${path.slice(42)}` })),
  ),
  lie(
    'build-transaction',
    'a deadline in a year',
    inTx(tx => ({ data: rewritten(tx.data, () => ({}), BigInt(Math.floor(Date.now() / 1000) + 31_536_000)) })),
  ),
  lie(
    'build-transaction',
    'a deadline that is over',
    inTx(tx => ({ data: rewritten(tx.data, () => ({}), 1n) })),
  ),
  lie(
    'build-transaction',
    'a word after the calldata',
    inTx(tx => ({ data: `${tx.data}${'0'.repeat(64)}` })),
  ),
  lie(
    'build-transaction',
    'a transfer of the token',
    inTx(() => ({ data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [eve, amount] }) })),
  ),
  lie(
    'build-transaction',
    'an approval of somebody',
    inTx(() => ({ data: approveData(eve, amount) })),
  ),
  lie(
    'build-transaction',
    'a call of the router that sweeps',
    inTx(() => ({ data: encodeFunctionData({ abi: routerAbi, functionName: 'sweepToken', args: [swapTokens.dai.address, 0n, eve] }) })),
  ),
  lie(
    'build-transaction',
    'no calldata',
    inTx(() => ({ data: '0x' })),
  ),
  lie(
    'build-transaction',
    'half a byte',
    inTx(tx => ({ data: tx.data.slice(0, -1) })),
  ),
  lie(
    'build-transaction',
    'calldata that is text',
    inTx(() => ({ data: 'swap' })),
  ),
  lie(
    'build-transaction',
    'a hundred times the gas',
    inTx(tx => ({ eip155: { ...tx.eip155, gas: scaled(tx.eip155.gas, 10_000n) } })),
  ),
  lie(
    'build-transaction',
    'a hundred times the gas price',
    inTx(tx => ({ eip155: { ...tx.eip155, gasPrice: scaled(tx.eip155.gasPrice, 10_000n) } })),
  ),
  lie(
    'build-transaction',
    'gas that is text',
    inTx(tx => ({ eip155: { ...tx.eip155, gas: 'much' } })),
  ),
  lie(
    'build-transaction',
    'no gas',
    inTx(() => ({ eip155: {} })),
  ),
  lie(
    'build-transaction',
    'coins of the person on top',
    inTx(() => ({ value: '1000000000000000000' })),
  ),
  lie(
    'build-transaction',
    'an output of its own',
    inTx(tx => ({ amount: scaled(tx.amount, 200n) })),
  ),
  lie('build-transaction', 'no transaction', () => ({ tx: null })),
]
const approvals: readonly Lie[] = [
  ...[amount + 1n, amount * 2n, maxUint256, maxUint256 - 1n, 0n, 1n, amount - 1n].map(much =>
    lie(
      'build-approve',
      `an approval of ${much}`,
      inTx(() => ({ data: approveData(uniswap.router, much) })),
    ),
  ),
  ...[eve, person.account.address as Hex, swapTokens.dai.address, uniswap.quoter, uniswap.factory, coin].map(spender =>
    lie(
      'build-approve',
      `${spender} as spender`,
      inTx(() => ({ data: approveData(spender, amount) })),
    ),
  ),
  ...['dollar', 'bitcoin', 'wrapped', 'native'].map(name =>
    lie(
      'build-approve',
      `an approval of ${name}`,
      inTx(() => ({ from: `${network}:${addressOf(name as Asset)}` })),
    ),
  ),
  lie(
    'build-approve',
    'an approval on another chain',
    inTx(tx => ({ from: tx.from.replace(network, 'eip155:1') })),
  ),
  lie(
    'build-approve',
    'no token',
    inTx(() => ({ from: '' })),
  ),
  ...['1', '1000000000000000000'].map(value =>
    lie(
      'build-approve',
      `${value} wei with it`,
      inTx(() => ({ value })),
    ),
  ),
  lie(
    'build-approve',
    'a transfer',
    inTx(() => ({ data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [eve, amount] }) })),
  ),
  lie(
    'build-approve',
    'a transfer of what was allowed',
    inTx(() => ({ data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [person.account.address as Hex, eve, amount] }) })),
  ),
  lie(
    'build-approve',
    'more allowance',
    inTx(() => ({ data: approveData(uniswap.router, amount).replace('0x095ea7b3', '0x39509351') })),
  ),
  lie(
    'build-approve',
    'an approval of all items',
    inTx(() => ({ data: approveData(uniswap.router, 1n).replace('0x095ea7b3', '0xa22cb465') })),
  ),
  lie(
    'build-approve',
    'a word after the approval',
    inTx(tx => ({ data: `${tx.data}${'0'.repeat(64)}` })),
  ),
  lie(
    'build-approve',
    'dirt above the address',
    inTx(tx => ({ data: `${tx.data.slice(0, 10)}1${tx.data.slice(11)}` })),
  ),
  lie(
    'build-approve',
    'no calldata',
    inTx(() => ({ data: '0x' })),
  ),
  lie(
    'build-approve',
    'calldata that is text',
    inTx(() => ({ data: 'approve' })),
  ),
  lie('build-approve', 'no transaction', () => ({ tx: {} })),
  lie('build-approve', 'a list', () => []),
]

describe('a backend that lies', () => {
  let altered: Lie
  let service: Awaited<ReturnType<typeof startService>>
  let honest: SwapQuote
  beforeAll(async () => {
    service = await startService(async question => {
      const answer = await forward(question)
      return question.path.endsWith(altered.path) && !(answer instanceof Refused) ? altered.alter(answer) : answer
    })
    honest = await start().quote(ask('dai', 'dollar', amount), never())
  })
  afterAll(() => service.close())

  /** What would be signed, read by somebody else's code. */
  const expectHonest = ({ toAmount, minimumReceived, steps }: SwapQuote) => {
    expect(toAmount).toBeLessThanOrEqual(honest.toAmount)
    const [approve, swap] = steps
    expect(bodyOf(approve)).toEqual(bodyOf(honest.steps[0]))
    const { to, data, value } = bodyOf(swap)
    expect([to.toLowerCase(), value]).toEqual([uniswap.router.toLowerCase(), 0n])
    const [, [call]] = decodeFunctionData({ abi: routerAbi, data }).args as [bigint, [Hex]]
    const [order] = decodeFunctionData({ abi: routerAbi, data: call }).args as [{ path: Hex; recipient: Hex; amountIn: bigint; amountOutMinimum: bigint }]
    expect(order).toMatchObject({ recipient: person.signer.address, amountIn: amount, amountOutMinimum: minimumReceived })
    expect(order.path.startsWith(swapTokens.dai.address.toLowerCase()) && order.path.endsWith(swapTokens.dollar.address.slice(2).toLowerCase())).toBe(true)
  }

  it('[S21] 60 altered answers: none becomes something that a person signs and was not shown', async () => {
    expect(lies.length).toBeGreaterThanOrEqual(60)
    const passed: string[] = []
    const { quote } = start(service.url)
    for (altered of lies) {
      const quoted = await quote(ask('dai', 'dollar', amount), never()).catch((error: { code?: string; userMessage?: unknown }) => error)
      if (!('steps' in quoted)) {
        expect([altered.name, quoted.code]).toEqual([altered.name, expect.stringMatching(/^(SWAP_REFUSED|SWAP_FAILS|SWAP_TRANSACTION|HTTP_ANSWER)$/)])
        expect(quoted.userMessage).toBeDefined()
      } else {
        passed.push(altered.name)
        expectHonest(quoted)
      }
    }
    // What changes nothing of what is signed: of two outputs the lesser is believed, the chain says what work costs, and what is sent is for us to say.
    const harmless = [...['105', '110', '150', '200', '1000', '100000'].map(percent => `output of ${percent} %`), 'output in 18 decimals']
    expect(passed).toEqual([...harmless, 'a hundred times the gas price', 'coins of the person on top', 'an output of its own'])
  }, 120_000)

  it('[S20] 30 altered approvals: 30 refused', async () => {
    expect(approvals.length).toBeGreaterThanOrEqual(30)
    const { quote } = start(service.url)
    for (altered of approvals) {
      const refused = await quote(ask('dai', 'dollar', amount), never()).catch((error: { code?: string }) => error)
      expect([altered.name, 'code' in refused && refused.code]).toEqual([altered.name, expect.stringMatching(/^SWAP_(REFUSED|APPROVAL)$/)])
    }
  }, 120_000)

  it('[S20] an allowance that is not there is found out by trying; one that is there and denied costs nothing', async () => {
    altered = lie('allowance', 'enough', () => ({ allowance: String(maxUint256) }))
    await expect(start(service.url).quote(ask('dai', 'dollar', amount), never())).rejects.toMatchObject({ code: 'SWAP_FAILS' })
    altered = lie('allowance', 'none', () => ({ allowance: '0' }))
    await inSandbox(async () => {
      await send(honest.steps[0])
      expect(kinds(await start(service.url).quote(ask('dai', 'dollar', amount), never()))).toEqual(['swap'])
    })
  })
})

describe('the networks of a backend', () => {
  it('[S9.22] are those of the specification, each with a router that its maker published', () => {
    const ids = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
    expect(Object.keys(convertRouters).sort()).toEqual(ids.map(id => `eip155:${id}`).sort())
    for (const { oneInch } of Object.values(convertRouters)) expect(oneInch).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })
})
