import type { Connector } from '@portico/kernel/connector-kit'
import type { Wallet } from '@portico/kernel/wallet'
import { shareApproval } from '../discovery/approval-groups.js'

/**
 * The connectors that one approval of this connector covers too: one for each other chain of the
 * same wallet.
 */
export function approvedTogether(
  connector: Connector,
  { connectors }: Pick<Wallet, 'connectors'>,
): readonly Connector[] {
  const others = connectors.filter(
    other => other.namespace !== connector.namespace && shareApproval(connector, other),
  )
  return others.filter(
    (other, i) => others.findIndex(one => one.namespace === other.namespace) === i,
  )
}
