/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than two files. */
export { load as words } from './text/languages.js'
export const receiveView = () => import('./views/receive-view.js')
