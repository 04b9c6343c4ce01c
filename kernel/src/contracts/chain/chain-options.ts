import { refusal } from '../../error.js'
import type { Network } from './network.js'

/**
 * For a chain plugin's options: throws a KernelError BAD_NETWORKS, which names the plugin and the
 * network, unless there is at least one network, all are of this namespace, and their ids are valid
 * (CAIP-2). `plugin`: the id of the plugin.
 */
export function checkNetworks<N extends Network>(
  namespace: string,
  networks: readonly N[],
  plugin = `chain/${namespace}`,
): asserts networks is readonly [N, ...N[]] {
  for (const at of networks.length ? networks.keys() : [-1]) {
    const { namespace: own, caipNetworkId: id } = networks[at] ?? ({} as Partial<N>)
    const why =
      at < 0
        ? 'none'
        : own === namespace
          ? !/^[-a-z\d]{3,8}:[-\w]{1,32}$/.test(`${id}`) && 'id'
          : own
            ? 'chain'
            : 'network'
    if (why) throw refusal('BAD_NETWORKS', plugin, [plugin, `networks[${at}]`, id, why])
  }
}
