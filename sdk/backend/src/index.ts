export { type Backend, type Surroundings, startBackend } from './backend.js'
export type { BackendOptions } from './configuration.js'
export { BackendError, type BackendErrorCode } from './errors.js'
export type { IndexState } from './history/evm-indexer.js'
