import type { Catalogue } from '@portico/kernel/contracts'

/** What the interface itself says, in `de` or `ar`. */
export const load = (language: string): Promise<{ readonly default: Catalogue }> =>
  language === 'ar' ? import('@portico/ui/text/ar') : import('@portico/ui/text/de')
