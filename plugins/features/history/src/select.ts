/** What can be read of the activity; shared by its controller, its views and hosts. */
import type { Read } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import type { ActivityEntry } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { activeAccount, activeNetwork } from '@portico/kernel/session'
import type { HistoryState, SentState } from './history.js'
import { historySlice, sentSlice } from './refs.js'
import { arrange, isSpam } from './rules.js'

export const subjectKey = (network: NetworkId, { address }: Pick<Account, 'address'>): string =>
  `${network}:${address}`

/** Whose past, and where; undefined while no wallet is connected. */
export function subjectOf(
  read: Read,
): { readonly key: string; readonly account: Account; readonly network: NetworkId } | undefined {
  const account = activeAccount(read)
  const network = activeNetwork(read)
  return account && network && { key: subjectKey(network, account), account, network }
}

export interface Past extends Pick<HistoryState, 'phase' | 'next' | 'loading'> {
  /** What is not settled yet first, then newest first; without spam, and without other networks. */
  readonly entries: readonly ActivityEntry[]
  /** As `entries`, with the spam. The same list where there is no spam. */
  readonly withSpam: readonly ActivityEntry[]
  /** It is known that there is nothing. */
  readonly empty: boolean
}
const nothing: readonly ActivityEntry[] = []
// By what it was made of: the same list as long as nothing changed.
const arranged = /* @__PURE__ */ new WeakMap<
  readonly ActivityEntry[],
  { readonly sent: object; readonly network: string } & Pick<Past, 'entries' | 'withSpam'>
>()
function listsOf(
  answered: readonly ActivityEntry[],
  sent: SentState['list'],
  { key, network }: Pick<NonNullable<ReturnType<typeof subjectOf>>, 'key' | 'network'>,
): Pick<Past, 'entries' | 'withSpam'> {
  const own = sent.flatMap(one => (one.subject === key ? one.entry : []))
  const withSpam = arrange(answered, own, network, true)
  const entries = withSpam.filter(entry => !isSpam(entry))
  return { withSpam, entries: entries.length === withSpam.length ? withSpam : entries }
}

/** What is known of the past of the active account on the active network. */
export function pastOf(read: Read): Past {
  const subject = subjectOf(read)
  if (!subject)
    return { phase: 'none', entries: nothing, withSpam: nothing, loading: false, empty: true }
  const state = read.state(historySlice)
  const mine =
    state.subject === subject.key
      ? state
      : { phase: 'asking' as const, entries: nothing, loading: true }
  const sent = read.state(sentSlice).list
  const known = arranged.get(mine.entries)
  const isSame = known?.sent === sent && known.network === subject.key
  const { entries, withSpam } = isSame ? known : listsOf(mine.entries, sent, subject)
  if (!isSame) arranged.set(mine.entries, { sent, network: subject.key, entries, withSpam })
  const { phase, loading } = mine
  const { next } = mine as Partial<HistoryState>
  return {
    phase,
    loading,
    entries,
    withSpam,
    empty:
      !entries.length &&
      !loading &&
      next === undefined &&
      phase !== 'unavailable' &&
      phase !== 'asking',
    ...(next && { next }),
  }
}
