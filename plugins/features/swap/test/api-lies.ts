/**
 * What a backend that lies makes of its answers: what it says of a swap, and what it has people
 * allow.
 */
import { createRequire } from 'node:module'
import { devAccounts, swapTokens, uniswap } from '@portico/devnet'
import {
  type Abi,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
} from 'viem'
import { type Asset, addressOf, coin, network } from './desk.js'

export const routerAbi: Abi = createRequire(import.meta.url)(
  '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
).abi
export const eve: Hex = `0x${'e'.repeat(40)}`
const owner: Hex = devAccounts[2].address

// biome-ignore lint/suspicious/noExplicitAny: the altered answers have any shape.
type Loose = any
export interface Lie {
  readonly name: string
  readonly path: string
  readonly alter: (answer: Loose) => unknown
}
export const lie = (path: string, name: string, alter: (answer: Loose) => unknown): Lie => ({
  path,
  name,
  alter,
})

/** One part of the router's calldata another one. */
const rewritten = (
  data: Hex,
  change: (order: {
    path: Hex
    recipient: Hex
    amountIn: bigint
    amountOutMinimum: bigint
  }) => object,
  deadline?: bigint,
): Hex => {
  const { args } = decodeFunctionData({ abi: routerAbi, data })
  const [until, calls] = args as [bigint, Hex[]]
  const inside = calls.map(call => {
    const { functionName, args: given } = decodeFunctionData({ abi: routerAbi, data: call })
    if (functionName !== 'exactInput') return call
    const [order] = given as [
      { path: Hex; recipient: Hex; amountIn: bigint; amountOutMinimum: bigint },
    ]
    return encodeFunctionData({
      abi: routerAbi,
      functionName,
      args: [{ ...order, ...change(order) }],
    })
  })
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'multicall',
    args: [deadline ?? until, inside],
  })
}
const inTx = (change: (tx: Loose) => object) => (answer: Loose) => ({
  tx: { ...answer.tx, ...change(answer.tx) },
})
const inOrder = (change: Parameters<typeof rewritten>[1]) =>
  inTx(tx => ({ data: rewritten(tx.data, change) }))
const scaled = (text: string, percent: bigint) => String((BigInt(text) * percent) / 100n)
const approveData = (spender: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
export const amount = 5n * 10n ** 18n

/** Of a sale of this amount of PDAI for PUSD. */
export const lies: readonly Lie[] = [
  ...[105n, 110n, 150n, 200n, 1_000n, 100_000n].flatMap(percent => [
    lie('quotes', `output of ${percent} %`, ({ quotes }) => ({
      quotes: [{ ...quotes[0], toAmount: scaled(quotes[0].toAmount, percent) }],
    })),
    lie('', `output of ${percent} %, and a transaction that says so, too`, answer => {
      if (answer.quotes)
        return {
          quotes: [{ ...answer.quotes[0], toAmount: scaled(answer.quotes[0].toAmount, percent) }],
        }
      return answer.tx?.amount
        ? { tx: { ...answer.tx, amount: scaled(answer.tx.amount, percent) } }
        : answer
    }),
    lie('', `output of ${percent} %, and a transaction that demands so, too`, answer => {
      if (answer.quotes)
        return {
          quotes: [{ ...answer.quotes[0], toAmount: scaled(answer.quotes[0].toAmount, percent) }],
        }
      if (!answer.tx?.amount) return answer
      const data = rewritten(answer.tx.data, ({ amountOutMinimum }) => ({
        amountOutMinimum: (amountOutMinimum * percent) / 100n,
      }))
      return { tx: { ...answer.tx, data, amount: scaled(answer.tx.amount, percent) } }
    }),
  ]),
  ...[95n, 90n, 50n, 1n].map(percent =>
    lie('quotes', `output of ${percent} %`, ({ quotes }) => ({
      quotes: [{ ...quotes[0], toAmount: scaled(quotes[0].toAmount, percent) }],
    })),
  ),
  lie('quotes', 'output in 18 decimals', ({ quotes }) => ({
    quotes: [{ ...quotes[0], toAmount: `${quotes[0].toAmount}${'0'.repeat(12)}` }],
  })),
  lie('quotes', 'output in no decimals', ({ quotes }) => ({
    quotes: [{ ...quotes[0], toAmount: quotes[0].toAmount.slice(0, -6) }],
  })),
  ...[null, '', '0', '-1', '1.5', '1e9', '0x10', 5, true, {}, 'NaN', '9'.repeat(79)].map(toAmount =>
    lie('quotes', `output ${JSON.stringify(toAmount)}`, ({ quotes }) => ({
      quotes: [{ ...quotes[0], toAmount }],
    })),
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
    'the zero address as recipient',
    inOrder(() => ({ recipient: `0x${'0'.repeat(40)}` })),
  ),
  ...[0n, 1n, 50n, 89n, 98n].map(percent =>
    lie(
      'build-transaction',
      `a minimum of ${percent} %`,
      inOrder(({ amountOutMinimum }) => ({
        amountOutMinimum: (amountOutMinimum * percent) / 100n,
      })),
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
    inOrder(({ path }) => ({
      path: `${path.slice(0, -40)}${swapTokens.bitcoin.address.slice(2)}`,
    })),
  ),
  lie(
    'build-transaction',
    'another token sold',
    inOrder(({ path }) => ({ path: `${swapTokens.dollar.address}${path.slice(42)}` })),
  ),
  lie(
    'build-transaction',
    'a deadline in a year',
    inTx(tx => ({
      data: rewritten(tx.data, () => ({}), BigInt(Math.floor(Date.now() / 1000) + 31_536_000)),
    })),
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
    inTx(() => ({
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [eve, amount] }),
    })),
  ),
  lie(
    'build-transaction',
    'an approval for a third party',
    inTx(() => ({ data: approveData(eve, amount) })),
  ),
  lie(
    'build-transaction',
    'a call of the router that sweeps',
    inTx(() => ({
      data: encodeFunctionData({
        abi: routerAbi,
        functionName: 'sweepToken',
        args: [swapTokens.dai.address, 0n, eve],
      }),
    })),
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
    'another output',
    inTx(tx => ({ amount: scaled(tx.amount, 200n) })),
  ),
  lie('build-transaction', 'no transaction', () => ({ tx: null })),
]
/** Of the approval for it. */
export const approvals: readonly Lie[] = [
  ...[amount + 1n, amount * 2n, maxUint256, maxUint256 - 1n, 0n, 1n, amount - 1n].map(much =>
    lie(
      'build-approve',
      `an approval of ${much}`,
      inTx(() => ({ data: approveData(uniswap.router, much) })),
    ),
  ),
  ...[eve, owner, swapTokens.dai.address, uniswap.quoter, uniswap.factory, coin].map(spender =>
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
    inTx(() => ({
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [eve, amount] }),
    })),
  ),
  lie(
    'build-approve',
    'a transfer of what was allowed',
    inTx(() => ({
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transferFrom',
        args: [owner, eve, amount],
      }),
    })),
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
