import { minimumReceived } from '../../quoting/slippage.js'

/**
 * Returns the amount and the minimum to show for a service's quote. `least`: the minimum that its
 * transaction enforces on chain; undefined when it is unreadable. When `least` is too low, our own
 * minimum counts, and the transaction is rejected.
 */
export function promisedOf(
  said: bigint,
  least: bigint | undefined,
  slippageBasisPoints: number,
): { readonly toAmount: bigint; readonly minimum: bigint } {
  const ours = (toAmount: bigint) => minimumReceived(toAmount, slippageBasisPoints)
  // The service rounds down and this code rounds up, so the shown amount may be a unit or two
  // lower.
  const toAmount =
    [said, said - 1n, said - 2n].find(one => least !== undefined && ours(one) <= least) ?? said
  return {
    toAmount,
    minimum:
      least !== undefined && least >= ours(toAmount) && least <= toAmount ? least : ours(toAmount),
  }
}
