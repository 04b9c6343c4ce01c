/**
 * What most visits never reach, each part in a file of its own, behind one door: the first script of a page lists every file that it imports, and what that
 * one needs, so that a door is cheaper than ten files.
 */
import type { AccountContext } from './refs.js'

export { load as words } from './text/languages.js'
export const accountView = () => import('./views/account-view.js')
export const chainBalance = (context: AccountContext) => import('./chain-balance.js').then(({ createChainBalance }) => createChainBalance(context))
export const controller = () => import('./account-page-controller.js')
export const settingsView = () => import('./views/settings-view.js')
export const walletsView = () => import('./views/wallets-view.js')
