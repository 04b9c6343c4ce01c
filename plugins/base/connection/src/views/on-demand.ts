/** The views that most visits never reach, behind one door: the first script of a page then lists one file, and not those of each. */
export const connectingExternal = () => import('./connecting-external-view.js')
export const networks = () => import('./networks-view.js')
export const unsupportedChain = () => import('./unsupported-chain-view.js')
