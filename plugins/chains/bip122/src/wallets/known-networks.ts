import { type NetworkId, networkId } from '@portico/kernel/chain'
import {
  type AddressFormat,
  bitcoin,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  namespace,
} from '../networks.js'
import type { Bip122Setup } from '../options.js'

const wellKnown = [bitcoin, bitcoinTestnet, bitcoinSignet, bitcoinRegtest]

/**
 * Returns the network that a wallet means by a name, listed by the host or not. An unknown name
 * gets a separate id, so that the network shows as unsupported.
 */
export function networkOfName(name: string, { networks }: Bip122Setup): NetworkId {
  const meant = [...networks, ...wellKnown].find(
    ({ walletName }) => walletName.toLowerCase() === name.toLowerCase(),
  )
  return (
    meant?.caipNetworkId ??
    networkId(namespace, name.replace(/[^-\w]/g, '-').slice(0, 32) || 'unknown')
  )
}
/** Returns a wallet's name for a network. Undefined for an unknown network. */
export function nameOfNetwork(network: NetworkId, { networks }: Bip122Setup): string | undefined {
  return [...networks, ...wellKnown].find(({ caipNetworkId }) => caipNetworkId === network)
    ?.walletName
}
/**
 * Returns the address format of a network. Undefined where neither the host nor this package knows
 * it.
 */
export function formatOfNetwork(
  network: NetworkId,
  { networks }: Bip122Setup,
): AddressFormat | undefined {
  return [...networks, ...wellKnown].find(({ caipNetworkId }) => caipNetworkId === network)
    ?.addressFormat
}
