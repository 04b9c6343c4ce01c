import type { RemoteScope } from '@portico/kernel/contracts'
import type { SubstrateNetwork } from '../networks.js'

/** What a remote wallet is asked for: what this plugin uses. */
export const remoteScope = (networks: readonly SubstrateNetwork[]): RemoteScope => ({
  networks: networks.map(network => network.caipNetworkId),
  methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
  events: ['accountsChanged', 'chainChanged'],
})
