/** The networks that this package knows by name, and how a host describes another one. Plain data: what a host does not import is not in its bundle. */
import type { Network } from '@portico/kernel/contracts'

export const namespace = 'solana'

/** A cluster of Solana's. */
export interface SolanaNetwork extends Network {
  /** What wallets call it (Wallet Standard): `solana:mainnet`. A cluster of one's own is `solana:localnet` to them. */
  readonly walletChain: `solana:${string}`
}

/** What makes a network. */
export interface SolanaNetworkSpec extends Pick<Network, 'name' | 'rpcUrls'>, Partial<Pick<Network, 'nativeCurrency' | 'explorer' | 'assets' | 'testnet'>> {
  /** The hash of the first block, base58. CAIP-2 names the cluster by its first 32 characters. */
  readonly genesisHash: string
  /** What wallets call the cluster. `localnet` when nothing is said. */
  readonly cluster?: 'mainnet' | 'devnet' | 'testnet' | 'localnet'
}

/**
 * Describes a cluster. The native coin is SOL with 9 decimals unless the spec names another.
 *
 * `rpcUrls` are asked in their order; the next one when one fails or takes longer than 3 s.
 */
export function defineSolanaNetwork({ genesisHash, cluster = 'localnet', ...spec }: SolanaNetworkSpec): SolanaNetwork {
  const id = genesisHash.slice(0, 32)
  return {
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    ...spec,
    id,
    chainNamespace: namespace,
    caipNetworkId: `${namespace}:${id}`,
    walletChain: `${namespace}:${cluster}`,
  }
}

export const solanaMainnet: SolanaNetwork = /* @__PURE__ */ defineSolanaNetwork({
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  cluster: 'mainnet',
  name: 'Solana',
  rpcUrls: ['https://solana-rpc.publicnode.com', 'https://api.mainnet-beta.solana.com'],
  explorer: { name: 'Solscan', address: 'https://solscan.io/account/{address}', transaction: 'https://solscan.io/tx/{hash}' },
})
export const solanaDevnet: SolanaNetwork = /* @__PURE__ */ defineSolanaNetwork({
  genesisHash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  cluster: 'devnet',
  name: 'Solana Devnet',
  rpcUrls: ['https://api.devnet.solana.com'],
  explorer: {
    name: 'Solscan',
    address: 'https://solscan.io/account/{address}?cluster=devnet',
    transaction: 'https://solscan.io/tx/{hash}?cluster=devnet',
  },
  testnet: true,
})
export const solanaTestnet: SolanaNetwork = /* @__PURE__ */ defineSolanaNetwork({
  genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  cluster: 'testnet',
  name: 'Solana Testnet',
  rpcUrls: ['https://api.testnet.solana.com'],
  explorer: {
    name: 'Solscan',
    address: 'https://solscan.io/account/{address}?cluster=testnet',
    transaction: 'https://solscan.io/tx/{hash}?cluster=testnet',
  },
  testnet: true,
})
