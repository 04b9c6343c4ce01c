/**
 * Writes and reads the calldata of SwapRouter02 and the wrapped coin. Pure. Source: the published
 * interfaces of Uniswap v3 and WETH9.
 */
import type { Hex } from '@portico/kernel/chain'
import { decodeAbi, encodeCall } from '@portico/signatures/abi'

const selectors = {
  // exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum))
  exactInput: '0xb858183f',
  multicall: '0x5ae401dc', // multicall(uint256 deadline, bytes[] data)
  unwrap: '0x49404b7c', // unwrapWETH9(uint256 amountMinimum, address recipient)
  refund: '0x12210e8a', // refundETH()
  // selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
  selfPermit: '0xf3995c67',
  deposit: '0xd0e30db0', // deposit()
  withdraw: '0x2e1a7d4d', // withdraw(uint256)
  approve: '0x095ea7b3', // approve(address spender, uint256 value)
} as const

const orderShapes = ['word', { list: 'bytes' }] as const
const permitShapes = ['address', 'word', 'word', 'word', 'word', 'word'] as const
const swapShapes = [['bytes', 'address', 'word', 'word']] as const
const unwrapShapes = ['word', 'address'] as const

/**
 * Stands for the router itself among recipients: what is to be unwrapped stays there until the next
 * call of the same transaction.
 */
export const routerItself: Hex = '0x0000000000000000000000000000000000000002'

/**
 * Tokens in the order in which they are passed through, with the fee of each market between them,
 * in millionths.
 */
export interface Path {
  readonly tokens: readonly Hex[]
  readonly fees: readonly number[]
}
export interface PermitCall {
  readonly token: Hex
  readonly value: bigint
  /** Seconds since the epoch. */
  readonly deadline: bigint
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
}
export interface RouterSwap {
  readonly path: Path
  readonly recipient: Hex
  readonly amountIn: bigint
  readonly amountOutMinimum: bigint
}
/**
 * A whole swap: an optional permit, the exchange, an optional unwrapping or refund, all or nothing,
 * until the deadline.
 */
export interface RouterOrder {
  /** Seconds since the epoch. */
  readonly deadline: bigint
  readonly permit?: PermitCall
  readonly swap: RouterSwap
  readonly unwrap?: { readonly minimum: bigint; readonly recipient: Hex }
  /**
   * True to return unsold coins to the sender: a market may have too little liquidity for all of
   * the amount, and anyone can take what stays in the router.
   */
  readonly refund?: boolean
}

export const pathBytes = ({ tokens, fees }: Path): Hex =>
  `0x${tokens.map((token, index) => token.slice(2).toLowerCase() + (fees[index] === undefined ? '' : fees[index].toString(16).padStart(6, '0'))).join('')}`

export function writeOrder({ deadline, permit, swap, unwrap, refund }: RouterOrder): Hex {
  const { path, recipient, amountIn, amountOutMinimum } = swap
  const calls: Hex[] = []
  if (permit)
    calls.push(
      encodeCall(selectors.selfPermit, permitShapes, [
        permit.token,
        permit.value,
        permit.deadline,
        permit.v,
        permit.r,
        permit.s,
      ]),
    )
  calls.push(
    encodeCall(selectors.exactInput, swapShapes, [
      [pathBytes(path), recipient, amountIn, amountOutMinimum],
    ]),
  )
  if (unwrap)
    calls.push(encodeCall(selectors.unwrap, unwrapShapes, [unwrap.minimum, unwrap.recipient]))
  if (refund) calls.push(selectors.refund)
  return encodeCall(selectors.multicall, orderShapes, [deadline, calls])
}
/**
 * Undefined for anything else than `writeOrder` writes: another function, another order of calls, a
 * byte too many.
 */
export function readOrder(given: Hex): RouterOrder | undefined {
  const data = given.toLowerCase() as Hex
  if (data.slice(0, 10) !== selectors.multicall) return undefined
  const [deadline, calls] = decodeAbi(orderShapes, argumentsOf(data)).values ?? []
  if (deadline === undefined || !calls) return undefined
  const rest = [...calls]
  const permit = rest[0]?.startsWith(selectors.selfPermit) ? readPermit(rest.shift()) : undefined
  const swap = readSwap(rest.shift())
  const refund = rest[rest.length - 1] === selectors.refund && !!rest.pop()
  const unwrap = rest.length ? readUnwrap(rest.shift()) : undefined
  if (!swap || rest.length) return undefined
  const order: RouterOrder = {
    deadline,
    ...(permit && { permit }),
    swap,
    ...(unwrap && { unwrap }),
    ...(refund && { refund }),
  }
  return writeOrder(order) === data ? order : undefined
}
function readPermit(data: Hex | undefined): PermitCall | undefined {
  const [token, value, deadline, v, r, s] = decodeAbi(permitShapes, argumentsOf(data)).values ?? []
  if (
    !token ||
    value === undefined ||
    deadline === undefined ||
    v === undefined ||
    r === undefined ||
    s === undefined
  )
    return undefined
  return { token, value, deadline, v, r, s }
}
function readSwap(data: Hex | undefined): RouterSwap | undefined {
  const [order] =
    (data?.startsWith(selectors.exactInput) && decodeAbi(swapShapes, argumentsOf(data)).values) ||
    []
  if (!order) return undefined
  const [bytes, recipient, amountIn, amountOutMinimum] = order
  const path = readPath(bytes)
  return path && { path, recipient, amountIn, amountOutMinimum }
}
function readUnwrap(data: Hex | undefined): RouterOrder['unwrap'] {
  const [minimum, recipient] =
    (data?.startsWith(selectors.unwrap) && decodeAbi(unwrapShapes, argumentsOf(data)).values) || []
  return minimum === undefined || !recipient ? undefined : { minimum, recipient }
}
const argumentsOf = (data: Hex | undefined): string => data?.slice(10) ?? ''
function readPath(bytes: Hex): Path | undefined {
  const hex = bytes.slice(2)
  const hops = (hex.length - 40) / 46
  if (!Number.isInteger(hops) || hops < 1) return undefined
  return {
    tokens: Array.from(
      { length: hops + 1 },
      (_, index): Hex => `0x${hex.slice(index * 46, index * 46 + 40)}`,
    ),
    fees: Array.from({ length: hops }, (_, index) =>
      Number.parseInt(hex.slice(index * 46 + 40, index * 46 + 46), 16),
    ),
  }
}

export const writeDeposit = (): Hex => selectors.deposit
export const writeWithdraw = (amount: bigint): Hex =>
  encodeCall(selectors.withdraw, ['word'], [amount])
export const writeApprove = (spender: Hex, amount: bigint): Hex =>
  encodeCall(selectors.approve, ['address', 'word'], [spender, amount])
/** Undefined for any other call, and for an approval with additional bytes. */
export function readApprove(
  data: Hex,
): { readonly spender: Hex; readonly amount: bigint } | undefined {
  const [spender, amount] = decodeAbi(['address', 'word'], argumentsOf(data)).values ?? []
  return spender && amount !== undefined && writeApprove(spender, amount) === data.toLowerCase()
    ? { spender, amount }
    : undefined
}
