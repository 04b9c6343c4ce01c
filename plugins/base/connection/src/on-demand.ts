/**
 * What most visits never reach, each part in a file of its own, behind one door: the first script of a page lists every file that it imports, and what that
 * one needs, so that a door is cheaper than ten files.
 */
export { load as words } from './text/languages.js'
export const controller = () => import('./connection-controller.js')
export const connectingExternalView = () => import('./views/connecting-external-view.js')
export const selectChainView = () => import('./views/select-chain-view.js')
export const networksView = () => import('./views/networks-view.js')
export const unsupportedChainView = () => import('./views/unsupported-chain-view.js')
