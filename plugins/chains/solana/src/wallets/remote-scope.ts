import type { RemoteScope } from '@portico/kernel/capabilities'
import type { SolanaNetwork } from '../networks.js'

/** Scope requested from remote wallets: what this plugin uses. */
export const remoteScope = (networks: readonly SolanaNetwork[]): RemoteScope => ({
  networks: networks.map(network => network.caipNetworkId),
  methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
  events: ['accountsChanged', 'chainChanged'],
})
