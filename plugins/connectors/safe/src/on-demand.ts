/** What only a framed page needs, behind one door. */
import type { ContextOf } from '@portico/kernel'

export { load as words } from './text/languages.js'
export const discover = (context: ContextOf<Record<never, never>>, page: Window, origins: readonly string[]) =>
  import('./lazy/discovery.js').then(code => code.discoverSafe(context, page, origins))
