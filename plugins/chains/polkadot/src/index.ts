export { defineSubstrateNetwork, kusama, polkadotRelay, type SubstrateNetwork, type SubstrateNetworkSpec } from './networks.js'
export type { PolkadotOptions } from './options.js'
export { polkadot } from './plugin.js'
