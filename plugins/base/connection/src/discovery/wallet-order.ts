/** The order and the tags of the wallet list. */
import type { Connector } from '@portico/kernel/connector-kit'
import type { SessionState } from '@portico/kernel/session'
import { message } from '@portico/kernel/text'
import { groupWallets, type Wallet } from '@portico/kernel/wallet'
import type { RecentWallet } from '../restoring/saved-connections.js'
import { type ApprovalGroup, groupApprovals } from './approval-groups.js'

export const recentMessage = /* @__PURE__ */ message('connection.recent', 'Recent')

export interface WalletRow {
  readonly wallet: Wallet
  /** A click connects the only group, or opens the choice. */
  readonly approvalGroups: readonly [ApprovalGroup, ...ApprovalGroup[]]
  readonly tag: 'connected' | 'reconnecting' | 'recent' | 'installed' | undefined
}

/** False for a wallet on another device and for a login. */
export const isInPage = ({ type }: Connector): boolean => type !== 'AUTH' && type !== 'EXTERNAL'

/**
 * One row per wallet (decision 13): recent wallets first, then wallets in the page by name, because
 * they announce themselves in another order with each load, then the others as they came.
 * `namespace`: the active one. `order`: that of the host's chains.
 */
export function walletRows(
  connectors: readonly Connector[],
  recent: readonly RecentWallet[],
  connections: SessionState['connections'],
  namespace: string | undefined,
  order: readonly string[],
): readonly WalletRow[] {
  const phases = new Map(
    Object.values(connections).map(({ connector, phase }) => [connector, phase.name]),
  )
  const ages = recent.map(({ id }) => id)
  const ageOf = ({ id }: Wallet) => (ages.includes(id) ? ages.indexOf(id) : ages.length)

  const isHere = ({ connectors }: Wallet) => connectors.some(isInPage)

  /**
   * A look-alike never stands above the wallet that it imitates, also where that wallet is not in
   * the page.
   */
  const placeOf = (wallet: Wallet) => (wallet.lookAlike ? 2 : isHere(wallet) ? 0 : 1)

  const tagOf = (wallet: Wallet): WalletRow['tag'] => {
    const present = wallet.connectors.map(({ id }) => phases.get(id))
    const phase = (['connected', 'reconnecting'] as const).find(name => present.includes(name))
    return phase ?? (ages.includes(wallet.id) ? 'recent' : isHere(wallet) ? 'installed' : undefined)
  }
  return [...groupWallets(connectors)]
    .sort(
      (a, b) => ageOf(a) - ageOf(b) || placeOf(a) - placeOf(b) || (isHere(a) ? byName(a, b) : 0),
    )
    .map(wallet => ({
      wallet,
      approvalGroups: groupApprovals(
        wallet,
        order,
        namespace,
        ({ id }) => phases.get(id) === 'connected',
      ),
      tag: tagOf(wallet),
    }))
}

/**
 * The rows of an open view (decision 47): rows that it opened with keep their places, also when
 * their wallet goes away; later rows are listed apart.
 */
export function settleRows(
  opened: readonly WalletRow[],
  now: readonly WalletRow[],
): {
  readonly fixed: readonly (WalletRow & { readonly gone: boolean })[]
  readonly late: readonly WalletRow[]
} {
  const present = new Map(now.map(row => [row.wallet.id, row]))
  const known = new Set(opened.map(row => row.wallet.id))
  return {
    fixed: opened.map(row => ({
      ...(present.get(row.wallet.id) ?? row),
      gone: !present.has(row.wallet.id),
    })),
    late: now.filter(row => !known.has(row.wallet.id)),
  }
}

/**
 * Compares without a collator, whose creation takes about 10 ms, a third of the time in which the
 * first view opens.
 */
function byName({ name: a }: Wallet, { name: b }: Wallet): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one < other ? -1 : +(one > other)
}
