/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than many files. */
import type { SwapOptions } from './options.js'
import type { SwapContext } from './refs.js'

export { load as words } from './text/languages.js'
export const controller = (context: SwapContext, options: SwapOptions) =>
  import('./swap-controller.js').then(code => ({ create: () => code.create(context, options) }))
export const follow = (context: SwapContext) => import('./executing.js').then(code => code.followAll(context))
export const form = () => import('./views/swap-view.js')
export const select = () => import('./views/swap-select-token-view.js')
export const preview = () => import('./views/swap-preview-view.js')
export const receipt = () => import('./views/swap-receipt-view.js')
export const notice = () => import('./views/swap-notice.js')
