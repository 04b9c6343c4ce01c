import { minimumReceived } from '../../quoting/slippage.js'

/**
 * What is shown of what a service says, and the least of it. `least`: what its transaction makes
 * the chain enforce; undefined where it cannot be read. Where it enforces too little, the minimum
 * is ours, and the transaction is refused for it.
 */
export function promisedOf(
  said: bigint,
  least: bigint | undefined,
  slippageBasisPoints: number,
): { readonly toAmount: bigint; readonly minimum: bigint } {
  const ours = (toAmount: bigint) => minimumReceived(toAmount, slippageBasisPoints)
  // They round down where we round up: what is shown is less by a unit or two then.
  const toAmount =
    [said, said - 1n, said - 2n].find(one => least !== undefined && ours(one) <= least) ?? said
  return {
    toAmount,
    minimum:
      least !== undefined && least >= ours(toAmount) && least <= toAmount ? least : ours(toAmount),
  }
}
