/** What is shown of an account's tokens, and what they come to. Pure; figures are exact decimal text (decision 20). */
import { type AssetId, type Balance, formatAmount, type Holding, type NetworkId, parseAmount } from '@portico/kernel/contracts'

/** More decimals than any figure of ours has. */
const scale = 100
const unitsOf = (figure: string | undefined): bigint | undefined => (figure === undefined ? undefined : parseAmount(figure, scale))

/** What all of them are worth together; undefined where no price is known. */
export function totalOf(holdings: readonly Holding[]): string | undefined {
  const values = holdings.flatMap(({ value }) => unitsOf(value) ?? [])
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
  /** Of these the host, a list or the person said that they are real. */
  readonly vouched: readonly (AssetId | 'native')[]
  /** Decimal text. */
  readonly smallBelow: string
}
/**
 * Looks like spam: its name is a lure, or it calls itself as the native coin does. What somebody vouched for never is. That nobody knows a price is no crime.
 */
export function isSpam({ token }: Holding, nativeSymbol: string | undefined, { vouched }: Sight): boolean {
  if (token.asset === 'native' || vouched.includes(token.asset)) return false
  return lure.test(token.name) || lure.test(token.symbol) || token.symbol.toLowerCase() === nativeSymbol?.toLowerCase()
}
/** Worth less than the least that is shown. What nobody knows a price of is not small. */
export function isSmall({ token, value }: Holding, { smallBelow }: Sight): boolean {
  const units = unitsOf(value)
  return token.asset !== 'native' && units !== undefined && units < (unitsOf(smallBelow) ?? 0n)
}

export interface Sifted {
  readonly shown: readonly Holding[]
  readonly hidden: readonly Holding[]
  /** Of what is shown, and of what is only small: spam is worth nothing. */
  readonly total: string | undefined
}
/** `added`: what the person wants to see, whatever it is worth. */
export function sift(holdings: readonly Holding[], sight: Sight, added: readonly (AssetId | 'native')[] = []): Sifted {
  const native = holdings.find(({ token }) => token.asset === 'native')?.token.symbol
  const spam = new Set(holdings.filter(one => isSpam(one, native, sight)))
  const hidden = new Set(holdings.filter(one => spam.has(one) || (isSmall(one, sight) && !added.includes(one.token.asset))))
  return {
    shown: holdings.filter(one => !hidden.has(one)),
    hidden: [...hidden],
    total: totalOf(holdings.filter(one => !spam.has(one))),
  }
}

/** A token of low quality (specification section 3): without decimals. The native coin is what it is. */
export const isLowQuality = ({ token }: Balance): boolean => token.asset !== 'native' && token.decimals === 0

/** Specification section 3. */
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
