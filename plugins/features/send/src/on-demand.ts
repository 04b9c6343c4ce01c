/** What most visits never reach, behind one door: the first script of a page lists every file that it imports, so that a door is cheaper than many files. */
export { load as words } from './text/languages.js'
export const controller = () => import('./send-controller.js')
export const follower = () => import('./outbox.js')
export const sendView = () => import('./views/send-view.js')
export const selectTokenView = () => import('./views/send-select-token-view.js')
export const previewView = () => import('./views/send-preview-view.js')
export const receiptView = () => import('./views/send-receipt-view.js')
export const notice = () => import('./views/sent-notice.js')
