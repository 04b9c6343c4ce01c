/** The views, behind a door of their own: who uses Swap without them does not pay for their names. */
export const form = () => import('./swap-view.js')
export const select = () => import('./swap-select-token-view.js')
export const preview = () => import('./swap-preview-view.js')
export const receipt = () => import('./swap-receipt-view.js')
export const notice = () => import('./swap-notice.js')
