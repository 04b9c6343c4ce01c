/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than many files. */
import type { SwapContext } from './refs.js'

export { load as words } from './text/languages.js'
export const controller = () => import('./swap-controller.js')
export const follow = (context: SwapContext) => import('./executing.js').then(code => code.followAll(context))
