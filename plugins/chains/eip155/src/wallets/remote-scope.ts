import type { RemoteScope } from '@portico/kernel/capabilities'
import type { EvmNetwork } from '../networks.js'

/**
 * Scope requested from remote wallets: the methods of this plugin and `eip155Wallet`, without blind
 * signing.
 */
export const remoteScope = (networks: readonly EvmNetwork[]): RemoteScope => ({
  networks: networks.map(network => network.caipNetworkId),
  methods: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getAssets',
  ],
  events: ['accountsChanged', 'chainChanged'],
  signsIn: true,
})
