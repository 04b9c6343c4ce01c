import type { RemoteScope } from '@portico/kernel/capabilities'
import type { BitcoinNetwork } from '../networks.js'

/**
 * Scope requested from remote wallets. `sendTransfer` is for hosts that call it themselves; this
 * plugin shows fee and change first, hence `signPsbt`.
 */
export const remoteScope = (networks: readonly BitcoinNetwork[]): RemoteScope => ({
  networks: networks.map(network => network.caipNetworkId),
  methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  events: ['accountsChanged', 'chainChanged', 'bip122_addressesChanged'],
})
