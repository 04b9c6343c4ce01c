import type { RemoteScope } from '@portico/kernel/contracts'
import type { BitcoinNetwork } from '../networks.js'

/** What a remote wallet is asked for. `sendTransfer` is for hosts that ask it themselves; this plugin shows fee and change before it asks, hence `signPsbt`. */
export const remoteScope = (networks: readonly BitcoinNetwork[]): RemoteScope => ({
  networks: networks.map(network => network.caipNetworkId),
  methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  events: ['accountsChanged', 'chainChanged', 'bip122_addressesChanged'],
})
