/**
 * Compares a transaction with what the person was shown, before it is signed (threats S20 to S22).
 * Pure, and independent of who made the transaction: a server's and our own get the same checks.
 * Returns the first fault; an unreadable transaction is a fault.
 */
import type { Eip155Transaction, Hex } from '@portico/kernel/chain'
import {
  type Path,
  type RouterOrder,
  readApprove,
  readOrder,
  routerItself,
  writeDeposit,
  writeWithdraw,
} from './router-calls.js'

/** What the person was shown. Amounts in base units. */
export interface Shown {
  readonly account: Hex
  readonly from: Hex | 'native'
  readonly to: Hex | 'native'
  readonly amount: bigint
  readonly toAmount: bigint
  /** `toAmount` less the slippage. */
  readonly minimum: bigint
}
/** The contracts of a network that a swap may pay. */
export interface Trusted {
  readonly router: Hex
  /** The native coin as a token. */
  readonly wrapped: Hex
}
export type Fault =
  | 'unreadable'
  | 'router'
  | 'recipient'
  | 'token'
  | 'amount'
  | 'minimum'
  | 'value'
  | 'deadline'
  | 'spender'
  | 'permit'
  | 'gas'

/** The longest accepted time until an order expires (threat S22), in seconds. */
export const longestDeadline = 20 * 60
/** The most gas of a swap: a higher limit aims at the fee. */
export const mostGas = 3_000_000n

/** Returns how a transaction differs from this swap. `now`: seconds since the epoch. */
export function faultOfSwap(
  transaction: Eip155Transaction,
  shown: Shown,
  { router, wrapped }: Trusted,
  now: number,
): Fault | undefined {
  const { to, data = '0x', value = 0n } = transaction
  if (overpays(transaction)) return 'gas'
  if (value !== (shown.from === 'native' ? shown.amount : 0n)) return 'value'

  const [from, target] = [tokenOf(shown.from, wrapped), tokenOf(shown.to, wrapped)]
  if (isSame(from, target)) return faultOfWrap(transaction, shown, wrapped)
  if (!isSame(to, router)) return 'router'
  const order = readOrder(data)
  return order ? faultOfOrder(order, shown, from, target, now) : 'unreadable'
}

function faultOfOrder(
  { deadline, permit, swap, unwrap, refund = false }: RouterOrder,
  shown: Shown,
  from: Hex,
  target: Hex,
  now: number,
): Fault | undefined {
  if (deadline < BigInt(now) || deadline > BigInt(now + longestDeadline)) return 'deadline'
  if (!leads(swap.path, from, target)) return 'token'
  if (swap.amountIn !== shown.amount) return 'amount'
  if (refund !== (shown.from === 'native')) return 'value'
  const gone = shown.to === 'native' ? unwrap?.recipient : swap.recipient
  if (!isSame(gone, shown.account)) return 'recipient'
  if (shown.to === 'native' ? !isSame(swap.recipient, routerItself) : unwrap) return 'recipient'
  // Of two minimums the one for the person's account counts; one above the whole output is forged.
  const least = unwrap ? unwrap.minimum : swap.amountOutMinimum
  if (least < shown.minimum || swap.amountOutMinimum < shown.minimum || least > shown.toAmount)
    return 'minimum'
  if (
    permit &&
    (shown.from === 'native' ||
      !isSame(permit.token, from) ||
      permit.value !== shown.amount ||
      permit.deadline < BigInt(now))
  )
    return 'permit'
  return undefined
}

/**
 * The coin and its token are worth the same: one call of the token itself, and nothing in between.
 */
function faultOfWrap(
  { to, data = '0x' }: Eip155Transaction,
  shown: Shown,
  wrapped: Hex,
): Fault | undefined {
  if (!isSame(to, wrapped)) return 'router'
  if (shown.toAmount !== shown.amount || shown.minimum !== shown.amount) return 'minimum'
  if (shown.from === shown.to) return 'token'
  return data.toLowerCase() ===
    (shown.from === 'native' ? writeDeposit() : writeWithdraw(shown.amount))
    ? undefined
    : 'unreadable'
}

/** Returns how a transaction differs from this approval. `amount`: 0n revokes the approval. */
export function faultOfApproval(
  transaction: Eip155Transaction,
  wanted: { readonly token: Hex; readonly amount: bigint },
  { router }: Pick<Trusted, 'router'>,
): Fault | undefined {
  const { to, data = '0x', value = 0n } = transaction
  if (overpays(transaction)) return 'gas'
  if (value) return 'value'
  if (!isSame(to, wanted.token)) return 'token'
  const approval = readApprove(data)
  if (!approval) return 'unreadable'
  if (!isSame(approval.spender, router)) return 'spender'
  return approval.amount === wanted.amount ? undefined : 'amount'
}

/** Exactly the fields of EIP-2612: a permit with more fields allows more. */
const permitFields = 'owner address,spender address,value uint256,nonce uint256,deadline uint256'
interface TypedData {
  readonly domain?: { readonly chainId?: unknown; readonly verifyingContract?: string }
  readonly types?: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >
  readonly primaryType?: string
  readonly message?: Readonly<Record<string, unknown>>
}
/**
 * Returns how typed data differs from a permit (EIP-2612) of exactly this amount. `now`: seconds
 * since the epoch.
 */
export function faultOfPermit(
  typed: unknown,
  wanted: {
    readonly token: Hex
    readonly owner: Hex
    readonly amount: bigint
    readonly chainId: bigint
  },
  { router }: Pick<Trusted, 'router'>,
  now: number,
): Fault | undefined {
  const { domain, types, primaryType, message } = Object(typed) as TypedData
  const fields = types?.Permit?.map(({ name, type }) => `${name} ${type}`).join()
  if (primaryType !== 'Permit' || fields !== permitFields || !domain || !message)
    return 'unreadable'
  const [chainId, value, deadline] = [domain.chainId, message.value, message.deadline].map(numberOf)
  if (!isSame(domain.verifyingContract, wanted.token) || chainId !== wanted.chainId) return 'token'
  if (!isSame(String(message.owner), wanted.owner)) return 'recipient'
  if (!isSame(String(message.spender), router)) return 'spender'
  if (value !== wanted.amount) return 'amount'
  return deadline === undefined ||
    deadline < BigInt(now) ||
    deadline > BigInt(now + longestDeadline)
    ? 'deadline'
    : undefined
}
const numberOf = (value: unknown): bigint | undefined =>
  /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(String(value)) ? BigInt(String(value)) : undefined

/** True for a transaction that sets its own gas price, which only the wallet may do. */
const overpays = ({ gas = 0n, maxFeePerGas, maxPriorityFeePerGas }: Eip155Transaction): boolean =>
  gas > mostGas || maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
const tokenOf = (asset: Hex | 'native', wrapped: Hex): Hex => (asset === 'native' ? wrapped : asset)
const isSame = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()
const leads = ({ tokens }: Path, from: Hex, target: Hex): boolean =>
  isSame(tokens[0], from) && isSame(tokens[tokens.length - 1], target)
