/** Selectors over what the connected accounts have on their networks. */
import type { Read } from '@portico/kernel'
import { currencySlice } from '@portico/kernel/backend'
import { chainsSlot } from '@portico/kernel/chain'
import {
  activeAccount,
  activeNamespace,
  activeNetwork,
  isShallowEqual,
} from '@portico/kernel/session'
import type { NetworkPlace, NetworkRow, NetworkSummary, WalletTotal } from './network-balances.js'
import type { KnownPortfolio } from './portfolio.js'
import { networkBalancesSlice } from './refs.js'
import { sift, sumOf } from './rules.js'
import { savedOf } from './saved.js'
import { portfolioOf } from './select.js'

// By portfolio: of thousands of tokens a summary takes milliseconds, and views read it after each
// change of the kernel.
const summaries = /* @__PURE__ */ new WeakMap<KnownPortfolio, NetworkSummary>()

/** Returns the short form of a portfolio, the same object for the same portfolio. */
export function summaryOf(portfolio: KnownPortfolio): NetworkSummary {
  const known = summaries.get(portfolio) ?? summarize(portfolio)
  summaries.set(portfolio, known)
  return known
}
function summarize({ holdings, at, currency, ...sight }: KnownPortfolio): NetworkSummary {
  const native = holdings.find(({ token }) => token.asset === 'native')
  const { total } = sift(holdings, sight)
  const isUnpriced = holdings.some(
    ({ amount, value, token: { asset } }) =>
      amount > 0n && value === undefined && (asset === 'native' || sight.vouched.includes(asset)),
  )
  return {
    ...(native && { native }),
    ...(total !== undefined && { total }),
    ...(isUnpriced && { isUnpriced }),
    currency,
    isEmpty: holdings.every(({ amount }) => amount === 0n),
    at,
  }
}

/**
 * Returns the listed networks: the active one, those of the other connected chains, then those used
 * in this browser, the latest first. `isMore`: the connected chains have others.
 */
export function networkPlaces(read: Read): {
  readonly places: readonly NetworkPlace[]
  readonly isMore: boolean
} {
  const { most, showsAll } = read.state(networkBalancesSlice)
  const active = activeNamespace(read)
  const chains = read
    .items(chainsSlot)
    .filter(({ id }) => activeAccount(read, id) !== undefined)
    .sort((a, b) => Number(b.id === active) - Number(a.id === active))
  const all = chains.flatMap(({ networks }) => networks.map(one => one.caipNetworkId))
  const preferred = new Set([
    ...chains.flatMap(({ id }) => activeNetwork(read, id) ?? []),
    ...savedOf(read).used.filter(id => all.includes(id)),
  ])
  const ids = [...new Set(showsAll ? [...preferred, ...all] : [...preferred].slice(0, most))]
  const places = ids.flatMap((network): readonly NetworkPlace[] => {
    const account = activeAccount(read, network.slice(0, network.indexOf(':')))
    return account ? [{ id: `${network}:${account.address}`, network, account }] : []
  })
  return { places, isMore: all.some(id => !ids.includes(id)) }
}

/** Returns the rows of the listed networks. */
export function networkRows(read: Read): readonly NetworkRow[] {
  const { answers } = read.state(networkBalancesSlice)
  const { code } = read.state(currencySlice)
  const { networks } = savedOf(read)
  return networkPlaces(read).places.map((place, at): NetworkRow => {
    if (at === 0) {
      const { known, ...rest } = portfolioOf(read)
      const summary = known?.currency === code && summaryOf(known)
      return { ...place, ...rest, ...(summary && { summary }), isActive: true }
    }
    const { summary: answered, ...answer } = answers[place.id] ?? { phase: 'loading' }
    const kept = Object.hasOwn(networks, place.id) ? networks[place.id] : undefined
    const summary = [answered, kept].find(one => one?.currency === code)
    return { ...place, ...answer, ...(summary && { summary }), isActive: false }
  })
}

/** Returns the value of the connected accounts over the listed networks. */
export function walletTotal(read: Read): WalletTotal {
  const rows = networkRows(read)
  const silent = rows.filter(({ phase, isActive }) => phase === 'unavailable' && !isActive)
  const missing = silent.filter(({ summary }) => !summary)
  // Without the network that the person is on, the sum would be read as what it has.
  const isCounted = rows.every(
    ({ isActive, phase, summary }) => !isActive || summary || phase === 'none',
  )
  return {
    total: isCounted ? sumOf(rows.map(({ summary }) => summary?.total)) : undefined,
    isPartial: rows.some(({ phase, summary }) => phase === 'loading' && !summary),
    missing: missing[0]?.network,
    missingCount: missing.length,
    isOutdated: silent.length > missing.length,
    isUnpriced: rows.some(({ summary }) => summary?.isUnpriced === true),
    isEmpty: rows.every(({ summary }) => summary?.isEmpty),
  }
}

/** True if the person can see a list of networks: there is more than one. */
export function hasNetworkList(read: Read): boolean {
  const { places, isMore } = networkPlaces(read)
  return isMore || places.length > 1
}

/** Changes when other networks or another currency have to be requested. */
export const networksKey = (read: Read): string =>
  [read.state(currencySlice).code, ...networkPlaces(read).places.map(({ id }) => id)].join(' ')

/** True if two lists of rows look the same. */
export const isSameRows = (before: readonly NetworkRow[], after: readonly NetworkRow[]): boolean =>
  before.length === after.length &&
  before.every((row, at) => {
    const { summary: mine, ...one } = row
    const { summary: its, ...other } = after[at] as NetworkRow
    return isShallowEqual(one, other) && (mine === its || isShallowEqual(mine ?? {}, its ?? {}))
  })
