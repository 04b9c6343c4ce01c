import type { TokenPrice } from '@portico/kernel/backend'
import type { AssetId, NetworkId } from '@portico/kernel/chain'
import { formatAmount, ModalError } from '@portico/kernel/text'
import { decodeAbi } from '@portico/signatures/abi'
import { createRpcs } from '../node/rpc.js'
import type { PriceFeed, PriceFeedsOptions } from '../options.js'
import { callContract, readContractNumber } from '../transactions/contract-calls.js'

interface PricesQuery {
  readonly network: NetworkId
  readonly assets: readonly (AssetId | 'native')[]
  readonly currency: string
}

const timeoutMs = 10_000
const dayInSeconds = 86_400
/**
 * Selectors of `decimals()` and `latestRoundData()`. The second returns roundId, answer, startedAt,
 * updatedAt, answeredInRound.
 */
const [decimalsSelector, latestRoundSelector] = ['0x313ce567', '0xfeaf968c'] as const

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export function createFeedReader(
  networks: PriceFeedsOptions['networks'],
  feeds: readonly PriceFeed[],
) {
  const rpcOf = createRpcs({ networks, rpcTimeoutMs: timeoutMs })

  const priceOf = async (
    { address: to, network, on = network, maxAge = dayInSeconds }: PriceFeed,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const rpc = rpcOf(on)
    const [decimals, latest] = await Promise.all([
      readContractNumber(rpc, { to, data: decimalsSelector }, signal),
      callContract(rpc, { to, data: latestRoundSelector }, signal),
    ])
    const [, answer = 0n, , updatedAt = 0n] =
      decodeAbi(['word', 'word', 'word', 'word', 'word'], latest, { isExact: false }).values ?? []
    const isNegative = answer >> 255n === 1n
    const age = BigInt(Math.floor(Date.now() / 1_000)) - updatedAt
    if (decimals === undefined || decimals > 255n || !answer || isNegative || age > BigInt(maxAge))
      return undefined
    return formatAmount(answer, Number(decimals))
  }

  return async (
    { network, assets, currency }: PricesQuery,
    signal: AbortSignal,
  ): Promise<readonly TokenPrice[]> => {
    const known = feeds.filter(feed => feed.network === network && feed.currency === currency)
    const found = await Promise.all(
      assets.map(async asset => {
        const feed = known.find(one => isSame(one.asset, asset))
        const price =
          feed &&
          (await priceOf(feed, signal).catch(error => {
            // One unreachable or missing contract does not affect the other prices.
            if (signal.aborted || !(error instanceof ModalError)) throw error
            return undefined
          }))
        // The asset id as the caller wrote it.
        return price === undefined ? [] : [{ asset, symbol: feed?.symbol ?? '', price }]
      }),
    )
    return found.flat()
  }
}
