/** A second opinion on a price that only the quoting node knows (threat S21). */
import { withTimeout } from '@portico/kernel'
import type { UniswapDeployment } from '../../quotes/evm.js'
import { wordAt } from './abi.js'
import { createNode } from './node.js'
import { quoteCall } from './pricing.js'
import type { Path } from './router-calls.js'

// A quote is not held up for longer by an endpoint that hangs.
const timeoutMs = 2_000

/** The most that two endpoints of the network say of an exchange; undefined unless both answer. Rejects only when `signal` aborts. */
export type AskWitnesses = (path: Path, amount: bigint, signal: AbortSignal) => Promise<bigint | undefined>

/** Asks the first two endpoints separately: either may be the one that gave the price. */
export function createWitnesses(urls: readonly string[], chainId: bigint, { quoter }: Pick<UniswapDeployment, 'quoter'>): AskWitnesses {
  const nodes = [...new Set(urls)].slice(0, 2).map(url => createNode([url], chainId))
  return async (path, amount, signal) => {
    if (nodes.length < 2) return undefined
    const answers = await Promise.all(
      nodes.map(async node => {
        try {
          const [answer] = await withTimeout(own => node.readAll([quoteCall(quoter, path, amount)], own), timeoutMs, signal)
          return wordAt(answer?.slice(2) ?? '', 0)
        } catch {
          signal.throwIfAborted()
          return undefined
        }
      }),
    )
    const [one, other] = answers
    if (one === undefined || other === undefined) return undefined
    return one > other ? one : other
  }
}
