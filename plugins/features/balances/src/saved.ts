/** What outlives the page: read as a stranger's, written so that it fits. */
import { displayText, type Holding, type Token } from '@portico/kernel/contracts'
import type { KnownPortfolio, Saved } from './portfolio.js'

/** Accounts, tokens of each, characters of it all: storage takes no more of one slice than 65,536. */
const [mostAccounts, mostTokens, mostCharacters] = [4, 100, 56_000]
/** A picture longer than that is one inside the text; it comes again with the next answer. */
const longestLink = 300
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

const nothing: Saved = { portfolios: {}, added: [] }
const read = new WeakMap<object, Saved>()

/** What was found in storage. What makes no sense is left out. */
export function savedOf(found: unknown): Saved {
  if (!isRecord(found)) return nothing
  const known = read.get(found)
  if (known) return known
  const portfolios = isRecord(found.portfolios) ? Object.entries(found.portfolios) : []
  const saved: Saved = {
    portfolios: Object.fromEntries(portfolios.filter((entry): entry is [string, KnownPortfolio] => isPortfolio(entry[1]))),
    added: Array.isArray(found.added) ? found.added.filter(isToken) : [],
  }
  read.set(found, saved)
  return saved
}

/** The same with one portfolio anew, the oldest ones left out where it would be too much. */
export function withPortfolio(saved: Saved, subject: string, portfolio: KnownPortfolio): Saved {
  const { [subject]: _, ...others } = saved.portfolios
  const mine = { ...portfolio, holdings: portfolio.holdings.slice(0, mostTokens).map(withoutPicture) }
  const rest = Object.entries(others).sort(([, a], [, b]) => b.at - a.at)
  for (let count = Math.min(rest.length, mostAccounts - 1); count > 0; count--) {
    const fitting = { ...saved, portfolios: { [subject]: mine, ...Object.fromEntries(rest.slice(0, count)) } }
    if (lengthOf(fitting) <= mostCharacters) return fitting
  }
  return { ...saved, portfolios: { [subject]: lengthOf(mine) <= mostCharacters ? mine : { ...mine, holdings: mine.holdings.slice(0, 20) } } }
}
const lengthOf = (value: object) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? { $bigint: String(part) } : part)).length

function withoutPicture(holding: Holding): Holding {
  const { imageUrl = '', ...token } = holding.token
  return imageUrl.length > longestLink ? { ...holding, token } : holding
}

const isFigure = (value: unknown) => value === undefined || (typeof value === 'string' && /^\d{1,100}(?:\.\d{1,100})?$/.test(value))
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
/** A holding as it can be shown; without a price or a value that is no figure. None where even what there is makes no sense: whoever answers may be a stranger. */
export function soundHolding(answer: unknown): readonly Holding[] {
  if (!isRecord(answer)) return []
  const { price, value, ...rest } = answer
  const holding = { ...rest, ...(price !== undefined && isFigure(price) && { price }), ...(value !== undefined && isFigure(value) && { value }) }
  if (!isHolding(holding)) return []
  // Names are text of strangers (threat S6).
  const { name, symbol } = holding.token
  const shown = displayText(symbol, 24) ?? '?'
  return [{ ...holding, token: { ...holding.token, name: displayText(name) ?? shown, symbol: shown } }]
}
function isHolding(value: unknown): value is Holding {
  return isRecord(value) && isToken(value.token) && typeof value.amount === 'bigint' && value.amount >= 0n && isFigure(value.price) && isFigure(value.value)
}
function isPortfolio(value: unknown): value is KnownPortfolio {
  if (!isRecord(value)) return false
  const { holdings, at, currency, source, instead, vouched, smallBelow } = value
  return (
    Array.isArray(holdings) &&
    holdings.every(isHolding) &&
    Number.isFinite(at) &&
    [currency, source].every(text => typeof text === 'string') &&
    typeof instead === 'boolean' &&
    isFigure(smallBelow) &&
    Array.isArray(vouched)
  )
}
