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
export { eip155Transaction, type Network, type NetworkId, networkOf } from '@portico/kernel/chain'
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
export { type Action, type ActionState, createAction } from './actions/action.js'
export { type BalanceOptions, getBalance } from './actions/balance.js'
export {
  type ConnectOptions,
  connect,
  type DisconnectOptions,
  disconnect,
  switchChain,
} from './actions/connections.js'
export { createQuery, type Query, type QueryState } from './actions/query.js'
export {
  type SendTransactionOptions,
  type SentTransactionData,
  sendTransaction,
} from './actions/send-transaction.js'
export {
  type SignMessageOptions,
  type SignTypedDataOptions,
  signMessage,
  signTypedData,
  type TypedData,
} from './actions/sign.js'
export type { AddressOf, NetworkChoice, SignatureOf, SignerOptions } from './actions/signer.js'
export { watch } from './actions/watch.js'
export { type AddTransactionOptions, addTransaction } from './add-transaction.js'
export type { LogLevel, PorticoOptions, PrefetchStage } from './options.js'
export { createPortico, type Portico } from './portico.js'
