import type { Holding } from '@portico/kernel/backend'
import type { Token } from '@portico/kernel/chain'
import type { SwapState } from '../swap.js'
import { popularSymbols, suggestedSymbols } from '../tokens/suggested-tokens.js'

export type TokenEntry =
  | { readonly heading: 'yours' | 'popular' | 'more' }
  | { readonly token: Token; readonly holding: Holding | undefined }

const bySymbol = (one: Token, other: Token) =>
  one.symbol < other.symbol ? -1 : one.symbol > other.symbol ? 1 : 0

/**
 * What the account has first (its unverified tokens last), then what many swap, then all others.
 * With a search: only what it finds, by name, symbol or address.
 */
export function tokenSections(
  { tokens, balances, vouched }: Pick<SwapState, 'tokens' | 'balances' | 'vouched'>,
  search: string,
  language: string,
): readonly TokenEntry[] {
  const wanted = search.trim().toLocaleLowerCase(language)
  const isWanted = ({ name, symbol, asset }: Token) =>
    !wanted ||
    `${name} ${symbol}`.toLocaleLowerCase(language).includes(wanted) ||
    asset.toLowerCase().endsWith(`:${wanted}`)
  const held = new Map(
    balances.filter(({ amount }) => amount > 0n).map(holding => [holding.token.asset, holding]),
  )
  const found = tokens.filter(isWanted)
  // Any token may use any symbol, so an unverified one is not popular.
  const isVouched = ({ asset }: Token) => vouched.includes(asset)
  const isPopular = (token: Token) =>
    isVouched(token) && (token.asset === 'native' || popularSymbols.has(token.symbol))
  const yours = found
    .filter(({ asset }) => held.has(asset))
    .sort((one, other) => +isVouched(other) - +isVouched(one))
  const others = found.filter(({ asset }) => !held.has(asset)).sort(bySymbol)
  const section = (
    heading: 'yours' | 'popular' | 'more',
    of: readonly Token[],
  ): readonly TokenEntry[] =>
    of.length ? [{ heading }, ...of.map(token => ({ token, holding: held.get(token.asset) }))] : []
  return [
    ...section('yours', yours),
    ...section('popular', others.filter(isPopular)),
    ...section(
      'more',
      others.filter(token => !isPopular(token)),
    ),
  ]
}

/** Returns the symbols of more than one token, which are shown with their addresses. */
export function sharedSymbols(tokens: readonly Token[]): ReadonlySet<string> {
  const symbols = tokens.map(({ symbol }) => symbol.toUpperCase())
  return new Set(symbols.filter((symbol, at) => symbols.indexOf(symbol) < at))
}
/** A few tokens that need one click. */
export const suggestedOf = (
  tokens: readonly Token[],
  vouched: readonly Token['asset'][],
): readonly Token[] =>
  tokens
    .filter(({ asset, symbol }) => vouched.includes(asset) && suggestedSymbols.has(symbol))
    .slice(0, 6)
