/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than six files. */
import type { BalancesOptions } from './options.js'
import type { BalancesContext } from './refs.js'

export { load as words } from './text/languages.js'
export const open = (context: BalancesContext, options: BalancesOptions) => import('./lazy/open.js').then(code => code.open(context, options))
export const tokensTab = () => import('./views/tokens-tab.js')
export const balancePart = () => import('./views/balance-part.js')
export const currencyView = (codes: readonly string[]) => import('./views/currency-view.js').then(view => ({ default: view.currencyView(codes) }))
export const importTokenView = () => import('./views/import-token-view.js')
