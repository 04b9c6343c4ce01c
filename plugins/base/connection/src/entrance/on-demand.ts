/** What only a host with such a page needs, behind one door: the first script of a page lists every file that it imports. */
export const frame = () => import('../views/entrance-frame.js')
export const notice = () => import('../views/legal-notice.js')
export const walletsView = () => import('../views/connect-wallets-view.js')
export const termsView = () => import('../views/accept-terms-view.js')
