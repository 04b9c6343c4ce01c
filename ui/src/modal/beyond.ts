/** What a panel has that nobody needs on the first view: it comes when somebody goes on, or is told something. */
export { FocusKeeper } from './focus-keeper.js'
export { AlertStrip, ToastStrip } from './notices.js'
