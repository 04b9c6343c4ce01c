/** Finds the paths from one token to another. */
import type { Hex } from '@portico/kernel/chain'
import { encodeCall, wordAt } from '@portico/signatures/abi'
import type { Node } from './node.js'
import type { Path } from './router-calls.js'
import type { UniswapDeployment } from './uniswap-deployments.js'

const getPool: Hex = '0x1698ee82' // getPool(address, address, uint24)
/** All fee tiers of Uniswap's markets, in millionths. */
const tiers = [100, 500, 3_000, 10_000] as const
const mostPaths = 24
// A newly opened market is found by the next look-up.
const absentForMs = 5 * 60_000
/**
 * The number of pairs to remember: far more than one quote uses, and bounded, because a server
 * accepts any token from its callers.
 */
const mostPairs = 1_000

export interface Markets {
  /** Returns every path with at most two tokens in between, the shortest first. */
  paths(from: Hex, to: Hex, signal: AbortSignal): Promise<readonly Path[]>
}
/** Markets do not move, so each one is looked up once. */
export function createMarkets(
  node: Node,
  { factory, wrapped, stables }: UniswapDeployment,
): Markets {
  const known = new Map<string, { readonly fees: readonly number[]; readonly at: number }>()
  const keyOf = (one: Hex, other: Hex) => [one.toLowerCase(), other.toLowerCase()].sort().join(' ')
  const feesOf = (one: Hex, other: Hex) => known.get(keyOf(one, other))?.fees ?? []
  const isKnown = (key: string) => {
    const found = known.get(key)
    return found !== undefined && (found.fees.length > 0 || Date.now() - found.at < absentForMs)
  }

  /** The most recently used pairs are last. */
  const remember = (
    key: string,
    found: { readonly fees: readonly number[]; readonly at: number },
  ) => {
    known.delete(key)
    known.set(key, found)
    const [oldest] = known.keys()
    if (known.size > mostPairs && oldest !== undefined) known.delete(oldest)
  }

  const learn = async (pairs: readonly (readonly [Hex, Hex])[], signal: AbortSignal) => {
    for (const pair of pairs) {
      const found = known.get(keyOf(...pair))
      if (found) remember(keyOf(...pair), found)
    }
    const missing = pairs.filter(
      ([one, other], at) =>
        !isKnown(keyOf(one, other)) &&
        pairs.findIndex(pair => keyOf(...pair) === keyOf(one, other)) === at,
    )
    if (!missing.length) return
    const calls = missing.flatMap(([one, other]) =>
      tiers.map(fee => ({
        to: factory,
        data: encodeCall(getPool, ['address', 'address', 'word'], [one, other, BigInt(fee)]),
      })),
    )
    const answers = await node.readAll(calls, signal)
    missing.forEach(([one, other], at) => {
      const fees = tiers.filter(
        (_, tier) => (wordAt(answers[at * tiers.length + tier] ?? '', 0) ?? 0n) > 0n,
      )
      remember(keyOf(one, other), { fees, at: Date.now() })
    })
  }

  return {
    async paths(from, to, signal) {
      const isEnd = (token: Hex) =>
        [from, to].some(end => end.toLowerCase() === token.toLowerCase())
      const between = [wrapped, ...stables].filter(token => !isEnd(token))
      const paths: readonly (readonly Hex[])[] = [
        [from, to],
        ...between.map(one => [from, one, to]),
        ...between.flatMap(one =>
          between.filter(other => other !== one).map(other => [from, one, other, to]),
        ),
      ]
      await learn(
        paths.flatMap(way =>
          way.slice(1).map((token, at): readonly [Hex, Hex] => [way[at] ?? from, token]),
        ),
        signal,
      )
      return paths.flatMap(withFees(feesOf)).slice(0, mostPaths)
    },
  }
}

/**
 * One path for each choice of markets along the way; none where there is no market for one of its
 * steps.
 */
const withFees =
  (feesOf: (one: Hex, other: Hex) => readonly number[]) =>
  (tokens: readonly Hex[]): readonly Path[] =>
    tokens
      .slice(1)
      .reduce<readonly (readonly number[])[]>(
        (chosen, token, at) =>
          chosen.flatMap(fees => feesOf(tokens[at] ?? token, token).map(fee => [...fees, fee])),
        [[]],
      )
      .map(fees => ({ tokens, fees }))
