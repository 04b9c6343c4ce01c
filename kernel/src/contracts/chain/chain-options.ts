import { refusal } from '../../error.js'
import type { Network } from './network.js'

/**
 * For a chain plugin's options: throws a KernelError BAD_NETWORKS, which names the plugin and the
 * networks, unless there is at least one network, and each is of this namespace and has an id of
 * CAIP-2.
 */
export function checkNetworks<N extends Network>(
  namespace: string,
  networks: readonly N[],
): asserts networks is readonly [N, ...N[]] {
  // An app without types may pass something else than a list.
  const list = [networks].flat() as readonly (N | undefined)[]
  // CAIP-2, with the namespace of the chain; the contract suite checks the form of that.
  const id = new RegExp(`^${namespace}:[-\\w]{1,32}$`)
  if (!list[0] || list.some(one => one?.namespace !== namespace || !id.test(one.caipNetworkId)))
    throw refusal('BAD_NETWORKS', undefined, [namespace, list.map(one => one?.caipNetworkId)])
}
