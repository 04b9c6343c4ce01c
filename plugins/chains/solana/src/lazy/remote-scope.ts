import type { RemoteScope } from '@portico/kernel/contracts'
import type { SolanaNetwork } from '../networks.js'

/** What a remote wallet is asked for: what this plugin uses. */
export const remoteScope = (networks: readonly SolanaNetwork[]): RemoteScope => ({
  networks: networks.map(network => network.caipNetworkId),
  methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
  events: ['accountsChanged', 'chainChanged'],
})
