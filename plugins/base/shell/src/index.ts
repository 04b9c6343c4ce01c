export { type ShellOptions, shell } from './plugin.js'
export { type Preferences, preferencesSlice } from './refs.js'
