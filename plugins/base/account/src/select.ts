/** What can be read of the account's page; shared by its controller, its views and hosts. */
import type { Read } from '@portico/kernel'
import { type Account, type AccountTab, accountTabsSlot } from '@portico/kernel/account'
import { explorerPage, type NetworkId, networkOf } from '@portico/kernel/chain'
import { activeAccount, activeNetwork, sessionSlice } from '@portico/kernel/session'
import { parseLink } from '@portico/kernel/wallet'
import { accountPageSlice } from './refs.js'

/** Whose page it is, and where; undefined while no wallet is connected. */
export function subjectOf(
  read: Read,
): { readonly key: string; readonly account: Account; readonly network: NetworkId } | undefined {
  const account = activeAccount(read)
  const network = activeNetwork(read)
  return account && network && { key: `${network}:${account.address}`, account, network }
}

/**
 * The account state `addressExplorerUrl`: the address on the active network's explorer; undefined
 * where that names no page, or none that is safe to open.
 */
export function addressExplorerUrl(read: Read, namespace?: string): string | undefined {
  const account = activeAccount(read, namespace)
  return (
    account && parseLink(explorerPage(networkOf(read, activeNetwork(read, namespace)), account))
  )
}

/** The place of an account among those that are in use, one of each kind of a wallet. */
export const usedKey = ({ connection, type }: Pick<Account, 'connection' | 'type'>): string =>
  `${connection} ${type}`

/** The place of an account among the balances of the list: `network:address`. */
export const listKey = (read: Read, { connection, address }: Account): string =>
  `${read.state(sessionSlice).connections[connection]?.network}:${address}`

/** The account state `currentTab`: the tab that is open. Undefined where there are none. */
export function currentTab(read: Read): AccountTab | undefined {
  const tabs = read.items(accountTabsSlot)
  const chosen = read.state(accountPageSlice).currentTab
  return tabs.find(tab => tab.id === chosen) ?? tabs[0]
}
