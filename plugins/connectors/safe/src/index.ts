export { SafeRefusal } from './errors.js'
export type { SafeOptions } from './options.js'
export { safe } from './plugin.js'
