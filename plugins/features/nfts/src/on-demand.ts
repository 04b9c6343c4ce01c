/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than five files. */
import type { NftsOptions } from './gallery.js'
import type { NftsContext } from './refs.js'

export { load as words } from './text/languages.js'
export const open = (context: NftsContext, options: NftsOptions) => import('./lazy/controller.js').then(code => code.createController(context, options))
export const nftsTab = () => import('./views/nfts-tab.js')
export const nftView = () => import('./views/nft-view.js')
