export {
  acceptTermsView,
  type Consent,
  connectWalletsView,
  consent,
  type EntranceAsk,
  type EntranceState,
  entranceSlice,
} from './connecting/connect-gate.js'
export { entrance } from './connecting/connect-gate-plugin.js'
export { listedConnectors, workingConnectors } from './discovery/discover-wallets.js'
export { detectEnvironment, type Surroundings } from './discovery/environment.js'
export { type RecentWallet, recentWallets } from './discovery/recent-wallets.js'
export { ConnectionError, type ConnectionErrorCode } from './errors.js'
export { unsupportedNetwork } from './networks/unsupported-network.js'
export type { ConnectionOptions, EntranceOptions } from './options.js'
export { connection } from './plugin.js'
export { type ConnectionChange, deadlineOf, transition } from './session/connection-phase.js'
