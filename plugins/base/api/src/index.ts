export { backend } from './backend.js'
export type { ApiOptions, BackendOptions } from './options.js'
export { api } from './plugin.js'
