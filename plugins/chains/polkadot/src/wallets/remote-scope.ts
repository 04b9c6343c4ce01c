import type { RemoteScope } from '@portico/kernel/capabilities'
import type { SubstrateNetwork } from '../networks.js'

/** Scope requested from remote wallets: what this plugin uses. */
export const remoteScope = (networks: readonly SubstrateNetwork[]): RemoteScope => ({
  networks: networks.map(network => network.caipNetworkId),
  methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
  events: ['accountsChanged', 'chainChanged'],
})
