import type { RemoteScope } from '@portico/kernel/contracts'
import type { EvmNetwork } from '../networks.js'

/** What a remote wallet is asked for: what this plugin and `eip155Wallet` use, and nothing that signs what nobody can read. */
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
