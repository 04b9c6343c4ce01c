/** Reads stored data as untrusted input, and writes it within the limits of storage. */
import type { Read } from '@portico/kernel'
import type { Holding } from '@portico/kernel/backend'
import type { NetworkId, Token } from '@portico/kernel/chain'
import { displayText } from '@portico/kernel/text'
import type { NetworkSummary } from './network-balances.js'
import { savedBalancesSlice } from './persisted.js'
import type { KnownPortfolio, Saved } from './portfolio.js'
import type { BalancesContext } from './refs.js'

/**
 * Upper limits: accounts, tokens of each, and characters in total. Storage accepts at most 65,536
 * characters per slice.
 */
const [mostAccounts, mostTokens, mostCharacters] = [4, 100, 64_000]
/** Added tokens, the latest. */
const mostAdded = 100
/** Tokens of the newest account that stay where there is no room for all. */
const fewTokens = 20
/** The networks to remember, and their last answers. */
const mostNetworks = 12
/** A longer picture is a data image; the next answer has it again. */
const longestLink = 300
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const nothing: Saved = { portfolios: {}, added: [], used: [], networks: {} }
/** Returns the stored data; empty before the slice is restored. */
export const savedOf = ({ state }: Read): Saved => state(savedBalancesSlice).saved ?? nothing

/** Restores the slice, once storage was read. */
export const restoreSaved = (context: BalancesContext): Promise<void> =>
  context.restore(savedBalancesSlice, found => ({ phase: 'ready', saved: readSaved(found) }))

/** Validates stored data. Invalid parts are left out. */
export function readSaved(found: unknown): Saved {
  if (!isRecord(found)) return nothing
  const portfolios = isRecord(found.portfolios) ? Object.entries(found.portfolios) : []
  return {
    portfolios: Object.fromEntries(
      portfolios.filter((entry): entry is [string, KnownPortfolio] => isPortfolio(entry[1])),
    ),
    added: Array.isArray(found.added) ? found.added.filter(isToken) : [],
    used: Array.isArray(found.used) ? found.used.filter(isNetworkId).slice(0, mostNetworks) : [],
    networks: Object.fromEntries(
      (isRecord(found.networks) ? Object.entries(found.networks) : [])
        .filter((entry): entry is [string, NetworkSummary] => isSummary(entry[1]))
        .slice(0, mostNetworks),
    ),
  }
}

/** Remembers that an account was shown on a network. */
export const withUsed = (saved: Saved, network: NetworkId): Saved => ({
  ...saved,
  used: [network, ...saved.used.filter(id => id !== network)].slice(0, mostNetworks),
})
/** Replaces the tokens that the person added; the latest are kept. */
export const withAdded = (saved: Saved, added: readonly Token[]): Saved =>
  fitted({ ...saved, added: added.slice(-mostAdded).map(plainToken) })

/** Replaces the answers of networks; the latest are kept. */
export function withNetworks(saved: Saved, networks: Saved['networks']): Saved {
  const all = Object.entries({ ...saved.networks, ...networks })
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, mostNetworks)
    .map(([id, { native, ...summary }]) => [
      id,
      { ...summary, ...(native && { native: withoutPicture(native) }) },
    ])
  return fitted({ ...saved, networks: Object.fromEntries(all) })
}

/** Replaces one portfolio. */
export function withPortfolio(saved: Saved, subject: string, portfolio: KnownPortfolio): Saved {
  const { [subject]: _, ...others } = saved.portfolios
  return fitted({
    ...saved,
    portfolios: { [subject]: cut(portfolio, mostTokens), ...others },
  })
}

/** Keeps the first tokens, and what is said of these. */
function cut(portfolio: KnownPortfolio, most: number): KnownPortfolio {
  const holdings = portfolio.holdings.slice(0, most).map(withoutPicture)
  const kept = new Set(holdings.map(({ token }) => token.asset))
  const { vouched, imitations } = portfolio
  return {
    ...portfolio,
    holdings,
    vouched: vouched.filter(asset => kept.has(asset)),
    ...(imitations && { imitations: imitations.filter(asset => kept.has(asset)) }),
  }
}

