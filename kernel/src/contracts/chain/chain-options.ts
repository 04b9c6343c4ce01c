import { refusal } from '../../error.js'
import type { Network } from './network.js'

/**
 * For a chain plugin's options: throws a KernelError BAD_NETWORKS, which names the plugin and the
 * networks, unless there is at least one network, all are of this namespace, and their ids have no
 * blank or other sign that CAIP-2 does not allow.
 */
export function checkNetworks<N extends Network>(
  namespace: string,
  networks: readonly N[],
): asserts networks is readonly [N, ...N[]] {
  if (
    !networks[0] ||
    networks.some(one => one?.namespace !== namespace || /[^-:\w]/.test(one.caipNetworkId))
  )
    throw refusal('BAD_NETWORKS', undefined, [namespace, networks.map(one => one?.caipNetworkId)])
}
