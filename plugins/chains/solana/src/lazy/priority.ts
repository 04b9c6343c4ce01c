/** What to offer for a place in a block. */
import type { TransferIntent } from '@portico/kernel/contracts'
import { readPriorityFees } from './node-answers.js'
import type { Rpc } from './rpc.js'

// Of the prices that recent blocks took where the same accounts are written.
const share = { slow: 0.25, normal: 0.5, fast: 0.9 } as const
// A node that lies costs nobody more than that, in lamports: 0.001 SOL.
const most = 1_000_000n

/** In millionths of a lamport for each of so many compute units. */
export async function priorityPrice(
  rpc: Rpc,
  accounts: readonly string[],
  speed: NonNullable<TransferIntent['speed']>,
  signal: AbortSignal,
): Promise<(units: number) => bigint> {
  const recent = await rpc.ask('getRecentPrioritizationFees', [accounts], readPriorityFees, signal)
  const prices = recent.map(({ prioritizationFee }) => prioritizationFee).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const price = prices[Math.min(prices.length - 1, Math.floor(prices.length * share[speed]))] ?? 0n
  return units => {
    const limit = (most * 1_000_000n) / BigInt(Math.max(units, 1))
    return price < limit ? price : limit
  }
}
