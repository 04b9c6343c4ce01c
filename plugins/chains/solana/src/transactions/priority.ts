/** Chooses the priority fee. */
import type { TransferIntent } from '@portico/kernel/capabilities'
import { readPriorityFees } from '../node/node-answers.js'
import type { Rpc } from '../node/rpc.js'

// Quantile of the prices in recent blocks that write the same accounts.
const share = { slow: 0.25, normal: 0.5, fast: 0.9 } as const
// Caps the damage of a lying node, in lamports: 0.001 SOL.
const most = 1_000_000n

/** Returns the price in millionths of a lamport per compute unit. */
export async function priorityPrice(
  rpc: Rpc,
  accounts: readonly string[],
  speed: NonNullable<TransferIntent['speed']>,
  signal: AbortSignal,
): Promise<(units: number) => bigint> {
  const recent = await rpc.request(
    'getRecentPrioritizationFees',
    [accounts],
    readPriorityFees,
    signal,
  )
  const prices = recent
    .map(({ prioritizationFee }) => prioritizationFee)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const price = prices[Math.min(prices.length - 1, Math.floor(prices.length * share[speed]))] ?? 0n
  return units => {
    const limit = (most * 1_000_000n) / BigInt(Math.max(units, 1))
    return price < limit ? price : limit
  }
}