/** Drops what the next answer has again, the least useful first, until the data fits in storage. */
function fitted(saved: Saved): Saved {
  const newest = Object.entries(saved.portfolios).sort(([, a], [, b]) => b.at - a.at)
  const smaller = Array.from({ length: mostAccounts }, (_, dropped) => ({
    ...saved,
    portfolios: Object.fromEntries(newest.slice(0, mostAccounts - dropped)),
  }))
  const portfolios = Object.fromEntries(
    newest.slice(0, 1).map(([subject, one]) => [subject, cut(one, fewTokens)]),
  )
  const smallest = {
    ...saved,
    portfolios,
    networks: {},
    added: saved.added.map(({ imageUrl: _, ...token }) => token),
  }
  return (
    [...smaller, { ...saved, portfolios }].find(one => lengthOf(one) <= mostCharacters) ?? smallest
  )
}
const lengthOf = (value: object) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? { $bigint: String(part) } : part))
    .length

function plainToken({ imageUrl, ...token }: Token): Token {
  return imageUrl && imageUrl.length <= longestLink ? { ...token, imageUrl } : token
}
const withoutPicture = (holding: Holding): Holding => ({
  ...holding,
  token: plainToken(holding.token),
})

const isFigure = (value: unknown) =>
  value === undefined || (typeof value === 'string' && /^\d{1,100}(?:\.\d{1,100})?$/.test(value))
export function isToken(value: unknown): value is Token {
  if (!isRecord(value)) return false
  const { asset, network, name, symbol, decimals, imageUrl } = value
  return (
    [asset, network, name, symbol].every(text => typeof text === 'string' && text.length <= 300) &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0 &&
    Number(decimals) <= 255 &&
    (imageUrl === undefined || typeof imageUrl === 'string')
  )
}
/**
 * Returns a holding that can be shown, without an invalid price or value. Sources write zero for an
 * unknown price.
 * Empty where the rest is invalid too, because any source may be a third party.
 */
export function soundHolding(answer: unknown): readonly Holding[] {
  if (!isRecord(answer)) return []
  const { price, value, ...rest } = answer
  const isUnknown = typeof price === 'string' && /^[0.]+$/.test(price)
  const holding = {
    ...rest,
    ...(price !== undefined && !isUnknown && isFigure(price) && { price }),
    ...(value !== undefined && !isUnknown && isFigure(value) && { value }),
  }
  if (!isHolding(holding)) return []
  // Names are untrusted text (threat S6).
  const { name, symbol } = holding.token
  const shown = displayText(symbol, 24) ?? '?'
  return [
    { ...holding, token: { ...holding.token, name: displayText(name) ?? shown, symbol: shown } },
  ]
}
function isHolding(value: unknown): value is Holding {
  return (
    isRecord(value) &&
    isToken(value.token) &&
    typeof value.amount === 'bigint' &&
    value.amount >= 0n &&
    isFigure(value.price) &&
    (value.priceSource === undefined || typeof value.priceSource === 'string') &&
    isFigure(value.value)
  )
}
const isNetworkId = (value: unknown): value is NetworkId =>
  typeof value === 'string' && /^[-a-z\d]{3,8}:[-\w]{1,32}$/.test(value)
function isSummary(value: unknown): value is NetworkSummary {
  if (!isRecord(value)) return false
  const { native, total, isUnpriced, currency, isEmpty, at } = value
  return (
    (native === undefined || isHolding(native)) &&
    isFigure(total) &&
    (isUnpriced === undefined || isUnpriced === true) &&
    typeof currency === 'string' &&
    typeof isEmpty === 'boolean' &&
    Number.isFinite(at)
  )
}
function isPortfolio(value: unknown): value is KnownPortfolio {
  if (!isRecord(value)) return false
  const { holdings, at, currency, source, instead, vouched, imitations = [], smallBelow } = value
  return (
    Array.isArray(holdings) &&
    holdings.every(isHolding) &&
    Number.isFinite(at) &&
    [currency, source].every(text => typeof text === 'string') &&
    typeof instead === 'boolean' &&
    isFigure(smallBelow) &&
    Array.isArray(vouched) &&
    Array.isArray(imitations)
  )
}
