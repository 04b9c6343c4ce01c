/** Which chains of a wallet are approved together. */
import type { Connector } from '@portico/kernel/connector-kit'
import type { Wallet } from '@portico/kernel/wallet'

/** One approval: the connector that asks for it, and the chains that it covers. */
export interface ApprovalGroup {
  readonly connector: string
  readonly namespaces: readonly [string, ...string[]]
}

/** Whether one approval covers both connectors. */
export const shareApproval = (one: Connector, other: Connector) =>
  one.approval !== undefined && one.approval === other.approval

/**
 * The approvals of a wallet, in the order of the host's chains (`order`): which of them the wallet
 * names first is chance. Of several connectors of one chain the first is the one to try; of one
 * approval for several chains, the connector of the chain that the person works in (`namespace`),
 * else the first. What is connected of it stands apart from what is not: the wallet may have let
 * the page in on some of its chains only.
 */
export function groupApprovals(
  { connectors, namespaces }: Pick<Wallet, 'connectors' | 'namespaces'>,
  order: readonly string[],
  namespace: string | undefined,
  isConnected: (connector: Connector) => boolean,
): readonly [ApprovalGroup, ...ApprovalGroup[]] {
  const groups: Connector[][] = []
  for (const name of new Set([...order, ...namespaces])) {
    const connector = connectors.find(({ namespace }) => namespace === name)
    if (!connector) continue
    const group = groups.find(
      ([first]) =>
        first && shareApproval(first, connector) && isConnected(first) === isConnected(connector),
    )
    if (group) group.push(connector)
    else groups.push([connector])
  }
  return groups.map(group => ({
    connector: (group.find(one => one.namespace === namespace) ?? group[0])?.id,
    namespaces: group.map(({ namespace }) => namespace),
  })) as unknown as readonly [ApprovalGroup, ...ApprovalGroup[]]
}
