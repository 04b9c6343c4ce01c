export {
  anySignal,
  debounce,
  type Latest,
  latest,
  once,
  unlessAborted,
  withTimeout,
} from './async.js'
export { firstAnswer, firstAnswerLater } from './combine.js'
export { delay } from './delay.js'
export { KernelError, type KernelErrorCode } from './error.js'
export { createKernel, type Kernel, type KernelOptions, type KernelReport } from './kernel.js'
export { type EndpointOverride, override } from './override.js'
export * from './plugin.js'
export * from './refs.js'
export { memoryStorage, type StorageDriver, webStorage } from './storage-driver.js'
export type { Devtools } from './store.js'
