import { formatAmount } from '@portico/kernel/text'
import { wordAt } from '@portico/signatures/abi'
import * as v from 'valibot'
import { normalisedAsset } from '../../assets.js'
import { bytes, type Rpc } from '../../chains/json-rpc.js'
import { BackendError } from '../../errors.js'
import type { Currency } from '../../option-schemas.js'
import { defineService } from '../module.js'
import type { PriceConfiguration } from './options.js'

/** Prices that the configuration names. What it does not name has none. */
export interface Prices {
  /** Exact decimal text for one whole token, or undefined. `asset` is `native` or an address. */
  of(chain: string, asset: string, currency: Currency): Promise<string | undefined>
}

export const pricesService = defineService<Prices>('prices')

/** Answers of feeds are kept so long, in milliseconds. */
const keptMs = 30_000
/** Selectors of `decimals()` and `latestRoundData()`. */
const [askDecimals, askLatest] = ['0x313ce567', '0xfeaf968c'] as const

type Feed = Extract<PriceConfiguration['from'], { readonly feed: string }>

/**
 * `rpc`: the node of an EVM chain. A feed that is too old, not positive or out of reach gives no
 * price rather than a wrong one.
 */
export function createPrices(
  configurations: readonly PriceConfiguration[],
  rpc: (chain: string) => Rpc | undefined,
): Prices {
  const known = new Map(
    configurations.map(({ asset, currency, from }) => [
      `${normalisedAsset(asset)} ${currency}`,
      from,
    ]),
  )
  const kept = new Map<
    Feed,
    { readonly until: number; readonly price: Promise<string | undefined> }
  >()

  const fromFeed = (feed: Feed): Promise<string | undefined> => {
    const found = kept.get(feed)
    if (found && found.until > performance.now()) return found.price
    const node = rpc(feed.chain)
    const price = node ? askFeed(node, feed).catch(() => undefined) : Promise.resolve(undefined)
    kept.set(feed, { until: performance.now() + keptMs, price })
    return price
  }

  return {
    async of(chain, asset, currency) {
      const from = known.get(`${normalisedAsset(`${chain}:${asset}`)} ${currency}`)
      if (!from) return undefined
      return 'fixed' in from ? from.fixed : fromFeed(from)
    },
  }
}

/**
 * By the interface of Chainlink's aggregators: roundId, answer, startedAt, updatedAt,
 * answeredInRound.
 */
async function askFeed(rpc: Rpc, { feed, maxAge }: Feed): Promise<string | undefined> {
  const [decimals, latest] = await Promise.all([
    word(rpc, feed, askDecimals, 1),
    word(rpc, feed, askLatest, 5),
  ])
  const [, answer = 0n, , updatedAt = 0n] = latest
  const isNegative = answer >> 255n === 1n
  const age = BigInt(Math.floor(Date.now() / 1_000)) - updatedAt
  if (answer === 0n || isNegative || age > BigInt(maxAge)) return undefined
  return formatAmount(answer, Number(decimals[0] ?? 0n))
}

async function word(rpc: Rpc, to: string, data: string, words: number): Promise<readonly bigint[]> {
  const answer = await rpc.call(
    'eth_call',
    [{ to, data }, 'latest'],
    v.pipe(bytes, v.minLength(2 + 64 * words)),
  )
  const read = Array.from({ length: words }, (_, index) => wordAt(answer, index) ?? 0n)
  if (words === 1 && (read[0] ?? 0n) > 255n)
    throw new BackendError('NODE_NONSENSE', 'A price feed has more decimals than there are.')
  return read
}
