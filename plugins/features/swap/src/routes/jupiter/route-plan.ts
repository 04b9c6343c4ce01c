/**
 * Finds the end of a Jupiter `route_plan`, so that the arguments after it are read where the
 * program reads them.
 *
 * Source: the Anchor IDL that Jupiter v6 publishes on chain, account
 * C88XWfp26heEmDkmfSzeXP7Fd7GQJ2j9dDTUsyiZbUTa of program
 * JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4, as of 2026-09-27. Jupiter only appends variants. The
 * last one of that IDL, 188 (HyloRouter), is left out: only one copy has it.
 */
import { numberAt } from './wire.js'

/** Skips one field. False: the program would reject these bytes. */
type Field = (cursor: Cursor) => boolean
interface Cursor {
  readonly data: Uint8Array
  at: number
}

const bytes =
  (length: number): Field =>
  cursor => {
    cursor.at += length
    return cursor.at <= cursor.data.length
  }
/** An enum without payload. A bool is one of two variants. */
const oneOf =
  (variants: number): Field =>
  cursor =>
    (cursor.data[cursor.at++] ?? variants) < variants
const list =
  (item: Field): Field =>
  cursor => {
    const count = Number(numberAt(cursor.data, cursor.at, 4))
    cursor.at += 4
    // Each item has at least one byte: a larger count runs past the end.
    for (let index = 0; index < count; index++)
      if (cursor.at >= cursor.data.length || !item(cursor)) return false
    return cursor.at <= cursor.data.length
  }
const optional =
  (item: Field): Field =>
  cursor => {
    const tag = cursor.data[cursor.at++]
    return tag === 0 || (tag === 1 && item(cursor))
  }
const inOrder =
  (...fields: readonly Field[]): Field =>
  cursor =>
    fields.every(field => field(cursor))
/** One of `count` variants: those with a payload by their number, all others have none. */
const variant =
  (count: number, payloads: Readonly<Record<number, Field>>): Field =>
  cursor => {
    const number = cursor.data[cursor.at++] ?? count
    return number < count && (payloads[number]?.(cursor) ?? true)
  }
/** The same payload for many variants. */
const all = (payload: Field, ...numbers: readonly number[]): Readonly<Record<number, Field>> =>
  Object.fromEntries(numbers.map(number => [number, payload]))

const flag = oneOf(2)
const slices = list(bytes(2))
const flagAndSlices = inOrder(flag, optional(slices))
const idAndFlag = inOrder(bytes(8), flag)
const humidiFiRouter = inOrder(bytes(56), flag)
const humidiFiRouterV2 = inOrder(bytes(64), flag)

const candidate = variant(17, {
  ...all(idAndFlag, 0, 2),
  ...all(flag, 1, 5, 7, 8, 9, 12, 14),
  10: flagAndSlices,
  15: humidiFiRouter,
  16: humidiFiRouterV2,
})
const swap = variant(188, {
  // A direction or a side: Crema, Serum, Aldrin, AldrinV2, Whirlpool, Invariant and so on.
  ...all(
    flag,
    8,
    12,
    15,
    16,
    17,
    18,
    21,
    23,
    24,
    27,
    28,
    39,
    58,
    60,
    61,
    64,
    85,
    89,
    94,
    95,
    104,
    106,
    107,
    110,
    116,
    117,
    119,
    121,
    125,
    127,
    129,
    136,
    141,
    145,
  ),
  ...all(flag, 151, 152, 153, 160, 162, 164, 165, 166, 168, 174, 177, 178, 181, 182, 184),
  29: bytes(16), // Symmetry
  ...all(bytes(4), 33, 41), // StakeDexSwapViaStake, StakeDexPrefundWithdrawStakeAndDepositStake
  42: inOrder(bytes(1), flag, flag), // Clone
  ...all(bytes(10), 43, 135), // SanctumS, SanctumSV2
  ...all(bytes(5), 44, 45), // SanctumSAddLiquidity, SanctumSRemoveLiquidity
  ...all(flagAndSlices, 47, 103), // WhirlpoolSwapV2, DefiTuna
  71: bytes(2), // Perena
  75: slices, // MeteoraDlmmSwapV2
  ...all(bytes(8), 81, 82, 159), // RaydiumLaunchlabBuy, RaydiumLaunchlabSell, VaultLiquidBuyLst
  86: inOrder(flag, bytes(1)), // GoonFi
  ...all(idAndFlag, 87, 118, 157), // HumidiFi, HumidiFiV2, Flux
  111: inOrder(list(candidate), optional(bytes(1))), // DynamicV1
  120: inOrder(flag, list(bytes(1))), // JupiterRfqV2
  122: bytes(16), // Scorch
  123: bytes(48), // VaultLiquidUnstake
  126: inOrder(flag, bytes(16)), // WhaleStreetV2
  ...all(oneOf(8), 132, 172), // Hylo, HyloV2
  146: inOrder(list(inOrder(candidate, bytes(4))), bytes(2)), // DynamicV2
  ...all(inOrder(flag, flag), 155, 167, 187), // BisonFiPredict, Flint, PumpWrappedBuyV6
  161: inOrder(flag, bytes(4)), // Deriverse
  170: bytes(1), // PerenaStarV2WithdrawFromExternal
  171: oneOf(3), // SanctumSols
  183: inOrder(flag, optional(bytes(1))), // PerenaStarV2TrancheWithdrawFromExternal
  185: humidiFiRouter,
  186: humidiFiRouterV2,
})
// A step: the swap, then the percentage, the input index and the output index.
const routePlan = list(inOrder(swap, bytes(3)))

/**
 * The place after the plan that begins at `at`. Undefined: it has a variant that is not known, or
 * ends too early.
 */
export function endOfRoutePlan(data: Uint8Array, at: number): number | undefined {
  const cursor = { data, at }
  return routePlan(cursor) ? cursor.at : undefined
}
