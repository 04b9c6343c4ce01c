export { type BackendOptions, backend } from './backend.js'
export { type ApiOptions, api } from './plugin.js'
