import { errorWords } from './error-words.js'

/** Every sentence of this plugin that a person may read. */
export const en = { ...errorWords } as const
