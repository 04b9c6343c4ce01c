/**
 * The networks that this package names, and how a host defines another. Plain data, so unused
 * networks are not bundled.
 */
import type { Hex, Network } from '@portico/kernel/chain'

export const namespace = 'polkadot'

/** A Substrate network: a relay chain, a parachain, or a solo chain. */
export interface SubstrateNetwork extends Network {
  /** The network's prefix in the SS58 registry; 42 is generic. */
  readonly ss58Prefix: number
  /**
   * All 32 bytes of the hash of block 0. Signed with every transaction, and never read from a node
   * (threat S24).
   */
  readonly genesisHash: Hex
  readonly transferIndexes?: TransferIndexes
}
/**
 * The runtime's indexes of the pallet Balances and its transfer calls. They decide what is sent
 * where neither the chain nor the wallet checks the metadata hash: a transfer that the node
 * describes with other indexes is refused. Without them such a chain sends no transfers.
 */
export interface TransferIndexes {
  readonly balances: number
  readonly transferKeepAlive: number
  readonly transferAllowDeath: number
}

/** The definition of a network. */
export interface SubstrateNetworkSpec
  extends Pick<Network, 'name' | 'nativeCurrency'>,
    Partial<Pick<Network, 'assets' | 'testnet'>> {
  /**
   * The hash of block 0, 64 hex digits with or without 0x. Its first half is the CAIP-2 reference;
   * all of it is signed with every transaction.
   */
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
export function defineSubstrateNetwork({
  genesisHash,
  explorer,
  ...spec
}: SubstrateNetworkSpec): SubstrateNetwork {
  const digits = genesisHash.toLowerCase().replace(/^0x/, '')
  const id = digits.slice(0, 32)
  return {
    ...spec,
    id,
    genesisHash: `0x${digits}`,
    namespace,
    caipNetworkId: `${namespace}:${id}`,
    ...(explorer && {
      explorer: {
        name: explorer.name,
        address: `${explorer.url}/account/{address}`,
        transaction: `${explorer.url}/extrinsic/{hash}`,
      },
    }),
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
export const kusamaAssetHub: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0x48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a',
  name: 'Kusama Asset Hub',
  nativeCurrency: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
  ss58Prefix: 2,
  rpcUrls: [
    'https://kusama-asset-hub-rpc.polkadot.io',
    'https://asset-hub-kusama-rpc.n.dwellir.com',
  ],
  explorer: { name: 'Subscan', url: 'https://assethub-kusama.subscan.io' },
})
// Parachains. Prefix and indexes come from each runtime's source. Bifrost and peaq use another
// prefix than the SS58 registry has for them (6, 1221).
export const hydration: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0xafdc188f45c71dacbaa0b62e16a91f726c7b8699a9748cdf715459de6b7f366d',
  name: 'Hydration',
  nativeCurrency: { name: 'Hydration', symbol: 'HDX', decimals: 12 },
  ss58Prefix: 63,
  transferIndexes: { balances: 7, transferKeepAlive: 3, transferAllowDeath: 0 },
  rpcUrls: ['https://rpc.hydradx.cloud', 'https://hydration.ibp.network'],
  explorer: { name: 'Subscan', url: 'https://hydration.subscan.io' },
})
export const bifrost: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0x262e1b2ad728475fd6fe88e62d34c200abe6fd693931ddad144059b1eb884e5b',
  name: 'Bifrost',
  nativeCurrency: { name: 'Bifrost', symbol: 'BNC', decimals: 12 },
  ss58Prefix: 0,
  transferIndexes: { balances: 10, transferKeepAlive: 3, transferAllowDeath: 0 },
  rpcUrls: ['https://hk.p.bifrost-rpc.liebi.com', 'https://bifrost-polkadot.ibp.network'],
  explorer: { name: 'Subscan', url: 'https://bifrost.subscan.io' },
})
export const astar: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0x9eb76c5184c4ab8679d2d5d819fdf90b9c001403e9e17da2e14b6d8aec4029c6',
  name: 'Astar',
  nativeCurrency: { name: 'Astar', symbol: 'ASTR', decimals: 18 },
  ss58Prefix: 5,
  transferIndexes: { balances: 31, transferKeepAlive: 3, transferAllowDeath: 0 },
  rpcUrls: ['https://rpc.astar.network', 'https://astar-rpc.n.dwellir.com'],
  explorer: { name: 'Subscan', url: 'https://astar.subscan.io' },
})
export const acala: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0xfc41b9bd8ef8fe53d58c7ea67c794c7ec9a73daf05e6d54b14ff6342c99ba64c',
  name: 'Acala',
  nativeCurrency: { name: 'Acala', symbol: 'ACA', decimals: 12 },
  ss58Prefix: 10,
  transferIndexes: { balances: 10, transferKeepAlive: 3, transferAllowDeath: 0 },
  rpcUrls: ['https://acala-rpc-0.aca-api.network', 'https://acala.ibp.network'],
  explorer: { name: 'Subscan', url: 'https://acala.subscan.io' },
})
export const peaq: SubstrateNetwork = /* @__PURE__ */ defineSubstrateNetwork({
  genesisHash: '0xd2a5d385932d1f650dae03ef8e2748983779ee342c614f80854d32b8cd8fa48c',
  name: 'peaq',
  nativeCurrency: { name: 'peaq', symbol: 'PEAQ', decimals: 18 },
  ss58Prefix: 42,
  transferIndexes: { balances: 4, transferKeepAlive: 3, transferAllowDeath: 0 },
  rpcUrls: ['https://quicknode1.peaq.xyz', 'https://peaq-rpc.publicnode.com'],
  explorer: { name: 'Subscan', url: 'https://peaq.subscan.io' },
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
