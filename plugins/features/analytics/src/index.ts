export type { AnalyticsOptions } from './options.js'
export { analytics } from './plugin.js'
