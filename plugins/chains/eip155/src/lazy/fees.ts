import { type Eip155Transaction, type Fee, formatAmount, type Hex, type TransferIntent } from '@portico/kernel/contracts'
import { encodeCall } from '@portico/signatures/abi'
import { RpcRefusal } from '../errors.js'
import { askNumber } from './contract-calls.js'
import { readBlock, readGas, readGasPrice } from './node-answers.js'
import type { Rpc } from './rpc.js'

/** What a unit of gas costs, in wei. */
export interface GasPrice {
  /** At most: room for two blocks in which the base fee grows as fast as it can (by an eighth each). */
  readonly most: bigint
  /** Where the network has a market for tips (EIP-1559). */
  readonly tip?: bigint
  /** True where the node named a higher tip than `mostTip` allows. */
  readonly isTipCapped?: boolean
}

/** Decision 25: where a network cannot estimate. */
const assumedGas = 150_000n
/** The range, in gwei, in which the highest tip lies that is used. */
interface TipLimits {
  /** This much may be tipped however low the base fee is. */
  readonly least: bigint
  /** This much at most, however high the base fee is. Absent: the worth of the coin is unknown. */
  readonly most?: bigint
}
const usualLimits: TipLimits = { least: 2n }
// By the coin: 50 gwei of a dear one are at most a few dollars for a plain transfer. Polygon takes no tip below 25 gwei, and BNB Chain once asked for 5.
const tipLimits: Readonly<Record<string, TipLimits>> = {
  ETH: { least: 2n, most: 50n },
  XDAI: { least: 2n, most: 50n },
  AVAX: { least: 2n, most: 50n },
  BNB: { least: 5n, most: 50n },
  POL: { least: 50n, most: 1_000n },
}
/**
 * The highest tip that is used: twice the base fee, within limits. The sender pays all of a tip, and the node that names the tip names the base fee too, so a
 * multiple of the base fee alone would be no limit.
 */
function mostTip(baseFee: bigint, { nativeCurrency }: Rpc['network']): bigint {
  const { least, most } = tipLimits[nativeCurrency.symbol.toUpperCase()] ?? usualLimits
  const [lowest, highest] = [least * 10n ** 9n, (most ?? 0n) * 10n ** 9n]
  const byBaseFee = baseFee * 2n > lowest ? baseFee * 2n : lowest
  return highest && byBaseFee > highest ? highest : byBaseFee
}
const tipPercent = { slow: 80n, normal: 100n, fast: 150n } as const

export async function readPrice(rpc: Rpc, speed: TransferIntent['speed'], signal: AbortSignal): Promise<GasPrice> {
  const [block, price, asked] = await Promise.all([
    rpc.ask('eth_getBlockByNumber', ['latest', false], readBlock, signal),
    rpc.ask('eth_gasPrice', [], readGasPrice, signal),
    // Younger than the others, and some networks lack it.
    rpc.ask('eth_maxPriorityFeePerGas', [], readGasPrice, signal).catch(unlessRefused),
  ])
  if (block.baseFee === undefined) return { most: withRoom(price) }
  const usual = asked ?? (price > block.baseFee ? price - block.baseFee : 0n)
  const wanted = (usual * tipPercent[speed ?? 'normal']) / 100n
  const cap = mostTip(block.baseFee, rpc.network)
  const tip = wanted > cap ? cap : wanted
  return { most: withRoom(block.baseFee) + tip, tip, isTipCapped: wanted > cap }
}
const withRoom = (price: bigint): bigint => (price * 81n) / 64n

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof RpcRefusal)) throw error
}

/** The gas that a transaction takes. Throws an RpcRefusal when it would fail; assumes 150,000 where the network cannot tell. */
export async function readGasOf(rpc: Rpc, from: Hex, transaction: Eip155Transaction, signal: AbortSignal): Promise<bigint> {
  if (transaction.gas !== undefined) return transaction.gas
  try {
    return await rpc.ask('eth_estimateGas', [{ from, ...onTheWire({ ...transaction, gas: undefined }) }], readGas, signal)
  } catch (error) {
    if (error instanceof RpcRefusal && cannotEstimate.has(error.rpcCode)) return assumedGas
    throw error
  }
}
/** Method not found, method not supported. */
const cannotEstimate = new Set([-32601, -32004])

/** What the layer below takes for a transaction's data on the OP stack; nothing elsewhere. */
export async function readL1Fee(rpc: Rpc, { data = '0x' }: Eip155Transaction, signal: AbortSignal): Promise<bigint> {
  const oracle = rpc.network.l1FeeOracle
  if (!oracle) return 0n
  // getL1FeeUpperBound(uint256): the size of the transaction unsigned. Around the data there are some 110 bytes.
  const size = BigInt((data.length - 2) / 2 + 110)
  return (await askNumber(rpc, { to: oracle, data: encodeCall('0xf1c7a58b', ['word'], [size]) }, signal)) ?? 0n
}

export function feeOf(gas: bigint, price: GasPrice, l1Fee: bigint): Fee & { readonly kind: 'native' } {
  return { kind: 'native', amount: gas * price.most + l1Fee, rate: { value: formatAmount(price.most, 9), unit: 'gwei' } }
}

/** A transaction as JSON-RPC writes it. */
export function onTheWire({
  to,
  value,
  data,
  gas,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: { readonly [Field in keyof Eip155Transaction]: Eip155Transaction[Field] | undefined }) {
  const quantity = (amount: bigint): Hex => `0x${amount.toString(16)}`
  return {
    ...(to && { to }),
    ...(value !== undefined && { value: quantity(value) }),
    ...(data && { data }),
    ...(gas !== undefined && { gas: quantity(gas) }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas: quantity(maxFeePerGas) }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas: quantity(maxPriorityFeePerGas) }),
  }
}
