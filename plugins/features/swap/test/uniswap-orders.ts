/** Orders for the Uniswap router, honest and changed. */
import { createRequire } from 'node:module'
import type { Eip155Transaction, Hex } from '@portico/kernel/chain'
import { type Abi, encodeFunctionData } from 'viem'
import type { Shown } from '../src/routes/uniswap/check.js'
import {
  type Path,
  type PermitCall,
  pathBytes,
  routerItself,
  writeOrder,
} from '../src/routes/uniswap/router-calls.js'

const routerAbi: Abi = createRequire(import.meta.url)(
  '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
).abi
export const addressOf = (digit: string): Hex => `0x${digit.repeat(40)}`
export const [ada, eve, router, wrapped, dollar, dai] = ['a', 'e', '1', '2', '3', '4'].map(
  addressOf,
) as [Hex, Hex, Hex, Hex, Hex, Hex]
export const trusted = { router, wrapped }
export const now = 1_800_000_000
export const soon = BigInt(now + 600)
export const amount = 1_000_000_000_000_000_000n
export const shownToken: Shown = {
  account: ada,
  from: dai,
  to: dollar,
  amount,
  toAmount: 1_000_000n,
  minimum: 990_000n,
}
export const shownIn: Shown = { ...shownToken, from: 'native' }
export const shownOut: Shown = { ...shownToken, to: 'native' }
export const permit: PermitCall = {
  token: dai,
  value: amount,
  deadline: soon,
  v: 27n,
  r: 1n,
  s: 2n,
}
export interface Order {
  readonly deadline?: bigint
  readonly permit?: PermitCall
  readonly path?: Path
  readonly recipient?: Hex
  readonly amountIn?: bigint
  readonly minimum?: bigint
  readonly unwrap?: { readonly minimum: bigint; readonly recipient: Hex }
  readonly refund?: boolean
}
export const order = (changed: Order = {}): Hex =>
  writeOrder({
    deadline: changed.deadline ?? soon,
    ...(changed.permit && { permit: changed.permit }),
    swap: {
      path: changed.path ?? { tokens: [dai, wrapped, dollar], fees: [3_000, 500] },
      recipient: changed.recipient ?? ada,
      amountIn: changed.amountIn ?? amount,
      amountOutMinimum: changed.minimum ?? shownToken.minimum,
    },
    ...(changed.unwrap && { unwrap: changed.unwrap }),
    ...(changed.refund && { refund: true }),
  })
export const swapOf = (changed: Order & Partial<Eip155Transaction> = {}): Eip155Transaction => ({
  to: router,
  data: order(changed),
  value: 0n,
  ...withoutOrder(changed),
})
const withoutOrder = ({
  to,
  value,
  data,
  gas,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: Partial<Eip155Transaction>): Partial<Eip155Transaction> => ({
  ...(to && { to }),
  ...(value !== undefined && { value }),
  ...(data && { data }),
  ...(gas !== undefined && { gas }),
  ...(maxFeePerGas !== undefined && { maxFeePerGas }),
  ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
})
export const outPath: Path = { tokens: [dai, wrapped], fees: [3_000] }
const inPath: Path = { tokens: [wrapped, dollar], fees: [500] }
export const outOrder = (changed: Order = {}) =>
  swapOf({
    path: outPath,
    recipient: routerItself,
    unwrap: { minimum: shownOut.minimum, recipient: ada },
    ...changed,
  })
export const inOrder = (changed: Order & Partial<Eip155Transaction> = {}) =>
  swapOf({ path: inPath, value: amount, refund: true, ...changed })
export const raw = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: routerAbi, functionName, args: [...args] })
export const multicall = (...calls: readonly Hex[]): Eip155Transaction => ({
  to: router,
  value: 0n,
  data: raw('multicall', [soon, calls]),
})
export const exactInput = (recipient: Hex, amountIn: bigint, amountOutMinimum: bigint) =>
  raw('exactInput', [
    {
      path: pathBytes({ tokens: [dai, dollar], fees: [500] }),
      recipient,
      amountIn,
      amountOutMinimum,
    },
  ])
/** One hex digit of the calldata another one. */
export const flip = (data: Hex, at: number): Hex =>
  `0x${data.slice(2, at)}${data[at] === '0' ? '1' : '0'}${data.slice(at + 1)}` as Hex
