import { refusal } from '../../error.js'
import type { Network } from './network.js'

/**
 * For a chain plugin's options: throws a KernelError BAD_NETWORKS unless there is at least one
 * network, and all are of this namespace.
 */
export function checkNetworks<N extends Network>(
  namespace: string,
  networks: readonly N[],
): asserts networks is readonly [N, ...N[]] {
  if (!networks[0] || networks.some(network => network.namespace !== namespace))
    throw refusal('BAD_NETWORKS', undefined, [namespace, networks])
}
