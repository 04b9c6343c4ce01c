export { useCapability, useRead, useService, useSlice, useSlot } from '@portico/ui/react'
export { ConnectButton, NetworkButton } from './react/buttons.js'
export {
  type PrefetchProps,
  useAccount,
  useConnections,
  useModal,
  useNetwork,
  usePortico,
  usePrefetch,
} from './react/hooks.js'
export { PorticoProvider } from './react/provider.js'
export {
  type SendTransaction,
  type SendTransactionOptions,
  type SendTransactionState,
  type SentByHook,
  type Transactions,
  useSendTransaction,
  useTransactions,
} from './react/transactions.js'
