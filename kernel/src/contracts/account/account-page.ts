/** The Account view, owned by the account plugin. Its slots for features are in `account-slots.ts`. */
import { defineView, type ViewRef } from '../../refs.js'

export const accountView: ViewRef<void> = /* @__PURE__ */ defineView('Account')
export const settingsView: ViewRef<void> = /* @__PURE__ */ defineView('Settings')
