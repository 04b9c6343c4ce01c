/**
 * Filters, sorts and totals the tokens of an account. Pure; figures are exact decimal text
 * (decision 20).
 */
import type { Holding } from '@portico/kernel/backend'
import type { Balance } from '@portico/kernel/capabilities'
import type { AssetId, NetworkId } from '@portico/kernel/chain'
import { formatAmount, parseAmount } from '@portico/kernel/text'

/** The most decimals of any figure. */
const scale = 100
const unitsOf = (figure: string | undefined): bigint | undefined =>
  figure === undefined ? undefined : parseAmount(figure, scale)

/** Returns the value of all holdings; undefined where no price is known. */
export const totalOf = (holdings: readonly Holding[]): string | undefined =>
  sumOf(holdings.map(({ value }) => value))

/** Adds up figures, as exact decimal text. Unknown ones do not count; undefined without any. */
export function sumOf(figures: readonly (string | undefined)[]): string | undefined {
  const values = figures.flatMap(figure => unitsOf(figure) ?? [])
  return values.length
    ? formatAmount(
        values.reduce((sum, value) => sum + value, 0n),
        scale,
      )
    : undefined
}

/** Names that send people to a page, or promise them something. */
const lure =
  /https?:|www\.|\b[\w-]+\.(?:com|org|net|io|xyz|app|fi|finance|gift|gifts|top|site|live|pro|me|cc|ru|vip|lol|claims?)\b|\b(?:claim|airdrop|voucher|reward|visit|redeem)s?\b|t\.me\//i

export interface Sight {
  /** Tokens that the host, a token list or the person has confirmed as genuine. */
  readonly vouched: readonly (AssetId | 'native')[]
  /** Decimal text. */
  readonly smallBelow: string
}
/**
 * True for spam: the name is a lure, or imitates the native coin.
 * Never for a confirmed token. A missing price alone is no sign of spam.
 */
export function isSpam(
  { token }: Holding,
  nativeSymbol: string | undefined,
  { vouched }: Sight,
): boolean {
  if (token.asset === 'native' || vouched.includes(token.asset)) return false
  return (
    lure.test(token.name) ||
    lure.test(token.symbol) ||
    token.symbol.toLowerCase() === nativeSymbol?.toLowerCase()
  )
}
/** True for a value below the minimum. A token without a price is not small. */
export function isSmall({ token, value }: Holding, { smallBelow }: Sight): boolean {
  const units = unitsOf(value)
  return token.asset !== 'native' && units !== undefined && units < (unitsOf(smallBelow) ?? 0n)
}

export interface Sifted {
  readonly shown: readonly Holding[]
  readonly hidden: readonly Holding[]
  /** The value of shown and small tokens; spam counts as worthless. */
  readonly total: string | undefined
}
/** Splits holdings into shown and hidden ones. `added`: tokens that are always shown. */
export function sift(
  holdings: readonly Holding[],
  sight: Sight,
  added: readonly (AssetId | 'native')[] = [],
): Sifted {
  const native = holdings.find(({ token }) => token.asset === 'native')?.token.symbol
  const spam = new Set(holdings.filter(one => isSpam(one, native, sight)))
  const hidden = new Set(
    holdings.filter(
      one => spam.has(one) || (isSmall(one, sight) && !added.includes(one.token.asset)),
    ),
  )
  return {
    shown: holdings.filter(one => !hidden.has(one)),
    hidden: [...hidden],
    total: totalOf(holdings.filter(one => !spam.has(one))),
  }
}

/**
 * True for a token of low quality, which has no decimals. The native coin
 * never is.
 */
export const isLowQuality = ({ token }: Balance): boolean =>
  token.asset !== 'native' && token.decimals === 0

/** A balance as a host reads it. */
export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  readonly chainId: NetworkId
  /** `namespace:chain:address`; absent for the native coin. */
  readonly address?: string
  readonly value?: string
  readonly price?: string
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl?: string
}
export function tokenBalanceOf({ token, amount, price, value }: Holding): TokenBalance {
  const { asset, network, name, symbol, decimals, imageUrl } = token
  return {
    name,
    symbol,
    chainId: network,
    ...(asset !== 'native' && { address: `${network}:${asset.slice(asset.lastIndexOf(':') + 1)}` }),
    ...(value && { value }),
    ...(price && { price }),
    quantity: { decimals: String(decimals), numeric: formatAmount(amount, decimals) },
    ...(imageUrl && { iconUrl: imageUrl }),
  }
}
