import type { Chapter, Entry } from './entry.js'

const files = import.meta.glob<{ readonly default: Chapter }>('./entries/*.ts{,x}', { eager: true })
/** In the order of their names. Each plugin has one file of states in `entries`. */
export const chapters: readonly Chapter[] = Object.values(files).map(file => file.default)
export const entries: readonly Entry[] = chapters.flatMap(({ entries, hasIcons }) =>
  hasIcons
    ? entries.map(entry => ({ ...entry, setting: { ...entry.setting, hasIcons } }))
    : entries,
)
