/** The views that most visits never reach, behind one door: the first script of a page then lists one file, and not those of each. */
export const settings = () => import('./settings-view.js')
export const wallets = () => import('./wallets-view.js')
