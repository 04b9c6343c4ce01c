/** What most visits never reach, behind one door: the first script of a page lists every file that it imports. */
import type { Catalogue } from '@portico/kernel/contracts'

export { tell } from './failure.js'

/** What the interface itself says, in `de` or `ar`. */
export const words = (language: string): Promise<{ readonly default: Catalogue }> =>
  language === 'ar' ? import('@portico/ui/text/ar') : import('@portico/ui/text/de')
