import { refusal } from '../../error.js'
import type { Network } from './network.js'

/**
 * For a chain plugin's options: throws a KernelError BAD_NETWORKS, which names the plugin and the
 * networks, unless there is at least one network, all are of this namespace, and their ids have the
 * form of CAIP-2.
 */
export function checkNetworks<N extends Network>(
  namespace: string,
  networks: readonly N[],
): asserts networks is readonly [N, ...N[]] {
  // An app without types may pass something else than a list.
  const list = [networks].flat() as readonly (N | undefined)[]
  if (
    !list[0] ||
    list.some(one => one?.namespace !== namespace || !/:[-\w]{1,32}$/.test(one.caipNetworkId))
  )
    throw refusal('BAD_NETWORKS', undefined, [namespace, list.map(one => one?.caipNetworkId)])
}
