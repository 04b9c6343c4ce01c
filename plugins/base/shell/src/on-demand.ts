/**
 * What most visits never reach, each part in a file of its own, behind one door: the first script of a page lists every file that it imports, and what that
 * one needs, so that a door is cheaper than ten files.
 */
import type { Catalogue } from '@portico/kernel/contracts'
import type { ShellContext } from './refs.js'

export { load as words } from './text/languages.js'
export const language = (context: ShellContext, words: Catalogue) => import('./language.js').then(({ createLanguage }) => createLanguage(context, words))
export const toasts = (context: ShellContext) => import('./toasts-controller.js').then(({ createToasts }) => createToasts(context))
