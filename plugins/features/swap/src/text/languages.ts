import type { Catalogue } from '@portico/kernel/contracts'

/** The words of one of the languages that the plugin names: `de` or `ar`. */
export const load = (language: string): Promise<{ readonly default: Catalogue }> => (language === 'ar' ? import('./ar.js') : import('./de.js'))
