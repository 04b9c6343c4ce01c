import { type Account, type Connection, type Connector, connectionId, type WalletLine } from '../contracts/index.js'

/** What the connection plugin makes of a line: the connection that capabilities work through, and the first account in it (a line that is sound has one). */
export function connectionOf(
  line: WalletLine,
  { chain, id: connector }: Pick<Connector, 'chain' | 'id'>,
): { readonly via: Connection; readonly from: Account } {
  const id = connectionId(chain, connector)
  const { port, supports, report } = line
  const accounts = report.accounts.map(account => ({ ...account, connection: id }))
  const via = { id, namespace: chain, connector, port, accounts, network: report.network, ...(supports && { supports }) }
  return { via, from: accounts[0] as Account }
}
