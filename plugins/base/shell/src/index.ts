export type { ShellOptions } from './options.js'
export { shell } from './plugin.js'
