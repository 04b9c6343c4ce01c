import { refusal } from '../../error.js'
import { namespaceOf } from './caip.js'
import type { Network } from './network.js'

/**
 * For a chain plugin's options: throws a KernelError BAD_NETWORKS, which names the plugin and the
 * networks, unless there is at least one network, and all are of this namespace, by an id of CAIP-2.
 */
export function checkNetworks<N extends Network>(
  namespace: string,
  networks: readonly N[],
): asserts networks is readonly [N, ...N[]] {
  // An app without types may pass something else than a list.
  const list = [networks].flat() as readonly (N | undefined)[]
  if (
    !list[0] ||
    list.some(
      one =>
        one?.namespace !== namespace ||
        !/^[-a-z\d]{3,8}:[-\w]{1,32}$/.test(one.caipNetworkId) ||
        namespaceOf(one.caipNetworkId) !== namespace,
    )
  )
    throw refusal('BAD_NETWORKS', undefined, [namespace, list.map(one => one?.caipNetworkId)])
}
