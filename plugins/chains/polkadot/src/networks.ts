/** The networks that this package names, and how a host defines another. Plain data, so unused networks are not bundled. */
import type { Hex, Network } from '@portico/kernel/chain'

export const namespace = 'polkadot'

/** A Substrate network: a relay chain, a parachain, or a chain of its own. */
export interface SubstrateNetwork extends Network {
  /** The network's prefix in the SS58 registry; 42 is generic. */
  readonly ss58Prefix: number
  /** All 32 bytes of the hash of block 0. Signed with every transaction, and never read from a node (threat S24). */
  readonly genesisHash: Hex
  readonly transferIndexes?: TransferIndexes
}
/**
 * The runtime's indexes of the pallet Balances and its transfer calls. They decide what is sent where neither the chain nor the wallet
 * checks the metadata hash: a transfer that the node describes with other indexes is refused. Without them such a chain sends no transfers.
 */
export interface TransferIndexes {
  readonly balances: number
  readonly transferKeepAlive: number
  readonly transferAllowDeath: number
}

/** The definition of a network. */
export interface SubstrateNetworkSpec extends Pick<Network, 'name' | 'nativeCurrency'>, Partial<Pick<Network, 'assets' | 'testnet'>> {
  /** The hash of block 0, 64 hex digits with or without 0x. Its first half is the CAIP-2 reference; all of it is signed with every transaction. */
  readonly genesisHash: string
  readonly ss58Prefix: number
  /** See `TransferIndexes`. Needed for chains whose runtime has no `CheckMetadataHash`. */
  readonly transferIndexes?: TransferIndexes
  /** HTTP endpoints of nodes (JSON-RPC), used in order. None: no balance and no transfer. */
  readonly rpcUrls: readonly string[]
  /** Block explorer with the usual paths: `/account/…` and `/extrinsic/…`. No trailing slash. */
  readonly explorer?: { readonly name: string; readonly url: string }
}

/** Defines a network. */
export function defineSubstrateNetwork({ genesisHash, explorer, ...spec }: SubstrateNetworkSpec): SubstrateNetwork {
  const digits = genesisHash.toLowerCase().replace(/^0x/, '')
  const id = digits.slice(0, 32)
  return {
    ...spec,
    id,
    genesisHash: `0x${digits}`,
    chainNamespace: namespace,
    caipNetworkId: `${namespace}:${id}`,
    ...(explorer && { explorer: { name: explorer.name, address: `${explorer.url}/account/{address}`, transaction: `${explorer.url}/extrinsic/{hash}` } }),
  }
}

export const polkadotRelay: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  name: 'Polkadot',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  ss58Prefix: 0,
  rpcUrls: ['https://rpc.polkadot.io', 'https://polkadot-rpc.publicnode.com'],
  explorer: { name: 'Subscan', url: 'https://polkadot.subscan.io' },
})
export const polkadotAssetHub: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
  name: 'Polkadot Asset Hub',
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  ss58Prefix: 0,
  rpcUrls: ['https://polkadot-asset-hub-rpc.polkadot.io'],
  explorer: { name: 'Subscan', url: 'https://assethub-polkadot.subscan.io' },
})
export const kusama: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
  name: 'Kusama',
  nativeCurrency: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
  ss58Prefix: 2,
  rpcUrls: ['https://kusama-rpc.polkadot.io', 'https://kusama-rpc.publicnode.com'],
  explorer: { name: 'Subscan', url: 'https://kusama.subscan.io' },
})
export const westend: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0xe143f23803ac50e8f6f8e62695d1ce9e4e1d68aa36c1cd2cfd15340213f3423e',
  name: 'Westend',
  nativeCurrency: { name: 'Westend', symbol: 'WND', decimals: 12 },
  ss58Prefix: 42,
  rpcUrls: ['https://westend-rpc.polkadot.io'],
  explorer: { name: 'Subscan', url: 'https://westend.subscan.io' },
  testnet: true,
})
