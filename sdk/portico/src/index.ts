/**
 * The main entry of the package: the core. The others are `./react`, `./element` and `./defaults`.
 */

export {
  definePlugin,
  KernelError,
  memoryStorage,
  override,
  type Plugin,
  type Read,
  type StorageDriver,
  webStorage,
} from '@portico/kernel'
export { type Account, accountView, forgetView, settingsView } from '@portico/kernel/account'
export {
  addressesCapability,
  balancesCapability,
  messagesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
export { type Network, type NetworkId, networkOf } from '@portico/kernel/chain'
export { connectView, networksView } from '@portico/kernel/connect-page'
export { connectorsSlot } from '@portico/kernel/connector-kit'
export {
  type AccountState,
  accountState,
  accountSwitchedEvent,
  activeAccount,
  activeConnection,
  activeNetwork,
  type ConnectionState,
  connectionService,
  disconnectAndForget,
  disconnectedEvent,
  forgottenEvent,
  has,
  liveConnections,
  type NetworkState,
  networkState,
  networkSwitchedEvent,
  sessionSlice,
  transactionSentEvent,
  walletConnectedEvent,
  walletDisconnectedEvent,
} from '@portico/kernel/session'
export {
  modalClosedEvent,
  modalOpenedEvent,
  shellService,
  shellSlice,
  themeService,
  toastsService,
  trackedEvent,
} from '@portico/kernel/shell'
export { ModalError, textService } from '@portico/kernel/text'
export { environmentSlice } from '@portico/kernel/wallet'
export { type AddTransactionOptions, addTransaction } from './add-transaction.js'
export type { LogLevel, PorticoOptions, PrefetchStage } from './options.js'
export { createPortico, type Portico } from './portico.js'
