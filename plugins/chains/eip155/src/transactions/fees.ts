import type { Fee, TransferIntent } from '@portico/kernel/capabilities'
import type { Eip155Transaction, Hex } from '@portico/kernel/chain'
import { RpcRefusal } from '@portico/kernel/rpc'
import { formatAmount } from '@portico/kernel/text'
import { encodeCall } from '@portico/signatures/abi'
import { readBlock, readGas, readGasPrice } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'
import { readContractNumber } from './contract-calls.js'

/** The price of a unit of gas, in wei. */
export interface GasPrice {
  /**
   * The maximum: leaves room for two blocks in which the base fee grows by an eighth each, the
   * fastest possible.
   */
  readonly most: bigint
  /** Only on networks with priority fees (EIP-1559). */
  readonly tip?: bigint
  /** True when the node named a higher tip than `mostTip` allows. */
  readonly isTipCapped?: boolean
}

/** Decision 25: used where a network cannot estimate. */
const assumedGas = 150_000n
/** Bounds of the tip cap, in gwei. */
interface TipLimits {
  /** The cap is never below this, however low the base fee is. */
  readonly least: bigint
  /**
   * The cap is never above this, however high the base fee is. Absent: the value of the coin is
   * unknown.
   */
  readonly most?: bigint
}
const usualLimits: TipLimits = { least: 2n }
// Per coin: 50 gwei of an expensive coin are at most a few dollars for a plain transfer. Polygon
// requires 25 gwei or more, and BNB Chain once required 5.
const tipLimits: Readonly<Record<string, TipLimits>> = {
  ETH: { least: 2n, most: 50n },
  XDAI: { least: 2n, most: 50n },
  AVAX: { least: 2n, most: 50n },
  BNB: { least: 5n, most: 50n },
  POL: { least: 50n, most: 1_000n },
}
/**
 * Caps the tip at twice the base fee, within limits. The sender pays the whole tip, and the node
 * that names the tip also names the base fee, so a multiple of the base fee alone would be no
 * limit.
 */
function mostTip(baseFee: bigint, { nativeCurrency }: Rpc['network']): bigint {
  const { least, most } = tipLimits[nativeCurrency.symbol.toUpperCase()] ?? usualLimits
  const [lowest, highest] = [least * 10n ** 9n, (most ?? 0n) * 10n ** 9n]
  const byBaseFee = baseFee * 2n > lowest ? baseFee * 2n : lowest
  return highest && byBaseFee > highest ? highest : byBaseFee
}
const tipPercent = { slow: 80n, normal: 100n, fast: 150n } as const

export async function readPrice(
  rpc: Rpc,
  speed: TransferIntent['speed'],
  signal: AbortSignal,
): Promise<GasPrice> {
  const [block, price, suggestedTip] = await Promise.all([
    rpc.request('eth_getBlockByNumber', ['latest', false], readBlock, signal),
    rpc.request('eth_gasPrice', [], readGasPrice, signal),
    // A newer method that some networks lack.
    rpc.request('eth_maxPriorityFeePerGas', [], readGasPrice, signal).catch(unlessRefused),
  ])
  if (block.baseFee === undefined) return { most: withRoom(price) }
  const usual = suggestedTip ?? (price > block.baseFee ? price - block.baseFee : 0n)
  const wanted = (usual * tipPercent[speed ?? 'normal']) / 100n
  const cap = mostTip(block.baseFee, rpc.network)
  const tip = wanted > cap ? cap : wanted
  return { most: withRoom(block.baseFee) + tip, tip, isTipCapped: wanted > cap }
}
const withRoom = (price: bigint): bigint => (price * 81n) / 64n

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof RpcRefusal)) throw error
}

/**
 * Estimates the gas of a transaction. Throws an RpcRefusal when the transaction would revert.
 * Assumes 150,000 where the network cannot estimate.
 */
export async function readGasOf(
  rpc: Rpc,
  from: Hex,
  transaction: Eip155Transaction,
  signal: AbortSignal,
): Promise<bigint> {
  if (transaction.gas !== undefined) return transaction.gas
  try {
    return await rpc.request(
      'eth_estimateGas',
      [{ from, ...onTheWire({ ...transaction, gas: undefined }) }],
      readGas,
      signal,
    )
  } catch (error) {
    if (error instanceof RpcRefusal && cannotEstimate.has(error.rpcCode)) return assumedGas
    throw error
  }
}
/** Method not found, method not supported. */
const cannotEstimate = new Set([-32601, -32004])

/** Returns the L1 data fee of a transaction on the OP stack, and nothing for other networks. */
export async function readL1Fee(
  rpc: Rpc,
  { data = '0x' }: Eip155Transaction,
  signal: AbortSignal,
): Promise<bigint> {
  const oracle = rpc.network.l1FeeOracle
  if (!oracle) return 0n
  // getL1FeeUpperBound(uint256): the size of the unsigned transaction. Everything around the data
  // takes some 110 bytes.
  const size = BigInt((data.length - 2) / 2 + 110)
  return (
    (await readContractNumber(
      rpc,
      { to: oracle, data: encodeCall('0xf1c7a58b', ['word'], [size]) },
      signal,
    )) ?? 0n
  )
}

export function feeOf(
  gas: bigint,
  price: GasPrice,
  l1Fee: bigint,
): Fee & { readonly kind: 'native' } {
  return {
    kind: 'native',
    amount: gas * price.most + l1Fee,
    rate: { value: formatAmount(price.most, 9), unit: 'gwei' },
  }
}

/** Encodes a transaction for JSON-RPC. */
export function onTheWire({
  to,
  value,
  data,
  gas,
  maxFeePerGas,
  maxPriorityFeePerGas,
  nonce,
}: { readonly [Field in keyof Eip155Transaction]: Eip155Transaction[Field] | undefined }) {
  const quantity = (amount: bigint): Hex => `0x${amount.toString(16)}`
  return {
    ...(to && { to }),
    ...(value !== undefined && { value: quantity(value) }),
    ...(data && { data }),
    ...(gas !== undefined && { gas: quantity(gas) }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas: quantity(maxFeePerGas) }),
    ...(maxPriorityFeePerGas !== undefined && {
      maxPriorityFeePerGas: quantity(maxPriorityFeePerGas),
    }),
    ...(nonce !== undefined && { nonce: quantity(nonce) }),
  }
}
