/**
 * The Account view, owned by the account plugin. Its slots for features are in `account-slots.ts`.
 */
import { defineView, type ViewRef } from '../../refs.js'

export const accountView: ViewRef<void> = /* @__PURE__ */ defineView('Account')
/** Asks whether to disconnect all wallets and to delete what is stored about them. */
export const forgetView: ViewRef<void> = /* @__PURE__ */ defineView('Forget')
export const settingsView: ViewRef<void> = /* @__PURE__ */ defineView('Settings')
