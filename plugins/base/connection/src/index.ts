export { type ConnectionChange, deadlineOf, transition } from './connection-machine.js'
export { listedConnectors, workingConnectors } from './discovery.js'
export { entrance } from './entrance/plugin.js'
export {
  acceptTermsView,
  type Consent,
  connectWalletsView,
  consent,
  type EntranceOptions,
  type EntranceState,
  entranceSlice,
} from './entrance/refs.js'
export type { EntranceAsk } from './entrance/slot.js'
export { detectEnvironment, type Surroundings } from './environment.js'
export { ConnectionError, type ConnectionErrorCode } from './errors.js'
export { connection } from './plugin.js'
export { type RecentWallet, recentWallets } from './recent.js'
export type { ConnectionOptions } from './refs.js'
export { unsupportedNetwork } from './unsupported-network.js'
