/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than six files. */
export { load as words } from './text/languages.js'
export const signMessageView = () => import('./views/sign-message-view.js')
export const connectingSiweView = () => import('./views/connecting-siwe-view.js')
export const signInsView = () => import('./views/sign-ins-view.js')
