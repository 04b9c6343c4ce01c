/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than many files. */
export { load as words } from './text/languages.js'
export const controller = () => import('./swap-controller.js')
export const follower = () => import('./executing.js')
