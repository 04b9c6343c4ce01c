/** The list of networks as it is shown: pure, so that its order is a table. */
import type { Chain, Network, NetworkId } from '@portico/kernel/contracts'

export interface NetworkGroup {
  readonly chain: Chain
  readonly networks: readonly Network[]
}

/** Networks by chain, those whose name or id holds what was searched. The current one comes first, and its chain too; the rest stays in the host's order. */
export function networkGroups(chains: readonly Chain[], search: string, current: NetworkId | undefined): readonly NetworkGroup[] {
  const wanted = search.trim().toLowerCase()
  const isWanted = ({ name, id }: Network) => name.toLowerCase().includes(wanted) || id === wanted
  const currentFirst = (a: Network, b: Network) => Number(b.caipNetworkId === current) - Number(a.caipNetworkId === current)
  const holdsCurrent = ({ chain }: NetworkGroup) => chain.networks.some(({ caipNetworkId }) => caipNetworkId === current)
  return chains
    .map(chain => ({ chain, networks: chain.networks.filter(isWanted).sort(currentFirst) }))
    .filter(({ networks }) => networks.length > 0)
    .sort((a, b) => Number(holdsCurrent(b)) - Number(holdsCurrent(a)))
}
