export { type ChainParameters, parseChainParameters } from './chain-parameters.js'
export {
  abstract,
  apeChain,
  arbitrum,
  avalanche,
  base,
  baseSepolia,
  berachain,
  blast,
  bsc,
  celo,
  cronos,
  defineEvmNetwork,
  type EvmNetwork,
  type EvmNetworkSpec,
  fromChain,
  gnosis,
  hyperEvm,
  ink,
  linea,
  mainnet,
  mantle,
  mode,
  monad,
  optimism,
  plasma,
  polygon,
  ronin,
  scroll,
  sepolia,
  soneium,
  sonic,
  taiko,
  unichain,
  type ViemChain,
  worldchain,
  zksync,
  zora,
} from './networks.js'
export type { Eip155Options, PriceFeed, PriceFeedsOptions } from './options.js'
export { eip155 } from './plugin.js'
export { priceFeeds } from './price-feeds.js'
export { walletsAnnouncedEvent } from './refs.js'
export { eip155Wallet } from './wallet.js'
export type {
  CallBundle,
  CallsStatus,
  Eip155Wallet,
  SentCalls,
  WalletAsset,
  WalletCapabilities,
} from './wallet-interface.js'
