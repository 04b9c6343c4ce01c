import type { Read } from '@portico/kernel'
import { activeAccount, activeConnection, type NetworkId, networkOf, type OpeningRule, unsupportedChainView } from '@portico/kernel/contracts'
import type { ConnectionOptions } from '../options.js'

/**
 * The active network of a connection when nothing can be used there: the host does not list the network (unless `isAllowed`), or the wallet approved no account on it.
 */
export function unsupportedNetwork(read: Read, isAllowed?: boolean): NetworkId | undefined {
  const { phase, network } = activeConnection(read) ?? {}
  return phase?.name === 'connected' && !(activeAccount(read) && (isAllowed || networkOf(read, network))) ? network : undefined
}

/** Opens the modal at *Unsupported network* while the active network cannot be used. Contributed by the controller: without it no wallet is connected. */
export const openAtUnsupportedNetwork = ({ allowUnsupportedChain }: ConnectionOptions): OpeningRule => ({
  id: 'unsupportedChain',
  rank: 'first',
  decide: read => (unsupportedNetwork(read, allowUnsupportedChain) ? { view: unsupportedChainView } : undefined),
})
