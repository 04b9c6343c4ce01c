import type { Read } from '@portico/kernel'
import { activeAccount, activeNetwork, type NetworkId, networkOf } from '@portico/kernel/contracts'

/** The network that the person is connected to and the host does not list, if that is so. Alone in its file: it is all that opening the modal has to know. */
export function unsupportedNetwork(read: Read): NetworkId | undefined {
  const network = activeAccount(read) && activeNetwork(read)
  return network && !networkOf(read, network) ? network : undefined
}
