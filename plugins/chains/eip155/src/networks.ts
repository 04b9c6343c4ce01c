/** The networks that this package names, and how a host defines another. Plain data, so unused networks are not bundled. */
import type { Hex, Network } from '@portico/kernel/chain'

export const namespace = 'eip155'

/** An EVM network. */
export interface EvmNetwork extends Network {
  /** On the OP stack: the contract that returns the L1 data fee of a transaction. */
  readonly l1FeeOracle?: Hex
}

/** The definition of a network. */
export interface EvmNetworkSpec extends Pick<Network, 'name' | 'rpcUrls'>, Partial<Pick<Network, 'nativeCurrency' | 'assets' | 'testnet'>> {
  /** EIP-155 chain id. */
  readonly chainId: number
  /** Block explorer with the usual paths: `https://etherscan.io` has `/address/…` and `/tx/…`. No trailing slash. */
  readonly explorer?: { readonly name: string; readonly url: string }
  /** Runs on the OP stack, so the fee includes the L1 data fee. */
  readonly opStack?: boolean
}

/**
 * Defines a network. The native coin is Ether with 18 decimals unless the spec names another.
 *
 * `rpcUrls` are used in order: the next one when one fails or takes longer than 3 s.
 */
export function defineEvmNetwork({ chainId, explorer, opStack, ...spec }: EvmNetworkSpec): EvmNetwork {
  const id = String(chainId)
  return {
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...spec,
    id,
    chainNamespace: namespace,
    caipNetworkId: `${namespace}:${id}`,
    ...(explorer && { explorer: { name: explorer.name, address: `${explorer.url}/address/{address}`, transaction: `${explorer.url}/tx/{hash}` } }),
    ...(opStack && { l1FeeOracle: '0x420000000000000000000000000000000000000F' }),
  }
}

export const mainnet: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 1,
  name: 'Ethereum',
  rpcUrls: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
  explorer: { name: 'Etherscan', url: 'https://etherscan.io' },
})
export const base: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 8453,
  name: 'Base',
  rpcUrls: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'],
  explorer: { name: 'Basescan', url: 'https://basescan.org' },
  opStack: true,
})
export const optimism: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 10,
  name: 'OP Mainnet',
  rpcUrls: ['https://mainnet.optimism.io', 'https://optimism-rpc.publicnode.com'],
  explorer: { name: 'OP Mainnet Explorer', url: 'https://optimistic.etherscan.io' },
  opStack: true,
})
export const arbitrum: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 42161,
  name: 'Arbitrum One',
  rpcUrls: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com'],
  explorer: { name: 'Arbiscan', url: 'https://arbiscan.io' },
})
export const polygon: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: ['https://polygon-rpc.com', 'https://polygon-bor-rpc.publicnode.com'],
  explorer: { name: 'PolygonScan', url: 'https://polygonscan.com' },
})
export const sepolia: EvmNetwork = /* @__PURE__ */ defineEvmNetwork({
  chainId: 11155111,
  name: 'Sepolia',
  rpcUrls: ['https://ethereum-sepolia-rpc.publicnode.com', 'https://sepolia.drpc.org'],
  explorer: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' },
  testnet: true,
})
