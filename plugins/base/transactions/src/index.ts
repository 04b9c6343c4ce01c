export { TransactionError, type TransactionErrorCode } from './errors.js'
export { transactions } from './plugin.js'
