/**
 * Actions that only EVM networks have, without React. Hooks over them are in
 * `@portico/sdk/react/eip155`.
 */
export {
  type CallsOptions,
  getCapabilities,
  getWalletClient,
  type ReadContractOptions,
  readContract,
  type SentCallsData,
  sendCalls,
  type WaitOptions,
  type WriteContractOptions,
  waitForTransactionReceipt,
  writeContract,
} from './actions/contracts.js'
