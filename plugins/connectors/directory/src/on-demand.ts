import type { DirectoryOptions } from './options.js'

/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than six files. */
export { load as words } from './text/languages.js'
export const directory = () => import('./lazy/directory.js')
export const remote = () => import('./lazy/remote.js')
/** With the list that it shows; a failure of that shows in the view. */
export const allWalletsView = (options: DirectoryOptions) => {
  directory()
    .then(({ prepare }) => prepare(options))
    .catch(() => undefined)
  return import('./views/all-wallets-view.js')
}
export const getWalletView = () => import('./views/get-wallet-view.js')
export const whatIsAWalletView = () => import('./views/what-is-a-wallet-view.js')
export const getWalletsView = () => import('./views/get-wallets-view.js')
