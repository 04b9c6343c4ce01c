export { SwapError, type SwapErrorCode } from './errors.js'
