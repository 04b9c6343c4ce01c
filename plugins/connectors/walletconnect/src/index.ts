export { type WalletConnectError, type WalletConnectErrorCode, WalletRefusal } from './errors.js'
export type {
  AppMetadata,
  ProviderOptions,
  WalletConnectModule,
  WalletConnectOptions,
} from './options.js'
export { isExpired, pairingLifeMs, pairingMarginMs } from './pairing-times.js'
export type { DeepLink } from './persisted.js'
export { walletconnect } from './plugin.js'
export {
  connectingWalletConnectBasicView,
  connectingWalletConnectView,
  type PairingPhase,
  type PairingState,
  type Pairings,
  pairingSlice,
  pairingsService,
} from './refs.js'
