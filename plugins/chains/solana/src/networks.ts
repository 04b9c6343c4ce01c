/**
 * The networks that this package names, and how a host defines another. Plain data, so unused
 * networks are not bundled.
 */
import type { Network } from '@portico/kernel/chain'

export const namespace = 'solana'

/** A Solana cluster. */
export interface SolanaNetwork extends Network {
  /**
   * The cluster's name in wallets (Wallet Standard): `solana:mainnet`. Custom clusters are
   * `solana:localnet`.
   */
  readonly walletChain: `solana:${string}`
}

/** The definition of a network. */
export interface SolanaNetworkSpec
  extends Pick<Network, 'name' | 'rpcUrls'>,
    Partial<Pick<Network, 'nativeCurrency' | 'explorer' | 'assets' | 'testnet'>> {
  /** The hash of the first block, base58. Its first 32 characters are the CAIP-2 reference. */
  readonly genesisHash: string
  /** The cluster's name in wallets. Default: `localnet`. */
  readonly cluster?: 'mainnet' | 'devnet' | 'testnet' | 'localnet'
}

/**
 * Defines a cluster. The native coin is SOL with 9 decimals unless the spec names another.
 *
 * `rpcUrls` are used in order: the next one when one fails or takes longer than 3 s.
 */
export function defineSolanaNetwork({
  genesisHash,
  cluster = 'localnet',
  ...spec
}: SolanaNetworkSpec): SolanaNetwork {
  const id = genesisHash.slice(0, 32)
  return {
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    ...spec,
    id,
    namespace,
    caipNetworkId: `${namespace}:${id}`,
    walletChain: `${namespace}:${cluster}`,
  }
}

export const solanaMainnet: SolanaNetwork = /* @__PURE__ */ defineSolanaNetwork({
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  cluster: 'mainnet',
  name: 'Solana',
  rpcUrls: ['https://solana-rpc.publicnode.com', 'https://api.mainnet-beta.solana.com'],
  explorer: {
    name: 'Solscan',
    address: 'https://solscan.io/account/{address}',
    transaction: 'https://solscan.io/tx/{hash}',
  },
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
