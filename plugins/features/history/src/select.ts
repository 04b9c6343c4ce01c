/** Selectors of the activity, shared by its controller, its views and hosts. */
import type { Read } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import type { ActivityEntry } from '@portico/kernel/capabilities'
import { chainsSlot, type NetworkId } from '@portico/kernel/chain'
import { activeAccount, activeConnection, activeNetwork } from '@portico/kernel/session'
import type { HistoryState, SentState } from './history.js'
import { filterSlice, historySlice, sentSlice } from './refs.js'
import { arrange, isSpam } from './rules.js'

export const subjectKey = (network: NetworkId, { address }: Pick<Account, 'address'>): string =>
  `${network}:${address}`

/** An account on one network. */
export interface Place {
  /** `network:address`. */
  readonly key: string
  readonly account: Account
  readonly network: NetworkId
}
const placeOn = (read: Read, network: NetworkId | undefined): readonly Place[] => {
  const account = network && activeAccount(read, network.slice(0, network.indexOf(':')))
  return account ? [{ key: subjectKey(network, account), account, network }] : []
}
/**
 * Returns the places that the filter offers: the active network, the networks of the other
 * connected chains, then the other networks that a wallet has approved. None while no wallet is
 * connected to the active one.
 */
export function activityPlaces(read: Read): readonly Place[] {
  const active = placeOn(read, activeNetwork(read))
  if (!active.length) return []
  const chains = read.items(chainsSlot).filter(({ id }) => activeAccount(read, id))
  const others = chains.flatMap(({ id, networks }) => {
    const approved = activeConnection(read, id)?.approved
    const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
    return ids.filter(network => !approved || approved.includes(network))
  })
  const ids = new Set([...chains.flatMap(({ id }) => activeNetwork(read, id) ?? []), ...others])
  ids.delete(active[0]?.network as NetworkId)
  return [...active, ...[...ids].flatMap(network => placeOn(read, network))]
}
/** Returns what the person chose in the filter; their choice ends with the active place. */
export function filterOf(read: Read): NetworkId | 'all' | undefined {
  const { of, choice } = read.state(filterSlice)
  return of !== undefined && of === placeOn(read, activeNetwork(read))[0]?.key ? choice : undefined
}
/** Returns the places whose activity is shown. Undefined while no wallet is connected. */
export function subjectOf(
  read: Read,
): { readonly key: string; readonly places: readonly [Place, ...Place[]] } | undefined {
  const filter = filterOf(read)
  const [active, ...others] = filter ? activityPlaces(read) : placeOn(read, activeNetwork(read))
  if (!active) return undefined
  if (filter === 'all') {
    const places = [active, ...others] as const
    return { key: places.map(({ key }) => key).join(' '), places }
  }
  const one = others.find(({ network }) => network === filter) ?? active
  return { key: one.key, places: [one] }
}

export interface Past extends Pick<HistoryState, 'phase' | 'next' | 'loading' | 'missing'> {
  /** Pending entries first, then newest first; without spam, and without other networks. */
  readonly entries: readonly ActivityEntry[]
  /** As `entries`, with the spam. The same list where there is no spam. */
  readonly withSpam: readonly ActivityEntry[]
  /** True once the activity is known to be empty. */
  readonly empty: boolean
}
const nothing: readonly ActivityEntry[] = []
const noNetworks: readonly NetworkId[] = []
// Memoised by its inputs, so that an unchanged list stays the same object.
const arranged = /* @__PURE__ */ new WeakMap<
  readonly ActivityEntry[],
  { readonly sent: object; readonly network: string } & Pick<Past, 'entries' | 'withSpam'>
>()
function listsOf(
  answered: readonly ActivityEntry[],
  sent: SentState['list'],
  { places }: NonNullable<ReturnType<typeof subjectOf>>,
): Pick<Past, 'entries' | 'withSpam'> {
  const own = sent.flatMap(one => (places.some(({ key }) => key === one.subject) ? one.entry : []))
  const networks = places.map(({ network }) => network)
  const withSpam = arrange(answered, own, networks, true)
  const entries = withSpam.filter(entry => !isSpam(entry))
  return { withSpam, entries: entries.length === withSpam.length ? withSpam : entries }
}

/**
 * What is known of the past of the active account on the active network, or on those of the filter.
 */
export function pastOf(read: Read): Past {
  const subject = subjectOf(read)
  if (!subject)
    return {
      phase: 'none',
      entries: nothing,
      withSpam: nothing,
      missing: noNetworks,
      loading: false,
      empty: true,
    }
  const state = read.state(historySlice)
  const mine =
    state.subject === subject.key
      ? state
      : { phase: 'loading' as const, entries: nothing, missing: noNetworks, loading: true }
  const sent = read.state(sentSlice).list
  const known = arranged.get(mine.entries)
  const isSame = known?.sent === sent && known.network === subject.key
  const { entries, withSpam } = isSame ? known : listsOf(mine.entries, sent, subject)
  if (!isSame) arranged.set(mine.entries, { sent, network: subject.key, entries, withSpam })
  const { phase, loading, missing } = mine
  const { next } = mine as Partial<HistoryState>
  return {
    phase,
    loading,
    entries,
    withSpam,
    missing,
    empty:
      !entries.length &&
      !loading &&
      next === undefined &&
      phase !== 'unavailable' &&
      phase !== 'loading',
    ...(next && { next }),
  }
}
