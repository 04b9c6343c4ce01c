/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than five files. */
import type { HistoryContext } from './refs.js'

export { load as words } from './text/languages.js'
export const open = (context: HistoryContext) => import('./lazy/controller.js').then(({ createController }) => createController(context))
export const activityTab = () => import('./views/activity-tab.js')
export const transactionView = () => import('./views/transaction-view.js')
