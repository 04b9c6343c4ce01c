export {
  defineSubstrateNetwork,
  kusama,
  polkadotAssetHub,
  polkadotRelay,
  type SubstrateNetwork,
  type SubstrateNetworkSpec,
  type TransferIndexes,
  westend,
} from './networks.js'
export type { PolkadotOptions } from './options.js'
export { polkadot } from './plugin.js'
