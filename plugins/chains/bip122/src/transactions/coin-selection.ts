/**
 * Selects the coins of a transfer, and computes fee and change. Pure. Weights in weight units
 * (BIP-141), values in satoshi.
 */
import type { AddressKind } from '../addresses/address.js'

export interface SelectionRequest<Coin extends { readonly value: bigint }> {
  readonly coins: readonly Coin[]
  readonly amount: bigint | 'max'
  /** Satoshi per 1,000 virtual bytes. */
  readonly rate: bigint
  readonly inputWeight: number
  /** Sizes of the recipient's output script and the change script, in bytes. */
  readonly outputBytes: number
  readonly changeBytes: number
  /** The smallest change that nodes relay. */
  readonly dust: bigint
}
export type Selection<Coin> =
  | {
      readonly coins: readonly Coin[]
      readonly amount: bigint
      readonly fee: bigint
      readonly change: bigint
    }
  /**
   * Insufficient: the missing amount, fee included. `spendable`: the most that can be sent at this
   * rate.
   */
  | { readonly missing: bigint; readonly spendable: bigint }

/**
 * Selects the largest coins first, until amount and fee are covered. Change that costs more than it
 * is worth goes to the miner. A coin that costs more than it brings at this rate is not spent, not
 * even for 'max'.
 */
export function selectCoins<Coin extends { readonly value: bigint }>(
  request: SelectionRequest<Coin>,
): Selection<Coin> {
  const { amount, rate, inputWeight, outputBytes, changeBytes, dust } = request
  const feeOf = (inputs: number, ...outputs: number[]) =>
    feeAt(rate, weightOf(inputWeight, inputs, outputs))
  const costOfCoin = feeAt(rate, inputWeight)
  const worthwhile = request.coins
    .filter(({ value }) => value > costOfCoin)
    .sort((one, other) => (one.value < other.value ? 1 : one.value > other.value ? -1 : 0))
  const all = total(worthwhile)
  const most = all - feeOf(worthwhile.length, outputBytes)
  const spendable = most > 0n ? most : 0n

  if (amount === 'max') {
    return spendable
      ? { coins: worthwhile, amount: spendable, fee: all - spendable, change: 0n }
      : { missing: -most, spendable }
  }
  for (let count = 1; count <= worthwhile.length; count++) {
    const coins = worthwhile.slice(0, count)
    const left = total(coins) - amount
    if (left < feeOf(count, outputBytes)) continue
    const change = left - feeOf(count, outputBytes, changeBytes)
    const kept = change >= dust ? change : 0n
    return { coins, amount, fee: left - kept, change: kept }
  }
  return { missing: amount - most, spendable }
}

/**
 * Computes the fee of this weight, rounded up, because nodes refuse a transaction that is one
 * satoshi short.
 */
export function feeAt(rate: bigint, weight: number): bigint {
  const virtualBytes = BigInt(Math.ceil(weight / 4))
  return (rate * virtualBytes + 999n) / 1_000n
}
// Version, lock time, the counts of inputs and outputs (three bytes are enough for any transaction
// that nodes relay), marker and flag.
function weightOf(inputWeight: number, inputs: number, outputBytes: readonly number[]): number {
  const counts = (inputs < 253 ? 1 : 3) + 1
  return (
    4 * (8 + counts) +
    2 +
    inputs * inputWeight +
    outputBytes.reduce((sum, bytes) => sum + 4 * (9 + bytes), 0)
  )
}
const total = (coins: readonly { readonly value: bigint }[]) =>
  coins.reduce((sum, { value }) => sum + value, 0n)

/**
 * Weight of an input with the longest signature of its kind. Undefined: not spendable by one key.
 */
export function inputWeightOf(kind: AddressKind): number | undefined {
  switch (kind) {
    case 'p2pkh':
      // A transaction with witnesses counts one for each input without; harmless where none has.
      return 4 * (41 + 107) + 1
    case 'p2sh':
      return 4 * (41 + 23) + 108
    case 'p2wpkh':
      return 4 * 41 + 108
    case 'p2tr':
      return 4 * 41 + 67
    default:
      return undefined
  }
}
/** The smallest output of this kind that nodes relay (Bitcoin Core, 3 sat/vB). */
export function dustOf(kind: AddressKind): bigint {
  switch (kind) {
    case 'p2pkh':
      return 546n
    case 'p2sh':
      return 540n
    case 'p2wpkh':
      return 294n
    case 'p2a':
      return 240n
    default:
      return 330n
  }
}
