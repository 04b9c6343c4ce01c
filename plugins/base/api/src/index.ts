export { type ApiOptions, api } from './plugin.js'
