import { type NetworkId, networkId } from '@portico/kernel/contracts'
import { type AddressFormat, bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet, namespace } from '../networks.js'
import type { Bip122Setup } from '../options.js'

const wellKnown = [bitcoin, bitcoinTestnet, bitcoinSignet, bitcoinRegtest]

/** The network that a wallet means by a name, listed by the host or not; one that nobody knows gets an id of its own, so that it shows as unsupported. */
export function networkOfName(name: string, { networks }: Bip122Setup): NetworkId {
  const meant = [...networks, ...wellKnown].find(({ walletName }) => walletName.toLowerCase() === name.toLowerCase())
  return meant?.caipNetworkId ?? networkId(namespace, name.replace(/[^-\w]/g, '-').slice(0, 32) || 'unknown')
}
/** How a wallet calls a network; undefined where nobody knows. */
export function nameOfNetwork(network: NetworkId, { networks }: Bip122Setup): string | undefined {
  return [...networks, ...wellKnown].find(({ caipNetworkId }) => caipNetworkId === network)?.walletName
}
/** How a network writes its addresses; undefined for one that neither the host nor this package knows. */
export function formatOfNetwork(network: NetworkId, { networks }: Bip122Setup): AddressFormat | undefined {
  return [...networks, ...wellKnown].find(({ caipNetworkId }) => caipNetworkId === network)?.addressFormat
}
