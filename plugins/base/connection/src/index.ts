export {
  acceptTermsView,
  type ConnectGateParams,
  type ConnectGateState,
  type Consent,
  connectGateSlice,
  connectWalletsView,
  consentService,
} from './connecting/connect-gate.js'
export { connectGate } from './connecting/connect-gate-plugin.js'
export { unsupportedNetwork } from './connecting/modal-views.js'
export { listedConnectors, workingConnectors } from './discovery/discover-wallets.js'
export { detectEnvironment, type Surroundings } from './discovery/environment.js'
export { ConnectionError, type ConnectionErrorCode } from './errors.js'
export type { ConnectGateOptions, ConnectionOptions } from './options.js'
export { connection } from './plugin.js'
export { recentWallets } from './refs.js'
export type { RecentWallet } from './restoring/saved-connections.js'
export { type ConnectionChange, transition } from './session/connection-phase.js'
