/** How many approvals a wallet asks for, and what each is good for. Pure. */
import type { Connector, Wallet } from '@portico/kernel/contracts'

/** One approval: the connector that asks for it, and the chains that it covers. */
export interface Way {
  readonly connector: string
  readonly namespaces: readonly [string, ...string[]]
}

/**
 * The approvals of a wallet, in the order in which its connectors came. Of several connectors of one chain the first is the one to try; of one approval for
 * several chains, that of the chain that the person works in (`namespace`), else the first.
 */
export function waysTo({ connectors }: Pick<Wallet, 'connectors'>, namespace: string | undefined): readonly [Way, ...Way[]] {
  const first = connectors.filter(({ chain }, i) => connectors.findIndex(other => other.chain === chain) === i)
  const groups = new Map<string, Connector[]>()
  for (const connector of first) {
    const key = connector.approval === undefined ? `id ${connector.id}` : `approval ${connector.approval}`
    groups.set(key, [...(groups.get(key) ?? []), connector])
  }
  return [...groups.values()].map(group => ({
    connector: (group.find(({ chain }) => chain === namespace) ?? group[0])?.id ?? '',
    namespaces: group.map(({ chain }) => chain),
  })) as unknown as readonly [Way, ...Way[]]
}

/** What the approval of this connector is good for besides: one connector for each other chain of the same wallet. */
export function approvedAlong(connector: Connector, { connectors }: Pick<Wallet, 'connectors'>): readonly Connector[] {
  const along = connectors.filter(({ chain, approval }) => approval !== undefined && approval === connector.approval && chain !== connector.chain)
  return along.filter(({ chain }, i) => along.findIndex(other => other.chain === chain) === i)
}
