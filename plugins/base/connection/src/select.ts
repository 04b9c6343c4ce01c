/** Which ways to a wallet are listed. */
import type { Read } from '@portico/kernel'
import { type Connector, connectors, environment, session, shellSlice } from '@portico/kernel/contracts'

/** The connectors that work here, of the namespace to which the modal was opened or the person has switched; of all otherwise. */
export function listedConnectors(read: Read): readonly Connector[] {
  const namespace = read.state(shellSlice).namespace ?? read.state(session).filter
  return workingConnectors(read).filter(connector => !namespace || connector.chain === namespace)
}
/** Those that work here (decision 15), of whatever namespace. */
export function workingConnectors(read: Read): readonly Connector[] {
  const here = read.state(environment)
  return read.items(connectors).filter(connector => connector.worksIn?.(here) !== false)
}
/** Whether a wallet that stands in the page itself is listed: wallets come first among the ways to connect then (specification section 2). */
export function listsWallets(read: Read): boolean {
  return listedConnectors(read).some(({ type }) => type !== 'AUTH' && type !== 'EXTERNAL')
}
