import type { Read } from '@portico/kernel'
import { activeAccount, activeConnection, type NetworkId, networkOf } from '@portico/kernel/contracts'

/**
 * The network that the person is connected to and where nothing works: the host does not list it (unless `allowed`), or the wallet approved no account there. Alone in
 * its file: it is all that opening the modal has to know.
 */
export function unsupportedNetwork(read: Read, allowed?: boolean): NetworkId | undefined {
  const { phase, network } = activeConnection(read) ?? {}
  return phase?.name === 'connected' && !(activeAccount(read) && (allowed || networkOf(read, network))) ? network : undefined
}
