/** The account's page. Owned by the account plugin. Its places for features stand in `account-places.ts`. */
import { defineView, type ViewRef } from '../refs.js'

export const accountView: ViewRef<void> = /* @__PURE__ */ defineView('Account')
export const settingsView: ViewRef<void> = /* @__PURE__ */ defineView('Settings')
