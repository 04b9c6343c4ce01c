import { type Account, connectionId } from '../contracts/account/index.js'
import type { Connection, Connector, WalletSession } from '../contracts/connector-kit/index.js'

/**
 * Builds the connection that capabilities use from a wallet session, with its first account (a
 * valid session has one).
 */
export function connectionOf(
  walletSession: WalletSession,
  { namespace, id: connector }: Pick<Connector, 'namespace' | 'id'>,
): { readonly via: Connection; readonly from: Account } {
  const id = connectionId(namespace, connector)
  const { handle, supports, report } = walletSession
  const accounts = report.accounts.map(account => ({ ...account, connection: id }))
  const via = {
    id,
    namespace,
    connector,
    handle,
    accounts,
    network: report.network,
    ...(supports && { supports }),
  }
  return { via, from: accounts[0] as Account }
}
