/**
 * What most visits never reach, each part in a file of its own, behind one door: the first script of a page lists every file that it imports, and what that
 * one needs, so that a door is cheaper than ten files.
 */
import type { ApiOptions } from './options.js'

export { load as words } from './text/languages.js'
export const client = (options: ApiOptions) =>
  import('./http-client.js').then(({ create }) => ({ create: (context: { readonly signal: AbortSignal }) => create(options, context.signal) }))
