/**
 * Reads the calldata of aggregators: KyberSwap's MetaAggregationRouterV2 and 1inch's
 * AggregationRouterV6, by their published interfaces. Undefined for every function and option that
 * could do more than this exchange.
 */
import type { Eip155Transaction, Hex } from '@portico/kernel/chain'
import { type AbiValue, decodeAbi, encodeAbi } from '@portico/signatures/abi'
import { isSame } from '../uniswap/assets.js'
import { type Fault, mostGas, type Shown } from '../uniswap/check.js'

export interface Reading {
  readonly from: Hex
  readonly to: Hex
  readonly recipient: Hex
  readonly amount: bigint
  readonly minimum: bigint
}
/** `account`: the signer. */
export type ReadCall = (data: Hex, account: Hex) => Reading | undefined

/** The address that means the native coin. */
export const coin: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const zeroAddress = '0x0000000000000000000000000000000000000000'

// _PARTIAL_FILL, _REQUIRES_EXTRA_ETH, _BURN_FROM_MSG_SENDER, _BURN_FROM_TX_ORIGIN
const kyberDangers = 0x01n | 0x02n | 0x08n | 0x10n
const [kyberSwap, kyberSimple] = ['0xe21fd0e9', '0x8af033fb'] as const
const kyberOrder = [
  'address',
  'address',
  { list: 'address' },
  { list: 'word' },
  { list: 'address' },
  { list: 'word' },
  'address',
  'word',
  'word',
  'word',
  'bytes',
] as const
/**
 * `swap((address callTarget, address approveTarget, bytes targetData, desc, bytes clientData))` and
 * `swapSimpleMode(address, desc, bytes, bytes)`.
 */
export const readKyber: ReadCall = data => {
  const [selector, body] = [data.slice(0, 10).toLowerCase(), data.slice(10)]
  if (selector === kyberSwap)
    return readKyberOrder(
      decodeAbi([['address', 'address', 'bytes', kyberOrder, 'bytes']], body).values?.[0][3],
    )
  return selector === kyberSimple
    ? readKyberOrder(decodeAbi(['address', kyberOrder, 'bytes', 'bytes'], body).values?.[1])
    : undefined
}
function readKyberOrder(order: AbiValue<typeof kyberOrder> | undefined): Reading | undefined {
  if (!order) return undefined
  const [
    from,
    to,
    receivers,
    amounts,
    feeReceivers,
    fees,
    recipient,
    amount,
    minimum,
    flags,
    permit,
  ] = order
  const isMore =
    amounts.length !== receivers.length || amounts.reduce((sum, one) => sum + one, 0n) > amount
  // Refuses a hidden fee, a permit of another token, and a larger amount than the sold one.
  if (feeReceivers.length || fees.length || permit !== '0x' || isMore || flags & kyberDangers)
    return undefined
  return { from, to, recipient, amount, minimum }
}

/**
 * `swap(address executor, desc, bytes data)` without any flag: no partial fill, no extra coins, no
 * Permit2. The backend of 1inch appends a marker, in the padding of the last word or after it,
 * which no function reads.
 */
export const readOneInch: ReadCall = (data, account) => {
  if (data.slice(0, 10).toLowerCase() !== '0x07ed2379') return undefined
  const decoded = readMarked(data)
  if (!decoded) return undefined
  const [from, to, , recipient, amount, minimum, flags] = decoded[1]
  return flags
    ? undefined
    : { from, to, recipient: recipient === zeroAddress ? account : recipient, amount, minimum }
}

const oneInchShapes = [
  'address',
  ['address', 'address', 'address', 'address', 'word', 'word', 'word'],
  'bytes',
] as const
/** Accepts any padding after the last argument, and any word after that. */
function readMarked(data: string) {
  const body = data.slice(10).toLowerCase()
  const { values } = decodeAbi(oneInchShapes, body, { isExact: false })
  if (!values) return undefined
  const encoded = encodeAbi(oneInchShapes, values)
  const padding = (64 - ((values[2].length - 2) % 64)) % 64
  const end = encoded.length - padding
  return body.slice(0, end) === encoded.slice(0, end) && body.length - end <= 64
    ? values
    : undefined
}

/**
 * Returns how an aggregator call differs from this swap (threats S20 to S22). `read`: the reader
 * for this router.
 */
export function faultOfCall(
  { data = '0x', value = 0n, gas = 0n }: Eip155Transaction,
  shown: Shown,
  read: ReadCall,
): Fault | undefined {
  const [from, to] = [shown.from, shown.to].map(asset => (asset === 'native' ? coin : asset)) as [
    Hex,
    Hex,
  ]
  if (gas > mostGas) return 'gas'
  if (value !== (shown.from === 'native' ? shown.amount : 0n)) return 'value'
  const call = read(data, shown.account)
  if (!call) return 'unreadable'
  if (!isSame(call.from, from) || !isSame(call.to, to)) return 'token'
  if (call.amount !== shown.amount) return 'amount'
  if (!isSame(call.recipient, shown.account)) return 'recipient'
  return call.minimum < shown.minimum || call.minimum > shown.toAmount ? 'minimum' : undefined
}
