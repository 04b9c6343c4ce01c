/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than many files. */
export { load as words } from './text/languages.js'
export const controller = () => import('./swap-controller.js')
export const follower = () => import('./executing.js')
export const swapView = () => import('./views/swap-view.js')
export const selectTokenView = () => import('./views/swap-select-token-view.js')
export const previewView = () => import('./views/swap-preview-view.js')
export const notice = () => import('./views/swap-notice.js')
