export { useCapability, useRead, useService, useSlice, useSlot } from '@portico/ui/react'
export {
  useConnect,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
} from './react/actions.js'
export { ConnectButton, NetworkButton } from './react/buttons.js'
export {
  type CustomButtonProps,
  type CustomButtonState,
  CustomConnectButton,
  CustomNetworkButton,
} from './react/custom-buttons.js'
export {
  type AccountStateOf,
  type PrefetchProps,
  useAccount,
  useConnections,
  useModal,
  useNetwork,
  usePortico,
  usePrefetch,
} from './react/hooks.js'
export { PorticoProvider } from './react/provider.js'
export { type Transactions, useTransactions } from './react/transactions.js'
export type { ActionResult } from './react/use-action.js'
export type { QueryResult } from './react/use-query.js'
export {
  useBalance,
  useChainId,
  useEvents,
  useTokens,
  useTransaction,
} from './react/values.js'
