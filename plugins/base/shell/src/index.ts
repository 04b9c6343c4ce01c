export { type ShellOptions, shell } from './plugin.js'
