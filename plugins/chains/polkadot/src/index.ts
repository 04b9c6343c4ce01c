export {
  acala,
  astar,
  bifrost,
  defineSubstrateNetwork,
  hydration,
  kusama,
  kusamaAssetHub,
  peaq,
  polkadotAssetHub,
  polkadotRelay,
  type SubstrateNetwork,
  type SubstrateNetworkSpec,
  type TransferIndexes,
  westend,
} from './networks.js'
export type { PolkadotOptions } from './options.js'
export { polkadot } from './plugin.js'
export { type PolkadotWallet, polkadotWallet } from './wallet.js'
